/// Whether what was shown together is still shown together: measured on what `ffmpeg` decodes from source and output.
public struct SyncReport: Sendable, CustomStringConvertible {
  public let sourceFrameCount: Int
  public let outputFrameCount: Int
  /// The source's video time base in seconds.
  public let tick: Double
  /// How far the whole presentation was moved: time of the output's first picture minus the source's, in seconds.
  public let shift: Double
  /// The greatest difference between displayed times, after that move, in the source's ticks. Each output frame is
  /// compared with the source frame of the same number, or the nearest one where the counts differ.
  public let largestTimeDifference: Double
  /// How much longer the output's last picture is shown, in seconds; `nil` where a file does not say.
  public let lastFrameDifference: Double?
  /// How much later the sound comes relative to the picture than in the source; `nil` where one has no sound.
  public let audio: AudioOffset?

  /// Milliseconds by which the sound comes late relative to the picture, compared with the source.
  public var audioMilliseconds: Double? { audio.map { $0.milliseconds - shift * 1000 } }

  /// Frames kept in number, times within one source tick, sound within 1 ms and one tick.
  public var isInSync: Bool {
    guard sourceFrameCount == outputFrameCount, largestTimeDifference <= 1.001 else { return false }
    guard let audio, let late = audioMilliseconds else { return true }
    return audio.correlation > 0.5 && abs(late) <= 1 + tick * 1000
  }

  public var description: String {
    "frames \(sourceFrameCount) -> \(outputFrameCount), moved \(shift) s, times within \(largestTimeDifference) ticks "
      + "of \(tick) s, sound \(audioMilliseconds.map { "\($0) ms late" } ?? "not compared")"
      + (audio.map { ", r = \($0.correlation)" } ?? "")
  }

  /// - Throws: `TestSupportError` if one of them shows no picture at all.
  public init(
    source: String, output: String, sourceVideo: String = "v:0", sourceAudio: String = "a:0",
    outputVideo: String = "v:0", outputAudio: String = "a:0"
  ) async throws {
    let before = try await Probe.frames(of: source, stream: sourceVideo)
    let after = try await Probe.frames(of: output, stream: outputVideo)
    let (old, new) = (before.compactMap(\.time).sorted(), after.compactMap(\.time).sorted())
    guard let oldFirst = old.first, let newFirst = new.first else {
      throw TestSupportError("no picture to compare in '\(source)' or '\(output)'")
    }
    sourceFrameCount = old.count
    outputFrameCount = new.count
    tick = Double(oldFirst.base.numerator) / Double(oldFirst.base.denominator)
    shift = newFirst.seconds - oldFirst.seconds
    let oldTimes = old.map { $0.seconds - oldFirst.seconds }
    let newTimes = new.map { $0.seconds - newFirst.seconds }
    var largest = 0.0
    for (index, time) in newTimes.enumerated() {
      let other =
        old.count == new.count ? oldTimes[index] : oldTimes.min { abs($0 - time) < abs($1 - time) } ?? time
      largest = max(largest, abs(other - time))
    }
    largestTimeDifference = largest / tick
    let held = (
      try await Self.lastDuration(of: source, stream: sourceVideo, last: old[old.count - 1]),
      try await Self.lastDuration(of: output, stream: outputVideo, last: new[new.count - 1])
    )
    lastFrameDifference = held.0.flatMap { old in held.1.map { $0 - old } }
    let probes = (try await Probe(source), try await Probe(output))
    if probes.0.audio != nil, probes.1.audio != nil {
      audio = AudioOffset.measure(
        from: try await DecodedAudio(source, stream: sourceAudio),
        to: try await DecodedAudio(output, stream: outputAudio), expected: shift, limit: 0.25)
    } else {
      audio = nil
    }
  }
  /// Seconds the last picture is shown: by its packet, or else by what is left of the track's duration.
  private static func lastDuration(of path: String, stream: String, last: ExactTime) async throws -> Double? {
    let packets = try await Probe.packets(of: path, stream: stream).filter { $0.presentation != nil }
    let shownLast = packets.max { ($0.presentation?.seconds ?? 0) < ($1.presentation?.seconds ?? 0) }
    if let duration = shownLast?.duration { return duration.seconds }
    let videos = try await Probe(path).videos
    guard let index = Int(stream.dropFirst(2)), index < videos.count, let start = videos[index].startTime,
      let duration = videos[index].duration
    else { return nil }
    return start + duration - last.seconds
  }
}
