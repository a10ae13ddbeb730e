internal import Media

/// Packets as they are.
final class PacketStage: Stage {
  private(set) var statistics = ReadingStatistics()

  func process(_ packet: SampleBuffer?) throws(ReadingError) -> [SampleBuffer] {
    guard let packet else { return [] }
    statistics.packets += 1
    statistics.bytes += packet.byteCount
    statistics.delivered += 1
    return [packet]
  }
}
