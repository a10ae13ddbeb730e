import Media
import Platform
import Reading
import TestSupport
import Testing

/// What is no clip, or a damaged or hostile one: a typed error, or what is left of it, in bounded time.
@Suite(.needsFFmpeg, .serialized, .timeLimit(.minutes(15))) struct BadInputTests {
  /// Reads everything of a file: what went wrong, or how much came out.
  private func read(_ path: String, isStrict: Bool = false) async throws(ReadingError) -> ReadingStatistics {
    do {
      return try await OpenedClip(path).readPictures {
        $0.isStrict = isStrict
        $0.size = PixelSize(width: 64, height: 48)
      }.statistics
    } catch let error as ReadingError {
      throw error
    } catch {
      throw ReadingError(code: .damaged, message: "\(error)")
    }
  }

  private func refusal(of path: String) async -> ReadingError? {
    do {
      _ = try await read(path)
      return nil
    } catch {
      return error
    }
  }

  @Test("what is no container is refused as such", arguments: [ClipSpec.empty, .text])
  func noContainer(_ spec: ClipSpec) async throws {
    #expect(await refusal(of: try await ClipFactory.clip(spec).path)?.code == .unsupportedContainer)
  }

  @Test("a playlist is refused by its content, and by name", arguments: ClipSpec.Playlist.allCases)
  func playlist(_ kind: ClipSpec.Playlist) async throws {
    let error = try #require(await refusal(of: try await ClipFactory.clip(.playlist(kind)).path))
    #expect(error.code == .unsupportedContainer)
    let names: [ClipSpec.Playlist: String] = [
      .hls: "an HLS playlist", .concat: "a concat script", .dash: "a DASH manifest",
    ]
    #expect(error.message.contains(names[kind] ?? "?"), "\(error.message)")
  }

  @Test("a movie that refers to another file reads no other file")
  func externalData() async throws {
    let target = try await ClipFactory.clip(.corners).path
    let spec = ClipSpec.boxes(of: .corners, named: "external-data") { tree in
      var tracks = tree.tracks
      for index in tracks.indices {
        guard var references = tracks[index]["mdia/minf/dinf/dref"] else { throw TestSupportError("no dref") }
        // One entry: `url `, not self-contained, with a path.
        let location = Array("file://\(target)\u{0}".utf8)
        let size = UInt32(12 + location.count)
        let entry = withUnsafeBytes(of: size.bigEndian, Array.init) + Array("url ".utf8) + [0, 0, 0, 0] + location
        references.children = []
        references.payload = [0, 0, 0, 0, 0, 0, 0, 1] + entry
        tracks[index]["mdia/minf/dinf/dref"] = references
      }
      // What it would need from the other file is not in this one.
      tree.tracks = tracks
      tree.boxes.removeAll { $0.type == "mdat" }
    }
    #expect(await refusal(of: try await ClipFactory.clip(spec).path) != nil)
  }

  @Test("what has no beginning, or points outside, is damaged", arguments: [ClipSpec.noMoov, .offsetsOutside])
  func damaged(_ spec: ClipSpec) async throws {
    #expect(await refusal(of: try await ClipFactory.clip(spec).path)?.code == .damaged)
  }

  @Test("pictures of no size are an error")
  func noSize() async throws {
    #expect(await refusal(of: try await ClipFactory.clip(.zeroDimensions).path) != nil)
  }

  @Test("what is encrypted says so")
  func encrypted() async throws {
    let clip = try await OpenedClip(.encrypted)
    #expect(clip.video?.isEncrypted == true)
    #expect(try await OpenedClip(.corners).video?.isEncrypted == false)
  }

  @Test("a codec that nobody knows is an error of its own, and hurts no other track")
  func unknownCodec() async throws {
    let clip = try await OpenedClip(.undecodableAudio)
    let audio = try #require(clip.audio)
    #expect(!audio.isDecodable)
    _ = try await clip.reader.addOutput(for: audio, settings: .sound(SoundSettings(sampleRate: 48000, channelCount: 2)))
    let error = await #expect(throws: ReadingError.self) { try await clip.reader.startReading() }
    #expect(error?.code == .unsupportedCodec && error?.message.contains("apac") == true)
    #expect(try await read(try await ClipFactory.clip(.undecodableAudio).path).delivered == 30)
  }

  @Test("damage in the middle is counted and passed over, or is an error where strict")
  func corrupt() async throws {
    let path = try await ClipFactory.clip(.corruptMiddle).path
    let statistics = try await read(path)
    #expect(statistics.damaged > 0 && statistics.delivered >= 25)
    let error = await #expect(throws: ReadingError.self) { try await read(path, isStrict: true) }
    #expect(error?.code == .damaged)
    #expect(try await read(try await ClipFactory.clip(.noAudio).path, isStrict: true).damaged == 0)
  }

  @Test("an index of 600,000 samples is read, one of 2^32 refused", arguments: [600_000, UInt32.max])
  func largeIndex(count: UInt32) async throws {
    let spec = ClipSpec.boxes(of: .noAudio, named: "index-\(count)") { tree in
      var tracks = tree.tracks
      func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }
      let tables: [String: [UInt8]] = [
        "stts": number(0) + number(1) + number(count) + number(1), "stsz": number(0) + number(1) + number(count),
        "stsc": number(0) + number(1) + number(1) + number(count) + number(1),
      ]
      for (name, payload) in tables {
        guard var box = tracks[0]["mdia/minf/stbl/\(name)"] else { throw TestSupportError("no \(name)") }
        box.payload = payload
        tracks[0]["mdia/minf/stbl/\(name)"] = box
      }
      guard var table = tracks[0]["mdia/minf/stbl"] else { throw TestSupportError("no stbl") }
      table.children.removeAll { ["ctts", "stss", "sdtp", "sgpd", "sbgp"].contains($0.type) }
      tracks[0]["mdia/minf/stbl"] = table
      tree.tracks = tracks
    }
    let error = await refusal(of: try await ClipFactory.clip(spec).path)
    #expect(error?.code == (count == .max ? .tooLarge : .damaged))
  }

  @Test("pictures of 16000x16000 are refused before they cost anything", arguments: ["h264", "mp4", "mkv", "ts"])
  func huge(fileExtension: String) async throws {
    let spec = ClipSpec("huge-\(fileExtension)", fileExtension: fileExtension) { output, scratch in
      let raw = try scratch.write(HugePicture.stream, to: "huge.h264")
      if fileExtension == "h264" { return try FileBytes.write(HugePicture.stream, to: output) }
      try await Program.ffmpeg.run(["-v", "quiet", "-f", "h264", "-i", raw, "-c", "copy", output]).checked()
    }
    let path = try await ClipFactory.clip(spec).path
    let clip = try await OpenedClip(path)
    let track = try #require(clip.video)
    #expect(track.format.codedSize == PixelSize(width: 16000, height: 16000))
    #expect(await refusal(of: path)?.code == .tooLarge)
  }

  @Test("every damaged real clip ends, in an error or in pictures", .needsMediaLibrary)
  func real() async throws {
    for clip in MediaLibrary.clips where clip.name.hasPrefix("bad-") || clip.name.hasPrefix("zero-") {
      let clock = ContinuousClock.now
      do {
        let statistics = try await read(clip.path)
        #expect(statistics.delivered > 0, "\(clip)")
      } catch {
        #expect([.damaged, .unsupportedContainer, .unsupportedCodec].contains(error.code), "\(clip): \(error)")
      }
      #expect(ContinuousClock.now - clock < .seconds(60))
    }
  }

  @Test("clips with bytes changed at random end, in an error or in pictures", arguments: 0..<24 as Range<UInt64>)
  func random(seed: UInt64) async throws {
    let specs: [ClipSpec] = [
      .corners, .container("mkv"), .container("ts"), .container("flv"), .container("avi"), .opus,
    ]
    var bytes = try FileBytes.read(try await ClipFactory.clip(specs[Int(seed) % specs.count]).path)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<Int(20 + seed * 4) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
    }
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "random.bin")
    _ = await refusal(of: path)
    do {
      _ = try await OpenedClip(path).readSound()
    } catch is ReadingError {
    } catch is TestSupportError {
    }
    withExtendedLifetime(directory) {}
  }
}
