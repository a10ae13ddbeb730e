import TestSupport
import Testing

@Suite(.needsFFmpeg) struct BoxTreeTests {
  @Test("a file read and written is the same, byte for byte")
  func roundTrip() async throws {
    let bytes = try FileBytes.read(try await ClipFactory.clip(.corners).path)
    #expect(try BoxTree(bytes).bytes == bytes)
  }

  @Test("what is no box is an error")
  func notBoxes() {
    #expect(throws: TestSupportError.self) { try BoxTree(Array("This is not a film.".utf8)) }
  }

  @Test("tracks have timescales and sample entries")
  func tracks() async throws {
    let tree = try BoxTree(path: try await ClipFactory.clip(.corners).path)
    #expect(tree.tracks.count == 2 && tree.movieTimescale == 1000)
    #expect(tree.mediaTimescale(ofTrack: 0) == 15360 && tree.mediaTimescale(ofTrack: 1) == 48000)
    #expect(tree.tracks[0]["mdia/minf/stbl/stsd"]?.children.first?.type == "avc1")
  }
}
