import Foundation
import TestSupport
import Testing

@Suite(.needsFFmpeg)
struct ExitCodeTests {
  private let compress: Compress

  init() throws { compress = try Compress() }

  @Test(
    "bad input is one line that names the file, the right code, no output and nothing left",
    arguments: [
      (ClipSpec.empty, Int32(65)), (.text, 65), (.noMoov, 65), (.zeroDimensions, 65), (.encrypted, 65),
      (.playlist(.hls), 65), (.playlist(.concat), 65), (.playlist(.dash), 65), (.audioOnly, 65),
    ])
  func badInput(spec: ClipSpec, code: Int32) async throws {
    try await compress.put(spec, as: "bad.mp4")
    let result = try await compress.run("--preset", "640x480", "bad.mp4")
    #expect(result.exitCode == code, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.hasPrefix("compress: cannot export 'bad.mp4': "), "\(result.errorText)")
    #expect(try compress.contents == ["bad.mp4"])
  }

  @Test("too low a limit of open files is one line and 69, and one that can be raised is raised")
  func openFiles() async throws {
    try await compress.put(.corners, as: "a.mp4")
    for limit in [4, 7, 16] {
      let result = try await compress.shell(
        "ulimit -n \(limit); exec \"$compress\" --preset LowQuality --explain a.mp4")
      #expect(result.exitCode == 69, "\(result)")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("the limit of open files is too low"))
    }
    let raised = try await compress.shell("ulimit -Sn 7; exec \"$compress\" --preset LowQuality a.mp4")
    #expect(raised.exitCode == 0, "\(raised)")
    let enough = try await compress.shell(
      "ulimit -n 40; exec \"$compress\" --preset LowQuality --overwrite a.mp4")
    #expect(enough.exitCode == 0, "\(enough)")
  }

  @Test("an input that is missing or a directory is 66")
  func noInput() async throws {
    for name in ["missing.mp4", "missing/clip.mp4", "."] {
      let result = try await compress.run("--preset", "640x480", name, "-o", "out.mp4")
      #expect(result.exitCode == 66, "\(result)")
      #expect(result.errorLines.count == 1)
      #expect(result.errorText.contains("'\(name)'"))
    }
    #expect(try compress.contents.isEmpty)
  }

  @Test("an input that may not be read is 77")
  func unreadable() async throws {
    try await compress.put(.corners, as: "a.mp4")
    // Root may read everything: the program then runs as somebody else, where that can find it.
    let result = try await compress.shell(
      """
      chmod 755 . && chmod 000 a.mp4
      [ "$(id -u)" != 0 ] && exec "$compress" --preset 640x480 --explain a.mp4
      cp "$compress" . && chmod 755 compress
      exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all ./compress --preset 640x480 --explain a.mp4
      """)
    #expect(result.exitCode == 77, "\(result)")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.contains("'a.mp4': Permission denied"))
  }

  @Test("an output directory that may not be written to, or that is none, is 73")
  func cannotCreate() async throws {
    try await compress.put(.corners, as: "a.mp4")
    for output in ["a.mp4/b.mp4", "nowhere/b.mp4", "/proc/b.mp4", "/dev/null"] {
      let result = try await compress.run("--preset", "640x480", "a.mp4", "--overwrite", "-o", output)
      #expect(result.exitCode == 73, "\(result)")
      #expect(result.errorLines.count == 1)
    }
    #expect(try compress.contents == ["a.mp4"])
  }

  @Test("a mistake in a preset's file is 78 and names file and key; a preset that is not there is 64")
  func preset() async throws {
    let path = try compress.directory.write(#"{ "schema": 1, "descripton": "x" }"#, to: "mine.json")
    let broken = try await compress.run("--preset", "./mine.json", "a.mp4")
    #expect(broken.exitCode == 78)
    #expect(broken.errorLines.count == 1)
    #expect(broken.errorText.contains("mine.json"))
    #expect(broken.errorText.contains("descripton") || broken.errorText.contains("description"))
    #expect(try await compress.run("--preset", path + "x.json", "a.mp4").exitCode == 64)
  }

  @Test("a full disk under the output is 74, and nothing is left")
  func fileSizeLimit() async throws {
    try await compress.put(.busy(width: 320, height: 240), as: "a.mp4")
    let result = try await compress.shell(
      "ulimit -f 8; exec \"$compress\" --preset 640x480 --force-encode a.mp4")
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.errorLines.count == 1)
    #expect(try compress.contents == ["a.mp4"])
  }

  @Test("a file system without space is 74, and nothing is left")
  func noSpace() async throws {
    try await compress.put(.busy(width: 320, height: 240), as: "a.mp4")
    let result = try await compress.shell(
      """
      unshare -m true 2>/dev/null || { echo no mount namespace; exit 200; }
      mkdir small
      unshare -m sh -c '
        mount -t tmpfs -o size=64k none small 2>/dev/null || exit 200
        "$compress" --preset 640x480 --force-encode a.mp4 -o small/; code=$?
        ls -A small
        TMPDIR=small "$compress" --preset 640x480 --force-encode a.mp4 -o - >/dev/null || echo "spool $?"
        TMPDIR=small; export TMPDIR; cat a.mp4 | "$compress" --preset 640x480 -o b.mp4 || echo "pipe $?"
        exit $code' || exit
      """)
    if result.exitCode == 200 { try Test.cancel("no tmpfs can be mounted here") }
    #expect(result.exitCode == 74, "\(result)")
    #expect(result.lines == ["spool 74", "pipe 74"])
    #expect(result.errorText.contains("No space left on device"))
    #expect(try compress.contents == ["a.mp4", "small"])
  }

  @Test("an output that nobody takes is 74")
  func badOutput() async throws {
    try await compress.put(.corners, as: "a.mp4")
    for output in [ProgramOutput.brokenPipe, .file("/dev/full")] {
      let movie = try await compress.run("--preset", "640x480", "a.mp4", "-o", "-", output: output)
      #expect(movie.exitCode == 74, "\(movie)")
      #expect(movie.errorLines.count == 1)
      #expect(try await compress.run("--help", output: output).exitCode == 74)
      let receipt = try await compress.run("--preset", "640x480", "--overwrite", "--json", "a.mp4", output: output)
      #expect(receipt.exitCode == 74)
    }
    for arguments in ["--preset 640x480 a.mp4 -o -", "--list-presets", "--help"] {
      let closed = try await compress.shell("exec \"$compress\" \(arguments) >&-")
      #expect(closed.exitCode == 74, "\(closed)")
      #expect(closed.errorLines.count == 1)
    }
  }

  @Test("a closed stderr stops nothing, and no file gets what was meant for it")
  func closedErrorOutput() async throws {
    try await compress.put(.corners, as: "a.mp4")
    let result = try await compress.shell("exec \"$compress\" --preset 640x480 --progress json a.mp4 <&- 2>&-")
    #expect(result.exitCode == 0)
    #expect(try await FullDecode.errors(compress.directory.file("a-640x480.mp4")).isEmpty)
    #expect(try await compress.run("--preset", "640x480", "b.mp4", errorOutput: .brokenPipe).exitCode == 66)
  }
}
