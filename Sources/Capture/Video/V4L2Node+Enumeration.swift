internal import CV4L2
internal import Media

extension V4L2Node {
  /// What VIDIOC_QUERYCAP says.
  struct Capability: Sendable {
    let card: String
    let busInfo: String
    let deviceCapabilities: UInt32

    /// V4L2_BUF_TYPE_VIDEO_CAPTURE or its multi-planar brother; `nil` for what is no camera: outputs, metadata, radios,
    /// codecs, and devices that can only be read(2).
    var captureType: UInt32? {
      let has = { (flag: Int32) in self.deviceCapabilities & UInt32(bitPattern: flag) != 0 }
      guard has(V4L2_CAP_STREAMING), !has(V4L2_CAP_VIDEO_M2M), !has(V4L2_CAP_VIDEO_M2M_MPLANE) else { return nil }
      if has(V4L2_CAP_VIDEO_CAPTURE) { return V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue }
      // A multi-planar node that puts out as well is a codec of before the M2M flag.
      if has(V4L2_CAP_VIDEO_CAPTURE_MPLANE), !has(V4L2_CAP_VIDEO_OUTPUT_MPLANE) {
        return V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
      }
      return nil
    }
  }

  /// - Throws: `CaptureError`; `.noDevice` where the node is none of V4L2's.
  func capability() throws(CaptureError) -> Capability {
    var result = v4l2_capability()
    guard rushes_v4l2_query_capability(device, &result) == 0 else { throw failure("query") }
    return Capability(
      card: Self.text(result.card), busInfo: Self.text(result.bus_info), deviceCapabilities: result.device_caps)
  }

  /// A control's value; `nil` where the device has no such control.
  func control(_ identifier: UInt32) -> Int32? {
    var value: Int32 = 0
    return rushes_v4l2_get_control(device, identifier, &value) == 0 ? value : nil
  }

  /// A shutter or switch keeps the picture black.
  var isPrivate: Bool { control(rushes_v4l2_control_privacy) == 1 }

  var position: CaptureDevice.Position {
    switch control(rushes_v4l2_control_orientation) {
    case V4L2_CAMERA_ORIENTATION_FRONT: .front
    case V4L2_CAMERA_ORIENTATION_BACK: .back
    case V4L2_CAMERA_ORIENTATION_EXTERNAL: .external
    default: .unspecified
    }
  }

  /// In degrees: 0, 90, 180 or 270.
  var mountingRotation: Int {
    let degrees = Int(control(rushes_v4l2_control_rotation) ?? 0)
    return degrees % 90 == 0 ? (degrees % 360 + 360) % 360 : 0
  }

  /// The codes of all formats, in the device's order.
  func pixelFormats(type: UInt32) -> [FourCC] {
    var codes: [FourCC] = []
    var description = v4l2_fmtdesc()
    while codes.count < Self.limit, rushes_v4l2_format_at(device, type, UInt32(codes.count), &description) == 0 {
      codes.append(FourCC(rawValue: description.pixelformat))
    }
    return codes
  }

  /// Every usable way in which the device gives pictures.
  func videoFormats(type: UInt32) -> [VideoCaptureFormat] {
    var seen: Set<FourCC> = []
    return pixelFormats(type: type).flatMap { code -> [VideoCaptureFormat] in
      guard let picture = CameraPicture(code), seen.insert(code).inserted else { return [] }
      return sizes(of: code).map { size in
        let rates = frameRates(of: code, size: size)
        return VideoCaptureFormat(
          fourCC: code.description, content: picture.content, size: size, frameRates: rates.rates,
          isContinuous: rates.isContinuous, isEmulated: isEmulated)
      }
    }
  }

  private func sizes(of code: FourCC) -> [PixelSize] {
    var sizes: [PixelSize] = []
    var entry = rushes_v4l2_sizes()
    var index: UInt32 = 0
    while index < UInt32(Self.limit), rushes_v4l2_sizes_at(device, code.rawValue, index, &entry) == 0 {
      let range = FrameSizeRange(
        widths: (Int(entry.min_width), Int(entry.max_width)), widthStep: Int(entry.step_width),
        heights: (Int(entry.min_height), Int(entry.max_height)), heightStep: Int(entry.step_height))
      if let range {
        sizes +=
          entry.is_range != 0
          ? range.sizes : [PixelSize(width: range.widths.lowerBound, height: range.heights.lowerBound)]
      }
      if entry.is_range != 0 { break }
      index += 1
    }
    var seen: Set<PixelSize> = []
    return sizes.filter { seen.insert($0).inserted }
  }

  private func frameRates(of code: FourCC, size: PixelSize) -> FrameRateSet {
    var rates = FrameRateSet()
    var entry = rushes_v4l2_intervals()
    var index: UInt32 = 0
    while index < UInt32(Self.limit),
      rushes_v4l2_intervals_at(device, code.rawValue, UInt32(size.width), UInt32(size.height), index, &entry) == 0
    {
      if entry.is_range != 0 {
        rates.insertRange(
          shortest: (entry.shortest.numerator, entry.shortest.denominator),
          longest: (entry.longest.numerator, entry.longest.denominator))
        break
      }
      rates.insert(numerator: entry.shortest.numerator, denominator: entry.shortest.denominator)
      index += 1
    }
    return rates
  }

  /// No honest driver lists more of anything; a broken one may never end.
  private static let limit = 256

  /// The text in a C array of characters, which need not end with zero.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
