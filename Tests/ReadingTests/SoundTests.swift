import Media
import Reading
import TestSupport
import Testing

/// Sound against what `ffmpeg` decodes of the same clip.
@Suite(.needsFFmpeg, .serialized) struct SoundTests {
  private static let withSound = EveryClipTests.made.filter {
    ![
      "no-audio", "container.gif", "variable", "60-then", "hdr", "patches", "still", "undecodable", "parameter-set",
    ].contains(where: "\($0)".hasPrefix) && !("\($0)".hasSuffix(".gif"))
  }

  @Test("made clips' sound is gapless, complete, and where ffmpeg puts it", arguments: withSound)
  func made(_ spec: ClipSpec) async throws { try await compare(try await ClipFactory.clip(spec).path) }

  /// Without AMR, of whose packets FFmpeg 5.1's decoder takes the first frame alone.
  private static let realWithSound = EveryClipTests.real.filter { !$0.contains("-amr-") }

  @Test("real clips' sound is gapless, complete, and where ffmpeg puts it", arguments: realWithSound)
  func real(_ name: String) async throws { try await compare(Clip.named(name).path) }

  private func compare(_ path: String) async throws {
    let clip = try await OpenedClip(path)
    guard let audio = clip.audio, audio.isDecodable else { return }
    let (samples, statistics) = try await clip.readSound()
    let read = try ReadSound(samples)
    let reference = try await DecodedAudio(path, stream: "\(audio.id)", sampleRate: nil)
    #expect(read.breaks == 0)
    #expect(read.sampleRate == reference.sampleRate)
    let isMovie = clip.asset.container == "mov"
    let starts = try await Probe(path).streams.filter { ["video", "audio"].contains($0.type) }.compactMap(\.startTime)
    let origin = isMovie ? 0 : Int(((starts.min() ?? 0) * Double(read.sampleRate)).rounded())
    let expectedStart = isMovie ? max(0, reference.start) : reference.start - origin
    let trimmed = isMovie ? max(0, -reference.start) : 0
    #expect(abs(read.start - expectedStart) <= Int(audio.timeBase.tickCount(at: read.sampleRate)), "start")
    #expect(
      abs(read.count - (reference.count - trimmed)) <= statistics.silenceFilled + statistics.samplesTrimmed, "count")
    // Silence has no place.
    guard reference.peak() > 0.001 else { return }
    let decoded = try await read.decoded(shift: origin)
    let offset = try #require(AudioOffset.measure(from: reference, to: decoded))
    #expect(
      offset.correlation > (read.channels.count == reference.channels.count ? 0.999 : 0.5), "\(path): \(statistics)")
    #expect(abs(offset.samples) <= max(0.5, audio.timeBase.tickCount(at: read.sampleRate)), "\(path): \(offset)")
  }
}

extension Rational {
  /// Samples that one tick of this time base lasts.
  func tickCount(at rate: Int) -> Double { (Double(numerator * rate) / Double(denominator)).rounded(.up) }
}
