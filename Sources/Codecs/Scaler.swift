internal import CFFmpeg
internal import Media

/// Scales and converts plain pictures by libswscale alone, with the results of FFmpeg's `scale` filter.
final class Scaler {
  /// What changes besides size and pixel format.
  struct Levels: Equatable {
    /// The input uses the full range; `nil` leaves it to its pixel format.
    var isInputFullRange: Bool?
    /// libswscale's number of the input's matrix; `nil` leaves the default.
    var inputMatrix: Int32?
    var outputMatrix: Int32?
    /// The output is limited range; false leaves the default.
    var limitsOutput = false
  }

  private let context: OpaquePointer
  private var pool: OpaquePointer?
  private let size: PixelSize
  private let pixelFormat: AVPixelFormat
  /// Rows start at multiples of what the widest vector instructions read.
  private static let alignment: Int32 = 64

  init(for frame: Frame, to size: PixelSize, pixelFormat: PixelFormat, levels: Levels) throws(CodecsError) {
    _ = FFmpegLog.install
    context = try allocated(sws_alloc_context(), "a scaler")
    self.size = size
    self.pixelFormat = pixelFormat.avFormat
    let picture = frame.pointer.pointee
    let isPlanar420 = picture.format == AV_PIX_FMT_YUV420P.rawValue
    // 128: chroma lies between two lines, as MPEG-2 and all after it have it; -513 is unknown.
    let options: [(String, Int64)] = [
      ("srcw", Int64(picture.width)), ("srch", Int64(picture.height)), ("src_format", Int64(picture.format)),
      ("dstw", Int64(size.width)), ("dsth", Int64(size.height)), ("dst_format", Int64(pixelFormat.rawValue)),
      ("sws_flags", Int64(SWS_BICUBIC)), ("src_h_chr_pos", -513), ("src_v_chr_pos", isPlanar420 ? 128 : -513),
      ("dst_h_chr_pos", -513), ("dst_v_chr_pos", 128),
    ]
    let object = UnsafeMutableRawPointer(context)
    // Where one of these throws, everything is initialised, and deinit frees the context.
    for (name, value) in options { try check(av_opt_set_int(object, name, value, 0), "cannot set up the scaler") }
    if let full = levels.isInputFullRange {
      try check(av_opt_set_int(object, "src_range", full ? 1 : 0, 0), "cannot set up the scaler")
    }
    if levels.limitsOutput { try check(av_opt_set_int(object, "dst_range", 0, 0), "cannot set up the scaler") }
    try check(sws_init_context(context, nil, nil), "cannot set up the scaler")
    if levels != Levels() { try Self.apply(levels, to: context) }
    let bytes = av_image_get_buffer_size(
      self.pixelFormat, Int32(size.width), Int32(size.height), Self.alignment)
    try check(bytes, "cannot set up the scaler")
    pool = try allocated(av_buffer_pool_init(Int(bytes) + Int(Self.alignment), nil), "a pool of pictures")
  }

  deinit {
    sws_freeContext(context)
    // Pictures that are still in use keep the pool's memory until they go.
    av_buffer_pool_uninit(&pool)
  }

  /// The picture in the new size and format, with its times and side data.
  func scale(_ frame: Frame) throws(CodecsError) -> Frame {
    let result = try Frame()
    let picture = result.pointer
    try check(av_frame_copy_props(picture, frame.pointer), "cannot scale")
    picture.pointee.width = Int32(size.width)
    picture.pointee.height = Int32(size.height)
    picture.pointee.format = pixelFormat.rawValue
    let buffer = try allocated(av_buffer_pool_get(pool), "a picture")
    picture.pointee.buf.0 = buffer
    _ = try withUnsafeMutableBytes(of: &picture.pointee.data) { data throws(CodecsError) in
      try withUnsafeMutableBytes(of: &picture.pointee.linesize) { lines throws(CodecsError) in
        try check(
          av_image_fill_arrays(
            data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self).baseAddress,
            lines.bindMemory(to: Int32.self).baseAddress, buffer.pointee.data, pixelFormat,
            Int32(size.width), Int32(size.height), Self.alignment), "cannot scale")
      }
    }
    try check(sws_scale_frame(context, picture, frame.pointer), "cannot scale")
    return result
  }

  private static func apply(_ levels: Levels, to context: OpaquePointer) throws(CodecsError) {
    var inverse: UnsafeMutablePointer<Int32>?
    var table: UnsafeMutablePointer<Int32>?
    var (inputFull, outputFull): (Int32, Int32) = (0, 0)
    var (brightness, contrast, saturation): (Int32, Int32, Int32) = (0, 0, 0)
    try check(
      sws_getColorspaceDetails(
        context, &inverse, &inputFull, &table, &outputFull, &brightness, &contrast, &saturation),
      "cannot set up the scaler")
    let input = levels.inputMatrix.flatMap { sws_getCoefficients($0) } ?? inverse.map { UnsafePointer($0) }
    let output = levels.outputMatrix.flatMap { sws_getCoefficients($0) } ?? table.map { UnsafePointer($0) }
    if let full = levels.isInputFullRange { inputFull = full ? 1 : 0 }
    if levels.limitsOutput { outputFull = 0 }
    try check(
      sws_setColorspaceDetails(context, input, inputFull, output, outputFull, brightness, contrast, saturation),
      "cannot set up the scaler")
  }
}
