/// Whether a device may be used. The messages are one line each, and say what to do.
public enum CaptureAuthorization: Hashable, Sendable {
  case authorized
  /// The system does not let this user open it; names the group, and the command that changes it.
  case denied(String)
  /// A privacy switch or shutter keeps it from giving pictures.
  case restricted(String)
  /// It cannot be told: the device is gone, or something else will decide when it is opened.
  case notDetermined
}
