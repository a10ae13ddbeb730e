internal import Codecs
internal import Media
internal import Platform

/// Hands out each track's packets in decode order, whatever order the file has them in.
///
/// Packets of other tracks met on the way are kept, up to a budget of bytes. A track that would have to wait beyond it
/// gets a demuxer of its own over the same bytes: memory stays bounded however badly a file is interleaved.
/// Not `Sendable`: used by one thread at a time.
final class PacketSupply {
  /// One demuxer at one place in the file.
  private final class Cursor {
    let demuxer: Demuxer
    var streams: Set<Int>
    var hasEnded = false

    init(demuxer: Demuxer, streams: Set<Int>) {
      self.demuxer = demuxer
      self.streams = streams
      demuxer.keepOnly(streams)
    }
  }

  private struct Waiting {
    var packets = Deque<SampleBuffer>()
    var delivered = 0
  }

  private let openCursor: () throws(CodecsError) -> Demuxer
  private let budget: Int
  private var cursors: [Cursor] = []
  private var waiting: [Int: Waiting] = [:]
  /// Bytes that wait now.
  private(set) var waitingBytes = 0
  /// The most that ever waited.
  private(set) var peakBytes = 0
  /// Demuxers that were opened beyond the first.
  private(set) var extraCursors = 0
  private var closedDamagedReads = 0

  /// - Parameters:
  ///   - demuxer: The first cursor, at the file's start.
  ///   - streams: Whose packets will be asked for.
  ///   - budget: Bytes that may wait.
  ///   - openCursor: Another demuxer over the same bytes, at their start.
  init(
    demuxer: Demuxer, streams: Set<Int>, budget: Int, openCursor: @escaping () throws(CodecsError) -> Demuxer
  ) {
    self.openCursor = openCursor
    self.budget = budget
    cursors = [Cursor(demuxer: demuxer, streams: streams)]
    for stream in streams { waiting[stream] = Waiting() }
  }

  /// Places passed over as damaged, over all cursors.
  var damagedReads: Int { cursors.reduce(closedDamagedReads) { $0 + $1.demuxer.damagedReads } }

  /// The stream's next packet; `nil` at its end.
  func next(ofStream stream: Int) throws(CodecsError) -> SampleBuffer? {
    if let packet = waiting[stream]?.packets.popFirst() {
      waitingBytes -= packet.byteCount
      waiting[stream]?.delivered += 1
      return packet
    }
    guard var cursor = cursors.first(where: { $0.streams.contains(stream) }) else { return nil }
    while !cursor.hasEnded {
      if waitingBytes > budget, cursor.streams.count > 1 { cursor = try split(stream, from: cursor) }
      guard let (index, packet) = try cursor.demuxer.readPacket() else {
        cursor.hasEnded = true
        break
      }
      if index == stream {
        waiting[stream]?.delivered += 1
        return packet
      }
      guard cursor.streams.contains(index) else { continue }
      waiting[index]?.packets.append(packet)
      waitingBytes += packet.byteCount
      peakBytes = max(peakBytes, waitingBytes)
    }
    return nil
  }

  /// Forgets a stream that nobody reads any more.
  func abandon(_ stream: Int) {
    if var unread = waiting.removeValue(forKey: stream) {
      while let packet = unread.packets.popFirst() { waitingBytes -= packet.byteCount }
    }
    for cursor in cursors where cursor.streams.remove(stream) != nil {
      cursor.demuxer.keepOnly(cursor.streams)
      if cursor.streams.isEmpty { closedDamagedReads += cursor.demuxer.damagedReads }
    }
    cursors.removeAll { $0.streams.isEmpty }
  }

  /// Gives a starving stream its own cursor, past what it was already given.
  private func split(_ stream: Int, from cursor: Cursor) throws(CodecsError) -> Cursor {
    let own = Cursor(demuxer: try openCursor(), streams: [stream])
    var toSkip = waiting[stream]?.delivered ?? 0
    // What the demuxer read while it was opened comes out too, whatever stream it is of.
    while toSkip > 0, let (index, _) = try own.demuxer.readPacket() { toSkip -= index == stream ? 1 : 0 }
    cursor.streams.remove(stream)
    cursor.demuxer.keepOnly(cursor.streams)
    cursors.append(own)
    extraCursors += 1
    return own
  }
}
