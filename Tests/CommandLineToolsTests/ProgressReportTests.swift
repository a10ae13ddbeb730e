import CommandLineTools
import Testing

struct ProgressReportTests {
  private let update = ProgressUpdate(fraction: 0.42, mediaTime: .seconds(42), size: ByteCount(1_260_000))

  @Test("a line holds percent, bar, speed, time left and sizes, and is as wide as there is room")
  func golden() {
    let report = ProgressReport(update, elapsed: .seconds(12), label: "clip.mov")
    #expect(
      report.text(columns: 100)
        == "clip.mov  42% [===============>                      ] 3.5x  0:17 left  1.3 MB of 3.0 MB")
    #expect(report.text(columns: 72) == "clip.mov  42% [========>            ] 3.5x  0:17 left  1.3 MB of 3.0 MB")
    #expect(report.text(columns: 60) == "clip.mov  42% [===>     ] 3.5x  0:17 left  1.3 MB of 3.0 MB")
    #expect(report.text(columns: 55) == "clip.mov  42% 3.5x  0:17 left  1.3 MB of 3.0 MB")
    #expect(report.text(columns: 20) == "clip.mov  42% 3.5x ")
  }

  @Test("no line reaches the last column, whatever the label and the width", arguments: 0...130)
  func neverWraps(columns: Int) {
    for label in [nil, "clip.mov", "映像映像映像映像映像映像映像映像映像.mov", String(repeating: "x", count: 300)] {
      for fraction in [nil, 0, 0.5, 1, 7, -1, .nan] as [Double?] {
        var update = update
        update.fraction = fraction
        let text = ProgressReport(update, elapsed: .seconds(3), label: label).text(columns: columns)
        let wide = text.filter { "映像".contains($0) }.count
        #expect(text.count + wide <= max(0, columns - 1))
      }
    }
  }

  @Test("the end is a full bar and the whole percent, never before")
  func end() {
    let full = ProgressReport(ProgressUpdate(fraction: 1), elapsed: .seconds(9)).text(columns: 40)
    #expect(full == "100% [======================] 0:00 left")
    #expect(
      ProgressReport(ProgressUpdate(fraction: 0.9999), elapsed: .zero).text(columns: 60).hasPrefix(" 99% ["))
  }

  @Test("where the end is unknown the time done is shown instead")
  func unknownEnd() {
    let report = ProgressReport(ProgressUpdate(mediaTime: .seconds(62), size: ByteCount(5000)), elapsed: .seconds(31))
    #expect(report.text(columns: 80) == "2.0x  1:02  5.0 kB")
    #expect(report.remaining == nil && report.expectedSize == nil)
  }

  @Test("nothing is estimated from the first moment")
  func firstMoment() {
    let report = ProgressReport(
      ProgressUpdate(fraction: 0, mediaTime: .zero, size: ByteCount(0)), elapsed: .milliseconds(50))
    #expect(report.speed == nil && report.remaining == nil && report.expectedSize == nil)
    let tiny = ProgressReport(ProgressUpdate(fraction: 1e-300, size: ByteCount(.max)), elapsed: .seconds(9))
    #expect(tiny.remaining == nil && tiny.expectedSize == nil)
  }

  @Test("as JSON it is one line with only what is known")
  func json() {
    #expect(
      ProgressReport(update, elapsed: .seconds(12), label: "a\"b\n").json
        == #"{"elapsed":12,"expectedSize":3000000,"input":"a\"b\n","progress":0.42,"remaining":16.571,"#
        + #""size":1260000,"speed":3.5,"time":42}"#)
    #expect(ProgressReport(ProgressUpdate(), elapsed: .zero).json == #"{"elapsed":0}"#)
    #expect(ProgressReport(ProgressUpdate(fraction: .nan), elapsed: .zero).json == #"{"elapsed":0}"#)
  }
}
