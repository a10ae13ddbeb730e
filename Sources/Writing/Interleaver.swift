internal import Media

/// Orders the packets of several tracks by decode time, holding back no more than it must. Pure.
///
/// While each live track has a packet waiting, the one that is decoded first comes next (of equals, the lower track's).
/// A track without packets makes the others wait only within limits; beyond them the earliest packet goes out as it
/// is, so that a late or sparse track costs order, never memory or progress.
struct Interleaver<Packet> {
  struct Limits: Hashable, Sendable {
    /// Bytes that one track may have waiting.
    var bytes = 8 << 20
    /// Decode time that one track may have waiting. More than x264's look-ahead at common rates.
    var time = MediaTime(value: 5, timescale: 1)
  }

  private struct Entry {
    let packet: Packet
    let time: MediaTime
    let byteCount: Int
  }

  private struct Track {
    var entries: [Entry] = []
    var start = 0
    var byteCount = 0
    var isLive = true

    var first: Entry? { start < entries.count ? entries[start] : nil }

    mutating func removeFirst() -> Entry? {
      guard let entry = first else { return nil }
      start += 1
      byteCount -= entry.byteCount
      if start == entries.count {
        entries.removeAll(keepingCapacity: true)
        start = 0
      } else if start >= 256, start * 2 >= entries.count {
        entries.removeFirst(start)
        start = 0
      }
      return entry
    }
  }

  private let limits: Limits
  private var tracks: [Track]

  init(trackCount: Int, limits: Limits = Limits()) {
    self.limits = limits
    tracks = Array(repeating: Track(), count: trackCount)
  }

  /// Bytes of all waiting packets.
  var byteCount: Int { tracks.reduce(0) { $0 + $1.byteCount } }

  /// Takes a track's next packet; each track's come in decode order.
  mutating func push(_ packet: Packet, track: Int, decodeTime: MediaTime, byteCount: Int) {
    tracks[track].entries.append(Entry(packet: packet, time: decodeTime, byteCount: byteCount))
    tracks[track].byteCount += byteCount
  }

  /// No more packets of this track will come.
  mutating func finish(track: Int) { tracks[track].isLive = false }

  /// The next packet to write; `nil` where it is better to wait, and when there is none.
  mutating func pop() -> (track: Int, packet: Packet)? {
    var next: (track: Int, time: MediaTime)?
    var isComplete = true
    for (index, track) in tracks.enumerated() {
      guard let first = track.first else {
        if track.isLive { isComplete = false }
        continue
      }
      if next.map({ first.time < $0.time }) ?? true { next = (index, first.time) }
    }
    guard let next, isComplete || tracks.contains(where: isOverfull) else { return nil }
    return tracks[next.track].removeFirst().map { (next.track, $0.packet) }
  }

  private func isOverfull(_ track: Track) -> Bool {
    guard let first = track.first, let last = track.entries.last else { return false }
    return track.byteCount > limits.bytes || last.time - first.time > limits.time
  }
}
