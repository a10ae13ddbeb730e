import Capture
import Media
import Recording
import Testing

@testable import rec

struct ValueTests {
  @Test(
    "frame rates are exact",
    arguments: [
      ("30", Rational(30)), ("29.97", Rational(30000, 1001)), ("23.976", Rational(24000, 1001)),
      ("59.94", Rational(60000, 1001)), ("12.5", Rational(25, 2)), ("30000/1001", Rational(30000, 1001)),
      ("0.5", Rational(1, 2)), ("1/60", Rational(1, 60)), ("1000", Rational(1000)),
      ("0", nil), ("-1", nil), ("1001", nil), ("30/0", nil), ("30fps", nil), ("", nil), ("1/2/3", nil), ("1/4000", nil),
      ("99999999999999999999", nil), ("٣٠", nil),
    ] as [(String, Rational?)])
  func frameRate(text: String, expected: Rational?) {
    #expect(FrameRate(argumentText: text)?.rate == expected)
  }

  @Test(
    "delays are exact, and have a sign",
    arguments: [
      ("35", MediaTime(value: 35, timescale: 1000)), ("-12.5", MediaTime(value: -125, timescale: 10000)),
      ("+40ms", MediaTime(value: 40, timescale: 1000)), ("0", .zero), ("-10000", MediaTime(value: -10, timescale: 1)),
      ("10001", nil), ("1s", nil), ("--5", nil), ("", nil), ("-", nil), ("ms", nil), ("1h", nil),
    ] as [(String, MediaTime?)])
  func delay(text: String, expected: MediaTime?) {
    #expect(Delay(argumentText: text)?.time == expected)
  }

  @Test(
    "bit rates count in thousands",
    arguments: [
      ("4M", 4_000_000), ("2500k", 2_500_000), ("1.5M", 1_500_000), ("10000", 10_000), ("1G", 1_000_000_000),
      ("9999", nil), ("2G", nil), ("4Mi", nil), ("4MB", nil), ("", nil),
    ] as [(String, Int?)])
  func bitRate(text: String, expected: Int?) {
    #expect(RequestedBitRate(argumentText: text)?.rate.bitsPerSecond == expected)
  }

  @Test(
    "how a device is held turns its pictures by how that differs from its usual way",
    arguments: [
      // A webcam lies on its longer side, a phone stands.
      (HeldOrientation.landscapeRight, 0, 0), (.portrait, 0, 90), (.landscapeLeft, 180, 180),
      (.portraitUpsideDown, 0, 270), (.portrait, 90, 0), (.portrait, 270, 0), (.landscapeRight, 90, 270),
      (.landscapeLeft, 270, 90), (.portraitUpsideDown, 90, 180),
    ])
  func held(way: HeldOrientation, mounting: Int, degrees: Int) throws {
    let expected = try #require(Orientation(clockwiseRotation: degrees))
    #expect(way.rotation(mountedAt: mounting) == .device(expected))
    #expect(HeldOrientation.auto.rotation(mountedAt: mounting) == .auto)
  }

  @Test("frame rates for people have two decimal places at most")
  func text() {
    #expect(Rational(30).frameRateText == "30")
    #expect(Rational(30000, 1001).frameRateText == "29.97")
    #expect(Rational(25, 2).frameRateText == "12.5")
    #expect(Rational(1, 1000).frameRateText == "0")
  }

  @Test("cameras that were named are gone through in turn")
  func cycle() throws {
    let cameras = ["test", "test:seed=2", "test:seed=3"]
    var cycle = CameraCycle(try cameras.map { try CaptureDevices.camera(named: $0) })
    let ids = try (0..<4).map { _ in try cycle.next()?.id }
    #expect(ids == ["test:seed=2", "test:seed=3", "test", "test:seed=2"])
    var soundAlone = CameraCycle([])
    #expect(try soundAlone.next() == nil)
  }
}
