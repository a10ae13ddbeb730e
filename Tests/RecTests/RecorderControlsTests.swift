import CommandLineTools
import Testing

@testable import rec

struct RecorderControlsTests {
  @Test("each key does what help says")
  func keys() {
    for key in [Key.character("q"), .character("Q"), .enter] {
      var controls = RecorderControls()
      #expect(controls.press(key) == .stop)
      #expect(controls.isEnding)
    }
    var controls = RecorderControls()
    #expect(controls.press(.character(" ")) == .pause)
    #expect(controls.isPaused)
    #expect(controls.press(.character(" ")) == .resume)
    #expect(!controls.isPaused)
    #expect(controls.press(.character("c")) == .switchCamera)
    for key in [Key.other, .control("x"), .character("y"), .character("n")] {
      #expect(controls.press(key) == nil)
    }
    #expect(!controls.isAsking)
  }

  @Test("only yes to the question throws a recording away")
  func question() {
    for key in [Key.enter, .character(" "), .character("c"), .other, .control("x"), .character("é")] {
      var controls = RecorderControls()
      #expect(controls.press(.escape) == nil)
      #expect(controls.isAsking)
      #expect(controls.press(key) == nil)
      // No answer: it is still asked.
      #expect(controls.isAsking)
      #expect(controls.press(.character("y")) == .discard)
    }
    for key in [Key.character("n"), .escape] {
      var controls = RecorderControls()
      #expect(controls.press(.escape) == nil)
      #expect(controls.press(key) == nil)
      #expect(!controls.isAsking)
      #expect(controls.press(.character("y")) == nil)
    }
    var controls = RecorderControls()
    #expect(controls.press(.escape) == nil)
    #expect(controls.press(.character("q")) == .stop)
  }

  @Test("once it ends, keys do nothing more")
  func ending() {
    var controls = RecorderControls()
    #expect(controls.press(.escape) == nil)
    controls.end()
    #expect(!controls.isAsking)
    for key in [Key.enter, .escape, .character("q"), .character(" "), .character("c"), .character("y")] {
      #expect(controls.press(key) == nil)
    }
    #expect(!controls.isAsking && !controls.isPaused)
  }
}
