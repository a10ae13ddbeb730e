/// What a recording became: encoded as JSON it is what `rec --json` prints.
///
/// Times are seconds, sizes bytes, rates bits a second. Fields that do not apply are left out.
public struct RecordingReceipt: Encodable, Sendable {
  public struct Picture: Encodable, Sendable {
    /// The file's picture as it is coded, and as it is shown.
    public var codedSize, displaySize: String
    public var frameRate: Double
    public var bitRate: Int
    public var framesCaptured, framesWritten: Int
    /// By cause; only causes that occurred.
    public var framesDropped: [String: Int]
    /// Written time minus the device's time, in seconds: at the first frame, the largest, at the last.
    public var timestampResidual: Residual
    public var orientation: OrientationDecision
    /// How pictures got from the device to the encoder: `borrowed`, `converted`, `decoded`, `copied`.
    public var conversion: String
    public var encoder: String
    /// Where the encoder could not keep up and was given less to do.
    public var encoderSteps: [EncoderStep]
  }

  public struct EncoderStep: Encodable, Sendable {
    /// Of the recording.
    public var time: Double
    /// x264's presets.
    public var from, to: String
    /// `load` or `droppedPictures`.
    public var reason: String
  }

  public struct OrientationDecision: Encodable, Sendable {
    public var position: String
    public var mountingRotation: Int
    /// What the track's matrix says, in degrees clockwise; 0 where it is upright or baked.
    public var matrixRotation: Int
    public var isBaked, isMirrored: Bool
  }

  public struct Residual: Encodable, Sendable {
    public var start, maximum, end: Double
  }

  public struct Sound: Encodable, Sendable {
    public var sampleRate, channels, bitRate: Int
    public var overruns: Int
    /// Seconds of silence written where sound was missing.
    public var silenceFilled: Double
    /// How much faster than the pictures' clock the microphone's ran, in parts per million; `nil` where too short to tell.
    public var clockRatio: Double?
    public var timestampResidual: Residual
    /// Times are estimates: the device has no stamps of its own.
    public var isTimeEstimated: Bool
  }

  public struct Device: Encodable, Sendable {
    public var id, name, mediaType, format: String
  }

  public struct CameraSwitch: Encodable, Sendable {
    /// Of the recording, and how long the frame before it stands.
    public var time, gap: Double
    public var from, to: String
  }

  public struct Warning: Encodable, Sendable, Hashable {
    public var code, message: String
  }

  /// Within a number, fields are only added.
  public let schema = 1
  public var file: String
  public var stopReason: String
  public var duration: Double
  public var byteCount: Int64
  public var bitRate: Int
  public var devices: [Device]
  public var video: Picture?
  public var audio: Sound?
  public var pauses: Int
  public var pausedDuration: Double
  public var cameraSwitches: [CameraSwitch]
  public var warnings: [Warning]
}
