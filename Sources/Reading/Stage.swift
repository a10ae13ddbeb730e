internal import Codecs
internal import Media

/// One track's way from packets to what its output delivers. Used on the reader's thread alone.
protocol Stage: AnyObject {
  var statistics: ReadingStatistics { get }

  /// There is more to come out before the next packet is taken: see `resume`.
  var hasMore: Bool { get }

  /// What comes out next of what was already taken.
  func resume() throws(ReadingError) -> [SampleBuffer]

  /// Takes the track's next packet; `nil` is the end.
  /// - Returns: What came out, in order.
  func process(_ packet: SampleBuffer?) throws(ReadingError) -> [SampleBuffer]
}

extension Stage {
  var hasMore: Bool { false }
  func resume() throws(ReadingError) -> [SampleBuffer] { [] }
}

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

/// Decodes, and counts damage instead of giving up on it.
final class DecodingStage {
  private let decoder: Decoder
  private let isStrict: Bool
  private let what: String

  init(track: AssetTrack, threads: Int, isStrict: Bool) throws(ReadingError) {
    self.isStrict = isStrict
    what = track.mediaType == .video ? "picture" : "sound"
    do {
      decoder = try Decoder(format: track.format, timeBase: track.timeBase, threads: threads)
    } catch {
      throw ReadingError(error)
    }
  }

  /// Decodes one packet and hands each frame to `body`.
  func decode(
    _ packet: SampleBuffer?, statistics: inout ReadingStatistics,
    body: (Frame, inout ReadingStatistics) throws(CodecsError) -> Void
  ) throws(ReadingError) {
    if let packet {
      statistics.packets += 1
      statistics.bytes += packet.byteCount
    }
    do {
      var isSent = false
      while !isSent {
        do {
          isSent = try decoder.send(packet)
        } catch  where error.code == .invalidData {
          isSent = true
          try count(error, &statistics)
        }
        try takeFrames(&statistics, body)
      }
    } catch {
      throw ReadingError(error)
    }
  }

  private func takeFrames(
    _ statistics: inout ReadingStatistics, _ body: (Frame, inout ReadingStatistics) throws(CodecsError) -> Void
  ) throws(CodecsError) {
    while true {
      do {
        guard case .frame(let frame) = try decoder.receive() else { return }
        statistics.decoded += 1
        if frame.isDamaged { try count(nil, &statistics) }
        try body(frame, &statistics)
      } catch  where error.code == .invalidData {
        try count(error, &statistics)
      }
    }
  }

  private func count(_ error: CodecsError?, _ statistics: inout ReadingStatistics) throws(CodecsError) {
    statistics.damaged += 1
    guard isStrict else { return }
    throw CodecsError(
      code: .tooLarge, message: error?.message ?? "a damaged \(what) was concealed by the decoder")
  }
}
