internal import CommandLineTools
internal import Glibc
internal import Platform

/// `compress`: exports recorded files to a preset.
@main
struct Compress {
  /// As many files as are open at once, with some to spare.
  private static let neededFiles = 32

  // On the main actor, so that everything up to the first 'await' runs before libdispatch is needed.
  @MainActor
  static func main() async {
    StandardStream.occupyClosedDescriptors()
    let interruption = Interruption()
    do throws(PlatformError) {
      try OpenFileLimit.ensure(free: neededFiles)
      // Before anything makes a thread: threads inherit the signal mask.
      try TerminationSignals.start { interruption.receive($0) }
    } catch {
      end(Failure(.unavailable, error.message).reported())
    }
    do throws(CommandLineToolsError) {
      switch try CommandSpecification.compress.request(
        for: FileName.arguments, columns: StandardStream.output.textColumns)
      {
      case .answer(let text):
        try StandardStream.output.write(text)
        end(.ok)
      case .run(let arguments):
        end(await CompressCommand(try CompressArguments(arguments), interruption: interruption).run())
      }
    } catch {
      end(Failure(error).reported())
    }
  }

  private static func end(_ code: ExitCode) -> Never { exit(code.rawValue) }
}
