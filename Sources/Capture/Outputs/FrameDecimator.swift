internal import Media

/// Leaves pictures out where a device gives more a second than were asked for: pure, by their times.
struct FrameDecimator {
  let minFrameDuration: MediaTime
  /// When the next one is due.
  private var due: MediaTime?

  init(minFrameDuration: MediaTime) { self.minFrameDuration = minFrameDuration }

  /// Whether the picture of that time is kept. One that comes a quarter of the interval early is on time: devices jitter.
  mutating func keeps(_ time: MediaTime) -> Bool {
    guard let due else {
      self.due = time + minFrameDuration
      return true
    }
    let quarter = MediaTime(value: minFrameDuration.value, timescale: minFrameDuration.timescale).quartered
    guard time >= due - quarter else { return false }
    // On a steady grid; after a pause of the device a new one begins.
    self.due = time > due + minFrameDuration ? time + minFrameDuration : due + minFrameDuration
    return true
  }
}

extension MediaTime {
  fileprivate var quartered: MediaTime {
    MediaTime(value: value, timeBase: 1, denominator: 4 * min(timescale, .max / 4))
  }
}
