internal import CFFmpeg
internal import Media

extension PictureConversion {
  /// The filter chain for frames of one shape; `nil` where they already are what the encoder takes.
  func filters(for frame: Frame) -> String? {
    let picture = frame.pointer.pointee
    let format = PixelFormat(rawValue: picture.format)
    let stated = ColorDescription(
      primaries: picture.color_primaries, transfer: picture.color_trc, matrix: picture.colorspace,
      range: picture.color_range)
    let color = resolved(stated)
    let codedOutput = bakedOrientation.swapsAxes ? outputSize.transposed : outputSize
    let isSameSize = Int(picture.width) == codedOutput.width && Int(picture.height) == codedOutput.height
    let isFullRange = format.isFullRangeByName || stated.isFullRange == true
    let aspect = picture.sample_aspect_ratio
    let isSquare = aspect.num == 0 || aspect.num == aspect.den

    var chain: [String] = []
    if deinterlaces { chain.append("bwdif=mode=send_frame:deint=interlaced") }
    if color.isHDR {
      chain += [scale(to: codedOutput, extra: "")] + Self.toneMapping(from: color, isFullRange: isFullRange)
    } else if color.isWideGamut || isUncommonMatrix(color.matrix, format) {
      chain += [scale(to: codedOutput, extra: "")] + Self.gamutMapping(from: color, isFullRange: isFullRange)
    } else {
      let isConverted = !isSameSize || format != .yuv420p || isFullRange
      if isConverted {
        chain.append(scale(to: codedOutput, extra: rangeAndMatrix(color, format, isFullRange)))
        if format.hasAlpha { chain.insert(Self.opaque, at: chain.count - 1) }
      }
    }
    if !chain.isEmpty { chain.append("format=yuv420p") }
    chain += Self.turning(bakedOrientation)
    if chain.isEmpty && isSquare { return nil }
    chain.append("setsar=1")
    return chain.joined(separator: ",")
  }

  private func scale(to size: PixelSize, extra: String) -> String {
    "scale=w=\(size.width):h=\(size.height):flags=bicubic\(extra)"
  }

  private func rangeAndMatrix(_ color: ColorDescription, _ format: PixelFormat, _ isFullRange: Bool) -> String {
    let output = outputColor(for: color, pixelFormat: format)
    let matrix = output.matrix == 1 ? "bt709" : "smpte170m"
    if format.isRGB { return ":out_range=tv:out_color_matrix=\(matrix)" }
    // The same matrix on both sides: levels change, colours do not.
    return isFullRange ? ":in_range=pc:out_range=tv:in_color_matrix=\(matrix):out_color_matrix=\(matrix)" : ""
  }

  private func isUncommonMatrix(_ matrix: Int32, _ format: PixelFormat) -> Bool {
    !format.isRGB && ![1, 5, 6].contains(matrix)
  }

  /// Transparent pixels over black, as players show them.
  private static let opaque = "format=rgba,premultiply=inplace=1"

  /// Turns and flips, after scaling: fewer pixels to move.
  private static func turning(_ orientation: Orientation) -> [String] {
    switch orientation {
    case .up: []
    case .upMirrored: ["hflip"]
    case .down: ["hflip", "vflip"]
    case .downMirrored: ["vflip"]
    case .leftMirrored: ["transpose=cclock_flip"]
    case .right: ["transpose=clock"]
    case .rightMirrored: ["transpose=clock_flip"]
    case .left: ["transpose=cclock"]
    }
  }

  /// PQ or HLG to SDR: linear light with 203 nits (ITU-R BT.2408's reference white) as 1, BT.709 primaries, a curve
  /// that leaves what is below a knee alone and rolls highlights off to white. HLG's system gamma works on luminance;
  /// zimg's approximation would apply it to each channel and strengthen colours.
  private static func toneMapping(from color: ColorDescription, isFullRange: Bool) -> [String] {
    [
      "zscale=tin=\(color.transfer):pin=\(color.primaries):min=\(color.matrix):rin=\(isFullRange ? "full" : "limited")"
        + ":t=linear:npl=203\(color.isHLG ? ":agamma=false" : "")",
      "format=gbrpf32le", "zscale=p=bt709", "tonemap=tonemap=mobius:param=0.3:desat=0:peak=\(Self.peak)",
      "zscale=t=bt709:m=bt709:r=limited:dither=ordered",
    ]
  }

  /// 1,000 nits over reference white: the nominal peak of HLG, and of most PQ masters.
  private static let peak = "4.926"

  private static func gamutMapping(from color: ColorDescription, isFullRange: Bool) -> [String] {
    [
      "zscale=tin=\(color.transfer):pin=\(color.primaries):min=\(color.matrix):rin=\(isFullRange ? "full" : "limited")"
        + ":p=bt709:t=bt709:m=bt709:r=limited:dither=ordered"
    ]
  }
}
