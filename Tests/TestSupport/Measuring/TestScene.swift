/// What a clip of a test camera and a test microphone shows, once `ffmpeg` has decoded it.
public struct TestScene: Sendable, CustomStringConvertible {
  public struct Picture: Sendable, Hashable {
    /// In seconds of the file's timeline.
    public let time: Double
    /// As burnt in; `nil` where it cannot be read.
    public let number: Int?
    public let isFlash: Bool
    public let corners: Corners
  }

  public let pictures: [Picture]
  /// Seconds at which beeps begin; empty without sound.
  public let beeps: [Double]

  /// - Parameters:
  ///   - rotated: Whether the display matrix is applied.
  ///   - width: Pictures are scaled down to it before they are read, to save memory.
  ///   - limit: Pictures at most.
  /// - Throws: `TestSupportError` if there is no picture, or no sound where `hasSound` expects it.
  public init(_ path: String, hasSound: Bool = true, rotated: Bool = true, width: Int = 320, limit: Int = 3000)
    async throws
  {
    let size = try await Probe(path).video.map { ($0.width, $0.height) } ?? (width, width)
    let frames = try await DecodedVideo(
      path, rotated: rotated, limit: limit,
      filter: size.0 > width ? "scale=\(width):-2:flags=area" : nil
    ).frames
    pictures = frames.map {
      Picture(time: $0.time.seconds, number: $0.burntNumber, isFlash: $0.isFlash, corners: $0.corners)
    }
    beeps = hasSound ? try await DecodedAudio(path).onsets : []
  }

  /// Seconds at which flashes begin. One that the first picture is inside of is left out.
  public var flashes: [Double] {
    zip(pictures, pictures.dropFirst()).compactMap { $1.isFlash && !$0.isFlash ? $1.time : nil }
  }

  /// Milliseconds by which each flash's beep comes after it; flashes without a beep within 0.4 s are left out.
  public var delays: [Double] {
    flashes.compactMap { flash in
      let nearest = beeps.min { abs($0 - flash) < abs($1 - flash) }
      return nearest.flatMap { abs($0 - flash) < 0.4 ? ($0 - flash) * 1000 : nil }
    }
  }

  public var medianDelay: Double? {
    let sorted = delays.sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }

  /// The largest delay to either side.
  public var largestDelay: Double? { delays.map(abs).max() }

  /// Differences between the numbers of neighbouring pictures: 1 where none is missing, 0 where one is doubled.
  public var steps: [Int?] {
    zip(pictures, pictures.dropFirst()).map { first, second in
      first.number.flatMap { number in second.number.map { $0 - number } }
    }
  }

  /// The largest difference in seconds between when a picture is shown and when a camera of `rate` took it by its
  /// number, counted from the first picture; `nil` where a number cannot be read.
  public func largestTimeError(rate: Double) -> Double? {
    guard let first = pictures.first, let begin = first.number else { return nil }
    var largest = 0.0
    for picture in pictures {
      guard let number = picture.number else { return nil }
      largest = max(largest, abs(picture.time - first.time - Double(number - begin) / rate))
    }
    return largest
  }

  public var description: String {
    "\(pictures.count) pictures, \(pictures.filter { $0.number == nil }.count) without number, flashes at \(flashes), "
      + "beeps at \(beeps), delays \(delays) ms"
  }
}
