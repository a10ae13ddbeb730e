/// One decoded frame's times, after edit lists: what is displayed and when.
public struct ProbedFrame: Sendable {
  /// Presentation time in the stream's time base, or `nil` if the file does not give one.
  public let time: ExactTime?
  /// Duration the container gives, or `nil`.
  public let duration: ExactTime?
  public let isKey: Bool
  /// `I`, `P`, `B`; empty for audio.
  public let pictureType: String
  public let isInterlaced: Bool
  public let width: Int
  public let height: Int
  /// Samples of an audio frame.
  public let sampleCount: Int
}

/// One packet: its times and the hash of its bytes.
public struct ProbedPacket: Sendable, Hashable {
  public let presentation: ExactTime?
  public let decode: ExactTime?
  public let duration: ExactTime?
  public let size: Int
  /// ffprobe's flags: `K` for key, `D` for discarded at presentation.
  public let flags: String
  /// MD5 of the packet's bytes, in hexadecimal.
  public let hash: String

  public var isKey: Bool { flags.contains("K") }
}

extension Probe {
  /// The decoded frames of a stream (`v:0`, `a:0`, …), in the order they are shown.
  public static func frames(of path: String, stream: String = "v:0") async throws -> [ProbedFrame] {
    let raw = try await show(["-show_frames"], path, stream)
    let base = ProbedStream.ratio(raw.streams?.first?.timeBase) ?? (1, 1)
    let time = { (ticks: Int64?) in ticks.map { ExactTime($0, base: base.numerator, base.denominator) } }
    return (raw.frames ?? []).map { frame in
      ProbedFrame(
        time: time(frame.bestEffortTimestamp ?? frame.pts), duration: time(frame.duration ?? frame.pktDuration),
        isKey: frame.keyFrame == 1, pictureType: frame.pictType ?? "", isInterlaced: frame.interlacedFrame == 1,
        width: frame.width ?? 0, height: frame.height ?? 0, sampleCount: frame.nbSamples ?? 0)
    }
  }

  /// The packets of a stream with the MD5 of their bytes, in file order: equal lists of hashes prove a copy.
  ///
  /// H.264 and HEVC are compared as length-prefixed units if both files are MP4; a copy from MPEG-TS changes bytes.
  public static func packets(of path: String, stream: String = "v:0") async throws -> [ProbedPacket] {
    let raw = try await show(["-show_packets", "-show_data_hash", "md5"], path, stream)
    let base = ProbedStream.ratio(raw.streams?.first?.timeBase) ?? (1, 1)
    let time = { (ticks: Int64?) in ticks.map { ExactTime($0, base: base.numerator, base.denominator) } }
    return (raw.packets ?? []).map { packet in
      ProbedPacket(
        presentation: time(packet.pts), decode: time(packet.dts), duration: time(packet.duration),
        size: packet.size.flatMap { Int($0) } ?? 0, flags: packet.flags ?? "",
        hash: String((packet.dataHash ?? "").drop { $0 != ":" }.dropFirst()))
    }
  }

  private static func show(_ what: [String], _ path: String, _ stream: String) async throws -> RawListing {
    let result = try await Program.ffprobe.run(
      ["-v", "error", "-of", "json", "-select_streams", stream, "-show_entries", "stream=time_base"] + what
        + ["file:" + path],
      timeout: .seconds(120))
    guard result.succeeded else { throw TestSupportError(result.description) }
    return try decode(RawListing.self, result.output, of: path)
  }
}

private struct RawListing: Decodable {
  var streams: [Stream]?
  var frames: [Frame]?
  var packets: [Packet]?

  struct Stream: Decodable { var timeBase: String? }
  struct Frame: Decodable {
    var keyFrame, interlacedFrame, width, height, nbSamples: Int?
    var pts, bestEffortTimestamp, pktDuration, duration: Int64?
    var pictType: String?
  }
  struct Packet: Decodable {
    var pts, dts, duration: Int64?
    var size, flags, dataHash: String?
  }
}
