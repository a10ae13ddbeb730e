internal import Codecs
internal import MP4
internal import Media
internal import Platform

/// An opened container: its first demuxer, and how to open more over the same bytes.
final class LoadedAsset {
  let asset: Asset
  private let source: any ByteSource
  private let stop: StopSignal
  private let limits: DecodingLimits
  private let origin: MediaTime
  private var demuxer: Demuxer?

  init(source: any ByteSource, stop: StopSignal, options: ReaderOptions) throws(ReadingError) {
    self.source = source
    self.stop = stop
    limits = DecodingLimits(maximumPixels: options.maximumPixels)
    do {
      let boxes = try MovieFacts(source: source, container: try Demuxer.containerName(of: source))
      let byteCount = try source.size()
      try boxes?.requireReasonableTables(byteCount: byteCount)
      let demuxer = try Demuxer(source: source, stop: stop, limits: limits)
      if demuxer.containerName == "mov", demuxer.indexedEnd > byteCount {
        throw ReadingError(
          code: .damaged, message: "it ends early: \(byteCount) of its \(demuxer.indexedEnd) bytes are there")
      }
      origin = Self.origin(of: demuxer, isFragmented: boxes?.isFragmented ?? false)
      for stream in demuxer.streams { demuxer.setOrigin(origin, ofStream: stream.index) }
      self.demuxer = demuxer
      asset = Asset(
        container: demuxer.containerName, containerTitle: demuxer.containerTitle,
        tracks: try demuxer.streams.map { [origin, limits] in
          let rate =
            try Self.nominalRate(of: $0, demuxer: demuxer)
            ?? Self.peekedRate(of: $0) { try Demuxer(source: source, stop: stop, limits: limits) }
          return Self.track($0, nominalFrameRate: rate, boxes: boxes, origin: origin, byteCount: byteCount)
        },
        duration: Self.believableLength(demuxer.duration, boxes: boxes, origin: origin, byteCount: byteCount),
        byteCount: byteCount, creationTime: demuxer.metadata["creation_time"],
        isFragmented: boxes?.isFragmented ?? false, problems: boxes?.problems ?? [],
        isStructureKnown: boxes?.isComplete ?? true)
    } catch let error as CodecsError {
      throw ReadingError(error)
    } catch let error as PlatformError {
      throw ReadingError(error)
    } catch let error as ReadingError {
      throw error
    } catch {
      throw ReadingError(code: .damaged, message: "\(error)")
    }
  }

  /// The demuxer that the container was opened with, still at its start; another one where it was taken before.
  func takeDemuxer() throws(ReadingError) -> Demuxer {
    defer { demuxer = nil }
    if let demuxer { return demuxer }
    do {
      return try openCursor()
    } catch {
      throw ReadingError(error)
    }
  }

  func openCursor() throws(CodecsError) -> Demuxer {
    // These containers' headers name all streams; others show them only as they are read.
    let isComplete = ["mov", "matroska"].contains(asset.container)
    let demuxer = try Demuxer(source: source, stop: stop, limits: limits, analyzesStreams: !isComplete)
    for stream in demuxer.streams { demuxer.setOrigin(origin, ofStream: stream.index) }
    return demuxer
  }

  /// What becomes time zero.
  ///
  /// An MP4's own zero means something: its edit lists say what is shown when; sound before it is what an encoder needed
  /// to start, pictures before it (composition offsets below zero) move it. Other containers, and fragments cut from a
  /// live stream, start anywhere: their first sample becomes zero.
  private static func origin(of demuxer: Demuxer, isFragmented: Bool) -> MediaTime {
    func first(of types: Set<MediaType>) -> MediaTime? {
      demuxer.streams.filter { types.contains($0.format.mediaType) && !$0.isAttachedPicture }.compactMap(\.startTime)
        .min()
    }
    guard let start = first(of: [.video, .audio]) else { return .zero }
    if demuxer.containerName == "mov", !isFragmented || start < .zero {
      return min(first(of: [.video]) ?? .zero, .zero)
    }
    return start
  }

  /// A length as libavformat (5.1) states it for an MP4: it takes the format's "unknown", all ones, for a number, and of
  /// fragments cut from a live stream it states the end on that stream's clock. What leaves hardly a bit for a second is
  /// no length.
  private static func believableLength(
    _ stated: MediaTime?, boxes: MovieFacts?, origin: MediaTime, byteCount: Int64
  ) -> MediaTime? {
    guard let stated, let boxes else { return stated }
    let length = boxes.isFragmented && origin > .zero && stated > origin ? stated - origin : stated
    return Double(byteCount) * 8 >= leastBitRate * length.seconds ? length : nil
  }

  /// Bits a second: a picture that stands for an hour has more.
  private static let leastBitRate = 50.0

  private static func track(
    _ stream: StreamDescription, nominalFrameRate: Rational?, boxes: MovieFacts?, origin: MediaTime, byteCount: Int64
  ) -> AssetTrack {
    let facts = boxes?.tracks[stream.identifier]
    return AssetTrack(
      id: stream.index, format: stream.format, timeBase: stream.timeBase,
      startTime: stream.startTime.map { $0 - origin },
      duration: believableLength(stream.duration, boxes: boxes, origin: origin, byteCount: byteCount),
      nominalFrameRate: nominalFrameRate,
      averageFrameRate: stream.averageFrameRate, frameCount: stream.frameCount, isDefault: stream.isDefault,
      isAttachedPicture: stream.isAttachedPicture, language: stream.language, isDecodable: stream.isDecodable,
      edits: facts?.edits, isEncrypted: facts?.isEncrypted ?? false, sampleEntryCount: facts?.sampleEntryCount ?? 1,
      statedEnd: boxes.flatMap { statedEnd(of: stream, edits: facts?.edits, boxes: $0, origin: origin) })
  }

  /// By the edit list; without one, by the sample table. Fragments know only of what was written so far.
  private static func statedEnd(
    of stream: StreamDescription, edits: TrackEdits?, boxes: MovieFacts, origin: MediaTime
  ) -> MediaTime? {
    guard !boxes.isFragmented else { return nil }
    if let edits { return edits.end > .zero ? edits.end - origin : nil }
    guard let start = stream.startTime, let duration = stream.duration else { return nil }
    return start - origin + duration
  }

  /// From the index where there is a whole one (MP4), else FFmpeg's estimate over the first packets.
  private static func nominalRate(of stream: StreamDescription, demuxer: Demuxer) -> Rational? {
    guard stream.format.mediaType == .video else { return nil }
    if demuxer.containerName == "mov" {
      let times = demuxer.indexedTimes(ofStream: stream.index).sorted()
      if let rate = TrackSurvey.rate(ofSorted: times, timeBase: stream.timeBase) { return rate }
    }
    return stream.averageFrameRate
  }

  /// Where nobody states a rate (a browser's WebM), from the first packets.
  private static func peekedRate(of stream: StreamDescription, open: () throws -> Demuxer) throws -> Rational? {
    guard stream.format.mediaType == .video, !stream.isAttachedPicture else { return nil }
    return try TrackSurvey(of: try open(), stream: stream, limit: 120).nominalFrameRate
  }
}
