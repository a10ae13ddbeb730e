import Platform
import Reading
import TestSupport
import Testing

@Suite(.needsFFmpeg) struct CutClipTests {
  @Test("an MP4 that ends before its last sample is an error that says how much is there")
  func cut() async throws {
    let whole = try FileBytes.read(try await ClipFactory.clip(.moovFirst).path)
    let directory = try TemporaryDirectory()
    for share in [2, 4] {
      let path = try directory.write(Array(whole.prefix(whole.count * (share - 1) / share)), to: "cut-\(share).mp4")
      let stop = try StopSignal()
      let source = FileSource(try FileDescriptor.openForReading(path), stop: stop)
      let error = await #expect(throws: ReadingError.self) { _ = try await AssetReader.open(source, stop: stop) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("ends early") == true)
    }
  }
}
