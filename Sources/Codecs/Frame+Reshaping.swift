internal import CFFmpeg
package import Media

extension Frame {
  /// The picture cut in the middle to the largest part that has the shape of `size`; shares the memory, and is the same
  /// picture where its shape is that already.
  ///
  /// Edges fall on whole chroma samples, so that a side may come out up to two pixels off the exact shape.
  package func centered(forShapeOf size: PixelSize) throws(CodecsError) -> Frame {
    let (width, height) = (Int(pointer.pointee.width), Int(pointer.pointee.height))
    guard width > 2, height > 2, size.width > 0, size.height > 0 else { return self }
    var (cutWidth, cutHeight) = (width, height)
    if width * size.height > size.width * height {
      cutWidth = min(width, (height * size.width + size.height / 2) / size.height)
    } else {
      cutHeight = min(height, (width * size.height + size.width / 2) / size.width)
    }
    // Even cuts on both sides.
    let (left, top) = ((width - cutWidth) / 4 * 2, (height - cutHeight) / 4 * 2)
    guard left > 0 || top > 0 else { return self }
    let result = try Frame(referencing: pointer)
    result.pointer.pointee.crop_left = left
    result.pointer.pointee.crop_right = left
    result.pointer.pointee.crop_top = top
    result.pointer.pointee.crop_bottom = top
    try check(av_frame_apply_cropping(result.pointer, Int32(AV_FRAME_CROP_UNALIGNED)), "cutting a picture")
    return result
  }

  /// A new reference to a decoded sample's picture or sound; `nil` for a packet.
  package static func referencing(_ sample: SampleBuffer) throws(CodecsError) -> Frame? {
    try sample.withFrame { frame throws(CodecsError) in try Frame(referencing: frame) }
  }

  /// The picture's size as it lies in memory.
  package var pixelSize: PixelSize {
    PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
  }

  package var pixelFormat: PixelFormat { PixelFormat(rawValue: pointer.pointee.format) }

  /// What the picture's numbers mean, as far as it says.
  package var color: ColorDescription {
    ColorDescription(
      primaries: pointer.pointee.color_primaries, transfer: pointer.pointee.color_trc,
      matrix: pointer.pointee.colorspace, range: pointer.pointee.color_range)
  }

  /// The same picture with what its numbers mean said in full.
  package func tagged(as color: ColorDescription) throws(CodecsError) -> Frame {
    let result = try Frame(referencing: pointer)
    result.tag(as: color)
    return result
  }
}
