internal import Glibc
internal import Media

/// The samples of a test microphone, 16 bits, interleaved.
struct TestSignal {
  private let channelCount: Int
  private let noise: [Int16]
  private let beep: [Int16]
  private var samples: [Int16] = []

  init(sampleRate: Int, channelCount: Int) {
    self.channelCount = channelCount
    var random = SeededJitter(amplitude: 33, seed: 3)  // -60 dBFS
    noise = (0..<sampleRate).map { _ in Int16(truncatingIfNeeded: random.next()) }
    let (count, edge) = (sampleRate / 20, max(1, sampleRate / 2000))
    beep = (0..<count).map { index in
      let distance = min(index, count - index)
      let level = distance < edge ? 0.5 - 0.5 * cos(Double.pi * Double(distance) / Double(edge)) : 1
      return Int16(16000 * level * sin(2 * Double.pi * 1000 * Double(index) / Double(sampleRate)))
    }
  }

  /// Lends the last ones filled.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try samples.withUnsafeBytes(body)
  }

  /// Makes the samples from `index` on.
  mutating func fill(from index: Int64, count: Int, _ timing: TestDeviceTiming) {
    var mono = (0..<count).map { noise[Int((index + Int64($0)) % Int64(noise.count))] }
    // The beep before the first sample may still sound, and the next one may begin among these.
    let second = timing.time(of: index) / TestDeviceTiming.second * TestDeviceTiming.second
    for begin in [second, second + TestDeviceTiming.second].map(timing.index(at:)) {
      let from = max(index, begin)
      let end = min(index + Int64(count), begin + Int64(beep.count))
      guard from < end else { continue }
      for sample in from..<end { mono[Int(sample - index)] += beep[Int(sample - begin)] }
    }
    samples = channelCount == 1 ? mono : mono.flatMap { [Int16](repeating: $0, count: channelCount) }
  }
}
