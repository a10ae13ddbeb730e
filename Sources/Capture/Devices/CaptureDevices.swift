/// The cameras and microphones of this machine, and how to name one.
public enum CaptureDevices {
  /// Cameras that are plugged in; opens none for longer than it takes to ask.
  public static func cameras() throws(CaptureError) -> [CaptureDevice] { [] }

  /// Microphones that are plugged in, the system's default first.
  public static func microphones() throws(CaptureError) -> [CaptureDevice] { [] }
}
