internal import Codecs
internal import MP4
internal import Media
public import Platform
public import Settings

/// Writes samples of several inputs into one MP4, MOV or M4A, its `moov` box before the media.
///
/// ```
/// let writer = try AssetWriter(file: file, container: .mp4, stop: stop)
/// let video = AssetWriterInput(video: settings, timeBase: track.timeBase)
/// try await writer.add(video)
/// try await writer.startWriting()
/// while let sample = try await output.nextSample() { try await video.append(sample) }   // a task for each input
/// video.markAsFinished()
/// let report = try await writer.finishWriting()
/// ```
/// Encoding and disk run on the writer's own thread. Once an error was thrown, every later call throws it again; what
/// is in the file is then of no use.
public actor AssetWriter {
  /// How far one input may run ahead of another.
  private static let window = MediaTime(value: 1, timescale: 2)
  /// Samples that are worked on before the actor's other calls get their turn.
  private static let batch = 16

  private let executor: ThreadExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The writer's own thread, for the tasks that feed its inputs: as `executorPreference` it spares a wake-up of another
  /// thread for each sample. Such a task must not block.
  public nonisolated let feedingExecutor: any TaskExecutor

  /// How long the writer's thread has worked: encoding, and waiting for the disk.
  public nonisolated let busyTime = BusyTime()

  private nonisolated let encoded = Locked((bytes: Int64(0), pictures: 0))

  /// Bytes of all packets so far, those included that are not in the file yet.
  public nonisolated var packetByteCount: Int64 { encoded.withLock { $0.bytes } }

  /// Pictures that have left the encoder: it holds some back to see what follows.
  public nonisolated var encodedPictureCount: Int { encoded.withLock { $0.pictures } }

  private let file: FileDescriptor
  private let container: ContainerFormat
  private let creationTime: String?
  private nonisolated let stop: StopSignal
  private nonisolated let mailbox: WriterMailbox
  private var tracks: [WriterTrack] = []
  private var interleaver = Interleaver<TrackPacket>(trackCount: 0)
  private var muxer: Muxer?
  private var movieTimescale = 0
  private var stopRegistration: StopSignal.Registration?

  /// - Parameters:
  ///   - file: Empty, open for reading and writing, seekable; nothing else writes to it meanwhile.
  ///   - stop: Raised, everything ends with `.stopped`.
  ///   - creationTime: ISO 8601, UTC; `nil` leaves it out.
  ///   - executor: Where it works; `nil` gives it a thread of its own.
  /// - Throws: `WritingError` where the limit of threads is reached.
  public init(
    file: FileDescriptor, container: ContainerFormat, stop: StopSignal, creationTime: String? = nil,
    executor: ThreadExecutor? = nil
  ) throws(WritingError) {
    do {
      let executor = if let executor { executor } else { try ThreadExecutor(name: "rushes-write") }
      self.executor = executor
      feedingExecutor = ThreadTaskExecutor(executor)
    } catch {
      throw WritingError(code: .inputOutput, message: error.message, cause: error)
    }
    self.file = file
    self.container = container
    self.stop = stop
    self.creationTime = creationTime
    mailbox = WriterMailbox(window: Self.window)
  }

  /// Adds a track to be; before `startWriting()`. Tracks come in the file in the order they are added.
  public func add(_ input: AssetWriterInput) throws(WritingError) {
    try input.bind(to: mailbox)
    tracks.append(WriterTrack(input) { [stop] in stop.isRaised })
  }

  /// Opens the inputs. The file stays empty until each of them has had a sample, or has ended.
  public func startWriting() throws(WritingError) {
    interleaver = Interleaver(trackCount: tracks.count)
    try mailbox.start { [executor, weak self] in
      executor.schedule { [weak self] in self?.assumeIsolated { $0.work() } }
    }
    stopRegistration = stop.onRaise { [mailbox] in mailbox.cancel() }
  }

  /// Ends all inputs, encodes what is queued, and completes the file.
  ///
  /// Does not put it on disk: synchronise the descriptor for that.
  /// - Throws: `WritingError` (`.noSamples` where no input got one; `.noSpace`, `.stopped`, …).
  public func finishWriting() async throws(WritingError) -> WriterReport {
    try mailbox.beginFinishing()
    do throws(WritingError) {
      while let (input, work) = mailbox.take() { try perform(work, input: input) }
      if let failure = mailbox.failure { throw failure }
      guard let muxer else {
        throw WritingError(code: .noSamples, message: "there is nothing to write: no samples came")
      }
      try writing { () throws(CodecsError) in try muxer.finish() }
      try correctDurations()
      let report = try makeReport()
      try mailbox.complete()
      close()
      return report
    } catch {
      throw fail(error)
    }
  }

  /// Stops at once, whatever is going on: raises the stop signal. Suspended appends throw `.stopped`.
  public nonisolated func cancelWriting() {
    mailbox.cancel()
    stop.raise()
  }

  /// Works on what is queued: the mailbox's `wake` brings it here.
  private func work() {
    do throws(WritingError) {
      for _ in 0..<Self.batch {
        guard let (input, work) = mailbox.take() else { return }
        try perform(work, input: input)
      }
    } catch {
      _ = fail(error)
      return
    }
    executor.schedule { [weak self] in self?.assumeIsolated { $0.work() } }
  }

  private func perform(_ work: WriterMailbox.Queues.Work, input: Int) throws(WritingError) {
    let start = busyTime.begin()
    defer { busyTime.end(start) }
    let track = tracks[input]
    let packets: [TrackPacket]
    switch work {
    case .sample(let sample, _): packets = try track.packets(from: sample)
    case .end: packets = try track.packets(from: nil)
    }
    let size = packets.reduce(0) { $0 + Int64($1.sample.byteCount) }
    let pictures = track.input.mediaType == .video ? packets.count : 0
    encoded.withLock { $0 = ($0.bytes + size, $0.pictures + pictures) }
    for packet in packets {
      interleaver.push(packet, track: input, decodeTime: packet.decodeTime, byteCount: packet.sample.byteCount)
    }
    if case .end = work { interleaver.finish(track: input) }
    if muxer == nil { try openMuxerIfReady() }
    guard let muxer else { return }
    while let (index, packet) = interleaver.pop() {
      guard let number = tracks[index].number else { continue }
      try writing { () throws(CodecsError) in
        try muxer.write(packet.sample, toTrack: number, times: packet.times)
      }
    }
  }

  /// Writes the header once every input has its format, or has ended without samples.
  private func openMuxerIfReady() throws(WritingError) {
    let written = tracks.filter(\.hasSamples)
    guard !written.isEmpty, tracks.allSatisfy(\.isReady) else { return }
    var muxed: [Muxer.Track] = []
    for track in written {
      guard let format = track.format else { continue }
      track.number = muxed.count
      muxed.append(
        Muxer.Track(
          format: format, timeBase: track.timeBase, nominalFrameRate: track.input.nominalFrameRate,
          orientation: track.input.orientation, language: track.input.language))
    }
    movieTimescale = MovieTimescale.choose(
      audioRate: muxed.lazy.compactMap { $0.format.audio?.sampleRate }.first, starts: written.compactMap(\.start))
    let (name, scale) = (container.muxerName, movieTimescale)
    muxer = try writing { () throws(CodecsError) in
      try Muxer(
        container: name, file: file, tracks: muxed, movieTimescale: scale, creationTime: creationTime, stop: stop)
    }
  }

  private func correctDurations() throws(WritingError) {
    do throws(MP4Error) {
      let headers = try WrittenDurations(of: file, stop: stop)
      do throws(PlatformError) {
        for track in tracks {
          guard let number = track.number else { continue }
          try headers.setMedia({ track.tableDuration(inTimescale: $0) }, ofTrack: number)
          guard let end = track.earlyEnd else { continue }
          let ticks = end.converted(toTimescale: Int32(clamping: movieTimescale), rounding: .nearest).value
          try headers.setPresentationEnd(UInt64(max(0, ticks)), ofTrack: number)
        }
      } catch {
        throw MP4Error(code: .unreadable, message: error.message, cause: error)
      }
    } catch {
      throw WritingError(error, doing: "cannot finish '\(file.name)'")
    }
  }

  private func makeReport() throws(WritingError) -> WriterReport {
    do {
      return WriterReport(
        tracks: tracks.enumerated().compactMap { $1.report(index: $0) },
        omittedInputs: tracks.indices.filter { tracks[$0].number == nil }, byteCount: try file.size(),
        movieTimescale: movieTimescale)
    } catch {
      throw WritingError(code: .inputOutput, message: error.message, cause: error)
    }
  }

  private func writing<Result>(_ body: () throws(CodecsError) -> Result) throws(WritingError) -> Result {
    do {
      return try body()
    } catch {
      throw WritingError(error, doing: "cannot write '\(file.name)'", refusal: .muxerFailed)
    }
  }

  /// Poisons the writer and frees what it holds.
  /// - Returns: What ended the writing: a stop, where one came before `error`.
  private func fail(_ error: WritingError) -> WritingError {
    mailbox.fail(error)
    close()
    return mailbox.failure ?? error
  }

  private func close() {
    muxer = nil
    tracks = []
    interleaver = Interleaver(trackCount: 0)
    stopRegistration = nil
  }
}
