internal import CommandLineTools
internal import FoundationEssentials
internal import Media
internal import Recording

/// The recording as a program sees it: what `--progress json` prints, one object a line.
struct StatusReport: Encodable {
  private struct Level: Encodable {
    let peak, rms: Double
  }

  private let phase: String
  private let time: Double
  private let maximum, progress: Double?
  private let frameRate: Double
  private let framesWritten, framesDropped: Int
  private let levels: [Level]
  private let size: Int64
  private let freeSpace: Int64?
  private let encoderLoad: Double
  private let camera: String?

  init(_ status: RecordingStatus) {
    phase = status.phase.rawValue
    time = rounded(status.duration.seconds)
    maximum = status.maximumDuration.map { rounded($0.seconds) }
    progress = status.maximumDuration.flatMap {
      $0.seconds > 0 ? rounded(min(1, status.duration.seconds / $0.seconds)) : nil
    }
    frameRate = rounded(status.frameRate)
    framesWritten = status.framesWritten
    framesDropped = status.framesDropped
    levels = status.levels.map { Level(peak: rounded($0.peak), rms: rounded($0.rootMeanSquare)) }
    size = status.byteCount
    freeSpace = status.freeSpace
    encoderLoad = rounded(status.encoderLoad)
    camera = status.cameraName
  }

  /// One line, without its end.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding fails on numbers that are not finite only.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
