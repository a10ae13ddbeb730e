extension ClipSpec {
  /// The corner clip with bytes overwritten in the middle of its video, three packets long; times stay right.
  public static let corruptMiddle = ClipSpec("corrupt-middle") { output, _ in
    let clip = try await ClipFactory.clip(noAudio)
    var bytes = try FileBytes.read(clip.path)
    let packets = try await Probe.packets(of: clip.path)
    // Payloads of whole packets, lengths included; `mdat` starts at 40 + 8 in ffmpeg's files.
    let start = (bytes.firstRange(of: Array("mdat".utf8))?.upperBound ?? 0) + packets[..<16].map(\.size).reduce(0, +)
    for index in start..<start + packets[16..<19].map(\.size).reduce(0, +) {
      bytes[index] = UInt8(truncatingIfNeeded: index &* 167)
    }
    try FileBytes.write(bytes, to: output)
  }

  /// `moov` first, then only 60 % of the file.
  public static let truncated = ClipSpec("truncated") { output, _ in
    let bytes = try FileBytes.read(try await ClipFactory.clip(moovFirst).path)
    try FileBytes.write(Array(bytes.prefix(bytes.count * 6 / 10)), to: output)
  }

  /// Media data without the `moov` that tells what it is: an interrupted recording.
  public static let noMoov = ClipSpec("no-moov") { output, _ in
    var tree = try BoxTree(path: try await ClipFactory.clip(corners).path)
    tree.boxes.removeAll { $0.type == "moov" }
    try tree.write(to: output)
  }

  /// Chunk offsets that lie behind the file's end.
  public static let offsetsOutside = ClipSpec.boxes(of: corners, named: "offsets-outside") { tree in
    var tracks = tree.tracks
    for index in tracks.indices {
      guard var offsets = tracks[index]["mdia/minf/stbl/stco"] else { throw TestSupportError("no chunk offsets") }
      for byte in stride(from: 8, to: offsets.payload.count, by: 4) { offsets.payload[byte] = 0x7f }
      tracks[index]["mdia/minf/stbl/stco"] = offsets
    }
    tree.tracks = tracks
  }

  /// Uncompressed pictures of 0x0 by sample entry and track header: nothing else tells a size.
  public static let zeroDimensions = ClipSpec.boxes(
    of: .ffmpeg(
      "uncompressed", "mov", ["-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2", "-c:v", "rawvideo", "-pix_fmt", "uyvy422"]),
    named: "zero-dimensions"
  ) { tree in
    var tracks = tree.tracks
    guard var entries = tracks[0]["mdia/minf/stbl/stsd"], var header = tracks[0]["tkhd"] else {
      throw TestSupportError("no sample entry")
    }
    entries.children[0].payload.replaceSubrange(24..<28, with: [0, 0, 0, 0])
    header.payload.replaceSubrange(76..<84, with: [UInt8](repeating: 0, count: 8))
    tracks[0]["mdia/minf/stbl/stsd"] = entries
    tracks[0]["tkhd"] = header
    tree.tracks = tracks
  }

  /// Common encryption (`cenc`, AES-CTR), the key not in the file. The same bytes each time: what a probe takes them for
  /// would otherwise be a matter of chance.
  public static let encrypted = VideoClip {
    $0.options = [
      "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb",
      "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8", "-fflags", "+bitexact",
    ]
  }.spec("encrypted")

  public static let empty = ClipSpec("empty") { output, _ in try FileBytes.write([], to: output) }

  /// A text file named as a clip.
  public static let text = ClipSpec("text") { output, _ in
    try FileBytes.write(Array("This is not a film.\n".utf8), to: output)
  }

  /// What a playlist can be written in.
  public enum Playlist: String, CaseIterable, Sendable { case hls, concat, dash }

  /// A playlist named `.mp4` that leads to a real clip: nothing may follow it.
  public static func playlist(_ kind: Playlist) -> ClipSpec {
    ClipSpec("playlist-\(kind)") { output, _ in
      let clip = try await ClipFactory.clip(kind == .hls ? container("ts") : corners)
      let path = clip.path
      let text =
        switch kind {
        case .hls:
          "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1.0,\n\(path)\n"
            + "#EXT-X-ENDLIST\n"
        case .concat: "ffconcat version 1.0\nfile '\(clip.name)'\n"  // beside it
        case .dash:
          """
          <?xml version="1.0"?>
          <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"
            profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4">
            <Representation id="1" bandwidth="100000"><BaseURL>file://\(path)</BaseURL></Representation>
            </AdaptationSet></Period></MPD>

          """
        }
      try FileBytes.write(Array(text.utf8), to: output)
    }
  }
}
