import Testing

@testable import Capture

struct CameraClockTests {
  private let frame: Int64 = 33_000_000
  private let now: Int64 = 1_000_000_000_000

  @Test func `a stamp from the start of exposure is the time`() {
    var clock = CameraClock(frameDelay: frame)
    let reading = clock.read(stamp: now - 5, isStartOfExposure: true, now: now)
    #expect(reading == .init(time: now - 5, isEstimated: false))
  }

  @Test func `a stamp from the frame's end comes a frame late`() {
    var clock = CameraClock(frameDelay: frame)
    let late = clock.read(stamp: now - 5, isStartOfExposure: false, now: now)
    #expect(late.time == now - 5 - frame)
    var software = CameraClock(frameDelay: 0)
    let immediate = software.read(stamp: now - 5, isStartOfExposure: false, now: now)
    #expect(immediate.time == now - 5)
  }

  @Test(
    "a stamp of no use is replaced by the time of fetching",
    arguments: [0, -1, 1_000_200_000_000, 1_000_000_000, 1_800_000_000_000_000_000])
  func useless(stamp: Int64) {
    var clock = CameraClock(frameDelay: frame)
    let reading = clock.read(stamp: stamp, isStartOfExposure: true, now: now)
    #expect(reading == .init(time: now - frame, isEstimated: true))
  }

  @Test func `times only grow`() {
    var clock = CameraClock(frameDelay: 0)
    let readings = [
      clock.read(stamp: now - 10, isStartOfExposure: true, now: now),
      // The same stamp again, one further back, and one at the very time of the last picture.
      clock.read(stamp: now - 10, isStartOfExposure: true, now: now + 1),
      clock.read(stamp: now - 20, isStartOfExposure: true, now: now + 1),
      clock.read(stamp: now + 2, isStartOfExposure: true, now: now + 2),
      clock.read(stamp: now + 9, isStartOfExposure: true, now: now + 9),
    ]
    #expect(readings.map(\.time) == [now - 10, now + 1, now + 2, now + 3, now + 9])
    #expect(readings.map(\.isEstimated) == [false, true, true, true, false])
  }
}
