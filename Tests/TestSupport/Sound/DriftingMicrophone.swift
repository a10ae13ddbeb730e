internal import Glibc

/// A microphone in front of two tones, 1 kHz and 20 Hz, that counts its samples by a crystal of its own.
///
/// Each sample is what the tones are at the true time of its capture, so that their phases in what becomes of it tell
/// when it was captured.
public struct DriftingMicrophone {
  public let sampleRate: Int
  /// How much faster than stated it counts, in parts per million.
  public var deviation: Double
  /// When the next sample will be captured, in seconds.
  public private(set) var time: Double

  static let frequencies = (fine: 1000.0, coarse: 20.0)
  static let amplitudes = (fine: 0.5, coarse: 0.25)

  public init(sampleRate: Int, deviation: Double, start: Double) {
    self.sampleRate = sampleRate
    self.deviation = deviation
    time = start
  }

  /// The next samples, and when the first of them was captured, in nanoseconds.
  public mutating func capture(_ count: Int) -> (samples: [Float], time: Int64) {
    let start = time
    let interval = 1 / (Double(sampleRate) * (1 + deviation * 1e-6))
    let samples = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Tones by rotation, begun anew with each stretch: exact enough for a second, and much faster.
      var fine = Rotation(
        phase: 2 * .pi * Self.frequencies.fine * start, step: 2 * .pi * Self.frequencies.fine * interval)
      var coarse = Rotation(
        phase: 2 * .pi * Self.frequencies.coarse * start, step: 2 * .pi * Self.frequencies.coarse * interval)
      var index = 0
      while index < count {
        buffer[index] = Float(Self.amplitudes.fine * fine.sine + Self.amplitudes.coarse * coarse.sine)
        fine.advance()
        coarse.advance()
        index += 1
      }
      initialized = count
    }
    time += Double(count) * interval
    return (samples, Int64((start * 1e9).rounded()))
  }

  /// Loses samples, as in an overrun.
  public mutating func lose(_ count: Int) {
    time += Double(count) / (Double(sampleRate) * (1 + deviation * 1e-6))
  }

  private struct Rotation {
    var sine, cosine: Double
    let stepSine, stepCosine: Double

    init(phase: Double, step: Double) {
      (sine, cosine) = (sin(phase), cos(phase))
      (stepSine, stepCosine) = (sin(step), cos(step))
    }

    mutating func advance() {
      (sine, cosine) = (sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine)
    }
  }
}
