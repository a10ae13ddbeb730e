/// How much an `AssetReader` may use.
public struct ReaderOptions: Sendable, Hashable {
  /// Bytes of packets that may wait while another track is read; then that track gets its own place in the file.
  public var readAheadBudget: Int
  /// Threads of a picture decoder; 0 lets FFmpeg choose by the processors.
  public var decodingThreads: Int
  /// Pixels of one picture; larger ones are refused.
  public var maximumPixels: Int

  /// 32 MB of read-ahead, one decoding thread, pictures up to 8192x8192.
  public init(readAheadBudget: Int = 32 << 20, decodingThreads: Int = 1, maximumPixels: Int = 8192 * 8192) {
    self.readAheadBudget = readAheadBudget
    self.decodingThreads = decodingThreads
    self.maximumPixels = maximumPixels
  }
}
