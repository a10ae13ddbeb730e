import Foundation
import TestSupport
import Testing

@Suite(.needsFFmpeg)
struct FilterTests {
  private let compress: Compress

  init() throws { compress = try Compress() }

  /// The video track's size and codecs of what came out on standard output.
  private func check(_ result: ProgramResult, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    #expect(result.exitCode == 0, "\(result)", sourceLocation: sourceLocation)
    let path = try compress.directory.write(result.output, to: "out.mp4")
    let probe = try await Probe(path)
    #expect(probe.streams.map(\.codec) == ["h264", "aac"], sourceLocation: sourceLocation)
    #expect(probe.video?.width == 224, sourceLocation: sourceLocation)
    #expect(try await FullDecode.errors(path).isEmpty, sourceLocation: sourceLocation)
    try FileManager.default.removeItem(atPath: path)
  }

  @Test("a file at standard input is read in place, a pipe with the tables at its end is kept meanwhile")
  func filter() async throws {
    let spec = VideoClip {
      $0.width = 640
      $0.height = 360
    }.spec("filter")
    let sound = try await ClipFactory.clip(spec)
    #expect(try BoxTree(path: sound.path).boxes.last?.type == "moov")
    try await check(await compress.run("--preset", "LowQuality", input: .file(sound.path)))
    try await check(await compress.run("--preset", "LowQuality", input: .pipedFile(sound.path)))
    try await check(await compress.run("--preset", "LowQuality", "-", input: .pipedFile(sound.path)))
    try await check(await compress.run("--preset", "LowQuality", "-", "-o", "-", input: .file(sound.path)))
    try await check(await compress.run("--preset", "LowQuality", sound.path, "-o", "-"))
    #expect(try compress.contents.isEmpty)
  }

  @Test("standard input may go to a file")
  func inputToFile() async throws {
    let clip = try await ClipFactory.clip(.corners)
    let result = try await compress.run("--preset", "640x480", "-o", "b.mp4", input: .pipedFile(clip.path))
    #expect(result.exitCode == 0)
    #expect(try compress.contents == ["b.mp4"])
  }

  @Test("a named pipe is an input like any other")
  func namedPipe() async throws {
    try await compress.put(.corners, as: "a.mp4")
    let result = try await compress.shell(
      "mkfifo pipe.mp4; cat a.mp4 > pipe.mp4 & \"$compress\" --preset 640x480 pipe.mp4")
    #expect(result.exitCode == 0, "\(result)")
    #expect(try compress.contents == ["a.mp4", "pipe-640x480.mp4", "pipe.mp4"])
  }

  @Test("a terminal is refused on either side with the way to help")
  func terminals() async throws {
    let clip = try await ClipFactory.clip(.corners)
    let toTerminal = try await compress.run("--preset", "640x480", input: .file(clip.path), output: .terminal)
    #expect(toTerminal.exitCode == 64)
    #expect(toTerminal.errorText.hasPrefix("compress: cannot write to a terminal"))
    #expect(toTerminal.output.isEmpty)
    let named = try await compress.run("--preset", "640x480", clip.path, "-o", "-", output: .terminal)
    #expect(named.exitCode == 64)
    for arguments in [["--preset", "640x480"], ["--preset", "640x480", "-"]] {
      let fromTerminal = try await Compress.program.run(arguments, input: .terminal)
      #expect(fromTerminal.exitCode == 64)
      #expect(fromTerminal.errorText.hasPrefix("compress: cannot start: INPUT is missing"))
      #expect(fromTerminal.errorLines.last == "Try 'compress --help'.")
    }
    // A plan is text: a terminal is the place for it.
    let plan = try await compress.run(
      "--preset", "640x480", "--explain", input: .file(clip.path), output: .terminal)
    #expect(plan.exitCode == 0)
    #expect(plan.text.contains("track 0"))
  }

  @Test("a receipt goes to standard error where the clip has standard output")
  func receipt() async throws {
    let clip = try await ClipFactory.clip(.corners)
    let result = try await compress.run("--preset", "640x480", "--json", "--quiet", input: .file(clip.path))
    #expect(result.exitCode == 0)
    #expect(result.errorLines.count == 1)
    let receipt = try #require(try result.errorJSON().first)
    #expect((receipt["output"] as? [String: Any])?["byteCount"] as? Int == result.output.count)
    let failed = try await compress.run("--preset", "640x480", "--json", input: .bytes([1, 2, 3]))
    #expect(failed.exitCode == 65)
    #expect(failed.output.isEmpty)
    #expect(try failed.errorJSON().count == 1)
  }

  @Test("nothing comes out of a filter that fails")
  func failing() async throws {
    let clip = try await ClipFactory.clip(.noMoov)
    for input in [ProgramInput.nothing, .closed, .bytes([]), .file(clip.path), .pipedFile(clip.path), .file("/")] {
      let result = try await compress.run("--preset", "640x480", input: input)
      #expect([65, 66].contains(result.exitCode), "\(result)")
      #expect(result.output.isEmpty)
      #expect(result.errorLines.count == 1, "\(result)")
      #expect(result.errorText.hasPrefix("compress: cannot export 'standard input': "), "\(result)")
    }
    #expect(try compress.contents.isEmpty)
  }

  @Test("--max-input holds for files and for pipes")
  func maximum() async throws {
    let clip = try await ClipFactory.clip(.corners)
    let size = try #require(FileBytes.size(clip.path))
    for input in [ProgramInput.file(clip.path), .pipedFile(clip.path)] {
      let refused = try await compress.run("--preset", "640x480", "--max-input", "\(size - 1)", input: input)
      #expect(refused.exitCode == 65, "\(refused)")
      #expect(refused.output.isEmpty)
      #expect(refused.errorLines.count == 1)
      let taken = try await compress.run("--preset", "640x480", "--max-input=\(size)", input: input)
      #expect(taken.exitCode == 0, "\(taken)")
    }
    #expect(try await compress.run("--preset", "640x480", "--max-input", "1k", clip.path, "-o", "x").exitCode == 65)
    #expect(try compress.contents.isEmpty)
  }
}
