internal import CommandLineTools
internal import Media
internal import Platform
internal import Recording

/// Measures a clip's lip-sync and prints what to do about it.
@MainActor
struct CalibrateSyncCommand {
  private struct Answer: Encodable {
    let schema = 1
    let file: String
    let pairs: [SyncCalibration.Pair]
    let median, spread: Double
    let audioDelay: Double
    let flashes, sounds: Int
  }

  /// Fewer say nothing.
  private static let leastPairs = 3
  /// In seconds: more than that, and the pairs do not agree.
  private static let mostSpread = 0.04

  private let arguments: CalibrateSyncArguments
  private let interruption: Interruption

  init(_ arguments: CalibrateSyncArguments, interruption: Interruption) {
    self.arguments = arguments
    self.interruption = interruption
  }

  /// - Returns: What the program ends with; what went wrong has been told.
  func run() async -> ExitCode {
    do throws(Failure) {
      try show(try await measured())
      return .ok
    } catch {
      return interruption.exitCode ?? error.reported(by: .calibrateSync)
    }
  }

  private func measured() async throws(Failure) -> SyncCalibration {
    guard let path = arguments.clip.validText else { throw failure(.noInput, "its name is not UTF-8") }
    let result: Result<SyncCalibration, RecordingError>
    do {
      let stop = try StopSignal()
      result = await interruption.stopping(Interruption.Work(stop: { stop.raise() })) {
        await Self.result(path, stop: stop)
      }
    } catch {
      throw Failure(.unavailable, error.message)
    }
    switch result {
    case .success(let calibration): return calibration
    case .failure(let error): throw Failure(.noInput, code: error.code.rawValue, error.message)
    }
  }

  private static func result(_ path: String, stop: StopSignal) async -> Result<SyncCalibration, RecordingError> {
    do {
      return .success(try await SyncMeasurement.measure(path, stop: stop))
    } catch {
      return .failure(error)
    }
  }

  private func show(_ calibration: SyncCalibration) throws(Failure) {
    guard calibration.pairs.count >= Self.leastPairs, let median = calibration.medianOffset,
      let spread = calibration.spread
    else {
      throw failure(
        .data,
        "\(Self.count(calibration.flashCount, "flash", "flashes")) and \(Self.count(calibration.soundCount, "sound", "sounds")) "
          + "were found, of which \(calibration.pairs.count) belong together; at least \(Self.leastPairs) are needed")
    }
    guard spread <= Self.mostSpread else {
      throw failure(
        .data,
        "its pairs disagree, by \(Self.milliseconds(spread)) ms at the middle; keep other light and noise away")
    }
    let delay = ((arguments.formerDelay.seconds - median) * 1000).rounded()
    if arguments.isJSON {
      return try StandardStream.output.show(
        json: Answer(
          file: arguments.clip.text, pairs: calibration.pairs, median: median, spread: spread, audioDelay: delay + 0,
          flashes: calibration.flashCount, sounds: calibration.soundCount))
    }
    var table = TextTable()
    table.append(["flash", "sound", "sound is late by"])
    for pair in calibration.pairs {
      table.append([Self.seconds(pair.flash), Self.seconds(pair.sound), "\(Self.milliseconds(pair.offset)) ms"])
    }
    try StandardStream.output.show(
      table.text + "\nmedian \(Self.milliseconds(median)) ms, give or take \(Self.milliseconds(spread)) ms\n"
        + "use --audio-delay \(decimalText(delay + 0, places: 0))\n")
  }

  private func failure(_ exitCode: ExitCode, _ reason: String) -> Failure {
    Failure(exitCode, "cannot measure '\(arguments.clip.escaped)': \(reason)")
  }

  private static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count == 0 ? "no" : "\(count)") \(count == 1 ? one : many)"
  }

  private static func seconds(_ value: Double) -> String { "\(decimalText(value, places: 3)) s" }
  private static func milliseconds(_ value: Double) -> String { decimalText(value * 1000, places: 1) }
}
