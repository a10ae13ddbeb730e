import Foundation
import Media
import Settings
import TestSupport
import Testing

@Suite struct PresetLibraryTests {
  static let library = PresetLibrary(userDirectory: nil)

  static func message(_ name: String, in library: PresetLibrary = library) -> String {
    do {
      return "no error: \(try library.preset(named: name))"
    } catch {
      return error.message
    }
  }

  @Test("the built-in presets are these, in this order, and each of Presets/Data is among them")
  func builtIn() throws {
    #expect(
      PresetLibrary.builtInNames == [
        "LowQuality", "MediumQuality", "HighestQuality", "640x480", "960x540", "1280x720", "1920x1080", "3840x2160",
        "AppleM4A", "Passthrough",
      ])
    let data = PackageRoot.path + "/Presets/Data"
    let files = try FileManager.default.contentsOfDirectory(atPath: data)
    #expect(Set(files) == Set(PresetLibrary.builtInNames.map { $0 + ".json" }))
    for name in PresetLibrary.builtInNames {
      // The constants' names are mangled: this shows that none stands for another's file.
      #expect(try Self.library.preset(named: name) == Self.library.preset(named: "\(data)/\(name).json"))
    }
  }

  @Test(
    "the built-in video presets have their box, frame rate and rule",
    arguments: [
      ("LowQuality", "224x128", 30), ("MediumQuality", "568x320", 30), ("HighestQuality", nil, 60),
      ("640x480", "640x480", 60), ("960x540", "960x540", 60), ("1280x720", "1280x720", 60),
      ("1920x1080", "1920x1080", 60), ("3840x2160", "3840x2160", 60),
    ] as [(String, String?, Int)])
  func videoPresets(name: String, box: String?, frameRate: Int) throws {
    let preset = try Self.library.preset(named: name)
    let video = try #require(preset.video.encoding)
    #expect(preset.name == name && preset.container == .mp4)
    #expect(video.box?.description == box && video.maximumFrameRate == frameRate)
    #expect(video.codec == .h264 && video.profile == .high && video.rateRule == .web)
    #expect(preset.audio == .encode(AudioEncoding()))
    if let box = video.box, let level = video.maximumLevel {
      // No preset asks for a level that its own largest picture would break.
      let rate = RateRule.avfoundation.videoRate(for: box, frameRate: nil).bitRate
      let needed = H264Level.smallest(for: box, frameRate: Rational(frameRate), bitRate: rate)
      #expect(try #require(needed) <= level)
    }
  }

  @Test("AppleM4A is sound alone, Passthrough copies everything")
  func otherPresets() throws {
    let sound = try Self.library.preset(named: "AppleM4A")
    #expect(sound.container == .m4a && sound.video == .drop && sound.audio == .encode(AudioEncoding()))
    let copy = try Self.library.preset(named: "Passthrough")
    #expect(copy.container == .mp4 && copy.video == .copy && copy.audio == .copy)
  }

  @Test("a name is matched without regard to case", arguments: ["lowquality", "LOWQUALITY", "LowQuality"])
  func anyCase(name: String) throws {
    #expect(try Self.library.preset(named: name).name == "LowQuality")
  }

  @Test(
    "an unknown name is answered with the nearest",
    arguments: [
      ("640x840", "cannot find preset '640x840': did you mean '640x480'?"),
      ("1280x270", "cannot find preset '1280x270': did you mean '1280x720'?"),
      ("highquality", "cannot find preset 'highquality': did you mean 'HighestQuality'?"),
      ("720", "cannot find preset '720': did you mean '1280x720'?"),
      ("720P", "cannot find preset '720P': did you mean '1280x720'?"),
      ("quality", "cannot find preset 'quality': did you mean 'LowQuality' or 'MediumQuality' or 'HighestQuality'?"),
      ("PassTrough", "cannot find preset 'PassTrough': did you mean 'Passthrough'?"),
    ])
  func nearest(name: String, message: String) {
    #expect(Self.message(name) == message)
  }

  @Test("a name like no other is answered with all there are, on one line")
  func nothingNear() {
    let message = Self.message("zebra\ncrossing\u{1b}[2J")
    #expect(
      message == "cannot find preset 'zebra\\ncrossing\\u{1B}[2J': there are 1280x720, 1920x1080, 3840x2160, "
        + "640x480, 960x540, AppleM4A, HighestQuality, LowQuality, MediumQuality, Passthrough")
    #expect(Self.message("").hasPrefix("cannot find preset ''"))
    #expect(Self.message(String(repeating: "x", count: 100_000)).count < 400)
  }

  @Test("the user's directory follows the XDG specification")
  func directories() {
    #expect(
      PresetLibrary(environment: ["XDG_CONFIG_HOME": "/c", "HOME": "/h"]).userDirectory == "/c/rushes/presets")
    for value in [nil, "", "relative"] {
      var environment = ["HOME": "/h"]
      environment["XDG_CONFIG_HOME"] = value
      #expect(PresetLibrary(environment: environment).userDirectory == "/h/.config/rushes/presets")
    }
    #expect(PresetLibrary(environment: [:]).userDirectory == nil)
  }

  @Test("a user's preset is found by name and by path, and hides a built-in one")
  func userPresets() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let mine = ExportPresetTests.valid
    try mine.write(toFile: directory.file("Mine.json"), atomically: false, encoding: .utf8)
    try mine.write(toFile: directory.file("lowquality.json"), atomically: false, encoding: .utf8)
    try "not a preset".write(toFile: directory.file("notes.txt"), atomically: false, encoding: .utf8)
    let library = PresetLibrary(userDirectory: directory.path)
    #expect(try library.preset(named: "mine").name == "Mine")
    #expect(try library.preset(named: directory.file("Mine.json")).name == "Mine")
    #expect(try library.preset(named: "LowQuality").summary == "mine")
    let entries = library.entries()
    #expect(entries.map(\.name) == PresetLibrary.builtInNames.filter { $0 != "LowQuality" } + ["Mine", "lowquality"])
    #expect(entries.last?.path == directory.file("lowquality.json"))
    #expect(try entries.map { try $0.load().name } == entries.map(\.name))
    #expect(Self.message("notes", in: library).hasPrefix("cannot find preset 'notes'"))
    #expect(Self.message("miny", in: library) == "cannot find preset 'miny': did you mean 'Mine'?")
  }

  @Test("a mistake in one user's preset is told when it is asked for, and hinders no other")
  func brokenUserPreset() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    try "{".write(toFile: directory.file("640x480.json"), atomically: false, encoding: .utf8)
    let library = PresetLibrary(userDirectory: directory.path)
    #expect(Self.message("640x480", in: library).contains("640x480.json': not valid JSON at line 1, column 2"))
    #expect(try library.preset(named: "1280x720").name == "1280x720")
    #expect(library.entries().count == PresetLibrary.builtInNames.count)
  }

  @Test("a path that holds no readable file is an error of its kind")
  func oddFiles() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    func code(_ path: String) -> SettingsError.Code? {
      do {
        _ = try Self.library.preset(named: path)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(directory.file("absent.json")) == .presetNotFound)
    #expect(code("absent.json") == .presetNotFound)
    #expect(code("/") == .unreadable)
    #expect(code("/dev/zero") == .unreadable)
    #expect(code("./\0.json") == .unreadable)
    let pipe = directory.file("pipe.json")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(code(pipe) == .unreadable)
    let large = directory.file("large.json")
    try Data(repeating: 0x20, count: 65537).write(to: URL(fileURLWithPath: large))
    #expect(code(large) == .unreadable)
    try Data().write(to: URL(fileURLWithPath: large))
    #expect(code(large) == .invalidJSON)
    #expect(PresetLibrary(userDirectory: pipe).entries().count == PresetLibrary.builtInNames.count)
    #expect(Self.message("/dev/zero") == "cannot read preset '/dev/zero': it is not a regular file")
  }
}
