import Media
import Platform
import Reading
import TestSupport

/// A clip under an `AssetReader`, and everything that its outputs deliver.
struct OpenedClip {
  let reader: AssetReader
  let asset: Asset

  init(_ path: String, options: ReaderOptions = ReaderOptions()) async throws {
    let stop = try StopSignal()
    try await self.init(
      source: FileSource(try FileDescriptor.openForReading(path), stop: stop), stop: stop, options: options)
  }

  init(_ spec: ClipSpec, options: ReaderOptions = ReaderOptions()) async throws {
    try await self.init(try await ClipFactory.clip(spec).path, options: options)
  }

  init(source: any ByteSource, stop: StopSignal, options: ReaderOptions = ReaderOptions()) async throws {
    reader = try await AssetReader.open(source, stop: stop, options: options)
    asset = try await reader.asset
  }

  /// The first moving picture track.
  var video: AssetTrack? { asset.tracks(of: .video).first { !$0.isAttachedPicture } }
  var audio: AssetTrack? { asset.tracks(of: .audio).first }

  /// Pictures as they are coded, in even sizes, nothing thinned out.
  func plainPictures(_ track: AssetTrack) throws -> PictureSettings {
    guard let size = track.format.codedSize, size.width > 1, size.height > 1 else {
      throw TestSupportError("track \(track.id) has no size")
    }
    return PictureSettings(
      size: PixelSize(width: size.width / 2 * 2, height: size.height / 2 * 2), isInterlaced: track.format.isInterlaced,
      assumedColor: .assumed(for: size))
  }

  /// Reads one output alone.
  func read(_ track: AssetTrack, _ settings: ReaderOutputSettings) async throws -> (
    samples: [SampleBuffer], statistics: ReadingStatistics
  ) {
    let output = try await reader.addOutput(for: track, settings: settings)
    try await reader.startReading()
    let samples = try await output.all()
    return (samples, await reader.statistics(of: output))
  }

  func readPictures(_ change: (inout PictureSettings) -> Void = { _ in }) async throws -> (
    samples: [SampleBuffer], statistics: ReadingStatistics
  ) {
    guard let video else { throw TestSupportError("no video") }
    var settings = try plainPictures(video)
    change(&settings)
    return try await read(video, .pictures(settings))
  }

  func readSound(rate: Int? = nil, channels: Int? = nil) async throws -> (
    samples: [SampleBuffer], statistics: ReadingStatistics
  ) {
    guard let audio, let format = audio.format.audio else { throw TestSupportError("no sound") }
    return try await read(
      audio,
      .sound(
        SoundSettings(sampleRate: rate ?? format.sampleRate, channelCount: channels ?? min(2, format.channelCount))))
  }
}

extension AssetReaderOutput {
  func all() async throws -> [SampleBuffer] {
    var samples: [SampleBuffer] = []
    while let sample = try await nextSample() { samples.append(sample) }
    return samples
  }
}

extension MediaTime {
  init(_ time: ExactTime) {
    self.init(value: time.ticks, timeBase: Int32(time.base.numerator), denominator: Int32(time.base.denominator))
  }
}
