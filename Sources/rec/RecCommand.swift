internal import CommandLineTools
internal import Recording

/// Does what the command line asks for.
@MainActor
struct RecCommand {
  let arguments: RecArguments
  let interruption: Interruption

  init(_ arguments: RecArguments, interruption: Interruption) {
    self.arguments = arguments
    self.interruption = interruption
  }

  /// - Returns: What the program ends with; what went wrong has been told.
  func run() async -> ExitCode {
    do throws(Failure) {
      switch arguments.task {
      case .list: return try DeviceListing().show(asJSON: arguments.isJSON)
      case .names(let mediaType): try DeviceListing.showNames(of: mediaType)
      case .info(let output):
        try await RecordingOutline(arguments, devices: try DeviceChoice(arguments), output: output)
          .show(asJSON: arguments.isJSON)
      case .record(let output): return try await record(to: output)
      }
      return .ok
    } catch {
      return error.reported()
    }
  }

  private func record(to output: FileName) async throws(Failure) -> ExitCode {
    do throws(Failure) {
      let target = try RecordingTarget(output, isOverwriting: arguments.isOverwriting)
      let devices = try DeviceChoice(arguments)
      let recorder = Recorder(arguments, devices: devices, output: output, interruption: interruption)
      let receipt = try await recorder.record(to: target)
      return try RecordingSummary(receipt, output: output).show(arguments)
    } catch {
      if arguments.isJSON {
        try StandardStream.output.show(json: FailureReceipt(error, output: output))
      }
      throw error
    }
  }
}

extension RecordingTarget {
  fileprivate init(_ output: FileName, isOverwriting: Bool) throws(Failure) {
    guard let path = output.validText else {
      throw Failure(
        .cannotCreate, code: RecordingError.Code.cannotCreate.rawValue,
        "cannot record '\(output.escaped)': the name is not UTF-8; choose another one")
    }
    self.init(path: path, isOverwriting: isOverwriting)
  }
}
