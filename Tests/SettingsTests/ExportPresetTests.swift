import Media
import Settings
import TestSupport
import Testing

@Suite struct ExportPresetTests {
  static let valid = """
    {
      "schema": 1,
      "description": "mine",
      "container": "mp4",
      "video": {
        "codec": "h264",
        "box": "640x480",
        "maximumFrameRate": 60,
        "profile": "high",
        "maximumLevel": "4.2",
        "rateRule": "web"
      },
      "audio": {"codec": "aac", "maximumChannels": 2, "bitRatePerChannel": 64000}
    }
    """

  static func message(of json: [UInt8]) -> String {
    do {
      return "no error: \(try ExportPreset(json: json, name: "mine", file: "mine.json"))"
    } catch {
      return error.message
    }
  }

  @Test("a preset is read to the last key")
  func reading() throws {
    let preset = try ExportPreset(json: Array(Self.valid.utf8), name: "mine", file: "mine.json")
    #expect(preset.name == "mine" && preset.summary == "mine" && preset.container == .mp4)
    #expect(
      preset.video
        == .encode(
          VideoEncoding(
            codec: .h264, box: PixelSize(width: 640, height: 480), maximumFrameRate: 60, profile: .high,
            maximumLevel: .level42, rateRule: .web)))
    #expect(
      preset.audio
        == .encode(AudioEncoding(codec: .aac, maximumChannels: 2, bitRatePerChannel: .kilobitsPerSecond(64))))
  }

  @Test("source size and any level can be said")
  func options() throws {
    let json = Self.valid.replacing("\"640x480\"", with: "\"source\"")
      .replacing("\"maximumLevel\": \"4.2\",", with: "")
    let preset = try ExportPreset(json: Array(json.utf8), name: "mine", file: "mine.json")
    #expect(preset.video.encoding?.box == nil && preset.video.encoding?.maximumLevel == nil)
    #expect(preset.video.encoding?.maximumFrameRate == 60)
  }

  @Test(
    "a mistake is told with file, place, what was expected and what was found",
    arguments: [
      (
        "\"schema\": 1", "\"schema\": 2",
        "schema: expected 1, the version that this program reads, found 2 (line 2, column 13)"
      ),
      (
        "\"schema\": 1,", "",
        "schema: expected 1, the version that this program reads, found no such key (line 1, column 1)"
      ),
      (
        "\"description\": \"mine\"", "\"description\": 3",
        "description: expected a text of 1 to 200 characters on one line, found 3 (line 3, column 18)"
      ),
      (
        "\"mine\"", "\"\\u001b[31m\"",
        "description: expected a text of 1 to 200 characters on one line, found \"\\u{1B}[31m\" (line 3, column 18)"
      ),
      (
        "\"mp4\"", "\"mkv\"",
        "container: expected one of \"mp4\", \"mov\", \"m4a\", found \"mkv\" (line 4, column 16)"
      ),
      (
        "\"mp4\"", "\"m4a\"", "video: expected \"drop\" with the container \"m4a\", found an object (line 5, column 12)"
      ),
      ("\"h264\"", "\"hevc\"", "video.codec: expected \"h264\", found \"hevc\" (line 6, column 14)"),
      (
        "\"640x480\"", "\"640\"",
        "video.box: expected \"source\" or a size such as \"640x480\" with sides from 16 to 16384, found \"640\" (line 7, column 12)"
      ),
      (
        "\"640x480\"", "\"640x8\"",
        "video.box: expected \"source\" or a size such as \"640x480\" with sides from 16 to 16384, found \"640x8\" (line 7, column 12)"
      ),
      ("60", "0", "video.maximumFrameRate: expected a whole number from 1 to 240, found 0 (line 8, column 25)"),
      ("60", "29.97", "video.maximumFrameRate: expected a whole number from 1 to 240, found 29.97 (line 8, column 25)"),
      (
        "60", "\"60\"",
        "video.maximumFrameRate: expected a whole number from 1 to 240, found \"60\" (line 8, column 25)"
      ),
      (
        "60", "99999999999999999999",
        "video.maximumFrameRate: expected a whole number from 1 to 240, found 99999999999999999999 (line 8, column 25)"
      ),
      (
        "\"maximumFrameRate\": 60,", "",
        "video.maximumFrameRate: expected a whole number from 1 to 240, found no such key (line 5, column 12)"
      ),
      (
        "\"profile\": \"high\"", "\"profile\": null",
        "video.profile: expected one of \"baseline\", \"main\", \"high\", found null (line 9, column 16)"
      ),
      (
        "\"rateRule\": \"web\"", "\"rateRule\": \"web\", \"bitrate\": 5",
        "video.bitrate: expected only the keys codec, box, maximumFrameRate, profile, maximumLevel, rateRule, found an unknown key (line 11, column 24)"
      ),
      (
        "\"schema\": 1,", "\"schema\": 1, \"name\": \"x\",",
        "name: expected only the keys schema, description, container, video, audio, found an unknown key (line 2, column 16)"
      ),
      (
        "\"maximumChannels\": 2", "\"maximumChannels\": true",
        "audio.maximumChannels: expected a whole number from 1 to 2, found true (line 13, column 48)"
      ),
      (
        "64000", "7999",
        "audio.bitRatePerChannel: expected a whole number from 8000 to 256000, found 7999 (line 13, column 72)"
      ),
    ])
  func mistakes(original: String, replacement: String, reason: String) {
    let json = Self.valid.replacing(original, with: replacement, maxReplacements: 1)
    #expect(Self.message(of: Array(json.utf8)) == "cannot read preset 'mine.json': \(reason)")
  }

  @Test("a track is an object, copied or dropped, and one of both has to come out")
  func tracks() {
    func json(_ video: String, _ audio: String) -> [UInt8] {
      Array(#"{"schema":1,"description":"d","container":"mp4","video":\#(video),"audio":\#(audio)}"#.utf8)
    }
    #expect(Self.message(of: json("\"copy\"", "\"drop\"")).hasPrefix("no error"))
    #expect(Self.message(of: json("\"drop\"", "\"drop\"")).contains("audio: expected anything but \"drop\""))
    #expect(Self.message(of: json("\"keep\"", "\"drop\"")).contains("video: expected an object, \"copy\" or \"drop\""))
    #expect(Self.message(of: json("[]", "\"drop\"")).contains("found an array"))
    #expect(Self.message(of: json("{}", "\"drop\"")).contains("video.codec: expected \"h264\", found no such key"))
  }

  @Test(
    "what is not JSON is told with line and column",
    arguments: [
      ("", "line 1, column 1: expected a value, found the end"),
      ("{\n  \"schema\": 1,\n}", "line 3, column 1: expected a key in double quotes, found '}'"),
      ("{\"schema\": 1", "line 1, column 13: expected ',' or '}', found the end"),
      ("{\"schema\" 1}", "line 1, column 11: expected ':', found '1'"),
      ("{\"é\": tru}", "line 1, column 7: expected a value, found 't'"),
      ("{} {}", "line 1, column 4: expected the end of the text, found '{'"),
      ("{'a': 1}", "line 1, column 2: expected a key in double quotes, found '''"),
      ("// hello", "line 1, column 1: expected a value, found '/'"),
      ("{\"a\": 01}", "line 1, column 9: expected a number without leading zeros"),
      ("{\"a\": 1.}", "line 1, column 9: expected a digit, found '}'"),
      ("{\"a\": 1e}", "line 1, column 9: expected a digit, found '}'"),
      ("{\"a\": -}", "line 1, column 8: expected a number without leading zeros"),
      ("{\"a\": \"b\n\"}", "line 1, column 9: expected the string's closing quote, found byte 10"),
      ("{\"a\": \"b", "line 1, column 7: this string has no closing quote"),
      ("{\"a\": \"\\q\"}", "line 1, column 9: expected an escape such as \\n, found 'q'"),
      ("{\"a\": \"\\ud800\"}", "line 1, column 14: expected a pair of surrogates"),
      ("{\"a\": \"\\u00g0\"}", "line 1, column 12: expected four hexadecimal digits, found 'g'"),
      ("{\"a\": 1, \"a\": 2}", "line 1, column 10: the key \"a\" comes twice"),
      ("[1 2]", "line 1, column 4: expected ',' or ']', found '2'"),
    ])
  func syntax(json: String, reason: String) {
    #expect(Self.message(of: Array(json.utf8)) == "cannot read preset 'mine.json': not valid JSON at \(reason)")
  }

  @Test("escapes, a byte order mark and white space are read as JSON has them")
  func leniency() throws {
    let json = Self.valid.replacing("\"mine\"", with: #""a\/b \u00e9\ud83c\udfac \"c\"""#).replacing(
      "\n", with: "\r\n\t")
    let preset = try ExportPreset(json: [0xef, 0xbb, 0xbf] + Array(json.utf8), name: "mine", file: "mine.json")
    #expect(preset.summary == "a/b é🎬 \"c\"")
  }

  @Test("bytes that are not text, deep nesting and long files are errors, not traps")
  func hostile() {
    #expect(Self.message(of: Array("{\"".utf8) + [0xff] + Array("\":1}".utf8)).contains("expected UTF-8 text"))
    #expect(Self.message(of: Array(repeating: UInt8(ascii: "["), count: 60000)).contains("nested more than 32 deep"))
    #expect(Self.message(of: Array(repeating: 0, count: 65537)).contains("it is longer than 65536 bytes"))
  }

  @Test("no prefix of a preset and no change of one byte traps, and no prefix is taken for the whole")
  func damaged() {
    let whole = Array(Self.valid.utf8)
    for count in whole.indices {
      #expect(Self.message(of: Array(whole.prefix(count))).hasPrefix("cannot read preset 'mine.json'"))
    }
    var random = SplitMix64(state: 3)
    for index in whole.indices {
      var damaged = whole
      damaged[index] = .random(in: 0...255, using: &random)
      let message = Self.message(of: damaged)
      #expect(message.hasPrefix("cannot read preset 'mine.json'") || message.hasPrefix("no error"))
    }
  }
}
