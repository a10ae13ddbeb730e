import Capture
import Foundation
import Media
import TestSupport
import Testing

/// The cameras of the device lab (Tests/DeviceLab), as its script names them in RUSHES_DEVICE_TESTS.
enum LabCamera: String {
  case vivid, usb, loopback

  var isThere: Bool {
    let names = ProcessInfo.processInfo.environment["RUSHES_DEVICE_TESTS"]?.split(separator: " ") ?? []
    return names.contains(Substring(rawValue))
  }

  static let reason: Comment = "needs a camera of the device lab: run 'make device-test'"

  /// The first one of its kind.
  var device: CaptureDevice {
    get throws {
      let part =
        switch self {
        case .vivid: "vivid"
        case .usb: "Lab USB camera"
        case .loopback: "loopback"
        }
      return try #require(
        try V4L2Discovery.cameras().first { $0.localizedName.contains(part) }, "there is no camera '\(part)'")
    }
  }

  var path: String {
    get throws {
      guard case .v4l2(let path) = try device.connection else { throw TestSupportError("no node") }
      return path
    }
  }

  func format(_ fourCC: String, _ size: String) throws -> VideoCaptureFormat {
    try #require(try device.videoFormats.first { $0.fourCC == fourCC && $0.size.description == size })
  }

  func open(_ fourCC: String = "YUYV", _ size: String = "320x180", rate: Int = 30) throws -> V4L2Camera {
    try V4L2Camera.open(device, format: format(fourCC, size), frameRate: Rational(rate))
  }

  /// Sets one of the driver's controls, from another process.
  func set(_ control: String, _ value: Int) async throws {
    let result = try await Program("v4l2-ctl").run(["-d", path, "-c", "\(control)=\(value)"])
    try #require(result.exitCode == 0, "\(result.errorText)")
  }
}
