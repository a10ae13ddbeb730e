import Glibc
import Platform
import Testing

struct PlatformErrorTests {
  @Test("A message names what was tried, on what, why not, and what to do")
  func message() {
    let error = PlatformError(cannot: "write to", "out.mp4", errorNumber: ENOSPC)
    #expect(
      error.message
        == "cannot write to 'out.mp4': No space left on device; free some space, or name a place on another disk")
    #expect(error.code == .noSpace)
    #expect(error.errorNumber == ENOSPC)
  }

  @Test("A file name cannot break the line or reach the terminal")
  func escaping() {
    let error = PlatformError(cannot: "open", "a\n\u{1B}[2Jé\t\r.mp4", errorNumber: ENOENT)
    #expect(error.message == #"cannot open 'a\n\u{1b}[2Jé\t\r.mp4': No such file or directory"#)
  }

  @Test(
    "Error numbers fall into codes",
    arguments: [
      (ENOENT, .notFound), (ENOTDIR, .notFound), (EACCES, .permissionDenied), (EPERM, .permissionDenied),
      (EROFS, .permissionDenied), (EISDIR, .isDirectory), (EEXIST, .exists), (ENOSPC, .noSpace), (EDQUOT, .noSpace),
      (EFBIG, .noSpace), (EIO, .inputOutput), (EPIPE, .inputOutput), (EMFILE, .other), (EINVAL, .other),
    ] as [(Int32, PlatformError.Code)])
  func codes(errorNumber: Int32, code: PlatformError.Code) {
    #expect(PlatformError.code(of: errorNumber) == code)
  }
}
