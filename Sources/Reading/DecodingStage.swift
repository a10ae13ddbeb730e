internal import Codecs
internal import Media

/// Decodes, and counts damage instead of giving up on it.
final class DecodingStage {
  private let decoder: Decoder
  private let splitter: PacketSplitter?
  private let isStrict: Bool
  private let what: String

  init(track: AssetTrack, threads: Int, maximumPixels: Int, isStrict: Bool) throws(ReadingError) {
    self.isStrict = isStrict
    what = track.mediaType == .video ? "picture" : "stretch of sound"
    splitter = PacketSplitter(format: track.format)
    do {
      decoder = try Decoder(
        format: track.format, timeBase: track.timeBase, threads: threads,
        limits: DecodingLimits(maximumPixels: maximumPixels))
    } catch {
      throw ReadingError(error)
    }
  }

  /// Decodes one packet and hands each frame to `body`; `nil` ends the track.
  /// - Throws: `ReadingError`, what `body` threw included; `.damaged` only where strict.
  func decode(
    _ packet: SampleBuffer?, statistics: inout ReadingStatistics,
    body: (Frame, inout ReadingStatistics) throws(CodecsError) -> Void
  ) throws(ReadingError) {
    if let packet {
      statistics.packets += 1
      statistics.bytes += packet.byteCount
    }
    guard let splitter, let packet else { return try decodeWhole(packet, &statistics, body) }
    let parts: [SampleBuffer]
    do {
      parts = try splitter.parts(of: packet)
    } catch {
      throw ReadingError(error)
    }
    for part in parts { try decodeWhole(part, &statistics, body) }
  }

  private func decodeWhole(
    _ packet: SampleBuffer?, _ statistics: inout ReadingStatistics,
    _ body: (Frame, inout ReadingStatistics) throws(CodecsError) -> Void
  ) throws(ReadingError) {
    var isSent = false
    while !isSent {
      do {
        isSent = try decoder.send(packet)
      } catch {
        isSent = true
        try count(error, &statistics)
      }
      while let frame = try nextFrame(&statistics) {
        do {
          try body(frame, &statistics)
        } catch {
          throw ReadingError(error)
        }
      }
    }
  }

  /// The next frame; `nil` where the decoder wants a packet or has ended.
  private func nextFrame(_ statistics: inout ReadingStatistics) throws(ReadingError) -> Frame? {
    while true {
      do {
        guard case .frame(let frame) = try decoder.receive() else { return nil }
        statistics.decoded += 1
        if frame.isDamaged { try count(nil, &statistics) }
        return frame
      } catch let error as CodecsError {
        try count(error, &statistics)
      } catch let error as ReadingError {
        throw error
      } catch {
        throw ReadingError(code: .damaged, message: "\(error)")
      }
    }
  }

  /// - Parameter error: What the decoder refused; `nil` where it concealed the damage.
  private func count(_ error: CodecsError?, _ statistics: inout ReadingStatistics) throws(ReadingError) {
    if let error, error.code != .invalidData { throw ReadingError(error) }
    statistics.damaged += 1
    guard isStrict else { return }
    throw ReadingError(
      code: .damaged, message: error?.message ?? "a damaged \(what) was concealed by the decoder")
  }
}
