internal import Codecs
internal import MP4
internal import Media
public import Platform

/// Reads a recorded file: takes the container apart and decodes, on a thread of its own.
///
/// ```
/// let reader = try await AssetReader.open(FileSource(file, stop: stop), stop: stop)
/// let output = try await reader.addOutput(for: reader.asset.tracks[0], settings: .packets)
/// try await reader.startReading()
/// while let sample = try await output.nextSample() { … }
/// ```
public actor AssetReader {
  private let executor: ThreadExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Raised, everything that this reader does ends within milliseconds.
  public nonisolated let stop: StopSignal

  private let source: any ByteSource
  private let options: ReaderOptions
  private var loaded: LoadedAsset?
  private var supply: PacketSupply?
  private var outputs: [ObjectIdentifier: (output: AssetReaderOutput, stage: any Stage)] = [:]
  private var pending: [AssetReaderOutput] = []

  private init(source: any ByteSource, stop: StopSignal, options: ReaderOptions) throws(ReadingError) {
    do {
      executor = try ThreadExecutor(name: "rushes-read")
    } catch {
      throw ReadingError(error)
    }
    self.source = source
    self.stop = stop
    self.options = options
  }

  /// Opens a file and finds its tracks.
  /// - Parameters:
  ///   - source: Its bytes; kept as long as the reader.
  ///   - stop: What `source` was made with.
  /// - Throws: `ReadingError` (`.unsupportedContainer`, `.damaged`, `.stopped`, …).
  public static func open(
    _ source: any ByteSource, stop: StopSignal, options: ReaderOptions = ReaderOptions()
  ) async throws -> AssetReader {
    let reader = try AssetReader(source: source, stop: stop, options: options)
    try await reader.load()
    return reader
  }

  private func load() throws(ReadingError) {
    loaded = try LoadedAsset(source: source, stop: stop, options: options)
  }

  /// What the container says of itself and its tracks.
  public var asset: Asset { get throws { try current().asset } }

  /// Makes an output for a track; before `startReading()`.
  public func addOutput(for track: AssetTrack, settings: ReaderOutputSettings) throws -> AssetReaderOutput {
    guard supply == nil else {
      throw ReadingError(code: .invalidState, message: "outputs are added before reading starts")
    }
    let output = AssetReaderOutput(track: track, settings: settings) { [executor] output in
      executor.schedule { self.assumeIsolated { $0.fill(output) } }
    }
    pending.append(output)
    return output
  }

  /// Opens the decoders and begins to read.
  /// - Throws: `ReadingError` (`.unsupportedCodec`, …).
  public func startReading() throws {
    guard supply == nil else { throw ReadingError(code: .invalidState, message: "reading has started already") }
    let loaded = try current()
    for output in pending { outputs[ObjectIdentifier(output)] = (output, try makeStage(for: output)) }
    let streams = Set(pending.map(\.track.id))
    pending = []
    let supply = PacketSupply(
      demuxer: try loaded.takeDemuxer(), streams: streams, budget: options.readAheadBudget,
      openCursor: loaded.openCursor)
    self.supply = supply
  }

  /// What has happened to an output's samples so far.
  public func statistics(of output: AssetReaderOutput) -> ReadingStatistics {
    outputs[ObjectIdentifier(output)]?.stage.statistics ?? ReadingStatistics()
  }

  /// How far reading ahead went: the most bytes that waited, and how many tracks needed their own place in the file.
  public var readAhead: (peakBytes: Int, extraCursors: Int) { (supply?.peakBytes ?? 0, supply?.extraCursors ?? 0) }

  /// Places in the container that were passed over as damaged.
  public var damagedReads: Int { supply?.damagedReads ?? 0 }

  /// Reads all of a track's packets without decoding them, beside whatever else is being read.
  /// - Parameter limit: Packets at most; `nil` reads them all.
  public func survey(_ track: AssetTrack, limit: Int? = nil) throws -> TrackSurvey {
    do {
      let demuxer = try current().openCursor()
      guard let stream = demuxer.streams.first(where: { $0.index == track.id }) else {
        throw ReadingError(code: .damaged, message: "the track is gone")
      }
      return try TrackSurvey(of: demuxer, stream: stream, limit: limit)
    } catch let error as CodecsError {
      throw ReadingError(error)
    }
  }

  /// Stops reading; every waiting and later `nextSample()` throws `.stopped`.
  public nonisolated func cancelReading() { stop.raise() }

  private func current() throws(ReadingError) -> LoadedAsset {
    guard let loaded else { throw ReadingError(code: .invalidState, message: "the reader is not open") }
    return loaded
  }

  private func makeStage(for output: AssetReaderOutput) throws(ReadingError) -> any Stage {
    switch output.settings {
    case .packets: PacketStage()
    case .pictures(let settings):
      try PictureStage(track: output.track, settings: settings, threads: options.decodingThreads)
    case .sound(let settings): try SoundStage(track: output.track, settings: settings)
    }
  }

  /// Fills one output's queue; then the next request's turn comes.
  private func fill(_ output: AssetReaderOutput) {
    guard let stage = outputs[ObjectIdentifier(output)]?.stage, let supply else {
      output.queue.end(ReadingError(code: .invalidState, message: "reading has not started"))
      return
    }
    do {
      repeat {
        while output.queue.hasRoom { try step(output, stage, supply) }
      } while output.queue.mustFillOn()
    } catch {
      output.queue.end(error)
      supply.abandon(output.track.id)
    }
  }

  private func step(_ output: AssetReaderOutput, _ stage: any Stage, _ supply: PacketSupply) throws(ReadingError) {
    if stage.hasMore {
      for sample in try stage.resume() { output.queue.push(sample) }
      return
    }
    let packet: SampleBuffer?
    do {
      try stop.check()
      packet = try supply.next(ofStream: output.track.id)
    } catch let error as CodecsError {
      throw ReadingError(error)
    } catch let error as PlatformError {
      throw ReadingError(error)
    } catch {
      throw ReadingError(code: .invalidState, message: "\(error)")
    }
    for sample in try stage.process(packet) { output.queue.push(sample) }
    guard packet == nil else { return }
    while stage.hasMore { for sample in try stage.resume() { output.queue.push(sample) } }
    output.queue.end()
  }
}
