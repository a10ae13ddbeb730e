import MP4
import Platform
import TestSupport
import Testing

@Suite struct RealClipTests {
  private func source(_ path: String) throws -> FileSource {
    FileSource(try FileDescriptor.openForReading(path), stop: try StopSignal())
  }

  private func structure(_ name: String) throws -> MovieStructure {
    try MovieStructure(reading: source("\(MediaLibrary.directory)/\(name)"))
  }

  private func probe(_ path: String, _ entries: String) async throws -> [String] {
    try await Program.ffprobe.run(["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path])
      .checked().lines
  }

  @Test("what ffmpeg writes is sound, and agrees with ffprobe", .needsFFmpeg)
  func written() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("clip.mp4")
    try await Program.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=2", "-itsoffset", "0.7", "-f", "lavfi", "-i",
      "sine=r=44100:d=2", "-c:v", "libx264", "-bf", "2", "-c:a", "aac", "-metadata", "location=+52.5+013.4/",
      "-metadata",
      "creation_time=2024-05-06T07:08:09Z", "-metadata:s:a:0", "language=deu", "-movflags", "+faststart",
      "-movie_timescale", "90000", path,
    ]).checked()
    let verification = try MovieVerification(of: source(path))
    #expect(verification.findings == [])
    let movie = try #require(verification.structure)
    #expect(movie.timescale == 90000)
    #expect(movie.creationDate.unixSeconds == 1_714_979_289)
    #expect(movie.tracks.map(\.handler) == ["vide", "soun"])
    #expect(movie.tracks.map(\.language) == ["und", "deu"])
    #expect(movie.tracks[0].edits.map(\.mediaTime) == [1024])
    #expect(movie.tracks[1].edits.first?.mediaTime == nil && movie.tracks[1].edits.count == 2)
    #expect(movie.tracks.map { Int($0.sampleCount) } == [60, 88])
    #expect(try await probe(path, "stream=nb_frames") == ["60", "88"])

    let audit = try PrivacyAudit(of: source(path))
    #expect(audit.findings(of: .location).map(\.path) == ["moov/udta/loci"])
    #expect(audit.findings(of: .software).contains { $0.path == "moov/udta/meta/ilst/©too" })
  }

  @Test("a location is found in whatever form ffmpeg writes it", .needsFFmpeg)
  func locations() async throws {
    let directory = try TemporaryDirectory()
    for (name, flags, path) in [
      ("a.mp4", "+faststart", "moov/udta/loci"), ("b.mov", "+faststart", "moov/udta/©xyz"),
      ("c.mp4", "use_metadata_tags", "moov/udta/meta/ilst/com.apple.quicktime.location.ISO6709"),
    ] {
      let file = directory.file(name)
      try await Program.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.2", "-metadata", "location=+52.5+013.4/", "-metadata",
        "com.apple.quicktime.location.ISO6709=+52.5+013.4/", "-movflags", flags, file,
      ]).checked()
      let audit = try PrivacyAudit(of: source(file))
      #expect(audit.findings(of: .location).map(\.path).contains(path), "\(name): \(audit.paths)")
    }
  }

  @Test("fragments that ffmpeg writes are counted", .needsFFmpeg)
  func fragments() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("clip.mp4")
    try await Program.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=30:d=2", "-c:v", "libx264", "-g", "15", "-movflags",
      "frag_keyframe+empty_moov", path,
    ]).checked()
    let movie = try MovieStructure(reading: source(path))
    #expect(movie.isFragmented && movie.announcesFragments)
    #expect(movie.fragmentCount == 4)
    #expect(movie.tracks.map(\.fragmentSampleCount) == [60])
    #expect(movie.tracks.map(\.sampleCount) == [0])
    #expect(try MovieVerification(of: source(path)).findings.map(\.code) == [.fragmented])
    #expect(try MovieVerification(of: source(path), requirements: [.movieFirst]).isSound)
  }

  @Test(
    "edit lists of real clips come out whole",
    .needsClips("edit-video-starts-at-10s.mp4", "rot90-hevc10-hlg-dovi84-mebx-editlist-negctts-iphone.mp4"))
  func realEdits() throws {
    let late = try structure("edit-video-starts-at-10s.mp4")
    #expect(
      late.tracks.map(\.edits) == [
        [MovieEdit(segmentDuration: 10000, mediaTime: nil), MovieEdit(segmentDuration: 4000, mediaTime: 1024)]
      ])
    let phone = try structure("rot90-hevc10-hlg-dovi84-mebx-editlist-negctts-iphone.mp4")
    #expect(phone.isQuickTime)
    #expect(phone.timescale == 600)
    #expect(phone.tracks.map(\.handler) == ["vide", "soun", "meta", "meta"])
    #expect(phone.tracks.map { $0.edits.map(\.mediaTime) } == [[273], [1698], [273], [273]])
    #expect(phone.tracks.map { $0.sampleEntries.map(\.format) } == [["hvc1"], ["mp4a"], ["mebx"], ["mebx"]])
    #expect(phone.tracks[0].matrix[0...4] == [0, 0x1_0000, 0, -0x1_0000, 0])
  }

  @Test(
    "track ids, timescales and sample counts are ffprobe's", .needsFFmpeg, .needsMediaLibrary)
  func probed() async throws {
    var compared = 0
    for clip in MediaLibrary.clips {
      let name = clip.path.split(separator: "/").last ?? ""
      guard name.hasSuffix(".mp4") || name.hasSuffix(".mov") || name.hasSuffix(".3gp"), !name.hasPrefix("bad-") else {
        continue
      }
      let movie = try MovieStructure(reading: source(clip.path))
      let lines = try await probe(clip.path, "stream=id,time_base,nb_frames")
      var found: [String: String] = [:]
      for line in lines {
        let fields = line.split(separator: ",").map(String.init)
        if fields.count == 3 { found[fields[0]] = "\(fields[1]) \(fields[2])" }
      }
      for track in movie.tracks {
        guard let line = found["0x" + String(track.id, radix: 16)] else { continue }
        let count = track.sampleCount == 0 ? "N/A" : String(track.sampleCount)
        #expect(line == "1/\(track.timescale) \(count)", "\(name), track \(track.id)")
        compared += 1
      }
    }
    #expect(compared > 30)
  }

  @Test(
    "location, camera and data tracks of real clips are listed",
    .needsClips("data-gopro-gpmd-tmcd-fdsc-max.mp4", "rot90-h264-face-old-iphone-oddfps.mov", "bad-nalu.mp4"))
  func realPrivacy() throws {
    func audit(_ name: String) throws -> PrivacyAudit {
      try PrivacyAudit(of: source("\(MediaLibrary.directory)/\(name)"))
    }
    let camera = try audit("data-gopro-gpmd-tmcd-fdsc-max.mp4")
    let places = camera.findings(of: .location).map(\.path)
    #expect(places.contains("moov/udta/©xyz"))
    #expect(places.contains("moov/udta/GPMF"))
    #expect(places.contains("moov/trak/mdia/minf/stbl/stsd/gpmd"))
    #expect(camera.findings(of: .dataTrack).count == 3)
    #expect(camera.paths.contains("moov/udta/MUID"))
    let phone = try audit("rot90-h264-face-old-iphone-oddfps.mov")
    #expect(phone.paths.contains("moov/udta/©mak") && phone.paths.contains("moov/udta/©mod"))
    #expect(phone.findings(of: .location).map(\.path).contains("moov/udta/©xyz"))
    #expect(phone.paths.contains("moov/meta/ilst/com.apple.quicktime.location.ISO6709"))
    #expect(try audit("bad-nalu.mp4").findings(of: .location).map(\.path) == ["moov/udta/loci"])
  }

  @Test(
    "broken clips give an error, a problem or a finding that names the fault",
    .needsClips(
      "bad-chunk-out-of-range.mp4", "bad-free-box.mp4", "bad-mdat-too-long.mp4", "bad-missing-stsd.mp4",
      "bad-no-moov.mp4",
      "bad-fuzz-1903669.mp4", "vp9-odd-161x121.webm"))
  func brokenClips() throws {
    func code(_ name: String) -> (code: MP4Error.Code, offset: Int64?)? {
      do {
        _ = try structure(name)
        return nil
      } catch {
        return (error as? MP4Error).map { ($0.code, $0.offset) }
      }
    }
    #expect(code("bad-free-box.mp4")?.code == .invalid)
    #expect(code("bad-free-box.mp4")?.offset == 32)
    #expect(code("bad-missing-stsd.mp4")?.code == .missingBox)
    #expect(code("bad-no-moov.mp4")?.code == .missingBox)
    #expect(code("vp9-odd-161x121.webm")?.code == .notMP4)
    #expect(try structure("bad-mdat-too-long.mp4").problems.map(\.code) == [.truncated])
    let chunks = try MovieVerification(of: source("\(MediaLibrary.directory)/bad-chunk-out-of-range.mp4"))
    #expect(!chunks.isSound)
  }
}
