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
      let demuxer = try Demuxer(source: source, stop: stop, limits: limits)
      let boxes = try MovieFacts(source: source, container: demuxer.containerName)
      origin = Self.origin(of: demuxer, isFragmented: boxes?.isFragmented ?? false)
      for stream in demuxer.streams { demuxer.setOrigin(origin, ofStream: stream.index) }
      self.demuxer = demuxer
      asset = Asset(
        container: demuxer.containerName, containerTitle: demuxer.containerTitle,
        tracks: demuxer.streams.map { [origin] in Self.track($0, demuxer: demuxer, boxes: boxes, origin: origin) },
        duration: demuxer.duration, byteCount: try source.size(), creationTime: demuxer.metadata["creation_time"],
        isFragmented: boxes?.isFragmented ?? false, problems: boxes?.problems ?? [])
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
    let demuxer = try Demuxer(source: source, stop: stop, limits: limits)
    for stream in demuxer.streams { demuxer.setOrigin(origin, ofStream: stream.index) }
    return demuxer
  }

  /// What becomes time zero.
  ///
  /// An MP4's own zero means something: its edit lists say what is shown when. Other containers, and fragments cut from
  /// a live stream, start anywhere: their first sample becomes zero.
  private static func origin(of demuxer: Demuxer, isFragmented: Bool) -> MediaTime {
    let starts = demuxer.streams.filter { [.video, .audio].contains($0.format.mediaType) && !$0.isAttachedPicture }
      .compactMap(\.startTime)
    guard let first = starts.min() else { return .zero }
    return demuxer.containerName == "mov" && !isFragmented ? min(first, .zero) : first
  }

  private static func track(
    _ stream: StreamDescription, demuxer: Demuxer, boxes: MovieFacts?, origin: MediaTime
  ) -> AssetTrack {
    let facts = boxes?.tracks[stream.identifier]
    return AssetTrack(
      id: stream.index, format: stream.format, timeBase: stream.timeBase,
      startTime: stream.startTime.map { $0 - origin },
      duration: stream.duration, nominalFrameRate: nominalRate(of: stream, demuxer: demuxer),
      averageFrameRate: stream.averageFrameRate, frameCount: stream.frameCount, isDefault: stream.isDefault,
      isAttachedPicture: stream.isAttachedPicture, language: stream.language, isDecodable: stream.isDecodable,
      edits: facts?.edits, isEncrypted: facts?.isEncrypted ?? false, sampleEntryCount: facts?.sampleEntryCount ?? 1)
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
}
