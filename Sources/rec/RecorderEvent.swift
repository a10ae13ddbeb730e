internal import CommandLineTools
internal import Recording

/// What happens while a recording is made.
enum RecorderEvent: Sendable {
  case key(Key)
  case endOfInput
  case status(RecordingStatus)
  /// The program had been stopped, and was continued.
  case continued
  /// A second of the countdown is over.
  case tick
  /// A signal came before the recording began.
  case interrupted
}
