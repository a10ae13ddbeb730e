/// Why a track is treated as it is; codes are stable, messages are for people.
public struct ExportReason: Sendable, Hashable, Encodable {
  public enum Code: String, Sendable, CaseIterable, Encodable {
    // Copied
    /// It satisfies every condition of the preset.
    case satisfiesPreset
    /// The preset copies.
    case passthrough
    /// The encode came out larger than the source.
    case encodeWasLarger

    // Transcoded
    case forced, codec, profile, pixelFormat, range, color, interlaced, aspectRatio, size, frameRate, level, orientation
    case parameterSets, firstFrame, edits, editInsideGroup, bitRate, damaged, channels, sampleRate, parametersMissing
    /// Packets do not say when they are shown, or what they say cannot be.
    case timesMissing
    /// The container's tables contradict themselves: what the packets are cannot be relied on.
    case containerProblem

    // Dropped
    case presetHasNoVideo, presetHasNoAudio, attachedPicture, motionPhoto, otherVideo, otherAudio, undecodable,
      encrypted
    case noDimensions, dataTrack, subtitles, attachment, containerCannotHold
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
