internal import CommandLineTools
internal import Media

/// A duration above zero.
struct PositiveDuration: ArgumentValue {
  let duration: Duration

  static let expectation = "a duration above zero such as 10s, 1m30s or 00:10"

  init?(argumentText: String) {
    guard let duration = Duration(argumentText: argumentText), duration > .zero else { return nil }
    self.duration = duration
  }

  var mediaTime: MediaTime {
    let (seconds, attoseconds) = duration.components
    return MediaTime(value: seconds * 1_000_000_000 + attoseconds / 1_000_000_000, timescale: 1_000_000_000)
  }
}
