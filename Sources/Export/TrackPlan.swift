public import Media
public import Settings

/// What becomes of one of the source's tracks, and why.
public struct TrackPlan: Sendable {
  public enum Action: Sendable {
    case copy
    case encodeVideo(VideoEncoderSettings, PictureTreatment)
    case encodeAudio(AudioEncoderSettings)
    case drop
  }

  /// What happens to decoded pictures before they are encoded.
  public struct PictureTreatment: Sendable, Hashable {
    /// Applied to the pixels.
    public let bakedOrientation: Orientation
    /// Pictures above it are left out; `nil` where the source has no more.
    public let maximumFrameRate: Rational?
    public let isInterlaced: Bool
    /// HDR pictures are tone-mapped.
    public let isToneMapped: Bool
  }

  public let trackID: Int
  public let mediaType: MediaType
  /// FFmpeg's name of the codec, or the container's four characters where there is no codec.
  public let codec: String
  public let action: Action
  /// At least one; the first is the most important.
  public let reasons: [ExportReason]
  /// What the track's matrix will say.
  public let orientation: Orientation
  public let language: String?

  /// `copy`, `transcode` or `drop`.
  public var actionName: String {
    switch action {
    case .copy: "copy"
    case .encodeVideo, .encodeAudio: "transcode"
    case .drop: "drop"
    }
  }

  public var isKept: Bool {
    if case .drop = action { false } else { true }
  }

  /// It would be copied but for its bit rate.
  public var failsOnlyByBitRate: Bool { actionName == "transcode" && reasons.allSatisfy { $0.code == .bitRate } }
}
