package import CFFmpeg

/// What a track's packets are: codec, parameter sets, picture or sound format, orientation.
///
/// Owns one copy of FFmpeg's codec parameters; immutable.
public final class FormatDescription: @unchecked Sendable {
  // Safe: written in init alone, read-only afterwards.
  private let parameters: UnsafeMutablePointer<AVCodecParameters>

  public let mediaType: MediaType
  public let codec: CodecIdentifier
  /// Stored samples' size, before aspect ratio and orientation; `nil` for sound.
  public let codedSize: PixelSize?
  /// Width of a sample divided by its height; 1:1 where the source does not say.
  public let sampleAspectRatio: Rational
  /// How the coded picture must be turned to be upright.
  public let orientation: Orientation
  /// False where the track's matrix is none of the eight orientations (it was taken as upright).
  public let isOrientationExact: Bool
  public let color: ColorDescription
  public let pixelFormat: PixelFormat?
  public let isInterlaced: Bool
  public let audio: AudioFormat?
  /// The codec's own number for its profile; `nil` where unknown.
  public let profile: Int?
  /// The codec's own number for its level (H.264: level x 10); `nil` where unknown.
  public let level: Int?
  /// As the container states it; `nil` where it does not.
  public let statedBitRate: BitRate?
  /// Dolby Vision profile, where the track carries one.
  public let dolbyVisionProfile: Int?
  /// The base layer of a Dolby Vision track can be shown by itself (compatibility id other than 0).
  public let hasCompatibleBaseLayer: Bool

  /// Copies `parameters`; the caller keeps its own.
  /// - Parameter trackMatrix: The container's display matrix, if there is one.
  package init?(
    copying parameters: UnsafePointer<AVCodecParameters>, sampleAspectRatio: Rational? = nil,
    trackMatrix: TrackMatrix? = nil, dolbyVision: (profile: Int, compatibility: Int)? = nil
  ) {
    guard let copy = avcodec_parameters_alloc() else { return nil }
    guard avcodec_parameters_copy(copy, parameters) >= 0 else {
      var copy: UnsafeMutablePointer<AVCodecParameters>? = copy
      avcodec_parameters_free(&copy)
      return nil
    }
    self.parameters = copy
    let source = copy.pointee
    mediaType = MediaType(source.codec_type)
    codec = CodecIdentifier(source.codec_id)
    let isVideo = source.codec_type == AVMEDIA_TYPE_VIDEO
    codedSize = isVideo ? PixelSize(width: Int(source.width), height: Int(source.height)) : nil
    let stated = source.sample_aspect_ratio
    self.sampleAspectRatio =
      sampleAspectRatio
      ?? (stated.num > 0 && stated.den > 0 ? Rational(Int(stated.num), Int(stated.den)) : Rational(1, 1))
    let read = trackMatrix.map { Orientation(trackMatrix: $0) }
    orientation = (read ?? .up) ?? .up
    isOrientationExact = trackMatrix == nil || orientation != .up || read == .some(.up)
    color = ColorDescription(
      primaries: source.color_primaries, transfer: source.color_trc, matrix: source.color_space,
      range: source.color_range)
    pixelFormat = isVideo && source.format >= 0 ? PixelFormat(rawValue: source.format) : nil
    isInterlaced = [AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT].contains(source.field_order)
    audio =
      source.codec_type == AVMEDIA_TYPE_AUDIO
      ? AudioFormat(
        sampleRate: Int(source.sample_rate), channelCount: Int(source.ch_layout.nb_channels),
        channelLayout: Self.layoutName(of: source.ch_layout)) : nil
    profile = source.profile >= 0 ? Int(source.profile) : nil
    level = source.level > 0 ? Int(source.level) : nil
    statedBitRate = source.bit_rate > 0 ? BitRate(bitsPerSecond: Int(source.bit_rate)) : nil
    dolbyVisionProfile = dolbyVision?.profile
    hasCompatibleBaseLayer = dolbyVision.map { $0.compatibility != 0 } ?? true
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecParameters>? = parameters
    avcodec_parameters_free(&pointer)
  }

  /// Lends FFmpeg's codec parameters; they must not be changed nor kept.
  package func withParameters<Result, Failure: Error>(
    _ body: (UnsafePointer<AVCodecParameters>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafePointer(parameters))
  }

  /// The codec's out-of-band bytes (avcC, AudioSpecificConfig); empty where there are none.
  package var extraData: [UInt8] {
    guard let bytes = parameters.pointee.extradata, parameters.pointee.extradata_size > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(parameters.pointee.extradata_size)))
  }

  /// The container holds no parameter sets for the codec (they may still be among the packets).
  public var extraDataIsMissing: Bool { parameters.pointee.extradata_size <= 0 }

  /// The codec's name for its profile, such as `High`; `nil` where unknown.
  public var profileName: String? {
    guard let profile, let name = avcodec_profile_name(codec.avIdentifier, Int32(profile)) else { return nil }
    return String(cString: name)
  }

  /// The four characters by which the container names the codec, printable ones only; empty where it has none.
  public var codecTag: String {
    let tag = parameters.pointee.codec_tag
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * UInt32($0))) }
    return bytes.allSatisfy { (0x20..<0x7f).contains($0) } ? String(decoding: bytes, as: UTF8.self) : ""
  }

  private static func layoutName(of layout: AVChannelLayout) -> String {
    var layout = layout
    var name = [CChar](repeating: 0, count: 128)
    guard av_channel_layout_describe(&layout, &name, name.count) > 0 else { return "\(layout.nb_channels) channels" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension MediaType {
  package init(_ type: AVMediaType) {
    switch type {
    case AVMEDIA_TYPE_VIDEO: self = .video
    case AVMEDIA_TYPE_AUDIO: self = .audio
    case AVMEDIA_TYPE_SUBTITLE: self = .subtitle
    case AVMEDIA_TYPE_DATA: self = .data
    case AVMEDIA_TYPE_ATTACHMENT: self = .attachment
    default: self = .unknown
    }
  }
}
