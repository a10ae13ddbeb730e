public import Media

/// One track's samples, as they come from an `AssetReader`.
///
/// Keeps its reader alive. Taken by one task at a time. Taking from several outputs in any order, or only from some,
/// never blocks the others.
public final class AssetReaderOutput: Sendable {
  public let track: AssetTrack
  public let settings: ReaderOutputSettings
  /// Its place among its reader's outputs.
  let index: Int
  let queue: OutputQueue
  private let reader: AssetReader

  init(index: Int, track: AssetTrack, settings: ReaderOutputSettings, reader: AssetReader) {
    self.index = index
    self.track = track
    self.settings = settings
    self.reader = reader
    // Pictures are large and expensive: with those in the encoder's queue, six keep it busy while few wake-ups are
    // needed. Sound and packets are small.
    let capacity =
      switch settings {
      case .pictures: 6
      case .sound: 32
      case .packets: 64
      }
    // Packets of uncompressed pictures are not small.
    queue = OutputQueue(capacity: capacity, byteCapacity: settings.isPackets ? 8 << 20 : .max)
  }

  /// The track's next sample; `nil` at its end.
  ///
  /// Suspends until the reader has one, and resumes on the caller's actor directly. Call after `startReading()`. A task's
  /// cancellation does not end the wait: the reader's `stop` does.
  /// - Throws: `ReadingError` (`.damaged`, `.stopped`, …); the same again when called again.
  public func nextSample(isolation: isolated (any Actor)? = #isolation) async throws -> SampleBuffer? {
    try await queue.next(isolation: isolation) { reader.requestFill(of: index) }
  }
}

extension ReaderOutputSettings {
  fileprivate var isPackets: Bool {
    if case .packets = self { true } else { false }
  }
}
