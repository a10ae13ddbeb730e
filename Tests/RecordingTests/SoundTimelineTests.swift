import Media
import TestSupport
import Testing

@testable import Recording

struct SoundTimelineTests {
  @Test func `sound of a steady microphone stands where it was captured, to the sample`() throws {
    var run = SoundTakeRun(deviation: 0)
    try run.run(seconds: 5)
    try run.finish(at: 105.25)
    #expect(run.judge.count == 76_000)
    for block in run.judge.blocks.dropLast(3) {
      #expect(abs(block.offset) < 20e-6, "at \(block.time) s")
      #expect(abs(block.amplitude - 0.5) < 0.01)
    }
  }
}
