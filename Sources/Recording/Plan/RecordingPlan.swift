public import Capture
public import Media
public import Settings

/// What a recording will be, before any device is opened: pure.
public struct RecordingPlan: Sendable {
  /// What becomes of a camera's pictures.
  public struct Picture: Sendable {
    /// How the camera is set.
    public let choice: VideoChoice
    /// What makes the camera's picture upright, mirrored where that was asked for.
    public let orientation: Orientation
    /// The part of `orientation` that goes into the pixels.
    public let bakedOrientation: Orientation
    /// What the encoder is opened with; its `orientation` is what the track's matrix says.
    public let settings: VideoEncoderSettings
  }

  /// `nil` records sound alone.
  public let video: Picture?
  /// What sound becomes if the microphone gives what it says it can; `nil` records pictures alone.
  public let audio: AudioEncoderSettings?

  /// - Throws: `RecordingError` (`.unsupportedPreset`, `.unsupportedFormat`).
  public init(_ configuration: RecordingConfiguration) throws(RecordingError) {
    try Self.requireOnePace(configuration)
    do throws(CaptureError) {
      video = try configuration.camera.map { camera throws(CaptureError) in
        try Picture(camera, configuration)
      }
    } catch {
      throw RecordingError(error)
    }
    audio = configuration.microphone.map { Self.sound(of: $0) }
  }

  /// Times of a device in real time and computed ones have nothing to do with each other.
  private static func requireOnePace(_ configuration: RecordingConfiguration) throws(RecordingError) {
    guard let camera = configuration.camera, let microphone = configuration.microphone,
      camera.isFasterThanRealTime != microphone.isFasterThanRealTime
    else { return }
    throw RecordingError(
      code: .unsupportedFormat,
      message: "cannot record '\(camera.id)' together with '\(microphone.id)': one is faster than real time, the other "
        + "is not; give both pace=fast, or neither")
  }

  /// AAC at the source's rate, 64 kbit/s a channel.
  static func sound(sampleRate: Int, channels: Int) -> AudioEncoderSettings {
    AudioEncoderSettings(AudioEncoding(), sourceSampleRate: sampleRate, sourceChannels: channels)
  }

  private static func sound(of microphone: CaptureDevice) -> AudioEncoderSettings {
    let format = microphone.audioFormats.first
    let rates = format?.sampleRates ?? 48_000...48_000
    let channels = format?.channelCounts ?? 2...2
    return sound(
      sampleRate: min(max(48_000, rates.lowerBound), rates.upperBound),
      channels: min(max(2, channels.lowerBound), channels.upperBound))
  }
}

extension RecordingPlan.Picture {
  /// x264's preset for what must keep up with a camera.
  static let effort = X264Preset.veryfast

  init(_ camera: CaptureDevice, _ configuration: RecordingConfiguration) throws(CaptureError) {
    try self.init(choice: Self.choice(camera, configuration), camera, configuration)
  }

  init(choice: VideoChoice, _ camera: CaptureDevice, _ configuration: RecordingConfiguration) {
    self.choice = choice
    orientation = Self.orientation(of: camera, configuration)
    let baked =
      configuration.bakesOrientation ? orientation : configuration.isMirrored ? Orientation.upMirrored : .up
    bakedOrientation = baked
    let size = baked.map(choice.outputSize)
    var settings = VideoEncoderSettings(
      size: size, nominalFrameRate: choice.frameRate,
      rate: Self.rate(size, choice.frameRate, configuration), effort: Self.effort, threadCount: 0,
      orientation: baked.inverse.followed(by: orientation))
    settings.isAdjustable = true
    self.settings = settings
  }

  /// How a camera that comes in later is turned, so that its pictures fit a track whose matrix is settled.
  static func bakedOrientation(
    of camera: CaptureDevice, _ configuration: RecordingConfiguration, trackOrientation: Orientation
  ) -> Orientation {
    orientation(of: camera, configuration).followed(by: trackOrientation.inverse)
  }

  static func choice(
    _ camera: CaptureDevice, _ configuration: RecordingConfiguration
  ) throws(CaptureError) -> VideoChoice {
    var capture = CaptureConfiguration()
    capture.sessionPreset = configuration.preset
    capture.setInput(CaptureInput(camera, size: configuration.size, frameRate: configuration.frameRate))
    guard let choice = try capture.videoChoice() else {
      throw CaptureError(code: .invalidState, message: "there is no camera")
    }
    return choice
  }

  /// What is held decides, less how the sensor is mounted; a front camera looks the other way, so it turns the other way.
  static func orientation(of camera: CaptureDevice, _ configuration: RecordingConfiguration) -> Orientation {
    let held =
      switch configuration.rotation {
      case .auto: 0
      case .device(let orientation): orientation.clockwiseRotation * (camera.position == .front ? -1 : 1)
      }
    let turned = Orientation(clockwiseRotation: held - camera.mountingRotation) ?? .up
    return configuration.isMirrored ? turned.followed(by: .upMirrored) : turned
  }

  private static func rate(
    _ size: PixelSize, _ frameRate: Rational, _ configuration: RecordingConfiguration
  ) -> VideoRate {
    let usual = RateRule.avfoundation.videoRate(for: size, frameRate: frameRate)
    var interval = usual.keyFrameInterval
    if configuration.preset?.isAllIntra == true { interval = .frames(1) }
    let control: VideoRate.Control =
      switch configuration.rate {
      case .average(let rate): .average(rate)
      case .constantQuality(let quality):
        .constantQuality(quality, maximum: .megabitsPerSecond(240), bufferBits: 480_000_000)
      case .rule(.web): RateRule.web.videoRate(for: size, frameRate: frameRate).control
      case .rule(.avfoundation): usual.control
      case nil:
        .constantQuality(
          RateRule.webQuality, maximum: usual.bitRate, bufferBits: min(usual.bitRate.bitsPerSecond, .max / 2) * 2)
      }
    return VideoRate(control: control, keyFrameInterval: interval)
  }
}
