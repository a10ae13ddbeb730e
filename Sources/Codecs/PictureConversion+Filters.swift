internal import CFFmpeg
internal import Media

extension PictureConversion {
  /// What must be done to pictures of one shape.
  enum Work {
    /// They already are what the encoder takes.
    case none
    /// libswscale does it all.
    case scaling(PixelSize, Scaler.Levels)
    /// A chain of libavfilter's filters.
    case filters(String)
  }

  /// What must be done to pictures like `frame`.
  func work(for frame: Frame) -> Work {
    let picture = frame.pointer.pointee
    let format = PixelFormat(rawValue: picture.format)
    let stated = ColorDescription(
      primaries: picture.color_primaries, transfer: picture.color_trc, matrix: picture.colorspace,
      range: picture.color_range)
    let color = resolved(stated)
    let codedOutput = bakedOrientation.swapsAxes ? outputSize.transposed : outputSize
    let isSameSize = Int(picture.width) == codedOutput.width && Int(picture.height) == codedOutput.height
    let isFullRange = format.isFullRangeByName || stated.isFullRange == true
    let isMapped = color.isHDR || color.isWideGamut || isUncommonMatrix(color.matrix, format)
    let isScaled = isMapped || !isSameSize || format != pixelFormat || isFullRange
    let levels = isMapped ? Scaler.Levels() : levels(color, format, isFullRange)
    if !isMapped, !deinterlaces, bakedOrientation == .up, !format.hasAlpha {
      return isScaled ? .scaling(codedOutput, levels) : .none
    }

    var chain: [String] = []
    if deinterlaces { chain.append("bwdif=mode=send_frame:deint=interlaced") }
    if format.hasAlpha, !isMapped { chain.append(Self.opaque) }
    if isScaled { chain.append(Self.scale(to: codedOutput, levels)) }
    if color.isHDR {
      chain += Self.toneMapping(from: color, isFullRange: isFullRange)
    } else if isMapped {
      chain += Self.gamutMapping(from: color, isFullRange: isFullRange)
    }
    if !chain.isEmpty { chain.append("format=\(pixelFormat)") }
    chain += Self.turning(bakedOrientation)
    return .filters(chain.joined(separator: ","))
  }

  /// The levels for a conversion that keeps the matrix, or makes one from RGB.
  private func levels(_ color: ColorDescription, _ format: PixelFormat, _ isFullRange: Bool) -> Scaler.Levels {
    let matrix = outputColor(for: color, pixelFormat: format).matrix == 1 ? SWS_CS_ITU709 : SWS_CS_SMPTE170M
    if format.isRGB { return Scaler.Levels(outputMatrix: matrix, limitsOutput: true) }
    guard isFullRange else { return Scaler.Levels() }
    // The same matrix on both sides: levels change, colours do not.
    return Scaler.Levels(isInputFullRange: true, inputMatrix: matrix, outputMatrix: matrix, limitsOutput: true)
  }

  private static func scale(to size: PixelSize, _ levels: Scaler.Levels) -> String {
    func name(_ matrix: Int32) -> String { matrix == SWS_CS_ITU709 ? "bt709" : "smpte170m" }
    var text = "scale=w=\(size.width):h=\(size.height):flags=bicubic"
    if levels.isInputFullRange == true { text += ":in_range=pc" }
    if levels.limitsOutput { text += ":out_range=tv" }
    if let matrix = levels.inputMatrix { text += ":in_color_matrix=\(name(matrix))" }
    if let matrix = levels.outputMatrix { text += ":out_color_matrix=\(name(matrix))" }
    return text
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
