public import Media

/// Which part of a track's media is presented, and when.
public struct TrackEdits: Sendable, Hashable {
  /// Edits that show media (empty ones, which only wait, are not counted).
  public let mediaEditCount: Int
  /// Nothing is shown before this time.
  public let initialDelay: MediaTime
  /// Where in the media the first edit starts.
  public let mediaStart: MediaTime
  /// Length of the presentation by the edits, delay included.
  public let end: MediaTime
  /// Every edit plays at normal speed.
  public let isNormalSpeed: Bool
  /// Empty edits stand only at the start.
  public let hasLateGaps: Bool

  public init(
    mediaEditCount: Int, initialDelay: MediaTime, mediaStart: MediaTime, end: MediaTime, isNormalSpeed: Bool,
    hasLateGaps: Bool
  ) {
    self.mediaEditCount = mediaEditCount
    self.initialDelay = initialDelay
    self.mediaStart = mediaStart
    self.end = end
    self.isNormalSpeed = isNormalSpeed
    self.hasLateGaps = hasLateGaps
  }
}
