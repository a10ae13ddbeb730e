import Media
import Settings
import Testing

@Suite struct H264LevelTests {
  @Test(
    "the smallest level is the one that encoders choose",
    arguments: [
      ("176x144", 15, 64, "1"), ("176x144", 15, 200, "1.1"), ("176x144", 15, 80, "1"), ("352x288", 30, 384, "1.3"),
      ("640x480", 30, 4000, "3"),
      ("1280x720", 30, 10000, "3.1"), ("1280x720", 60, 10000, "3.2"), ("1920x1080", 30, 20000, "4"),
      ("1920x1080", 30, 30000, "4.1"), ("1920x1080", 60, 20000, "4.2"), ("3840x2160", 30, 50000, "5.1"),
      ("3840x2160", 60, 50000, "5.2"), ("7680x4320", 60, 100_000, "6.1"), ("1080x2280", 60, 8000, "5"),
      ("2000x16", 30, 1000, "3.1"),
    ])
  func smallest(size: String, frameRate: Int, kilobits: Int, level: String) throws {
    let expected = try #require(H264Level(rawValue: level))
    let found = H264Level.smallest(
      for: try #require(PixelSize(size)), frameRate: Rational(frameRate), bitRate: .kilobitsPerSecond(kilobits))
    #expect(found == expected)
  }

  @Test("High may carry a quarter more than Main in the same level")
  func profiles() {
    let size = PixelSize(width: 176, height: 144)
    let rate = BitRate.kilobitsPerSecond(80)
    #expect(H264Level.smallest(for: size, frameRate: Rational(15), bitRate: rate, profile: .high) == .level1)
    #expect(H264Level.smallest(for: size, frameRate: Rational(15), bitRate: rate, profile: .main) == .level1b)
    #expect(H264Level.level4.maximumBitRate(.high) == .kilobitsPerSecond(25000))
    #expect(H264Level.level4.maximumBitRate(.main) == .kilobitsPerSecond(20000))
  }

  @Test("what no level holds has none, whatever its numbers")
  func none() {
    for side in [Int.min, 0, 20000, Int.max] {
      let size = PixelSize(width: side, height: side)
      #expect(H264Level.smallest(for: size, frameRate: Rational(30), bitRate: .kilobitsPerSecond(1)) == nil)
    }
    let small = PixelSize(width: 176, height: 144)
    #expect(H264Level.smallest(for: small, frameRate: Rational(.max), bitRate: .kilobitsPerSecond(1)) == nil)
    #expect(H264Level.smallest(for: small, frameRate: Rational(1), bitRate: .megabitsPerSecond(2000)) == nil)
  }

  @Test("levels are ordered as in the table, and each allows at least what those below it do")
  func order() {
    #expect(H264Level.allCases == H264Level.allCases.sorted())
    for (lower, higher) in zip(H264Level.allCases, H264Level.allCases.dropFirst()) {
      #expect(lower.limits.macroblocksPerSecond <= higher.limits.macroblocksPerSecond)
      #expect(lower.limits.macroblocksPerFrame <= higher.limits.macroblocksPerFrame)
      #expect(lower.limits.decodedPictureBufferMacroblocks <= higher.limits.decodedPictureBufferMacroblocks)
      #expect(lower.limits.bitRateUnits <= higher.limits.bitRateUnits)
      #expect(lower.limits.codedPictureBufferUnits <= higher.limits.codedPictureBufferUnits)
    }
  }

  @Test("a level is read from the number in a parameter set")
  func levelIDC() {
    for level in H264Level.allCases { #expect(H264Level(levelIDC: level.levelIDC) == level) }
    #expect(H264Level(levelIDC: 31) == .level31 && H264Level(levelIDC: 40) == .level4)
    #expect(H264Level(levelIDC: 11, isLevel1b: true) == .level1b && H264Level(levelIDC: 9) == .level1b)
    #expect(H264Level(levelIDC: 255) == nil && H264Level(levelIDC: 0) == nil)
  }

  @Test("profiles are read from their numbers and ordered")
  func profileNumbers() {
    #expect(H264Profile(profileIDC: 77) == .main && H264Profile(profileIDC: 110) == nil)
    #expect(H264Profile.baseline < .main && H264Profile.main < .high)
  }

  @Test("a container is known by its files' ending in any case")
  func containers() {
    #expect(ContainerFormat(fileExtension: "MP4") == .mp4 && ContainerFormat(fileExtension: "m4v") == .mp4)
    #expect(ContainerFormat(fileExtension: "qt") == .mov && ContainerFormat(fileExtension: "M4A") == .m4a)
    #expect(ContainerFormat(fileExtension: "mkv") == nil && ContainerFormat.m4a.fileExtension == "m4a")
  }
}
