internal import Capture
internal import CommandLineTools
internal import Media

extension CaptureDevice {
  /// Its name, where it is, and where it looks.
  var facts: String {
    var facts = [localizedName]
    switch connection {
    case .v4l2(let path): facts.append(path)
    case .alsa(let pcm): if pcm != id { facts.append(pcm) }
    case .test, .file: break
    }
    if position != .unspecified { facts.append(position.rawValue) }
    if mountingRotation != 0 { facts.append("mounted at \(mountingRotation) degrees") }
    return facts.joined(separator: ", ")
  }
}

extension VideoCaptureFormat {
  /// `30, 25, 15 fps`, or `60 to 1 fps` for a range.
  var ratesText: String {
    let rates = frameRates.map(\.frameRateText)
    let text = isContinuous && rates.count == 2 ? rates.joined(separator: " to ") : rates.joined(separator: ", ")
    return (rates.isEmpty ? "" : text + " fps") + (isEmulated ? " (emulated)" : "")
  }
}

extension AudioCaptureFormat {
  /// `8000 to 48000 Hz, 1 to 2 channels`.
  var summary: String {
    "\(Self.text(sampleRates)) Hz, \(Self.text(channelCounts)) channel\(channelCounts.upperBound == 1 ? "" : "s")"
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }
}

extension Rational {
  /// `30`, `29.97`: two decimal places at most.
  var frameRateText: String {
    if denominator == 1 { return "\(numerator)" }
    var text = decimalText(doubleValue, places: 2)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
