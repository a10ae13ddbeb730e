public import Media

/// A device as a session's input, and how it is to be set.
public struct CaptureInput: Sendable {
  public let device: CaptureDevice
  /// In place of the preset's size.
  public var size: PixelSize?
  /// Frames a second; `nil` for the usual.
  public var frameRate: Rational?
  let open: @Sendable (VideoChoice?) throws(CaptureError) -> any CaptureSource

  /// A device of this machine, or a test device.
  public init(_ device: CaptureDevice, size: PixelSize? = nil, frameRate: Rational? = nil) {
    self.init(device, size: size, frameRate: frameRate) { choice throws(CaptureError) in
      try Self.open(device, choice)
    }
  }

  /// Another kind of device.
  /// - Parameter open: Makes the source; called each time the session begins to use it, with what a camera is to be set to.
  public init(
    _ device: CaptureDevice, size: PixelSize? = nil, frameRate: Rational? = nil,
    open: @escaping @Sendable (VideoChoice?) throws(CaptureError) -> any CaptureSource
  ) {
    self.device = device
    self.size = size
    self.frameRate = frameRate
    self.open = open
  }

  private static func open(_ device: CaptureDevice, _ choice: VideoChoice?) throws(CaptureError) -> any CaptureSource {
    switch device.connection {
    case .test:
      let options = try TestDeviceOptions(device.id, for: device.mediaType)
      guard device.mediaType == .video else { return try TestMicrophone(device: device, options: options) }
      guard let choice else { break }
      return try TestCamera(
        device: device, format: choice.format, frameRate: choice.deviceFrameRate, options: options)
    case .v4l2:
      guard let choice else { break }
      return try V4L2Camera.open(device, format: choice.format, frameRate: choice.deviceFrameRate)
    case .alsa: return try ALSAMicrophone.open(device)
    case .file: break
    }
    throw CaptureError(code: .noDevice, message: "cannot open '\(device.localizedName)': nothing is known of its kind")
  }
}
