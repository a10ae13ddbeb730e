import CommandLineTools
import TestSupport
import Testing

struct ManualPageTests {
  @Test("groff sets the page without a warning, with everything in it")
  func groff() async throws {
    let groff = Program("groff")
    if !groff.isPresent { try Test.cancel("groff is not installed") }
    let result = try await groff.run(
      ["-man", "-Tascii", "-P-cbou", "-ww", "-rLL=100n"], input: .bytes(Array(sample.manualPage.utf8)))
    #expect(result.succeeded && result.errorText.isEmpty, "\(result)")
    for option in ["-p, --preset NAME", "--overwrite", "--progress MODE", "-h, --help"] {
      #expect(result.text.contains(option), "\(option)")
    }
    #expect(result.text.contains("Where 'it' [all] works: here."))
    #expect(result.text.contains(".5 of a \\ is no size - really."))
    #expect(result.text.contains("shrink --preset NAME < in > out"))
  }

  @Test("a line of text that begins like a request stays text")
  func requests() {
    #expect(sample.manualPage.contains("\n\\&.5 of a \\e is no size \\- really.\n"))
  }
}
