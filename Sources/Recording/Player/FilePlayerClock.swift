internal import Capture
internal import Platform

/// Maps a clip's times to CLOCK_MONOTONIC, for its pictures and its sound alike.
final class FilePlayerClock: Sendable {
  let pace: TestDeviceOptions.Pace
  private let fileStart: Int64
  /// Capture time minus file time, once the first sample is there.
  private let offset = Locked<Int64?>(nil)

  /// - Parameter fileStart: Where the earlier of both begins, in nanoseconds.
  init(fileStart: Int64, pace: TestDeviceOptions.Pace) {
    self.fileStart = fileStart
    self.pace = pace
  }

  /// When what stands at `fileTime` is captured, in nanoseconds. The first call starts the clock.
  func captureTime(of fileTime: Int64) -> Int64 {
    offset.withLock { offset in
      let known = offset ?? (pace == .fast ? TestDevices.virtualStart : MonotonicClock.now) - fileStart
      offset = known
      return known + fileTime
    }
  }
}
