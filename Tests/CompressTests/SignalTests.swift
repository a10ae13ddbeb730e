import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.needsFFmpeg)
struct SignalTests {
  private let compress: Compress

  init() throws { compress = try Compress() }

  @Test(
    "a signal in the middle of an export ends it at once and leaves nothing",
    arguments: [
      (SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131), (SIGUSR1, 138), (SIGUSR2, 140), (SIGALRM, 142),
      (SIGXCPU, 152),
    ] as [(Int32, Int32)])
  func middle(signal: Int32, code: Int32) async throws {
    try await compress.put(.long, as: "a.mp4")
    try await compress.put(.corners, as: "b.mp4")
    let running = try compress.start(
      "--preset", "640x480", "--force-encode", "--progress", "json", "a.mp4", "b.mp4")
    #expect(await running.says("\"progress\""))
    #expect(try compress.contents.contains { $0.hasPrefix(".rushes-") })
    running.send(signal: signal)
    running.send(signal: signal)
    let result = await running.result()
    #expect(result.exitCode == code, "\(result)")
    #expect(result.errorLines.last?.hasPrefix("compress: stopped by SIG") == true)
    #expect(try compress.contents == ["a.mp4", "b.mp4"])
  }

  @Test("the live line is cleaned up")
  func liveLine() async throws {
    try await compress.put(.long, as: "a.mp4")
    let running = try compress.start("--preset", "640x480", "--force-encode", "a.mp4", errorOutput: .terminal)
    #expect(await running.says("%"))
    running.send(signal: SIGINT)
    let result = await running.result()
    #expect(result.exitCode == 130)
    let shown = result.errorText.components(separatedBy: "\r\u{1B}[K").last
    #expect(shown == "compress: stopped by SIGINT\r\n")
    #expect(try compress.contents == ["a.mp4"])
  }

  @Test("a signal while a pipe gives nothing ends the wait")
  func stalledPipe() async throws {
    // More than a pipe holds, so that the program reads once this is taken.
    let clip = try await ClipFactory.clip(.busy(width: 640, height: 480))
    let half = try FileBytes.read(clip.path).prefix(200_000)
    try #require(half.count == 200_000)
    let running = try compress.start("--preset", "640x480", "-o", "b.mp4", input: .pipe)
    running.write(Array(half))
    await running.inputTaken()
    running.send(signal: SIGTERM)
    let result = await running.result()
    #expect(result.exitCode == 143, "\(result)")
    #expect(try compress.contents.isEmpty)
  }

  @Test("a signal at any moment of a short export leaves the whole output or none", arguments: 0..<12)
  func anyMoment(step: Int) async throws {
    try await compress.put(.corners, as: "a.mp4")
    let moment = "0.\(step < 5 ? "0" : "")\(step * 2)"
    let result = try await compress.shell("timeout --preserve-status \(moment) \"$compress\" --preset 640x480 a.mp4")
    let code = try #require(result.exitCode)
    #expect([0, 143].contains(code), "\(result)")
    let left = try compress.contents
    if code == 0 {
      #expect(left == ["a-640x480.mp4", "a.mp4"])
    } else {
      #expect(Set(left).isSubset(of: ["a-640x480.mp4", "a.mp4"]))
    }
    if left.contains("a-640x480.mp4") {
      #expect(try await FullDecode.errors(compress.directory.file("a-640x480.mp4")).isEmpty)
    }
  }

  @Test("a signal that was ignored at the start stays ignored, as nohup means it")
  func ignored() async throws {
    try await compress.put(.busy(width: 640, height: 480), as: "a.mp4")
    let script = "trap '' HUP; exec \"$0\" --preset 640x480 --force-encode --progress json a.mp4"
    let running = try Program("sh").start(["-c", script, Compress.program.path], in: compress.directory.path)
    #expect(await running.says("\"progress\""))
    running.send(signal: SIGHUP)
    let result = await running.result()
    #expect(result.exitCode == 0, "\(result)")
    #expect(try compress.contents == ["a-640x480.mp4", "a.mp4"])
  }
}
