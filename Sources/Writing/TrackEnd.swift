internal import Codecs

/// Makes a track end when its last picture does, although that is not the last one in decode order. Pure.
///
/// A container knows how long a packet lasts by the next one's decode time; only the very last has a duration of its
/// own. So the last packet is held back, and what the table cannot say otherwise is put into it.
struct TrackEnd: Sendable {
  /// First time shown, and end of what is shown last.
  private(set) var start: Int64?
  private(set) var end: Int64?
  private var firstDecode: Int64 = 0
  private var firstPresentation: Int64 = 0
  private var previous: PacketTimes?
  /// Latest end of a picture as the container's table will tell it, without the last packet.
  private var tableEnd = Int64.min
  private let usualDuration: Int64

  /// - Parameter usualDuration: What a packet that does not say lasts, in ticks, where nothing better is known; 0 for
  ///   unknown.
  init(usualDuration: Int64 = 0) { self.usualDuration = usualDuration }

  /// Sum of all packets' durations as the container's table will tell them.
  private(set) var tableDuration: Int64 = 0

  /// Notes the next packet in decode order.
  /// - Returns: Its times, with a duration where it had none.
  mutating func note(_ times: PacketTimes) -> PacketTimes {
    if let previous {
      tableEnd = max(tableEnd, previous.presentation + times.decode - previous.decode)
    } else {
      firstDecode = times.decode
      firstPresentation = times.presentation
    }
    let duration = times.duration > 0 ? times.duration : guess(before: times)
    start = min(start ?? times.presentation, times.presentation)
    end = max(end ?? .min, times.presentation + duration)
    let noted = PacketTimes(presentation: times.presentation, decode: times.decode, duration: duration)
    previous = noted
    return noted
  }

  /// Ends the track; gives the last packet's times, to be written instead of its own.
  mutating func finish() -> PacketTimes? {
    guard let last = lastTimes() else { return nil }
    tableDuration = last.decode + last.duration - firstDecode
    return last
  }

  private func lastTimes() -> PacketTimes? {
    guard var last = previous, let end else { return nil }
    let shown = end - firstPresentation
    func isSaid(_ last: PacketTimes) -> Bool {
      max(tableEnd, last.presentation + last.duration) >= end && last.decode + last.duration - firstDecode >= shown
    }
    if isSaid(last) { return last }
    last.duration = end - last.presentation
    if isSaid(last) { return last }
    // Decoding it no earlier than it is shown lets the table reach the end without passing it.
    last.decode = last.presentation
    return last
  }

  private func guess(before times: PacketTimes) -> Int64 {
    if usualDuration > 0 { return usualDuration }
    return previous.map { max(1, times.decode - $0.decode) } ?? 1
  }
}
