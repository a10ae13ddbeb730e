internal import Glibc

/// Tells from the phases of a `DriftingMicrophone`'s tones when sound was captured, and whether it has clicks.
public struct ToneJudge {
  /// What a tenth of a second says.
  public struct Block: Sendable {
    /// When it begins, in seconds of the output.
    public let time: Double
    /// By how much its sound was captured later than that, in seconds: between -0.025 and 0.025, the coarse tone's period.
    public let offset: Double
    /// Of the fine tone, 0.5 where nothing is missing.
    public let amplitude: Double
  }

  public let sampleRate: Int
  public private(set) var blocks: [Block] = []
  /// Samples taken so far.
  public private(set) var count = 0
  /// The largest second difference within each second: clicks stand out.
  public private(set) var roughness: [Float] = []
  private var pending: [Float] = []
  private var last: (Float, Float)?
  private let fine: [(Float, Float)]
  private let coarse: [(Float, Float)]

  /// - Parameter sampleRate: A multiple of 1000 Hz.
  public init(sampleRate: Int) {
    self.sampleRate = sampleRate
    func table(_ frequency: Double) -> [(Float, Float)] {
      (0..<Int(Double(sampleRate) / frequency)).map {
        let phase = 2 * Double.pi * frequency * Double($0) / Double(sampleRate)
        return (Float(cos(phase)), Float(sin(phase)))
      }
    }
    fine = table(DriftingMicrophone.frequencies.fine)
    coarse = table(DriftingMicrophone.frequencies.coarse)
  }

  /// The largest second difference that the tones alone can have at this rate.
  public var toneRoughness: Float {
    func curvature(_ frequency: Double) -> Double {
      let step = 2 * sin(Double.pi * frequency / Double(sampleRate))
      return step * step
    }
    return Float(
      DriftingMicrophone.amplitudes.fine * curvature(DriftingMicrophone.frequencies.fine)
        + DriftingMicrophone.amplitudes.coarse * curvature(DriftingMicrophone.frequencies.coarse))
  }

  /// Takes the next samples of the output.
  public mutating func add(_ samples: [Float]) {
    for sample in samples {
      if let (before, previous) = last {
        let second = count / sampleRate
        while roughness.count <= second { roughness.append(0) }
        roughness[second] = max(roughness[second], abs(sample - 2 * previous + before))
        last = (previous, sample)
      } else {
        // Only the third sample has a second difference.
        last = (2 * sample - (samples.dropFirst().first ?? sample), sample)
      }
      count += 1
    }
    pending += samples
    let size = sampleRate / 10
    var start = 0
    while pending.count - start >= size {
      judge(start..<start + size)
      start += size
    }
    pending.removeFirst(start)
  }

  private mutating func judge(_ range: Range<Int>) {
    // Blocks are whole periods of both tones: each begins with phase zero.
    let (finePhase, amplitude) = phase(range, fine)
    let (coarsePhase, _) = phase(range, coarse)
    let fineOffset = finePhase / (2 * .pi * DriftingMicrophone.frequencies.fine)
    let coarseOffset = coarsePhase / (2 * .pi * DriftingMicrophone.frequencies.coarse)
    let period = 1 / DriftingMicrophone.frequencies.fine
    let offset = fineOffset + ((coarseOffset - fineOffset) / period).rounded() * period
    blocks.append(Block(time: Double(blocks.count) / 10, offset: offset, amplitude: amplitude))
  }

  private func phase(_ range: Range<Int>, _ table: [(Float, Float)]) -> (phase: Double, amplitude: Double) {
    var (real, imaginary) = (0.0, 0.0)
    var index = 0
    for sample in pending[range] {
      real += Double(sample * table[index].1)
      imaginary += Double(sample * table[index].0)
      index += 1
      if index == table.count { index = 0 }
    }
    let scale = 2 / Double(range.count)
    return (atan2(imaginary, real), (real * real + imaginary * imaginary).squareRoot() * scale)
  }
}
