import Testing

@testable import Recording

struct SyncCalibrationTests {
  @Test("each flash goes with the sound that is nearest, and no sound with two")
  func pairs() {
    let calibration = SyncCalibration(
      flashes: [1, 2, 3, 3.3, 9], sounds: [0.2, 1.04, 2.05, 3.06, 7])
    #expect(calibration.pairs.map(\.flash) == [1, 2, 3])
    #expect(calibration.pairs.map(\.sound) == [1.04, 2.05, 3.06])
    #expect((calibration.flashCount, calibration.soundCount) == (5, 5))
  }

  @Test("the median is the middle one's, or between the two in the middle; strays do not move it")
  func median() throws {
    let flashes = [1.0, 2, 3, 4, 5]
    let odd = SyncCalibration(flashes: flashes, sounds: [1.03, 2.03, 3.03, 4.04, 5.4])
    #expect(abs(try #require(odd.medianOffset) - 0.03) < 1e-9)
    #expect(abs(try #require(odd.spread)) < 1e-9)
    let even = SyncCalibration(flashes: [1, 2], sounds: [1.02, 2.04])
    #expect(abs(try #require(even.medianOffset) - 0.03) < 1e-9)
    #expect(SyncCalibration(flashes: [], sounds: [1]).medianOffset == nil)
    #expect(SyncCalibration(flashes: [1], sounds: []).spread == nil)
  }
}

struct FlashDetectorTests {
  /// 30 pictures a second; `bright` says how bright each one is.
  private func pictures(_ count: Int, _ bright: (Int) -> Double) -> [FlashDetector.Picture] {
    (0..<count).map { FlashDetector.Picture(time: Double($0) / 30, luma: bright($0)) }
  }

  @Test("a flash begins with the picture that is bright")
  func whole() {
    let onsets = FlashDetector.onsets(in: pictures(120) { $0 % 30 == 15 || $0 % 30 == 16 ? 235 : 16 })
    #expect(onsets == [0.5, 1.5, 2.5, 3.5])
  }

  @Test("a picture that was lit for a part of its time tells when in it the flash began")
  func part() throws {
    // Lit for a quarter of the picture's time: it began three quarters in.
    let onsets = FlashDetector.onsets(in: pictures(60) { $0 == 15 ? 66 : $0 == 16 || $0 == 17 ? 216 : 16 })
    #expect(onsets.count == 1)
    #expect(abs(try #require(onsets.first) - (15.75 / 30)) < 1e-9)
  }

  @Test("slow changes, noise and the end of a flash are none")
  func none() {
    #expect(FlashDetector.onsets(in: pictures(120) { 16 + Double($0) }).isEmpty)
    #expect(FlashDetector.onsets(in: pictures(120) { 100 + Double($0 * 7 % 5) }).isEmpty)
    #expect(FlashDetector.onsets(in: pictures(60) { $0 < 30 ? 200 : 20 }).isEmpty)
    #expect(FlashDetector.onsets(in: []).isEmpty)
    #expect(FlashDetector.onsets(in: pictures(2) { Double($0) * 200 }).isEmpty)
  }

  @Test("small steps beside a flash are none")
  func small() {
    let onsets = FlashDetector.onsets(in: pictures(120) { $0 == 20 || $0 == 21 ? 60 : $0 == 80 || $0 == 81 ? 235 : 16 })
    #expect(onsets == [80.0 / 30])
  }
}

struct SoundOnsetDetectorTests {
  private func onsets(_ seconds: Double, start: Double = 0, _ sound: (Double) -> Double) -> [Double] {
    var detector = SoundOnsetDetector(sampleRate: 48000, start: start)
    let samples = (0..<Int(seconds * 48000)).map { Float(sound(Double($0) / 48000)) }
    // In pieces of any length.
    var rest = samples[...]
    var length = 1
    while !rest.isEmpty {
      detector.append(rest.prefix(length))
      rest = rest.dropFirst(length)
      length = length * 7 % 1531 + 1
    }
    return detector.onsets
  }

  /// Repeatable noise between -1 and 1.
  private func noise(_ time: Double) -> Double {
    var state = UInt64(time * 48000) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 31
    state = state &* 0xBF58_476D_1CE4_E5B9
    return Double(state >> 11) / Double(1 << 52) - 1
  }

  @Test("beeps begin where they begin, to a millisecond, over noise too", arguments: [0.0, 0.005])
  func beeps(level: Double) {
    let found = onsets(4, start: 0.25) { time in
      let isOn = (time - 0.5).truncatingRemainder(dividingBy: 1) < 0.05 && time >= 0.5
      return (isOn ? 0.5 * ((time * 1000).truncatingRemainder(dividingBy: 1) < 0.5 ? 1 : -1) : 0) + level * noise(time)
    }
    #expect(found.count == 4)
    for (found, expected) in zip(found, [0.75, 1.75, 2.75, 3.75]) { #expect(abs(found - expected) <= 0.001) }
  }

  @Test("a clap that rings is one")
  func clap() throws {
    let found = onsets(2) { time in
      time < 1 ? 0 : noise(time) * (1 / (1 + (time - 1) * 40))
    }
    #expect(found.count == 1)
    #expect(abs(try #require(found.first) - 1) <= 0.001)
  }

  @Test("silence, steady noise and a steady tone have no beginnings")
  func none() {
    #expect(onsets(2) { _ in 0 }.isEmpty)
    #expect(onsets(2) { noise($0) * 0.3 }.isEmpty)
    #expect(onsets(0) { _ in 1 }.isEmpty)
  }
}
