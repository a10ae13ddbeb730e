import Media
import Testing

@testable import Capture

struct FrameDecimatorTests {
  @Test(arguments: [(30, 10, 100), (30, 20, 200), (60, 25, 250), (30, 30, 300)])
  func `ten seconds keep as many pictures as were asked for`(device: Int, wanted: Int, expected: Int) {
    var decimator = FrameDecimator(minFrameDuration: MediaTime(value: 1, timescale: Int32(wanted)))
    let kept = (0..<device * 10).filter { index in
      // Stamps of real devices are off by a millisecond now and then.
      let jitter = Int64(index % 3 - 1) * 900_000
      return decimator.keeps(
        MediaTime(value: Int64(index) * 1_000_000_000 / Int64(device) + jitter, timescale: 1_000_000_000))
    }
    #expect(abs(kept.count - expected) <= 2)
  }

  @Test func `after a hole pictures are not made up for`() {
    var decimator = FrameDecimator(minFrameDuration: MediaTime(value: 1, timescale: 10))
    let times = [0, 5_000, 5_010, 5_100].map { MediaTime(value: $0, timescale: 1000) }
    let kept = times.map { decimator.keeps($0) }
    #expect(kept == [true, true, false, true])
  }
}
