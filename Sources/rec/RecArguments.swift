internal import Capture
internal import CommandLineTools
internal import Media
internal import Recording
internal import Settings

/// The command line, typed.
struct RecArguments: Sendable {
  /// What the program is asked to do.
  enum Task: Sendable {
    case record(FileName)
    /// Tell what a recording would be.
    case info(FileName?)
    case list
    /// Print the names that an option can take, for shells.
    case names(MediaType)
  }

  /// Where sound comes from.
  enum Microphone: Sendable, Equatable {
    /// The system's default, or the clip's that is played as the camera.
    case usual
    case named(String)
    case none
  }

  let task: Task
  /// As given; the first one is used, and the others can be switched to.
  let cameras: [String]
  /// The cameras' own code of what they give; `nil` leaves it open.
  let cameraFormat: String?
  let microphone: Microphone
  /// False records sound alone.
  let hasVideo: Bool
  let container: ContainerFormat
  let countdown: Duration?
  let stopsAtEndOfInput: Bool
  let isOverwriting: Bool
  let isJSON: Bool
  let isQuiet: Bool
  let progress: ProgressMode
  private let settings: Settings

  /// What goes into the recording's configuration as it is.
  private struct Settings: Sendable {
    var preset: SessionPreset?
    var size: PixelSize?
    var frameRate: Rational?
    var held: HeldOrientation
    var isMirrored, bakesOrientation: Bool
    var rate: RecordingConfiguration.Rate?
    var audioDelay: MediaTime
    var maximumDuration: MediaTime?
    var maximumSize, minimumFreeSpace: Int64?
  }

  /// What is kept free where nothing is said: enough to complete the file, and for the system to go on.
  static let usualFreeSpace: Int64 = 100_000_000

  /// - Throws: `CommandLineToolsError` where options do not go together.
  init(_ arguments: ParsedArguments) throws(CommandLineToolsError) {
    try OptionConflicts.check(arguments)
    task = try Self.task(arguments)
    let output: FileName? =
      switch task {
      case .record(let name): name
      case .info(let name): name
      case .list, .names: nil
      }
    container = try output.map { name throws(CommandLineToolsError) in try Self.container(of: name) } ?? .mp4
    if container == .m4a { try OptionConflicts.checkSoundAlone(arguments, because: "'\(output?.escaped ?? "")'") }
    hasVideo = container != .m4a && !arguments.isGiven("no-video")
    cameras = arguments.texts("camera")
    cameraFormat = arguments.text("camera-format")
    microphone =
      switch arguments.text("microphone") {
      case nil: .usual
      case "none": .none
      case .some(let name): .named(name)
      }
    if !hasVideo, microphone == .none {
      let cause = arguments.isGiven("no-video") ? "--no-video" : output?.escaped ?? ""
      throw CommandLineToolsError(
        .unexpectedValue, "cannot use '--microphone none' with '\(cause)': nothing would be recorded")
    }
    countdown = try arguments.value("countdown", as: PositiveDuration.self)?.duration
    stopsAtEndOfInput = arguments.isGiven("stop-on-eof")
    isOverwriting = arguments.isGiven("overwrite")
    isJSON = arguments.isGiven("json")
    isQuiet = arguments.isGiven("quiet")
    // '--quiet' silences what nobody asked for by name.
    progress = try arguments.value("progress", as: ProgressMode.self) ?? (arguments.isGiven("quiet") ? .none : .auto)
    settings = try Self.settings(arguments)
  }

  /// The recording that the command line describes.
  func configuration(camera: CaptureDevice?, microphone: CaptureDevice?) -> RecordingConfiguration {
    var configuration = RecordingConfiguration(camera: camera, microphone: microphone, container: container)
    if let preset = settings.preset { configuration.preset = preset }
    configuration.size = settings.size
    configuration.frameRate = settings.frameRate
    configuration.rotation = settings.held.rotation(mountedAt: camera?.mountingRotation ?? 0)
    configuration.isMirrored = settings.isMirrored
    configuration.bakesOrientation = settings.bakesOrientation
    configuration.rate = settings.rate
    configuration.audioDelay = settings.audioDelay
    configuration.maximumDuration = settings.maximumDuration
    configuration.maximumSize = settings.maximumSize
    configuration.minimumFreeSpace = settings.minimumFreeSpace
    return configuration
  }

  private static func task(_ arguments: ParsedArguments) throws(CommandLineToolsError) -> Task {
    let operand = arguments.operands.first
    if arguments.isGiven("info") { return .info(operand) }
    let alone: [(option: String, task: Task)] = [
      ("list", .list), ("list-cameras", .names(.video)), ("list-microphones", .names(.audio)),
    ]
    for (option, task) in alone where arguments.isGiven(option) {
      if let operand {
        throw CommandLineToolsError(
          .unexpectedOperand, "cannot use '\(operand.escaped)': '--\(option)' takes no operand")
      }
      return task
    }
    guard let operand else {
      throw CommandLineToolsError(
        .missingOperand, "cannot start: OUTPUT is missing; name the file to record to, such as clip.mp4")
    }
    return .record(operand)
  }

  private static func container(of output: FileName) throws(CommandLineToolsError) -> ContainerFormat {
    if output == "-" {
      throw CommandLineToolsError(
        .unexpectedOperand, "cannot use '-': a recording goes to a file, which is completed when it ends")
    }
    guard let container = ContainerFormat(fileExtension: output.fileExtension) else {
      throw CommandLineToolsError(
        .unexpectedOperand,
        "cannot use '\(output.escaped)': the ending is none of \(ContainerFormat.endings.joined(separator: ", "))")
    }
    return container
  }

  private static func settings(_ arguments: ParsedArguments) throws(CommandLineToolsError) -> Settings {
    var rate: RecordingConfiguration.Rate?
    if let rule = try arguments.value("rate-rule", as: RateRule.self) { rate = .rule(rule) }
    if let average = try arguments.value("bitrate", as: RequestedBitRate.self) { rate = .average(average.rate) }
    if let quality = try arguments.value("crf", as: Quality.self) { rate = .constantQuality(quality.factor) }
    if let size = try arguments.value("max-size", as: ByteCount.self), size.bytes == 0 {
      throw CommandLineToolsError(.invalidValue, "cannot use '--max-size 0': expected a size above zero")
    }
    let free = try arguments.value("min-free", as: ByteCount.self)?.bytes ?? usualFreeSpace
    return Settings(
      preset: try arguments.value("preset", as: SessionPreset.self),
      size: try arguments.value("size", as: PictureSize.self)?.size,
      frameRate: try arguments.value("fps", as: FrameRate.self)?.rate,
      held: try arguments.value("orientation", as: HeldOrientation.self) ?? .auto,
      isMirrored: arguments.isGiven("mirror"), bakesOrientation: arguments.isGiven("bake-orientation"), rate: rate,
      audioDelay: try arguments.value("audio-delay", as: Delay.self)?.time ?? .zero,
      maximumDuration: try arguments.value("max", as: PositiveDuration.self)?.mediaTime,
      maximumSize: try arguments.value("max-size", as: ByteCount.self)?.bytes,
      minimumFreeSpace: free > 0 ? free : nil)
  }
}
