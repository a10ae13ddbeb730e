/// Decides which of a sound card's stamps to believe.
///
/// A stamp says when the card had counted up to where it was; what waits to be read was captured before it. Stamps that
/// are missing, of another clock or that go back are replaced by the time of reading.
struct SoundStamps {
  /// The device has stamps of its own; else they say "now" and are not looked at.
  let isTrusted: Bool
  private var last: Int64?

  /// A stamp that is older than what the largest buffers hold is of another clock.
  private static let oldest: Int64 = 10_000_000_000
  /// The card's stamp and the clock are read one after the other.
  private static let newest: Int64 = 5_000_000

  init(isTrusted: Bool) { self.isTrusted = isTrusted }

  /// When the next sample to be read was captured.
  /// - Parameters:
  ///   - stamp: The card's, in nanoseconds; 0 where it has none.
  ///   - now: The clock after it was asked.
  ///   - delay: How long ago the next sample was captured, as seen at the stamp, in nanoseconds.
  mutating func time(stamp: Int64, now: Int64, delay: Int64) -> (time: Int64, isReplaced: Bool) {
    guard isTrusted else { return (now - delay, false) }
    let isUsable = stamp > 0 && stamp <= now + Self.newest && now - stamp < Self.oldest && stamp >= last ?? 0
    guard isUsable else { return (now - delay, true) }
    last = stamp
    return (stamp - delay, false)
  }

  /// The stream begins anew.
  mutating func restart() { last = nil }
}
