public import Media

/// How a recording goes, for a live line.
public struct RecordingStatus: Sendable {
  public enum Phase: String, Hashable, Sendable {
    /// Devices are being opened; no picture has come yet.
    case starting
    case recording, paused
    case switchingCamera
    /// The devices are closed; what is queued is encoded and the file completed.
    case finishing
  }

  /// Loudness of one channel since the last status.
  public struct Level: Hashable, Sendable {
    /// Root mean square and highest sample, in dBFS; -100 at digital silence.
    public let rootMeanSquare: Double
    public let peak: Double

    public init(rootMeanSquare: Double, peak: Double) {
      self.rootMeanSquare = rootMeanSquare
      self.peak = peak
    }
  }

  public var phase: Phase
  /// Of the recording, pauses left out.
  public var duration: MediaTime
  public var maximumDuration: MediaTime?
  /// Frames a second over about the last second.
  public var frameRate: Double
  public var framesWritten: Int
  /// By whatever cause.
  public var framesDropped: Int
  /// One for each channel; empty without a microphone.
  public var levels: [Level]
  public var byteCount: Int64
  /// Left on the output's file system.
  public var freeSpace: Int64?
  /// The part of time that converting and encoding took over about the last second: 1 is all there is.
  public var encoderLoad: Double
  /// The camera in use, for people.
  public var cameraName: String?

  public init(phase: Phase, maximumDuration: MediaTime? = nil) {
    self.phase = phase
    duration = .zero
    self.maximumDuration = maximumDuration
    frameRate = 0
    framesWritten = 0
    framesDropped = 0
    levels = []
    byteCount = 0
    freeSpace = nil
    encoderLoad = 0
    cameraName = nil
  }
}
