/// What a recording counts beside what its outputs do.
struct RecordingCounts {
  struct Switch {
    let from: String
    let to: String
    /// Of the recording, in units of the timeline; `nil` until the new camera's first picture.
    var time: Int64?
    /// In nanoseconds.
    var gap: Int64 = 0
  }

  var written = 0
  /// Pictures whose times did not advance.
  var late = 0
  var pauses = 0
  var switches: [Switch] = []
  var failedSwitches: [String] = []
  var microphoneFailure: String?
  var encoderSteps: [RecordingReceipt.EncoderStep] = []

  mutating func beginSwitch(from: String, to: String) { switches.append(Switch(from: from, to: to)) }

  /// The first picture after a switch tells how long it took.
  mutating func noteSwitch(at position: Int64, after end: Int64?, captured time: Int64) {
    guard let last = switches.indices.last, switches[last].time == nil, let end else { return }
    switches[last].time = position
    switches[last].gap = max(0, time - end)
  }
}
