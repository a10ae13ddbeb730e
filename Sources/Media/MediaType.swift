/// What a track holds.
public enum MediaType: String, CaseIterable, Hashable, Sendable {
  /// Pictures.
  case video
  /// Sound.
  case audio
  /// Text or pictures shown over the video.
  case subtitle
  /// Something timed that is neither seen nor heard: time codes, positions, hints.
  case data
  /// Something without a time: a font, a cover picture.
  case attachment
  /// Anything else.
  case unknown
}
