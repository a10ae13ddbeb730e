internal import Media
internal import Platform
internal import Reading
internal import Settings
internal import Writing

/// One walk from a reader to a file: each kept track from its output to its input.
struct ExportPass {
  struct Result {
    let report: WriterReport
    /// Statistics of reading by source track.
    let statistics: [Int: ReadingStatistics]
    let damagedReads: Int
    /// Source tracks in the order of the writer's inputs.
    let tracks: [Int]
  }

  let plan: ExportPlan
  let asset: Asset
  let reader: AssetReader
  let file: FileDescriptor
  let isStrict: Bool
  let stop: StopSignal
  let meter: ProgressMeter
  /// Where the writer works; `nil` gives it a thread of its own.
  let executor: ThreadExecutor?

  func run() async throws -> Result {
    let writer = try AssetWriter(
      file: file, container: plan.container, stop: stop, creationTime: asset.creationTime, executor: executor)
    var routes: [Route] = []
    for track in plan.keptTracks {
      guard let source = asset.tracks.first(where: { $0.id == track.trackID }) else { continue }
      let output = try await reader.addOutput(for: source, settings: settings(for: track, source))
      let input = makeInput(for: track, source)
      try await writer.add(input)
      routes.append(Route(track: track.trackID, output: output, input: input))
    }
    meter.begin(tracks: routes.map(\.track), whole: plan.duration) { [file] in (try? file.size()) ?? 0 }
    try await writer.startWriting()
    try await reader.startReading()
    try await pumpAll(routes, on: writer.feedingExecutor)
    let report = try await writer.finishWriting()
    var statistics: [Int: ReadingStatistics] = [:]
    for route in routes { statistics[route.track] = await reader.statistics(of: route.output) }
    return Result(
      report: report, statistics: statistics, damagedReads: await reader.damagedReads, tracks: routes.map(\.track))
  }

  private struct Route: Sendable {
    let track: Int
    let output: AssetReaderOutput
    let input: AssetWriterInput
  }

  /// One track's failure ends the others at once, whatever they wait for; it is the error, not what it did to them.
  private func pumpAll(_ routes: [Route], on executor: any TaskExecutor) async throws {
    let failure = Locked<(any Error)?>(nil)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for route in routes {
          group.addTask(executorPreference: executor) {
            do {
              try await pump(route)
            } catch {
              failure.withLock { $0 = $0 ?? error }
              stop.raise()
              throw error
            }
          }
        }
        try await group.waitForAll()
      }
    } catch {
      throw failure.withLock { $0 } ?? error
    }
  }

  private func pump(_ route: Route) async throws {
    while let sample = try await route.output.nextSample() {
      try await route.input.append(sample)
      if let time = sample.presentationTime { meter.note(track: route.track, time: time) }
    }
    route.input.markAsFinished()
    meter.finish(track: route.track)
  }

  private func settings(for track: TrackPlan, _ source: AssetTrack) -> ReaderOutputSettings {
    switch track.action {
    case .copy, .drop: return .packets
    case .encodeAudio(let settings):
      return .sound(
        SoundSettings(sampleRate: settings.sampleRate, channelCount: settings.channels, isStrict: isStrict))
    case .encodeVideo(let settings, let treatment):
      return .pictures(
        PictureSettings(
          size: settings.size, bakedOrientation: treatment.bakedOrientation,
          maximumFrameRate: treatment.maximumFrameRate, isInterlaced: treatment.isInterlaced,
          assumedColor: .assumed(for: source.format.codedSize ?? settings.size), isStrict: isStrict))
    }
  }

  private func makeInput(for track: TrackPlan, _ source: AssetTrack) -> AssetWriterInput {
    switch track.action {
    case .copy, .drop:
      AssetWriterInput(
        copying: source.format, timeBase: source.timeBase, nominalFrameRate: source.nominalFrameRate,
        orientation: track.orientation, language: track.language, presentationEnd: source.statedEnd)
    case .encodeAudio(let settings): AssetWriterInput(audio: settings, language: track.language)
    case .encodeVideo(let settings, _):
      AssetWriterInput(video: settings, timeBase: source.timeBase, language: track.language)
    }
  }
}
