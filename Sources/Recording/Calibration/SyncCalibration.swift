/// How far a set-up's sound is from its pictures, by flashes and the beeps or claps that belong to them: pure.
///
/// All times are seconds of the clip; what is measured are estimates.
public struct SyncCalibration: Sendable, Equatable {
  /// A flash and the sound that belongs to it.
  public struct Pair: Sendable, Equatable, Encodable {
    public let flash, sound: Double
    /// Sound minus flash: above zero the sound is late.
    public var offset: Double { sound - flash }

    public init(flash: Double, sound: Double) {
      self.flash = flash
      self.sound = sound
    }

    private enum Key: String, CodingKey { case flash, sound, offset }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(flash, forKey: .flash)
      try container.encode(sound, forKey: .sound)
      try container.encode(offset, forKey: .offset)
    }
  }

  public let pairs: [Pair]
  public let flashCount, soundCount: Int

  /// Farther apart than this, a flash and a sound do not belong together.
  static let reach = 0.5

  /// Pairs each flash with the nearest sound that is nearest to it too.
  public init(flashes: [Double], sounds: [Double]) {
    flashCount = flashes.count
    soundCount = sounds.count
    pairs = flashes.compactMap { flash in
      guard let sound = Self.nearest(to: flash, in: sounds), abs(sound - flash) < Self.reach,
        Self.nearest(to: sound, in: flashes) == flash
      else { return nil }
      return Pair(flash: flash, sound: sound)
    }
  }

  /// The middle of the pairs' offsets; `nil` without pairs.
  public var medianOffset: Double? {
    let offsets = pairs.map(\.offset).sorted()
    guard let middle = offsets.dropFirst(offsets.count / 2).first else { return nil }
    return offsets.count % 2 == 1 ? middle : (middle + offsets[offsets.count / 2 - 1]) / 2
  }

  /// The offsets' median distance from their median; `nil` without pairs.
  public var spread: Double? {
    guard let median = medianOffset else { return nil }
    let distances = pairs.map { abs($0.offset - median) }.sorted()
    return distances[distances.count / 2]
  }

  private static func nearest(to time: Double, in times: [Double]) -> Double? {
    times.min { abs($0 - time) < abs($1 - time) }
  }
}
