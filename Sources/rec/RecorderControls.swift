internal import CommandLineTools

/// What keys do to a recording: a pure machine.
struct RecorderControls: Sendable {
  enum Action: Sendable, Equatable {
    case stop, pause, resume, switchCamera
    /// To throw the recording away; the person has confirmed it.
    case discard
  }

  private(set) var isPaused = false
  /// Esc was pressed: whether to throw the recording away is asked.
  private(set) var isAsking = false
  /// It has been stopped or thrown away: keys do nothing any more.
  private(set) var isEnding = false

  init() {}

  /// The recording ends by itself, or was ended by something else.
  mutating func end() {
    isEnding = true
    isAsking = false
  }

  /// - Returns: What is to be done; `nil` for nothing.
  mutating func press(_ key: Key) -> Action? {
    guard !isEnding else { return nil }
    if isAsking { return answer(key) }
    switch key {
    case .character("q"), .character("Q"), .enter:
      end()
      return .stop
    case .character(" "):
      isPaused.toggle()
      return isPaused ? .pause : .resume
    case .character("c"), .character("C"):
      return .switchCamera
    case .escape:
      isAsking = true
      return nil
    case .character, .control, .other:
      return nil
    }
  }

  /// Only a plain yes throws a recording away; anything that is no answer is let be.
  private mutating func answer(_ key: Key) -> Action? {
    switch key {
    case .character("y"), .character("Y"):
      end()
      return .discard
    case .character("n"), .character("N"), .escape:
      isAsking = false
    case .character("q"), .character("Q"):
      end()
      return .stop
    case .character, .enter, .control, .other: break
    }
    return nil
  }
}
