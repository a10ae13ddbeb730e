/// Flashes and beeps of a clip that was made with both beginning at the same moments.
public struct FlashAndBeep: Sendable {
  /// Times at which the picture turns white, in seconds.
  public let flashes: [Double]
  /// Times at which a beep begins, in seconds.
  public let beeps: [Double]

  /// Milliseconds by which each beep comes after its flash (the nearest one within half a second).
  public var delays: [Double] {
    flashes.compactMap { flash in
      let nearest = beeps.min { abs($0 - flash) < abs($1 - flash) }
      return nearest.flatMap { abs($0 - flash) < 0.5 ? ($0 - flash) * 1000 : nil }
    }
  }

  /// - Throws: `TestSupportError` if there is no picture or no sound.
  public init(_ path: String) async throws {
    let video = try await DecodedVideo(path, scaledTo: (16, 16), limit: 3000)
    var times: [Double] = []
    var wasWhite = false
    for frame in video.frames {
      let isWhite = frame.meanLuma() > 128
      if isWhite && !wasWhite { times.append(frame.time.seconds) }
      wasWhite = isWhite
    }
    flashes = times
    beeps = try await DecodedAudio(path).onsets
  }
}
