import CommandLineTools
import Testing

struct ExitCodeTests {
  @Test("the codes are those of sysexits and of shells")
  func values() {
    #expect(
      ExitCode.allCases.map(\.rawValue) == [
        0, 64, 65, 66, 69, 70, 73, 74, 75, 77, 78, 129, 130, 131, 138, 140, 142, 143, 152,
      ])
  }
}
