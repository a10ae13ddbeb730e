internal import Codecs

extension PlanarSound {
  /// Raises the first samples from nothing to their level.
  mutating func fadeIn(over count: Int) {
    let count = min(count, self.count)
    for index in channels.indices {
      for sample in 0..<count { channels[index][sample] *= Float(sample) / Float(count) }
    }
  }

  /// Lowers the last samples to nothing.
  mutating func fadeOut(over count: Int) {
    let count = min(count, self.count)
    for index in channels.indices {
      let last = channels[index].count - 1
      for sample in 0..<count { channels[index][last - sample] *= Float(sample) / Float(count) }
    }
  }

  mutating func append(silence count: Int) {
    for index in channels.indices { channels[index].append(contentsOf: repeatElement(0, count: count)) }
  }

  mutating func append(_ other: PlanarSound, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    for index in channels.indices { channels[index].append(contentsOf: other.channels[index][range]) }
  }
}
