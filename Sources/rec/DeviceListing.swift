internal import Capture
internal import CommandLineTools
internal import Media

/// `--list`: cameras and microphones, with what they can do.
struct DeviceListing {
  private let cameras: [CaptureDevice]
  private let microphones: [CaptureDevice]

  /// - Throws: `Failure` where the devices cannot be asked.
  init() throws(Failure) {
    do throws(CaptureError) {
      cameras = try CaptureDevices.cameras()
      microphones = try CaptureDevices.microphones()
    } catch {
      throw Failure(error)
    }
  }

  /// Prints them.
  /// - Returns: `.ok`, or `.unavailable` where there is no device at all, which is told.
  func show(asJSON isJSON: Bool) throws(Failure) -> ExitCode {
    if isJSON {
      try StandardStream.output.show(
        json: Listing(cameras: cameras.map(Camera.init), microphones: microphones.map(Microphone.init)))
    } else {
      try StandardStream.output.show(text)
    }
    guard cameras.isEmpty, microphones.isEmpty else { return .ok }
    return Failure(
      .unavailable, code: CaptureError.Code.noDevice.rawValue,
      "cannot list devices: there is neither a camera nor a microphone; plug one in, or try '--camera test' and "
        + "'--microphone test'"
    ).reported()
  }

  /// A device a line, its formats below it, and an empty line between two.
  private var text: String {
    let devices = cameras + microphones
    return devices.map { device in
      var heading = TextTable()
      heading.append([device.mediaType == .video ? "camera" : "microphone", device.id, device.facts])
      var formats = TextTable()
      for format in device.videoFormats { formats.append(["  ", format.fourCC, "\(format.size)", format.ratesText]) }
      for format in device.audioFormats { formats.append(["  ", format.sampleFormat, format.summary]) }
      return heading.text + formats.text
    }.joined(separator: "\n")
  }

  /// Prints what an option can take, one name a line, each with what it stands for: for shells.
  static func showNames(of mediaType: MediaType) throws(Failure) {
    var table = TextTable()
    do throws(CaptureError) {
      for device in mediaType == .video ? try CaptureDevices.cameras() : try CaptureDevices.microphones() {
        table.append([device.id, device.localizedName])
      }
    } catch {
      throw Failure(error)
    }
    table.append(["test", mediaType == .video ? "a moving picture with a flash each second" : "a beep each second"])
    if mediaType == .audio { table.append(["none", "no sound"]) }
    try StandardStream.output.show(table.text)
  }
}

extension DeviceListing {
  /// What programs get.
  private struct Listing: Encodable {
    let schema = 1
    let cameras: [Camera]
    let microphones: [Microphone]
  }

  private struct Camera: Encodable {
    struct Format: Encodable {
      let fourCC, size: String
      /// Highest first.
      let frameRates: [Double]
      let isContinuous, isEmulated: Bool
    }

    let id, name, position: String
    let mountingRotation: Int
    let path: String?
    let formats: [Format]

    init(_ device: CaptureDevice) {
      id = device.id
      name = device.localizedName
      position = device.position.rawValue
      mountingRotation = device.mountingRotation
      path = if case .v4l2(let path) = device.connection { path } else { nil }
      formats = device.videoFormats.map {
        Format(
          fourCC: $0.fourCC, size: "\($0.size)", frameRates: $0.frameRates.map { rounded($0.doubleValue) },
          isContinuous: $0.isContinuous, isEmulated: $0.isEmulated)
      }
    }
  }

  private struct Microphone: Encodable {
    struct Format: Encodable {
      let sampleFormat: String
      /// Lowest and highest.
      let sampleRates, channelCounts: [Int]
    }

    let id, name: String
    let pcm: String?
    let formats: [Format]

    init(_ device: CaptureDevice) {
      id = device.id
      name = device.localizedName
      pcm = if case .alsa(let pcm) = device.connection { pcm } else { nil }
      formats = device.audioFormats.map {
        Format(
          sampleFormat: $0.sampleFormat, sampleRates: [$0.sampleRates.lowerBound, $0.sampleRates.upperBound],
          channelCounts: [$0.channelCounts.lowerBound, $0.channelCounts.upperBound])
      }
    }
  }
}

/// To a thousandth.
func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
