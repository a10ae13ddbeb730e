internal import Capture
internal import CommandLineTools
internal import Media
internal import Recording
internal import Settings

/// `--info`: what a recording would be.
struct RecordingOutline {
  private let plan: RecordingPlan
  private let configuration: RecordingConfiguration
  private let output: FileName?

  /// - Throws: `Failure` where the devices cannot do what was asked for.
  init(_ arguments: RecArguments, devices: DeviceChoice, output: FileName?) async throws(Failure) {
    configuration = arguments.configuration(camera: devices.cameras.first, microphone: devices.microphone)
    self.output = output
    do {
      plan = try await RecordingSession(configuration).plan()
    } catch {
      throw Failure(error, name: output ?? "")
    }
  }

  func show(asJSON isJSON: Bool) throws(Failure) {
    if isJSON { return try StandardStream.output.show(json: Answer(plan, configuration, output)) }
    var table = TextTable()
    if let camera = configuration.camera, let video = plan.video {
      let format = video.choice.format
      table.append(["camera", camera.id, camera.facts])
      table.append(
        ["", "set to", "\(format.fourCC) \(format.size), \(video.choice.deviceFrameRate.frameRateText) fps"])
      table.append(["picture", "H.264", "\(video.displaySize), \(video.choice.frameRate.frameRateText) fps"])
      table.append(["", "turned", video.turnText])
      table.append(["", "rate", video.settings.rate.summary])
    }
    if let microphone = configuration.microphone, let audio = plan.audio {
      table.append(["microphone", microphone.id, microphone.facts])
      table.append([
        "sound", "AAC",
        "\(audio.sampleRate) Hz, \(audio.channels) channel\(audio.channels == 1 ? "" : "s"), "
          + audio.bitRate.summary,
      ])
    }
    if let limits { table.append(["until", "", limits]) }
    table.append(["file", configuration.container.fileExtension, output?.escaped ?? "none was named"])
    try StandardStream.output.show(table.text)
  }

  /// What ends the recording by itself.
  private var limits: String? {
    var limits: [String] = []
    if let duration = configuration.maximumDuration { limits.append(Duration.seconds(duration.seconds).elapsedText) }
    if let size = configuration.maximumSize { limits.append("the file has \(ByteCount(size))") }
    if let space = configuration.minimumFreeSpace { limits.append("\(ByteCount(space)) are left on the disk") }
    return limits.isEmpty ? nil : limits.joined(separator: ", or ")
  }
}

extension RecordingOutline {
  /// What programs get.
  private struct Answer: Encodable {
    struct Device: Encodable {
      let id, name: String
    }

    struct Video: Encodable {
      let deviceFormat, deviceSize: String
      let deviceFrameRate: Double
      let codedSize, displaySize: String
      let frameRate: Double
      /// The average, or what constant quality may not exceed.
      let bitRate: Int
      let quality: Int?
      let keyFrameInterval: Int
      let orientation: Turn
    }

    struct Turn: Encodable {
      let matrixRotation: Int
      let isBaked, isMirrored: Bool
    }

    struct Audio: Encodable {
      let sampleRate, channels, bitRate: Int
    }

    let schema = 1
    let file: String?
    let container: String
    let camera, microphone: Device?
    let video: Video?
    let audio: Audio?
    let maximumDuration: Double?
    let maximumSize, minimumFreeSpace: Int64?

    init(_ plan: RecordingPlan, _ configuration: RecordingConfiguration, _ output: FileName?) {
      file = output?.text
      container = configuration.container.rawValue
      camera = configuration.camera.map { Device(id: $0.id, name: $0.localizedName) }
      microphone = configuration.microphone.map { Device(id: $0.id, name: $0.localizedName) }
      video = plan.video.map { video in
        Video(
          deviceFormat: video.choice.format.fourCC, deviceSize: "\(video.choice.format.size)",
          deviceFrameRate: rounded(video.choice.deviceFrameRate.doubleValue), codedSize: "\(video.settings.size)",
          displaySize: "\(video.displaySize)", frameRate: rounded(video.choice.frameRate.doubleValue),
          bitRate: video.settings.rate.bitRate.bitsPerSecond, quality: video.settings.rate.quality,
          keyFrameInterval: video.settings.keyFrameCount,
          orientation: Turn(
            matrixRotation: video.settings.orientation.clockwiseRotation,
            isBaked: video.bakedOrientation.clockwiseRotation != 0, isMirrored: video.orientation.isMirrored))
      }
      audio = plan.audio.map {
        Audio(sampleRate: $0.sampleRate, channels: $0.channels, bitRate: $0.bitRate.bitsPerSecond)
      }
      maximumDuration = configuration.maximumDuration.map { rounded($0.seconds) }
      maximumSize = configuration.maximumSize
      minimumFreeSpace = configuration.minimumFreeSpace
    }
  }
}

extension RecordingPlan.Picture {
  /// As a person sees it.
  fileprivate var displaySize: PixelSize { settings.orientation.map(settings.size) }

  /// `90 degrees clockwise, by the player`.
  fileprivate var turnText: String {
    let (matrix, pixels) = (settings.orientation.clockwiseRotation, bakedOrientation.clockwiseRotation)
    var parts: [String] = []
    if pixels != 0 { parts.append("\(pixels) degrees clockwise, in the pixels") }
    if matrix != 0 { parts.append("\(matrix) degrees clockwise, by the player") }
    if orientation.isMirrored { parts.append("mirrored, in the pixels") }
    return parts.isEmpty ? "not at all" : parts.joined(separator: "; ")
  }
}

extension VideoRate {
  fileprivate var quality: Int? {
    if case .constantQuality(let quality, _, _) = control { quality } else { nil }
  }

  fileprivate var summary: String {
    switch control {
    case .average(let rate): "\(rate.summary) on average"
    case .constantQuality(let quality, let maximum, _): "constant quality \(quality), at most \(maximum.summary)"
    }
  }
}

extension BitRate {
  /// `10.5 Mbit/s`, `128 kbit/s`.
  fileprivate var summary: String {
    bitsPerSecond >= 1_000_000
      ? "\(decimalText(Double(bitsPerSecond) / 1e6, places: 1)) Mbit/s"
      : "\(decimalText(Double(bitsPerSecond) / 1e3, places: 0)) kbit/s"
  }
}
