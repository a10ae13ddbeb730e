import Export
import Settings
import TestSupport
import Testing

/// Inputs that nobody can use: the right code, one line that names the file, no output.
@Suite(.needsFFmpeg)
struct BadInputTests {
  static let cases: [(ClipSpec, ExportError.Code)] = [
    (.empty, .damagedInput), (.text, .unsupportedInput), (.noMoov, .damagedInput), (.offsetsOutside, .damagedInput),
    (.zeroDimensions, .damagedInput), (.encrypted, .encryptedInput), (.playlist(.hls), .unsupportedInput),
    (.playlist(.concat), .unsupportedInput), (.playlist(.dash), .unsupportedInput),
  ]

  @Test("what cannot be used is refused in one line, for the right reason", arguments: cases)
  func refuses(spec: ClipSpec, code: ExportError.Code) async throws {
    let error = try #require(try await exportFailure(spec))
    #expect(error.code == code, "\(error)")
    #expect(!error.message.contains("\n"))
    #expect(error.message.contains("\(spec)"))
  }

  @Test("what is not there, or is no file, is told apart")
  func missing() async throws {
    let directory = try TemporaryDirectory()
    #expect(try await exportFailure(directory.file("none.mp4"))?.code == .inputNotFound)
    #expect(try await exportFailure(directory.path)?.code == .inputIsDirectory)
  }

  @Test("damage in the middle is left out and counted; strict makes it an error")
  func damage() async throws {
    let exported = try await ExportedClip(.corruptMiddle, options: ExportOptions(forcesEncoding: true))
    #expect(exported.warnings.contains(.damagedInput))
    #expect((exported.video?.output?.damaged ?? 0) > 0)
    #expect(try await FullDecode.errors(exported.path) == [])
    #expect(try await Probe.frames(of: exported.path).count >= 26)
    let strict = ExportOptions(forcesEncoding: true, isStrict: true)
    #expect(try await exportFailure(.corruptMiddle, options: strict)?.code == .damagedInput)
  }

  @Test("a clip that ends in the middle is refused, and says how much of it is there")
  func truncated() async throws {
    for preset in ["640x480", "Passthrough"] {
      let failure = try await exportFailure(.truncated, preset: preset)
      #expect(failure?.code == .damagedInput)
      #expect(failure?.message.contains("ends early") == true)
    }
  }
}
