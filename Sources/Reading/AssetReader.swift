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
  private var outputs: [OutputState] = []
  private var stopRegistration: StopSignal.Registration?

  /// What the reader keeps of an output; not the output itself, which keeps the reader.
  private struct OutputState {
    let track: AssetTrack
    let settings: ReaderOutputSettings
    let queue: OutputQueue
    var stage: (any Stage)?
    /// The track's packets have all been taken.
    var hasEnded = false
  }

  private init(
    source: any ByteSource, stop: StopSignal, options: ReaderOptions, executor: ThreadExecutor?
  ) throws(ReadingError) {
    do {
      self.executor = if let executor { executor } else { try ThreadExecutor(name: "rushes-read") }
    } catch {
      throw ReadingError(error)
    }
    self.source = source
    self.stop = stop
    self.options = options
  }

  /// Opens a file and finds its tracks. A pipe is read to its end for that: only then is its size known.
  /// - Parameters:
  ///   - source: Its bytes; kept as long as the reader.
  ///   - stop: What `source` was made with.
  ///   - executor: Where it works; `nil` gives it a thread of its own. Shared with a writer, reading and writing take
  ///     turns, which costs less processor time and more wall time.
  /// - Throws: `ReadingError` (`.unsupportedContainer`, `.damaged`, `.stopped`, …).
  public static func open(
    _ source: any ByteSource, stop: StopSignal, options: ReaderOptions = ReaderOptions(),
    executor: ThreadExecutor? = nil
  ) async throws -> AssetReader {
    let reader = try AssetReader(source: source, stop: stop, options: options, executor: executor)
    try await reader.load()
    return reader
  }

  private func load() throws(ReadingError) {
    loaded = try LoadedAsset(source: source, stop: stop, options: options)
  }

  /// What the container says of itself and its tracks.
  public var asset: Asset { get throws { try current().asset } }

  /// Makes an output for a track; before `startReading()`, one a track.
  public func addOutput(for track: AssetTrack, settings: ReaderOutputSettings) throws -> AssetReaderOutput {
    guard supply == nil else {
      throw ReadingError(code: .invalidState, message: "outputs are added before reading starts")
    }
    guard !outputs.contains(where: { $0.track.id == track.id }) else {
      throw ReadingError(code: .invalidState, message: "track \(track.id) has an output already")
    }
    let output = AssetReaderOutput(index: outputs.count, track: track, settings: settings, reader: self)
    outputs.append(OutputState(track: track, settings: settings, queue: output.queue))
    return output
  }

  /// Opens the decoders and begins to read.
  /// - Throws: `ReadingError` (`.unsupportedCodec`, `.tooLarge`, …).
  public func startReading() throws {
    guard supply == nil else { throw ReadingError(code: .invalidState, message: "reading has started already") }
    let loaded = try current()
    for index in outputs.indices { outputs[index].stage = try makeStage(for: outputs[index]) }
    supply = PacketSupply(
      demuxer: try loaded.takeDemuxer(), streams: Set(outputs.map(\.track.id)), budget: options.readAheadBudget,
      openCursor: loaded.openCursor)
    // Whoever waits is told at once, even while this reader's thread is inside a long decode.
    stopRegistration = stop.onRaise { [queues = outputs.map(\.queue)] in
      for queue in queues { queue.end(ReadingError(.stopped)) }
    }
  }

  /// What has happened to an output's samples so far.
  public func statistics(of output: AssetReaderOutput) -> ReadingStatistics {
    outputs.indices.contains(output.index)
      ? outputs[output.index].stage?.statistics ?? ReadingStatistics() : ReadingStatistics()
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

  private func makeStage(for output: OutputState) throws(ReadingError) -> any Stage {
    switch output.settings {
    case .packets: PacketStage()
    case .pictures(let settings): try PictureStage(track: output.track, settings: settings, options: options)
    case .sound(let settings): try SoundStage(track: output.track, settings: settings, options: options)
    }
  }

  /// Has an output's queue filled on the reader's thread; from any thread.
  nonisolated func requestFill(of index: Int) {
    executor.schedule { self.assumeIsolated { $0.fill(index) } }
  }

  /// Fills one output's queue; then the next request's turn comes.
  private func fill(_ index: Int) {
    let queue = outputs[index].queue
    guard let stage = outputs[index].stage, let supply else {
      queue.end(ReadingError(code: .invalidState, message: "reading has not started"))
      return
    }
    do {
      repeat {
        while queue.hasRoom { try step(index, stage, supply) }
      } while queue.mustFillOn()
    } catch {
      queue.end(error)
      supply.abandon(outputs[index].track.id)
    }
  }

  /// One packet in, or one more portion of what is left of those before.
  private func step(_ index: Int, _ stage: any Stage, _ supply: PacketSupply) throws(ReadingError) {
    let queue = outputs[index].queue
    if stage.hasMore {
      for sample in try stage.resume() { queue.push(sample) }
    } else if outputs[index].hasEnded {
      queue.end()
    } else {
      let packet = try nextPacket(ofTrack: outputs[index].track.id, supply)
      outputs[index].hasEnded = packet == nil
      for sample in try stage.process(packet) { queue.push(sample) }
    }
  }

  private func nextPacket(ofTrack track: Int, _ supply: PacketSupply) throws(ReadingError) -> SampleBuffer? {
    guard !stop.isRaised else { throw ReadingError(.stopped) }
    do {
      return try supply.next(ofStream: track)
    } catch {
      throw ReadingError(error)
    }
  }
}
