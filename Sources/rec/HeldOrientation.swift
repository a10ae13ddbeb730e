internal import CommandLineTools
internal import Media
internal import Recording

/// How the device is held, as it stands on a command line, by the names of AVFoundation's video orientations.
///
/// A sensor lies across its pictures' longer side. One that is mounted upright belongs to a device that is usually held
/// landscape (a webcam, a laptop); one mounted at a quarter turn, to a device that is usually held portrait (a phone).
enum HeldOrientation: String, CaseIterable, ArgumentValue {
  case auto, portrait, portraitUpsideDown, landscapeRight, landscapeLeft

  /// - Parameter mountingRotation: The camera's, in degrees clockwise.
  func rotation(mountedAt mountingRotation: Int) -> RecordingConfiguration.Rotation {
    guard let angle else { return .auto }
    let usual = mountingRotation % 180 == 0 ? 0 : 90
    return Orientation(clockwiseRotation: angle - usual).map { .device($0) } ?? .auto
  }

  /// How far a landscape picture must be turned clockwise to be upright, as the device is held.
  private var angle: Int? {
    switch self {
    case .auto: nil
    case .landscapeRight: 0
    case .portrait: 90
    case .landscapeLeft: 180
    case .portraitUpsideDown: 270
    }
  }
}
