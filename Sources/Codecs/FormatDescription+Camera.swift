internal import CFFmpeg
package import Media

extension FormatDescription {
  /// What a camera's compressed pictures are, of which no container tells.
  /// - Parameter parameterSets: H.264's in Annex B form; empty where the packets carry them, or the codec has none.
  package static func camera(
    _ codec: CodecIdentifier, size: PixelSize, parameterSets: [UInt8] = []
  ) throws(CodecsError) -> FormatDescription {
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let pointer = try allocated(parameters, "a format")
    pointer.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    pointer.pointee.codec_id = codec.avIdentifier
    pointer.pointee.width = Int32(size.width)
    pointer.pointee.height = Int32(size.height)
    if !parameterSets.isEmpty { try pointer.setExtraData(parameterSets) }
    guard let format = FormatDescription(copying: pointer) else {
      throw CodecsError(code: .outOfMemory, message: "no memory for a format")
    }
    return format
  }
}

extension UnsafeMutablePointer<AVCodecParameters> {
  /// Puts the codec's out-of-band bytes in place of those that are there.
  func setExtraData(_ bytes: [UInt8]) throws(CodecsError) {
    // FFmpeg's parsers read up to this much beyond the end.
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let memory = try allocated(av_mallocz(bytes.count + padding), "a format")
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    av_free(pointee.extradata)
    pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    pointee.extradata_size = Int32(bytes.count)
  }
}
