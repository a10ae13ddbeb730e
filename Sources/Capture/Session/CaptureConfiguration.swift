public import Media

/// What a session is made of: one camera at most, one microphone at most, and an output for each kind of samples.
public struct CaptureConfiguration: Sendable {
  /// What the camera is set to, unless its input says otherwise; `nil` for the usual 1280x720 at 30, or the nearest below.
  public var sessionPreset: SessionPreset?
  public private(set) var inputs: [MediaType: CaptureInput] = [:]
  public private(set) var outputs: [MediaType: any CaptureOutput] = [:]

  public init() {}

  /// Puts a device in, in place of the one of its kind.
  public mutating func setInput(_ input: CaptureInput) { inputs[input.device.mediaType] = input }

  public mutating func removeInput(of mediaType: MediaType) { inputs[mediaType] = nil }

  /// Puts an output in, in place of the one of its kind; it is connected to the input of the same kind.
  public mutating func setOutput(_ output: any CaptureOutput) { outputs[output.mediaType] = output }

  public mutating func removeOutput(of mediaType: MediaType) { outputs[mediaType] = nil }

  /// How the camera is to be set; `nil` where there is none.
  /// - Throws: `CaptureError` (`.unsupportedPreset`, `.unsupportedFormat`).
  public func videoChoice() throws(CaptureError) -> VideoChoice? {
    guard let input = inputs[.video] else { return nil }
    if input.device.videoFormats.isEmpty { try requireAccess(input.device) }
    let (formats, name) = (preferred(input.device.videoFormats), input.device.localizedName)
    if let size = input.size {
      return try .sized(size, among: formats, frameRate: input.frameRate, camera: name)
    }
    guard let sessionPreset else { return try .usual(among: formats, frameRate: input.frameRate, camera: name) }
    return try sessionPreset.choice(among: formats, frameRate: input.frameRate, camera: name)
  }

  /// A camera that may not be opened shows no formats: then that is what there is to say.
  private func requireAccess(_ device: CaptureDevice) throws(CaptureError) {
    guard case .v4l2 = device.connection else { return }
    switch V4L2Discovery.authorization(of: device) {
    case .denied(let message): throw CaptureError(code: .denied, message: message)
    case .restricted(let message): throw CaptureError(code: .restricted, message: message)
    case .authorized, .notDetermined: break
    }
  }

  /// The formats in the pixel format that the output wants, where the camera has any.
  private func preferred(_ formats: [VideoCaptureFormat]) -> [VideoCaptureFormat] {
    guard let wanted = (outputs[.video] as? VideoDataOutput)?.pixelFormat else { return formats }
    let matching = formats.filter { $0.content == .pixels(wanted) }
    return matching.isEmpty ? formats : matching
  }
}
