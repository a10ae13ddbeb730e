/// What an `AssetWriter` may do next. Pure: it decides, the writer acts.
struct WriterState: Sendable {
  enum Phase: String, Sendable, CaseIterable {
    case idle, writing, finishing, finished, cancelled, failed
  }

  private(set) var phase = Phase.idle
  /// What ended the writing, once `failed` or `cancelled`.
  private(set) var failure: WritingError?

  /// Before an input is added.
  func checkAdding() throws(WritingError) {
    if let failure { throw failure }
    guard phase == .idle else { throw .invalidState("cannot add an input: writing has started") }
  }

  /// idle → writing.
  mutating func start(inputCount: Int) throws(WritingError) {
    if let failure { throw failure }
    guard phase == .idle else { throw .invalidState("cannot start writing: it was started before") }
    guard inputCount > 0 else { throw .invalidState("cannot start writing: there is no input") }
    phase = .writing
  }

  /// Before a sample is taken from an input that is, or is not, marked as finished.
  func checkAppending(isInputFinished: Bool) throws(WritingError) {
    if let failure { throw failure }
    if phase == .idle { throw .invalidState("cannot append: writing has not started") }
    if isInputFinished { throw .invalidState("cannot append: the input is marked as finished") }
    guard phase == .writing else { throw .invalidState("cannot append: the file is finished") }
  }

  /// writing → finishing.
  mutating func beginFinishing() throws(WritingError) {
    if let failure { throw failure }
    switch phase {
    case .writing: phase = .finishing
    case .idle: throw .invalidState("cannot finish: writing has not started")
    default: throw .invalidState("cannot finish: it was asked for before")
    }
  }

  /// finishing → finished, unless a stop came first.
  mutating func complete() throws(WritingError) {
    if let failure { throw failure }
    guard phase == .finishing else { throw .invalidState("cannot complete: finishing has not begun") }
    phase = .finished
  }

  /// Stops unless all is over already.
  /// - Returns: Whether suspended appends must be told.
  mutating func cancel() -> Bool {
    guard failure == nil, phase != .finished else { return false }
    phase = .cancelled
    failure = .stopped
    return true
  }

  /// Poisons the writer: every later call throws `error`; the first one stays.
  /// - Returns: Whether suspended appends must be told.
  mutating func fail(_ error: WritingError) -> Bool {
    guard failure == nil, phase != .finished else { return false }
    phase = error.code == .stopped ? .cancelled : .failed
    failure = error
    return true
  }
}
