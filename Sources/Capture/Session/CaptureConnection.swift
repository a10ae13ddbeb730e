/// A device in use, and the output that its samples come out of.
public struct CaptureConnection: Sendable {
  public let device: CaptureDevice
  public let output: any CaptureOutput
  /// What the device was set to, as it says itself.
  public let format: CaptureFormat
  /// How a camera was meant to be set, and what its pictures are to become; `nil` for a microphone.
  public let videoChoice: VideoChoice?
  /// What its samples carry as `sourceNumber`.
  public let sourceNumber: Int
}
