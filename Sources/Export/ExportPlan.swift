public import Media
public import Settings

/// What an export will do, track by track, and why; made without writing anything.
public struct ExportPlan: Sendable {
  public let presetName: String
  public let container: ContainerFormat
  public let rateRule: RateRule?
  /// One for each of the source's tracks, in its order.
  public let tracks: [TrackPlan]
  public let warnings: [ExportWarning]
  /// From rates and durations; a quality target's is a guess. `nil` where the duration is unknown.
  public let estimatedByteCount: Int64?
  public let duration: MediaTime?
  public let source: SourceSummary

  public var keptTracks: [TrackPlan] { tracks.filter(\.isKept) }

  /// A line or two for each track, for a person.
  public func explanation() -> [String] {
    var lines = ["source: \(source.description)"]
    for track in tracks {
      var line = "track \(track.trackID) (\(track.mediaType.rawValue), \(track.codec)): \(track.actionName)"
      switch track.action {
      case .encodeVideo(let settings, _): line += " to H.264 \(settings.size), \(Self.text(of: settings.rate))"
      case .encodeAudio(let settings):
        line +=
          " to AAC \(settings.sampleRate) Hz, \(settings.channels) ch, \(settings.bitRate.bitsPerSecond / 1000) kbit/s"
      case .copy, .drop: break
      }
      lines.append(line)
      for reason in track.reasons { lines.append("  \(reason.code.rawValue): \(reason.message)") }
    }
    for warning in warnings { lines.append("warning \(warning.code.rawValue): \(warning.message)") }
    if let estimatedByteCount { lines.append("estimated size: about \(estimatedByteCount) bytes") }
    return lines
  }

  private static func text(of rate: VideoRate) -> String {
    switch rate.control {
    case .average(let bitRate): "\(bitRate.bitsPerSecond / 1000) kbit/s on average"
    case .constantQuality(let quality, let maximum, _): "CRF \(quality), at most \(maximum.bitsPerSecond / 1000) kbit/s"
    }
  }
}
