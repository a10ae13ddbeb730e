internal import Capture
internal import CommandLineTools
internal import Media

/// The devices that a command line stands for.
struct DeviceChoice: Sendable {
  /// The first one is used; the others were named to be switched to. Empty where sound alone is recorded.
  let cameras: [CaptureDevice]
  /// `nil` only where that was asked for.
  let microphone: CaptureDevice?

  /// - Throws: `Failure` where there is none, or none of that name; nothing takes a missing device's place.
  init(_ arguments: RecArguments) throws(Failure) {
    do throws(CaptureError) {
      cameras = arguments.hasVideo ? try Self.cameras(arguments.cameras, format: arguments.cameraFormat) : []
      microphone = try Self.microphone(arguments.microphone, besides: cameras.first)
    } catch {
      throw Failure(error)
    }
  }

  /// What to do where there is no camera.
  static let cameraRemedy = "plug one in, or try '--camera test', or record sound alone with --no-video"

  private static func cameras(_ names: [String], format: String?) throws(CaptureError) -> [CaptureDevice] {
    var cameras = try cameras(names)
    guard let format else { return cameras }
    // A camera that may not be opened shows no formats; why, is said when it is opened.
    for index in cameras.indices where !cameras[index].videoFormats.isEmpty {
      cameras[index] = try cameras[index].limited(to: format)
    }
    return cameras
  }

  private static func cameras(_ names: [String]) throws(CaptureError) -> [CaptureDevice] {
    if names.isEmpty {
      guard let first = try CaptureDevices.cameras().first else {
        throw CaptureError(code: .noDevice, message: "cannot record: there is no camera; \(cameraRemedy)")
      }
      return [first]
    }
    var cameras: [CaptureDevice] = []
    for name in names { cameras.append(try CaptureDevices.camera(named: name)) }
    return cameras
  }

  private static func microphone(
    _ choice: RecArguments.Microphone, besides camera: CaptureDevice?
  ) throws(CaptureError) -> CaptureDevice? {
    switch choice {
    case .none: return nil
    case .named(let name): return try CaptureDevices.microphone(named: name)
    case .usual:
      // Who plays a clip as a camera means its sound.
      if case .file(let path)? = camera?.connection { return try CaptureDevices.microphone(named: "file:\(path)") }
      guard let first = try CaptureDevices.microphones().first else {
        throw CaptureError(
          code: .noDevice,
          message: "cannot record: there is no microphone; plug one in, or try '--microphone test', or record without "
            + "sound with '--microphone none'")
      }
      return first
    }
  }
}
