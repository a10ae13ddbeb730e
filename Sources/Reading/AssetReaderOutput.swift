public import Media

/// One track's samples, as they come from an `AssetReader`.
///
/// Taken by one task at a time. Taking from several outputs in any order, or only from some, never blocks the others.
public final class AssetReaderOutput: Sendable {
  public let track: AssetTrack
  public let settings: ReaderOutputSettings
  let queue: OutputQueue
  private let requestFill: @Sendable (AssetReaderOutput) -> Void

  init(track: AssetTrack, settings: ReaderOutputSettings, requestFill: @escaping @Sendable (AssetReaderOutput) -> Void)
  {
    self.track = track
    self.settings = settings
    self.requestFill = requestFill
    // Pictures are large and expensive: four keep the encoder busy. Sound and packets are small.
    let capacity =
      switch settings {
      case .pictures: 4
      case .sound: 32
      case .packets: 64
      }
    queue = OutputQueue(capacity: capacity)
  }

  /// The track's next sample; `nil` at its end.
  ///
  /// Suspends until the reader has one. Call after `startReading()`.
  /// - Throws: `ReadingError` (`.damaged`, `.stopped`, …); the same again when called again.
  public func nextSample() async throws -> SampleBuffer? {
    try await queue.next { requestFill(self) }
  }
}
