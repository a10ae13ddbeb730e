import Testing

@testable import Writing

struct WriterStateTests {
  private enum Call: String, CaseIterable {
    case add, start, append, appendToFinished, finish, complete, cancel, fail
  }

  private static let failure = WritingError(code: .noSpace, message: "full")

  /// The state in a phase, reached by the calls that lead there.
  private static func state(in phase: WriterState.Phase) throws -> WriterState {
    var state = WriterState()
    if phase == .idle { return state }
    try state.start(inputCount: 2)
    switch phase {
    case .idle, .writing: break
    case .finishing: try state.beginFinishing()
    case .finished:
      try state.beginFinishing()
      try state.complete()
    case .cancelled: _ = state.cancel()
    case .failed: _ = state.fail(failure)
    }
    return state
  }

  /// What a call answers: an error's code, or what the phase becomes.
  private static func answer(_ call: Call, in phase: WriterState.Phase) throws -> String {
    var state = try state(in: phase)
    do throws(WritingError) {
      switch call {
      case .add: try state.checkAdding()
      case .start: try state.start(inputCount: 1)
      case .append: try state.checkAppending(isInputFinished: false)
      case .appendToFinished: try state.checkAppending(isInputFinished: true)
      case .finish: try state.beginFinishing()
      case .complete: try state.complete()
      case .cancel: if !state.cancel() { return "ignored" }
      case .fail: if !state.fail(failure) { return "ignored" }
      }
      return state.phase.rawValue
    } catch {
      return "!\(error.code)"
    }
  }

  @Test("Every call in every phase has its answer")
  func table() throws {
    let wrong = "!invalidState"
    let expected: [(Call, [String])] = [
      // idle, writing, finishing, finished, cancelled, failed
      (.add, ["idle", wrong, wrong, wrong, "!stopped", "!noSpace"]),
      (.start, ["writing", wrong, wrong, wrong, "!stopped", "!noSpace"]),
      (.append, [wrong, "writing", wrong, wrong, "!stopped", "!noSpace"]),
      (.appendToFinished, [wrong, wrong, wrong, wrong, "!stopped", "!noSpace"]),
      (.finish, [wrong, "finishing", wrong, wrong, "!stopped", "!noSpace"]),
      (.complete, [wrong, wrong, "finished", wrong, "!stopped", "!noSpace"]),
      (.cancel, ["cancelled", "cancelled", "cancelled", "ignored", "ignored", "ignored"]),
      (.fail, ["failed", "failed", "failed", "ignored", "ignored", "ignored"]),
    ]
    #expect(expected.count == Call.allCases.count)
    for (call, answers) in expected {
      for (phase, answer) in zip(WriterState.Phase.allCases, answers) {
        #expect(try Self.answer(call, in: phase) == answer, "\(call) in \(phase)")
      }
    }
  }

  @Test("A stop that comes as an error counts as cancelled, and the first failure stays")
  func failures() throws {
    var state = try Self.state(in: .finishing)
    let told = [state.fail(.stopped), state.fail(Self.failure)]
    #expect(told == [true, false])
    #expect(state.phase == .cancelled)
    #expect(state.failure?.code == .stopped)
  }

  @Test("Writing does not start without an input")
  func noInputs() {
    var state = WriterState()
    #expect(throws: WritingError.self) { try state.start(inputCount: 0) }
    #expect(state.phase == .idle)
  }
}
