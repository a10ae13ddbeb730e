import CFFmpeg
import Codecs
import Media
import Platform
import TestSupport
import Testing

@Suite(.needsFFmpeg) struct H264ParameterSetsTests {
  private func isConstant(_ path: String) throws -> Bool {
    let stop = try StopSignal()
    let demuxer = try Demuxer(
      source: FileSource(try FileDescriptor.openForReading(path), stop: stop), stop: stop)
    let stream = try #require(demuxer.streams.first { $0.format.codec == .h264 })
    var sets = H264ParameterSets(format: stream.format)
    var isConstant = true
    while let (index, packet) = try demuxer.readPacket() {
      if index == stream.index, !sets.agrees(packet) { isConstant = false }
    }
    return isConstant
  }

  @Test("one set throughout is constant, wherever it stands", arguments: ["mp4", "mkv", "ts", "flv"])
  func constant(container: String) async throws {
    let spec = container == "mp4" ? ClipSpec.corners : .container(container)
    #expect(try isConstant(try await ClipFactory.clip(spec).path))
  }

  @Test("a set that changes in MPEG-TS is seen")
  func transportStream() async throws {
    #expect(try !isConstant(try await ClipFactory.clip(.parameterSetChange).path))
  }

  /// Two encodings of one size whose parameter sets differ, one behind the other.
  private func joined(_ name: String, _ fileExtension: String, _ options: [String]) -> ClipSpec {
    ClipSpec("joined-\(name)", fileExtension: fileExtension) { output, scratch in
      var parts: [String] = []
      for (index, profile) in ["baseline", "high"].enumerated() {
        let part = scratch.file("\(index).h264")
        try await Program.ffmpeg.run(
          ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=0.5", "-pix_fmt", "yuv420p"]
            + ["-c:v", "libx264", "-profile:v", profile, "-bf", "0", part]
        ).checked()
        parts.append(part)
      }
      let bytes = try parts.flatMap { try FileBytes.read($0) }
      let all = try scratch.write(bytes, to: "all.h264")
      try await Program.ffmpeg.run(
        ["-v", "error", "-r", "30", "-f", "h264", "-i", all, "-c", "copy"] + options + [output]
      )
      .checked()
    }
  }

  @Test("sets in an MP4's packets that its sample entry does not have are seen")
  func inBand() async throws {
    // The muxer takes the first sets for its sample entry; the second ones stay in their packets.
    #expect(try !isConstant(try await ClipFactory.clip(joined("mp4", "mp4", ["-tag:v", "avc3"])).path))
  }

  @Test("two sample entries of one track are announced, and their change is seen")
  func twoEntries() async throws {
    let first = try await ClipFactory.clip(.corners(width: 160, height: 120))
    let spec = ClipSpec.boxes(of: .corners, named: "two-entries") { tree in
      let other = try BoxTree(path: first.path)
      var tracks = tree.tracks
      guard var table = tracks[0]["mdia/minf/stbl/stsd"],
        let entry = other.tracks[0]["mdia/minf/stbl/stsd"]?.children.first,
        var chunks = tracks[0]["mdia/minf/stbl/stsc"]
      else { throw TestSupportError("no sample table") }
      table.children.append(entry)
      table.payload[7] = 2
      // The last run of chunks uses the second entry.
      chunks.payload[chunks.payload.count - 1] = 2
      tracks[0]["mdia/minf/stbl/stsd"] = table
      tracks[0]["mdia/minf/stbl/stsc"] = chunks
      tree.tracks = tracks
    }
    #expect(try !isConstant(try await ClipFactory.clip(spec).path))
  }

  @Test("anything may stand where parameter sets do")
  func arbitrary() throws {
    for extra: [UInt8] in [
      [], [1], [1, 2, 3, 4, 0xff, 0xe1, 0xff, 0xff], [0, 0, 1], [0, 0, 0, 1, 0x67], [1, 100, 0, 31, 0xff, 0xff, 0, 0],
    ] {
      let parameters = try #require(avcodec_parameters_alloc())
      parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      parameters.pointee.codec_id = AV_CODEC_ID_H264
      let room = try #require(av_mallocz(extra.count + Int(rushes_input_buffer_padding)))
      room.copyMemory(from: extra, byteCount: extra.count)
      parameters.pointee.extradata = room.assumingMemoryBound(to: UInt8.self)
      parameters.pointee.extradata_size = Int32(extra.count)
      let format = try #require(FormatDescription(copying: parameters))
      var freed: UnsafeMutablePointer<AVCodecParameters>? = parameters
      avcodec_parameters_free(&freed)
      var sets = H264ParameterSets(format: format)
      for bytes: [UInt8] in [
        [], [0], [0, 0, 0, 1], [0xff, 0xff, 0xff, 0xff, 7], [0, 0, 0, 2, 0x67, 1], [0, 0, 1, 0x67, 1, 0, 0, 1, 0x65],
      ] {
        let packet = try #require(av_packet_alloc())
        #expect(av_new_packet(packet, Int32(bytes.count)) == 0)
        if !bytes.isEmpty { packet.pointee.data.update(from: bytes, count: bytes.count) }
        _ = sets.agrees(SampleBuffer(taking: packet, mediaType: .video, timeBase: Rational(1, 1)))
      }
    }
  }
}
