internal import Media
internal import Platform
internal import Reading
public import Settings
internal import Writing

/// Exports one recorded file to a preset.
///
/// ```
/// let session = try AssetExportSession(source: .file("clip.mov"), preset: library.preset(named: "640x480"))
/// let receipt = try await session.export(to: .file("clip-640x480.mp4", overwriting: false))
/// ```
/// A session exports once. Its own thread opens, checks and syncs; reading and writing have threads of their own,
/// unless one encoding thread was asked for: then everything takes turns on the session's.
public actor AssetExportSession {
  private let executor: ThreadExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  public nonisolated let source: ExportSource
  public nonisolated let preset: ExportPreset
  public nonisolated let options: ExportOptions
  private nonisolated let stop: StopSignal
  private nonisolated let meter = ProgressMeter()
  private var opened: OpenedSource?
  private var surveys: [Int: TrackSurvey] = [:]
  private var rates: [Int: Rational]?
  private var hasExported = false

  /// - Throws: `ExportError` (`.unavailable`) where the system gives no thread or descriptor.
  public init(source: ExportSource, preset: ExportPreset, options: ExportOptions = ExportOptions()) throws(ExportError)
  {
    self.source = source
    self.preset = preset
    self.options = options
    do {
      executor = try ThreadExecutor(name: "rushes-export")
      stop = try StopSignal()
    } catch {
      throw ExportError(code: .unavailable, message: error.message)
    }
  }

  /// How far `export(to:)` is: grows, and ends at 1 exactly once; ends without it where the export fails.
  /// For one consumer.
  public nonisolated var progress: AsyncStream<ExportProgress> { meter.stream }

  /// Stops whatever the session does, within milliseconds; what was begun leaves nothing behind.
  public nonisolated func cancel() { stop.raise() }

  /// What an export would do; writes nothing.
  /// - Parameter container: The preset's own where `nil`.
  /// - Throws: `ExportError`.
  public func plan(container: ContainerFormat? = nil) async throws(ExportError) -> ExportPlan {
    do {
      return try await makePlan(container: container ?? preset.container)
    } catch {
      throw failure(error)
    }
  }

  /// Exports, and publishes the output once it is complete, checked and on disk.
  /// - Throws: `ExportError`; then there is no output, and no part of one.
  public func export(to target: ExportTarget) async throws(ExportError) -> ExportReceipt {
    guard !hasExported else {
      throw ExportError(code: .internalError, message: "a session exports once")
    }
    hasExported = true
    let stop = stop
    do {
      return try await withTaskCancellationHandler {
        try await perform(target)
      } onCancel: {
        stop.raise()
      }
    } catch {
      meter.abandon()
      throw failure(error, target: target)
    }
  }

  private func perform(_ target: ExportTarget) async throws -> ExportReceipt {
    let clock = ContinuousClock()
    let start = clock.now
    let output = try ExportOutput(target)
    let container = output.container ?? preset.container
    var plan = try await makePlan(container: container)
    guard let opened else { throw ExportError(code: .internalError, message: "the source is not open") }
    try output.create(beside: opened.descriptor, sourceName: source.name)
    let planned = clock.now

    let asset = try await opened.reader.asset
    var result = try await pass(plan, asset, opened.reader, output)
    if result.report.byteCount > asset.byteCount, let copying = try replanned(plan, result, asset, container) {
      // The encode gained nothing: the source's own tracks serve better.
      try output.restart()
      plan = copying
      let reader = try await AssetReader.open(opened.bytes, stop: stop, executor: sharedExecutor)
      result = try await pass(plan, asset, reader, output)
    }
    let encoded = clock.now
    try requireWholeSource(opened, asset)
    try requireVideo(plan, result)
    try requireSoundness(asset, result)
    try WrittenFileVerification.verify(try output.descriptor, against: result.report, stop: stop)
    try stop.check()
    let byteCount = try output.descriptor.size()
    try output.publish(stop: stop)
    let published = clock.now
    meter.complete(mediaTime: plan.duration ?? .zero, bytes: byteCount)
    return ExportReceipt(
      plan: plan, result: result, outputName: target.name, byteCount: byteCount,
      timings: ExportReceipt.Timings(
        total: start.duration(to: published).inSeconds, planning: start.duration(to: planned).inSeconds,
        encoding: planned.duration(to: encoded).inSeconds, publishing: encoded.duration(to: published).inSeconds))
  }

  /// An input that was cut while it was read gave less than it promised.
  private func requireWholeSource(_ opened: OpenedSource, _ asset: Asset) throws {
    guard opened.descriptor.isRegularFile, try opened.descriptor.size() < asset.byteCount else { return }
    throw ExportError(
      code: .inputError, message: "cannot export '\(source.name)': it became shorter while it was read")
  }

  /// Sound alone is no video: a video track of which nothing could be decoded is a failure.
  private func requireVideo(_ plan: ExportPlan, _ result: ExportPass.Result) throws(ExportError) {
    for input in result.report.omittedInputs {
      guard plan.tracks.contains(where: { $0.trackID == result.tracks[input] && $0.mediaType == .video }) else {
        continue
      }
      throw ExportError(
        code: .damagedInput, message: "cannot export '\(source.name)': none of its pictures could be decoded")
    }
  }

  /// What decoders do not meet, such as packets that are cut off, is damage too.
  private func requireSoundness(_ asset: Asset, _ result: ExportPass.Result) throws(ExportError) {
    guard options.isStrict else { return }
    let problem = result.damagedReads > 0 ? "\(result.damagedReads) places cannot be read" : asset.problems.first
    guard let problem else { return }
    throw ExportError(code: .damagedInput, message: "cannot export '\(source.name)': \(problem)")
  }

  private func pass(
    _ plan: ExportPlan, _ asset: Asset, _ reader: AssetReader, _ output: ExportOutput
  ) async throws -> ExportPass.Result {
    try await ExportPass(
      plan: plan, asset: asset, reader: reader, file: output.descriptor, isStrict: options.isStrict, stop: stop,
      meter: meter, executor: sharedExecutor
    ).run()
  }

  /// What reading and writing share where one thread must do: no caches are shared between processors then, which saves
  /// one to two per cent of processor time and costs a quarter of wall time.
  private var sharedExecutor: ThreadExecutor? { options.encodingThreads == 1 ? executor : nil }

  private func makePlan(container: ContainerFormat) async throws -> ExportPlan {
    if opened == nil { opened = try await OpenedSource(source, options: options, stop: stop, executor: sharedExecutor) }
    guard let reader = opened?.reader else {
      throw ExportError(code: .internalError, message: "the source is not open")
    }
    let asset = try await reader.asset
    if rates == nil { rates = try await frameRates(asset, reader) }
    var planner = planner(asset, container)
    for track in planner.tracksToSurvey() where surveys[track.id] == nil {
      surveys[track.id] = try await reader.survey(track)
    }
    planner.surveys = surveys
    return try planner.plan()
  }

  /// Containers without an index state rates that are guesses; the first packets tell the usual interval.
  private func frameRates(_ asset: Asset, _ reader: AssetReader) async throws -> [Int: Rational] {
    guard asset.container != "mov" else { return [:] }
    var rates: [Int: Rational] = [:]
    for track in asset.tracks(of: .video) where !track.isAttachedPicture {
      rates[track.id] = try await reader.survey(track, limit: Self.packetsForRate).nominalFrameRate
    }
    return rates
  }

  /// Packets whose intervals tell a track's usual frame rate.
  private static let packetsForRate = 240

  /// The plan that copies the tracks that grew, where only the bit rate had spoken against it; `nil` where there are none.
  private func replanned(
    _ plan: ExportPlan, _ result: ExportPass.Result, _ asset: Asset, _ container: ContainerFormat
  ) throws -> ExportPlan? {
    guard !options.forcesEncoding else { return nil }
    var planner = planner(asset, container)
    planner.surveys = surveys
    for track in plan.keptTracks where track.failsOnlyByBitRate {
      guard let encoded = result.report.tracks.first(where: { result.tracks[$0.input] == track.trackID }),
        let before = surveys[track.trackID], encoded.byteCount >= Int64(before.byteCount)
      else { continue }
      planner.largerWhenEncoded.insert(track.trackID)
    }
    return planner.largerWhenEncoded.isEmpty ? nil : try planner.plan()
  }

  private func planner(_ asset: Asset, _ container: ContainerFormat) -> ExportPlanner {
    ExportPlanner(
      asset: asset, sourceName: source.name, preset: preset, options: options, container: container,
      canHold: { $1.canHold($0) }, surveys: surveys, rates: rates ?? [:])
  }

  private func failure(_ error: any Error, target: ExportTarget? = nil) -> ExportError {
    switch error {
    case let error as ExportError: error
    case let error as ReadingError: ExportError(reading: source.name, error)
    case let error as WritingError: ExportError(writing: target?.name ?? source.name, from: source.name, error)
    case let error as PlatformError: ExportError(creating: target?.name ?? source.name, error)
    case is CancellationError: ExportError(code: .cancelled, message: "stopped")
    default: ExportError(code: .internalError, message: "\(error)")
    }
  }
}

extension Duration {
  var inSeconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }
}
