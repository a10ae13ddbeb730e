internal import CommandLineTools
internal import Glibc
internal import Platform

/// `rec`: records a camera and a microphone.
@main
struct Rec {
  /// As many files as are open at once, with some to spare.
  private static let neededFiles = 48

  // On the main actor, so that everything up to the first 'await' runs before libdispatch is needed.
  @MainActor
  static func main() async {
    StandardStream.occupyClosedDescriptors()
    let interruption = Interruption()
    do throws(PlatformError) {
      try OpenFileLimit.ensure(free: neededFiles)
      // Before anything makes a thread: threads inherit the signal mask.
      try TerminationSignals.start(forwarding: [SIGTSTP, SIGCONT]) { interruption.receive($0) }
    } catch {
      end(Failure(.unavailable, error.message).reported())
    }
    var arguments = FileName.arguments
    let isCalibrating = arguments.first == CommandSpecification.calibrateSyncName
    if isCalibrating { arguments.removeFirst() }
    let specification = isCalibrating ? CommandSpecification.calibrateSync : .rec
    do throws(CommandLineToolsError) {
      switch try specification.request(for: arguments, columns: StandardStream.output.textColumns) {
      case .answer(let text):
        try StandardStream.output.write(text)
        end(.ok)
      case .run(let arguments):
        if isCalibrating {
          end(await CalibrateSyncCommand(try CalibrateSyncArguments(arguments), interruption: interruption).run())
        }
        end(await RecCommand(try RecArguments(arguments), interruption: interruption).run())
      }
    } catch {
      end(Failure(error).reported(by: specification))
    }
  }

  private static func end(_ code: ExitCode) -> Never {
    LiveTerminal.leave()
    exit(code.rawValue)
  }
}
