import Export
import Settings
import TestSupport
import Testing

/// Size, orientation, colours and fields of what comes out.
@Suite(.needsFFmpeg)
struct PictureTests {
  static let orientations = ClipOrientation.allCases

  @Test("each orientation is baked into the pixels", arguments: orientations)
  func bakes(orientation: ClipOrientation) async throws {
    let exported = try await ExportedClip(
      .corners(orientation: orientation), options: ExportOptions(forcesEncoding: true))
    let probe = try await exported.probe()
    #expect(probe.video?.displayMatrix == nil)
    #expect(try await exported.decoded().corners == .upright)
    #expect((probe.video?.width, probe.video?.height) == (320, 240))
  }

  @Test("each rotation is kept in the matrix; mirrors are baked even then", arguments: orientations)
  func keeps(orientation: ClipOrientation) async throws {
    let isMirrored = [.upMirrored, .downMirrored, .leftMirrored, .rightMirrored].contains(orientation)
    let exported = try await ExportedClip(
      .corners(orientation: orientation), options: ExportOptions(orientation: .keep, forcesEncoding: true))
    let video = try #require(try await exported.probe().video)
    let decoded = try await exported.decoded()
    #expect(decoded.corners == .upright)
    #expect((decoded.width, decoded.height) == (320, 240))
    if isMirrored || orientation == .up {
      #expect(video.displayMatrix == nil)
    } else {
      let (width, height) = orientation.swapsAxes ? (240, 320) : (320, 240)
      #expect((video.width, video.height) == (width, height))
      #expect(video.displayMatrix == orientation.matrix(codedWidth: width, codedHeight: height))
    }
  }

  @Test(
    "a box turns with the picture, and nothing is scaled up",
    arguments: [
      (1280, 720, "640x480", 640, 360), (720, 1280, "640x480", 360, 640), (600, 800, "640x480", 480, 640),
      (200, 100, "640x480", 200, 100), (321, 241, "640x480", 320, 240), (640, 640, "640x480", 480, 480),
      (1000, 500, "LowQuality", 224, 112), (1280, 720, "HighestQuality", 1280, 720),
    ])
  func fits(width: Int, height: Int, preset: String, outputWidth: Int, outputHeight: Int) async throws {
    let spec = ClipSpec.ffmpeg(
      "plain-\(width)x\(height)", "mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):d=0.2", "-c:v", "mpeg4", "-q:v", "5"])
    let exported = try await ExportedClip(spec, preset: preset)
    let video = try #require(try await exported.probe().video)
    #expect((video.width, video.height) == (outputWidth, outputHeight))
    #expect(video.sampleAspectRatio == "1:1")
  }

  @Test("a sample aspect ratio goes into the pixels")
  func resolvesAspectRatio() async throws {
    let exported = try await ExportedClip(.anamorphic)
    let video = try #require(try await exported.probe().video)
    #expect((video.width, video.height, video.sampleAspectRatio) == (426, 240, "1:1"))
    #expect(try await exported.decoded().corners == .upright)
  }

  @Test(
    "any samples become 8-bit 4:2:0 of limited range, their colours and tags right",
    arguments: [
      ("yuv420p", "bt709", false), ("yuv420p", "bt709", true), ("yuv420p", "smpte170m", false),
      ("yuv420p", "smpte170m", true), ("yuv422p", "bt709", false), ("yuv444p", "smpte170m", false),
      ("yuv420p10le", "bt709", false), ("yuvj422p", "smpte170m", true), ("gbrp", "bt709", false),
    ])
  func convertsColors(format: String, matrix: String, fullRange: Bool) async throws {
    let exported = try await ExportedClip(
      .patches(format, matrix: matrix, fullRange: fullRange), options: ExportOptions(forcesEncoding: true))
    let video = try #require(try await exported.probe().video)
    #expect(video.pixelFormat == "yuv420p")
    #expect(video.colorRange == "tv")
    #expect(["bt709", "smpte170m", "bt470bg"].contains(video.colorSpace))
    #expect(video.profile == "High")
    let filter = "scale=in_color_matrix=\(video.colorSpace == "bt709" ? "bt709" : "bt601"):in_range=tv"
    let decoded = try await DecodedVideo(exported.path, filter: filter)
    #expect(PatchPicture.error(decoded.frames[decoded.frames.count / 2]) < 12, "\(PatchPicture.measure(decoded.last))")
  }

  @Test("HDR becomes SDR that says so, its reference white just below white", arguments: ClipSpec.DynamicRange.allCases)
  func toneMaps(range: ClipSpec.DynamicRange) async throws {
    let exported = try await ExportedClip(.hdr(range))
    let video = try #require(try await exported.probe().video)
    #expect((video.colorSpace, video.colorTransfer, video.colorPrimaries) == ("bt709", "bt709", "bt709"))
    #expect(video.pixelFormat == "yuv420p")
    let decoded = try await DecodedVideo(exported.path, filter: "scale=in_color_matrix=bt709:in_range=tv")
    let grey = decoded.last.meanColor(x: 0.05...0.2, y: 0.1...0.4)
    #expect((0.75...0.95).contains(grey.luma / 255), "\(grey)")
    #expect(max(abs(grey.red - grey.blue), abs(grey.red - grey.green)) < 6, "\(grey)")
  }

  @Test("PQ and HLG of one scene look alike")
  func rangesAgree() async throws {
    var pictures: [DecodedFrame] = []
    for range in ClipSpec.DynamicRange.allCases {
      let exported = try await ExportedClip(.hdr(range))
      pictures.append(try await DecodedVideo(exported.path, filter: "scale=in_color_matrix=bt709:in_range=tv").last)
    }
    let colors = pictures.map(PatchPicture.measure)
    for (pq, hlg) in zip(colors[0], colors[1]) { #expect(pq.distance(to: hlg) < 20, "\(pq) \(hlg)") }
  }

  @Test("Dolby Vision without a compatible base layer is refused")
  func refusesProfile5() async throws {
    let error = try await exportFailure(.dolbyVision(profile: 5, compatibility: 0))
    #expect(error?.code == .unsupportedCodec)
    #expect(error?.message.contains("Dolby Vision profile 5") == true)
    let exported = try await ExportedClip(.dolbyVision(profile: 8, compatibility: 4))
    #expect(exported.video?.action == "transcode")
  }

  @Test("fields are woven into whole pictures, as many as there were")
  func deinterlaces() async throws {
    let exported = try await ExportedClip(.interlaced)
    let frames = try await Probe.frames(of: exported.path)
    #expect(frames.count == 25)
    #expect(frames.allSatisfy { !$0.isInterlaced })
    // A white bar 24 pixels wide: with combing left, its edge rows alternate by 4 pixels.
    let picture = try await exported.decoded().frames[12]
    var combed = 0
    for y in stride(from: 20, to: 220, by: 2) {
      for x in 0..<320 where abs(picture.color(x: x, y: y).luma - picture.color(x: x, y: y + 1).luma) > 100 {
        combed += 1
      }
    }
    #expect(combed < 40, "\(combed) pixels differ from the row below")
  }
}

extension ClipSpec {
  /// HEVC with a Dolby Vision configuration box of a profile (its pictures are ordinary).
  static func dolbyVision(profile: Int, compatibility: Int) -> ClipSpec {
    ClipSpec.boxes(of: .tinyHEVC, named: "dolby-vision-\(profile)-\(compatibility)") { tree in
      var tracks = tree.tracks
      guard var entries = tracks[0]["mdia/minf/stbl/stsd"] else { throw TestSupportError("no sample entries") }
      // Version 1.0, profile 7 bits, level 6 bits, RPU and base layer present, compatibility 4 bits (Dolby Vision
      // Streams within the ISO base media file format, 3.2).
      let level = 4
      let bits = profile << 9 | level << 3 | 0b101
      let payload: [UInt8] =
        [1, 0, UInt8(bits >> 8), UInt8(bits & 0xff), UInt8(compatibility << 4)] + [UInt8](repeating: 0, count: 19)
      let box: [UInt8] = [0, 0, 0, 32] + Array((profile > 7 ? "dvvC" : "dvcC").utf8) + payload
      entries.children[0].payload += box
      tracks[0]["mdia/minf/stbl/stsd"] = entries
      tree.tracks = tracks
    }
  }
}
