import Codecs
import Media
import Settings
import TestSupport
import Testing

@testable import Writing

/// An encoder that is given less to do in mid-track.
@Suite(.needsFFmpeg) struct EffortTests {
  private static func source(
    _ efforts: @escaping (Int) -> X264Preset?, isAdjustable: Bool = true, timeBase: Rational
  ) -> (source: VideoTrackSource, next: () -> Void) {
    var settings = VideoEncoderSettings.test()
    settings.isAdjustable = isAdjustable
    var index = 0
    let source = VideoTrackSource(
      settings, timeBase: timeBase, requestedEffort: { efforts(index) }, isStopped: { false })
    return (source, { index += 1 })
  }

  @Test func `the track goes on with a key frame, loses no picture, and keeps its parameter sets`() async throws {
    let clip = try await SourceClip(.corners)
    let pictures = try clip.pictures()
    let timeBase = try clip.stream(.video).timeBase
    let (source, next) = Self.source({ $0 < 10 ? nil : $0 < 20 ? .superfast : .ultrafast }, timeBase: timeBase)
    var packets: [SampleBuffer] = []
    for picture in pictures {
      packets += try source.packets(from: picture)
      next()
    }
    packets += try source.packets(from: nil)
    #expect(packets.count == pictures.count)
    #expect(packets.filter(\.isKeyFrame).count == 3)
    let decodes = packets.compactMap(\.decodeTime)
    #expect(decodes == decodes.sorted() && Set(decodes).count == packets.count)
    let format = try #require(source.format)
    let written = try WrittenClip()
    _ = try await written.write([(AssetWriterInput(copying: format, timeBase: timeBase), packets)])
    #expect(try await FullDecode.errors(written.path) == [])
    #expect(
      try await Probe.frames(of: written.path).map(\.time) == (0..<30).map { ExactTime(Int64($0), base: 1, 30) })
  }

  @Test func `an encoder that is not adjustable goes on as it was`() async throws {
    let clip = try await SourceClip(.corners)
    let (source, next) = Self.source(
      { $0 < 10 ? nil : .ultrafast }, isAdjustable: false, timeBase: try clip.stream(.video).timeBase)
    var packets: [SampleBuffer] = []
    for picture in try clip.pictures() {
      packets += try source.packets(from: picture)
      next()
    }
    packets += try source.packets(from: nil)
    #expect(packets.filter(\.isKeyFrame).count == 1)
  }
}
