import CommandLineTools
import Media
import Recording
import Testing

@testable import rec

struct LiveLinesTests {
  private func status(_ phase: RecordingStatus.Phase = .recording) -> RecordingStatus {
    var status = RecordingStatus(phase: phase, maximumDuration: MediaTime(value: 10, timescale: 1))
    status.duration = MediaTime(value: 3999, timescale: 1000)
    status.frameRate = 29.97
    status.framesWritten = 119
    status.framesDropped = 2
    status.levels = [RecordingStatus.Level(rootMeanSquare: -30, peak: -12)]
    status.byteCount = 4_200_000
    status.freeSpace = 120_000_000_000
    status.encoderLoad = 0.34
    return status
  }

  private func lines(
    _ status: RecordingStatus, _ controls: RecorderControls = RecorderControls(), columns: Int = 80,
    style: TextStyle = TextStyle(allowsColor: false, allowsUnicode: true), hasKeys: Bool = true
  ) -> [String] {
    var lines = LiveLines(style: style, hasKeys: hasKeys)
    return lines.lines(for: status, controls, at: .zero, columns: columns)
  }

  @Test("two lines of 80 columns are exactly these")
  func golden() {
    #expect(
      lines(status()) == [
        "● 0:03 of 0:10 [===>      ]  30.0 fps  2 dropped  4.2 MB  120 GB left  load 34%",
        "  [===========      |    ] -12 dB   space pause  c camera  q stop  esc cancel",
      ])
  }

  @Test("no line is wider than the terminal, and what matters most stays longest", arguments: 1...200)
  func width(columns: Int) {
    for phase in [RecordingStatus.Phase.starting, .recording, .paused, .switchingCamera, .finishing] {
      var loud = status(phase)
      loud.levels += [RecordingStatus.Level(rootMeanSquare: 0, peak: 0)]
      for line in lines(loud, columns: columns) { #expect(displayWidth(of: line) < max(columns, 1)) }
    }
    if columns > 14 { #expect(lines(status(), columns: columns)[0].hasPrefix("● 0:03 of 0:10"[...])) }
  }

  @Test("each phase is told")
  func phases() {
    #expect(lines(status(.paused))[0].hasPrefix("‖ 0:03 of 0:10 paused"))
    #expect(lines(status(.switchingCamera))[0].contains("switching the camera"))
    #expect(lines(status(.finishing)).count == 1)
    let plain = TextStyle(allowsColor: false, allowsUnicode: false)
    for phase in [RecordingStatus.Phase.starting, .recording, .paused, .switchingCamera, .finishing] {
      #expect(lines(status(phase), style: plain).allSatisfy { $0.allSatisfy(\.isASCII) })
    }
  }

  @Test("only the mark is coloured")
  func color() {
    let colored = lines(status(), style: TextStyle(allowsColor: true, allowsUnicode: true))
    #expect(colored[0].hasPrefix("\u{1B}[31m●\u{1B}[m 0:03 of"))
    #expect(!colored[1].contains("\u{1B}"))
  }

  @Test("the question takes the place of level and keys")
  func question() {
    var controls = RecorderControls()
    _ = controls.press(.escape)
    #expect(lines(status(), controls)[1] == "  Throw this recording away? (y/n)")
  }

  @Test("without a limit there is no bar, without keys none are shown, without sound no meter")
  func parts() {
    var unlimited = status()
    unlimited.maximumDuration = nil
    #expect(lines(unlimited)[0].hasPrefix("● 0:03  30.0 fps"))
    #expect(!lines(status(), hasKeys: false)[1].contains("q stop"))
    var silent = status()
    silent.levels = []
    #expect(lines(silent)[1] == "  space pause  c camera  q stop  esc cancel")
    #expect(lines(silent, hasKeys: false).count == 1)
  }
}
