import Foundation
import TestSupport
import Testing

@Suite(.needsFFmpeg)
struct NamingTests {
  private let compress: Compress

  init() throws { compress = try Compress() }

  @Test("the output is beside the input, named after it and the preset, with the container's ending")
  func beside() async throws {
    try FileManager.default.createDirectory(atPath: compress.directory.file("sub"), withIntermediateDirectories: false)
    try await compress.put(.corners, as: "sub/clip.one.mov")
    try await compress.put(.corners, as: "noending")
    try await compress.put(.corners, as: ".hidden")
    for (preset, output) in [("640X480", "clip.one-640x480.mp4"), ("AppleM4A", "clip.one-AppleM4A.m4a")] {
      let result = try await compress.run("--preset", preset, "sub/clip.one.mov", "noending", ".hidden")
      #expect(result.exitCode == 0, "\(result)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: compress.directory.file("sub")).contains(output))
    }
    #expect(
      try compress.contents == [
        ".hidden", ".hidden-640x480.mp4", ".hidden-AppleM4A.m4a", "noending", "noending-640x480.mp4",
        "noending-AppleM4A.m4a", "sub",
      ])
    let sound = try await compress.probe("noending-AppleM4A.m4a")
    #expect(sound.streams.map(\.codec) == ["aac"])
  }

  @Test("-o names a file, and its ending the kind of file")
  func file() async throws {
    try await compress.put(.corners, as: "a.mp4")
    #expect(try await compress.run("--preset", "640x480", "a.mp4", "-o", "b.mov").exitCode == 0)
    #expect(try FileBytes.read(compress.directory.file("b.mov"))[8..<12] == Array("qt  ".utf8)[...])
    #expect(try await compress.run("--preset", "640x480", "a.mp4", "-oc").exitCode == 0)
    #expect(try compress.contents == ["a.mp4", "b.mov", "c"])
  }

  @Test("-o names a directory, by its being there or by a slash")
  func directory() async throws {
    try await compress.put(.corners, as: "a.mp4")
    try FileManager.default.createDirectory(atPath: compress.directory.file("out"), withIntermediateDirectories: false)
    #expect(try await compress.run("--preset", "640x480", "a.mp4", "-o", "out").exitCode == 0)
    #expect(FileBytes.exists(compress.directory.file("out/a-640x480.mp4")))
    let again = try await compress.run("--preset", "640x480", "a.mp4", "--output=out/")
    #expect(again.exitCode == 73)
    let missing = try await compress.run("--preset", "640x480", "a.mp4", "-o", "nowhere/")
    #expect(missing.exitCode == 73)
    #expect(missing.errorText.contains("there is no directory 'nowhere'"), "\(missing.errorText)")
    #expect(missing.errorLines.count == 1)
  }

  @Test("a file that is there is refused, and left as it is, unless it may be overwritten")
  func overwrite() async throws {
    try await compress.put(.corners, as: "a.mp4")
    let existing = try compress.directory.write("precious", to: "a-640x480.mp4")
    let refused = try await compress.run("--preset", "640x480", "a.mp4")
    #expect(refused.exitCode == 73)
    #expect(refused.errorText == "compress: cannot write 'a-640x480.mp4': File exists; --overwrite replaces it\n")
    #expect(String(decoding: try FileBytes.read(existing), as: UTF8.self) == "precious")
    #expect(try await compress.run("--preset", "640x480", "a.mp4", "--overwrite").exitCode == 0)
    #expect(try await compress.probe("a-640x480.mp4").video?.codec == "h264")
    #expect(try compress.contents == ["a-640x480.mp4", "a.mp4"])
  }

  @Test(
    "input and output being one file is refused, by whatever name",
    arguments: ["a.mp4", "./a.mp4", "symbolic.mp4", "hard.mp4"])
  func sameFile(output: String) async throws {
    try await compress.put(.corners, as: "a.mp4")
    let before = try FileBytes.read(compress.directory.file("a.mp4"))
    _ = try await compress.shell("ln -s a.mp4 symbolic.mp4; ln a.mp4 hard.mp4")
    for overwriting in [["--overwrite"], []] {
      let result = try await Compress.program.run(
        ["--preset", "LowQuality", "a.mp4", "-o", output] + overwriting, in: compress.directory.path)
      #expect(result.exitCode == 73)
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("input and output are the same file"))
    }
    #expect(try FileBytes.read(compress.directory.file("a.mp4")) == before)
    #expect(try compress.contents == ["a.mp4", "hard.mp4", "symbolic.mp4"])
  }

  @Test("standard output being the input's file is refused")
  func sameFileByRedirection() async throws {
    try await compress.put(.corners, as: "a.mp4")
    let before = try FileBytes.read(compress.directory.file("a.mp4"))
    for script in [
      "\"$compress\" --preset LowQuality < a.mp4 >> a.mp4", "\"$compress\" --preset LowQuality a.mp4 -o - >> a.mp4",
    ] {
      let result = try await compress.shell(script)
      #expect(result.exitCode == 73, "\(result)")
    }
    #expect(try FileBytes.read(compress.directory.file("a.mp4")) == before)
  }

  @Test("an output is never another input, nor twice the same")
  func collisions() async throws {
    for name in ["a.mp4", "a.mov", "b.mp4", "b-LowQuality.mp4"] { try await compress.put(.corners, as: name) }
    let before = try FileBytes.read(compress.directory.file("b-LowQuality.mp4"))
    let result = try await compress.run(
      "--preset", "LowQuality", "--overwrite", "a.mp4", "a.mov", "b.mp4", "b-LowQuality.mp4")
    #expect(result.exitCode == 73)
    #expect(
      result.errorLines.filter { $0.hasPrefix("compress: ") } == [
        "compress: cannot export 'a.mov': its output 'a-LowQuality.mp4' is that of 'a.mp4' already",
        "compress: cannot export 'b.mp4': its output 'b-LowQuality.mp4' is the input 'b-LowQuality.mp4'",
      ])
    #expect(try FileBytes.read(compress.directory.file("b-LowQuality.mp4")) == before)
    #expect(
      try compress.contents == [
        "a-LowQuality.mp4", "a.mov", "a.mp4", "b-LowQuality-LowQuality.mp4", "b-LowQuality.mp4", "b.mp4",
      ])
  }

  @Test("of several inputs the others follow one that fails, and the first failure is the exit code")
  func several() async throws {
    try await compress.put(.corners, as: "a.mp4")
    try await compress.put(.text, as: "text.mp4")
    try await compress.put(.corners, as: "z.mp4")
    let result = try await compress.run("--preset", "640x480", "--json", "a.mp4", "text.mp4", "nothing.mp4", "z.mp4")
    #expect(result.exitCode == 65)
    #expect(try compress.contents == ["a-640x480.mp4", "a.mp4", "text.mp4", "z-640x480.mp4", "z.mp4"])
    let receipts = try result.json()
    #expect(receipts.count == 4)
    #expect(receipts.map { ($0["error"] as? [String: Any])?["exitCode"] as? Int } == [nil, 65, 66, nil])
    #expect(
      receipts.map { ($0["source"] as? [String: Any])?["name"] as? String }
        == ["a.mp4", "text.mp4", "nothing.mp4", "z.mp4"])
    #expect(try await compress.run("--preset", "640x480", "nothing.mp4", "text.mp4").exitCode == 66)
  }

  @Test(
    "names of any characters work, and messages keep them on one line",
    arguments: [
      "a:b.mp4", "http://x.mp4".replacing("/", with: "_"), "-x.mp4", "--help.mp4", "100%d %s.mp4", "two\nlines.mp4",
      "it's.mp4", "back\\slash.mp4", "näme 🎬.mp4", " .mp4", "concat:a|b.mp4",
    ])
  func names(name: String) async throws {
    try await compress.put(.corners, as: name)
    let result = try await compress.run("--preset", "LowQuality", "--json", "--", name)
    #expect(result.exitCode == 0, "\(result)")
    let output = String(name.dropLast(4)) + "-LowQuality.mp4"
    #expect(try Set(compress.contents) == [name, output])
    #expect(result.errorLines.count == 1)
    let receipt = try #require(try result.json().first)
    #expect((receipt["source"] as? [String: Any])?["name"] as? String == name)
    #expect((receipt["output"] as? [String: Any])?["name"] as? String == output)
    let again = try await compress.run("--preset", "LowQuality", "-o", output, "--", name)
    #expect(again.exitCode == 73)
    #expect(again.errorLines.count == 1)
    try FileBytes.write(Array("not a clip".utf8), to: compress.directory.file(name))
    let broken = try await compress.run("--preset", "LowQuality", "--overwrite", "--", name)
    #expect(broken.exitCode == 65)
    #expect(broken.errorLines.count == 1, "\(broken.errorText)")
  }

  @Test("an input whose name is not UTF-8 is read; an output that would not be is refused with a remedy")
  func notUTF8() async throws {
    try await compress.put(.corners, as: "a.mp4")
    let result = try await compress.shell(
      """
      name=$(printf 'caf\\351.mp4'); mv a.mp4 "$name"
      "$compress" --preset LowQuality "$name" -o out.mp4 || exit
      "$compress" --preset LowQuality "$name"
      """)
    #expect(result.exitCode == 73)
    #expect(result.errorLines.count == 2)
    #expect(
      result.errorLines.last
        == #"compress: cannot write 'caf\xE9-LowQuality.mp4': the name is not UTF-8; name another output with -o"#)
    #expect(FileBytes.exists(compress.directory.file("out.mp4")))
  }
}
