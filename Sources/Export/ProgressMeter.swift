internal import Media
internal import Platform

/// Turns what tracks report into a progress that only grows, and ends at 1 exactly once.
final class ProgressMeter: Sendable {
  private struct State {
    var times: [Int: MediaTime] = [:]
    var fraction = 0.0
    var nextYield = 0.0
    var whole: MediaTime?
    var byteCount: @Sendable () -> Int64 = { 0 }
    var hasEnded = false
  }

  /// What remains after the last sample: moving the tables to the front, checking, syncing.
  private static let workShare = 0.99
  private static let smallestStep = 0.005

  let stream: AsyncStream<ExportProgress>
  private let continuation: AsyncStream<ExportProgress>.Continuation
  private let state = Locked(State())

  init() {
    // A slow consumer sees the newest value; the last one is never lost to it.
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Begins, or begins anew for a second pass.
  /// - Parameters:
  ///   - tracks: Which will report.
  ///   - whole: The presentation's length; `nil` where unknown: then the fraction only creeps.
  ///   - byteCount: What the output has so far.
  func begin(tracks: [Int], whole: MediaTime?, byteCount: @escaping @Sendable () -> Int64) {
    state.withLock { state in
      state.times = Dictionary(uniqueKeysWithValues: tracks.map { ($0, .zero) })
      state.whole = whole.flatMap { $0 > .zero ? $0 : nil }
      state.byteCount = byteCount
    }
  }

  /// A track's samples up to `time` have been taken.
  func note(track: Int, time: MediaTime) {
    let report = state.withLock { state -> ExportProgress? in
      state.times[track] = max(time, state.times[track] ?? .zero)
      let slowest = state.times.values.min() ?? .zero
      state.fraction = max(state.fraction, Self.share(of: slowest, whole: state.whole) * Self.workShare)
      guard !state.hasEnded, state.fraction >= state.nextYield else { return nil }
      state.nextYield = state.fraction + Self.smallestStep
      return Self.report(state, slowest)
    }
    if let report { continuation.yield(report) }
  }

  /// A track has no more samples: it holds the others back no longer.
  func finish(track: Int) {
    state.withLock { state in
      if state.times.count > 1 { state.times[track] = nil }
    }
  }

  /// Where the length is unknown: half after a minute of media, three quarters after three, never all.
  private static func share(of time: MediaTime, whole: MediaTime?) -> Double {
    guard let whole else { return time.seconds / (time.seconds + 60) }
    return min(1, max(0, time.seconds / whole.seconds))
  }

  /// The output is published.
  func complete(mediaTime: MediaTime, bytes: Int64) {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard isFirst else { return }
    continuation.yield(ExportProgress(fraction: 1, mediaTime: mediaTime, bytesWritten: bytes, expectedBytes: bytes))
    continuation.finish()
  }

  /// There will be no output.
  func abandon() {
    state.withLock { $0.hasEnded = true }
    continuation.finish()
  }

  private static func report(_ state: State, _ time: MediaTime) -> ExportProgress {
    let share = state.fraction / workShare
    let bytes = state.byteCount()
    let expected = state.whole != nil && share > 0.02 && bytes > 0 ? Double(bytes) / share : nil
    return ExportProgress(
      fraction: state.fraction, mediaTime: time, bytesWritten: bytes,
      expectedBytes: expected.flatMap { $0 < 9e18 ? Int64($0) : nil })
  }
}
