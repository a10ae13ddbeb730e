import Testing

@testable import CommandLineTools

struct ProgressLineTests {
  /// A clock and a stream to look at.
  private final class Stage {
    var now = Duration.seconds(100)
    var columns = 60
    var written: [String] = []

    func line(_ mode: ProgressMode, label: String? = nil) -> ProgressLine {
      ProgressLine(
        mode: mode, label: label, columns: { self.columns }, now: { self.now }, write: { self.written.append($0) })
    }
  }

  @Test("at most ten lines a second are shown, beginning with the first update")
  func pace() {
    let stage = Stage()
    var line = stage.line(.bar)
    for step in 0..<1000 {
      line.show(ProgressUpdate(fraction: Double(step) / 1000))
      stage.now += .milliseconds(1)
    }
    #expect(stage.written.count == 10)
    #expect(stage.written.allSatisfy { $0.hasPrefix("\r\u{1B}[K") && !$0.contains("\n") })
  }

  @Test("the end is shown at once")
  func end() {
    let stage = Stage()
    var line = stage.line(.bar)
    line.show(ProgressUpdate(fraction: 0.9))
    line.show(ProgressUpdate(fraction: 0.95))
    line.show(ProgressUpdate(fraction: 1))
    #expect(stage.written.count == 2)
    #expect(stage.written.last?.contains("100%") == true)
  }

  @Test("the line follows the terminal's width")
  func resize() {
    let stage = Stage()
    var line = stage.line(.bar)
    line.show(ProgressUpdate(fraction: 0.5))
    stage.columns = 10
    stage.now += .seconds(1)
    line.show(ProgressUpdate(fraction: 0.5))
    #expect(stage.written.map { $0.count - 4 } == [45, 9])
  }

  @Test("the line is gone at the end, and only if there was one")
  func finish() {
    let stage = Stage()
    var line = stage.line(.bar)
    line.finish()
    #expect(stage.written.isEmpty)
    line.show(ProgressUpdate(fraction: 1))
    line.finish()
    line.finish()
    #expect(stage.written.count == 2)
    #expect(stage.written.last == "\r\u{1B}[K")
  }

  @Test("a note has a line of its own, and the live line comes back at once")
  func note() {
    let stage = Stage()
    var line = stage.line(.bar)
    line.show(ProgressUpdate(fraction: 0.1))
    line.note("warning: a track was dropped")
    line.show(ProgressUpdate(fraction: 0.1))
    #expect(stage.written.count == 4)
    #expect(stage.written[1...2] == ["\r\u{1B}[K", "warning: a track was dropped\n"])
  }

  @Test("as JSON the last update is always shown, once")
  func json() {
    let stage = Stage()
    var line = stage.line(.json)
    line.show(ProgressUpdate(fraction: 0.5))
    line.show(ProgressUpdate(fraction: 0.7))
    line.show(ProgressUpdate(fraction: 1))
    line.finish()
    line.finish()
    #expect(stage.written == ["{\"elapsed\":0,\"progress\":0.5}\n", "{\"elapsed\":0,\"progress\":1}\n"])
  }

  @Test("auto is a line on a terminal and nothing elsewhere")
  func modes() {
    #expect(ProgressMode.auto.resolved(isTerminal: true) == .bar)
    #expect(ProgressMode.auto.resolved(isTerminal: false) == ProgressMode.none)
    #expect(ProgressMode.bar.resolved(isTerminal: false) == .bar)
    #expect(ProgressMode.json.resolved(isTerminal: true) == .json)
    let stage = Stage()
    var line = stage.line(.none)
    line.show(ProgressUpdate(fraction: 0.5))
    line.finish()
    #expect(stage.written.isEmpty)
  }
}
