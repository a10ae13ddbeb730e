internal import CV4L2
public import Media
internal import Platform

extension V4L2Camera {
  /// Opens a camera and sets it; it captures from `start` on.
  ///
  /// - Parameters:
  ///   - format: One of the device's own.
  ///   - frameRate: Frames a second, at most; the highest of the format where `nil`. Where the device cannot be set to it,
  ///     `format` of the camera says what it is set to.
  /// - Throws: `CaptureError` (`.noDevice`, `.denied`, `.restricted`, `.busy` with who holds it, `.unsupportedFormat`
  ///   where the device made something else of the format, …).
  public static func open(
    _ device: CaptureDevice, format: VideoCaptureFormat, frameRate: Rational?
  ) throws(CaptureError) -> V4L2Camera {
    guard case .v4l2(let path) = device.connection, let code = FourCC(format.fourCC), let picture = CameraPicture(code)
    else {
      throw CaptureError(
        code: .unsupportedFormat,
        message: "cannot open camera '\(device.localizedName)': it is no V4L2 camera with format \(format.fourCC)")
    }
    let node = try format.isEmulated ? V4L2Node(emulating: path) : V4L2Node(path)
    guard let type = try node.capability().captureType else {
      throw CaptureError(code: .noDevice, message: "cannot open camera '\(path)': it is no camera")
    }
    guard !node.isPrivate else {
      throw CaptureError(code: .restricted, message: V4L2Discovery.privacyMessage(path))
    }

    let set = try setFormat(of: node, type: type, code: code, size: format.size)
    let rate = try setRate(of: node, type: type, to: frameRate ?? format.highestFrameRate)
    let setting = try makeSetting(
      node: node, picture: picture, set: set, rate: rate, size: format.size, fourCC: format.fourCC)
    let (buffers, wake) = try makeBuffers(of: node, type: type)
    return V4L2Camera(
      device: device,
      format: .video(
        format, frameRate: rate ?? format.highestFrameRate ?? unknownFrameRate, color: setting.color),
      node: node, setting: setting, buffers: buffers, wake: wake)
  }

  /// What is reported of a device that states no rate at all; nothing is timed by it.
  private static let unknownFrameRate = Rational(30)

  /// Enough for a queue behind the camera, two for the driver, and one in each hand.
  private static let bufferCount = 8

  private static func setFormat(
    of node: V4L2Node, type: UInt32, code: FourCC, size: PixelSize
  ) throws(CaptureError) -> rushes_v4l2_format {
    var set = rushes_v4l2_format()
    let result = rushes_v4l2_set_format(
      node.device, type, code.rawValue, UInt32(clamping: size.width), UInt32(clamping: size.height), &set)
    guard result == 0 else { throw node.failure("set") }
    let became = FourCC(rawValue: set.pixel_format)
    guard became == code, Int(set.width) == size.width, Int(set.height) == size.height else {
      throw CaptureError(
        code: .unsupportedFormat,
        message: "cannot set camera '\(node.path)' to \(code) \(size): it became \(became) \(set.width)x\(set.height)")
    }
    let wholePictures = [
      V4L2_FIELD_ANY, V4L2_FIELD_NONE, V4L2_FIELD_INTERLACED, V4L2_FIELD_INTERLACED_TB, V4L2_FIELD_INTERLACED_BT,
    ]
    guard wholePictures.contains(where: { $0.rawValue == set.field }) else {
      throw CaptureError(
        code: .unsupportedFormat,
        message: "cannot set camera '\(node.path)' to \(code) \(size): it gives single fields, not whole pictures")
    }
    return set
  }

  /// - Returns: Frames a second, as the device has them; `nil` where it does not say.
  private static func setRate(of node: V4L2Node, type: UInt32, to rate: Rational?) throws(CaptureError) -> Rational? {
    var interval = v4l2_fract()
    if let rate, rate > Rational(0) {
      interval = v4l2_fract(
        numerator: UInt32(clamping: rate.denominator), denominator: UInt32(clamping: rate.numerator))
    }
    if rushes_v4l2_set_interval(node.device, type, &interval) != 0 {
      let error = node.failure("set the frame rate of")
      if error.code == .busy || error.code == .disconnected { throw error }
      return nil  // it has one rate only, and does not say which
    }
    guard interval.numerator > 0, interval.denominator > 0 else { return nil }
    return Rational(Int(interval.denominator), Int(interval.numerator))
  }

  private static func makeSetting(
    node: V4L2Node, picture: CameraPicture, set: rushes_v4l2_format, rate: Rational?, size: PixelSize, fourCC: String
  ) throws(CaptureError) -> CameraSetting {
    var layout: PictureLayout?
    var isRGB = false
    if case .pixels(let pixelFormat) = picture.content, let arrangement = picture.arrangement {
      isRGB = pixelFormat.isRGB
      layout = PictureLayout(arrangement, size: size, memories: memories(of: set))
      guard layout != nil else {
        throw CaptureError(
          code: .deviceFailed,
          message: "cannot set camera '\(node.path)' to \(fourCC) \(size): its buffers are too small for a picture")
      }
    }
    let frameDuration = rate.map { Int64($0.denominator) * 1_000_000_000 / Int64($0.numerator) } ?? 0
    return CameraSetting(
      picture: picture, size: size, layout: layout,
      color: ColorDescription(
        v4l2ColorSpace: set.colorspace, transfer: set.transfer, encoding: set.encoding,
        quantization: set.quantization, isRGB: isRGB),
      frameDuration: frameDuration, frameDelay: hasSensor(node.path) ? frameDuration : 0)
  }

  private static func memories(of set: rushes_v4l2_format) -> [PictureLayout.Memory] {
    let strides = withUnsafeBytes(of: set.bytes_per_line) { Array($0.bindMemory(to: UInt32.self)) }
    let sizes = withUnsafeBytes(of: set.size_image) { Array($0.bindMemory(to: UInt32.self)) }
    return (0..<Int(set.plane_count)).map { PictureLayout.Memory(stride: Int(strides[$0]), byteCount: Int(sizes[$0])) }
  }

  /// Devices that are nothing but software (v4l2loopback) get whole pictures from somewhere, at once.
  private static func hasSensor(_ path: String) -> Bool {
    let device = Directory.resolved("/sys/class/video4linux/" + path.dropFirst("/dev/".count))
    return device?.hasPrefix("/sys/devices/virtual/") != true
  }

  private static func makeBuffers(
    of node: V4L2Node, type: UInt32
  ) throws(CaptureError) -> (CameraBuffers, StopSignal) {
    let wake: StopSignal
    do throws(PlatformError) {
      wake = try StopSignal()
    } catch {
      throw CaptureError(code: .unavailable, message: error.message)
    }
    let buffers = try CameraBuffers(node, type: type, count: bufferCount) { wake.raise() }
    return (buffers, wake)
  }
}
