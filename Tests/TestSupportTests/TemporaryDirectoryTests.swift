import TestSupport
import Testing

@Suite struct TemporaryDirectoryTests {
  @Test("it is gone with everything in it when its owner is")
  func removed() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory()
    let file = try #require(try directory?.write("text", to: "a"))
    #expect(try directory?.contents == ["a"])
    #expect(FileBytes.size(file) == 4)
    directory = nil
    #expect(!FileBytes.exists(file))
  }

  @Test("the package root holds the manifest")
  func root() {
    #expect(FileBytes.exists(PackageRoot.path + "/Package.swift"))
  }
}
