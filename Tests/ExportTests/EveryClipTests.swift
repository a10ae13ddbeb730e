import Export
import TestSupport
import Testing

/// Every real clip through one preset, judged by ffprobe and ffmpeg. Prints a line of a table for each.
@Suite(.needsMediaLibrary, .needsFFmpeg)
struct EveryClipTests {
  /// The clips that cannot be exported, and why.
  static let refused: [String: ExportError.Code] = [
    "audio-mono-16k-aac.mp4": .noUsableTrack, "bad-chunk-out-of-range.mp4": .damagedInput,
    "bad-free-box.mp4": .damagedInput, "bad-no-moov.mp4": .damagedInput,
  ]

  /// The clips that come out with warnings; all others come out without.
  static let warnings: [String: Set<ExportWarning.Code>] = [
    "audio-amr-nb-phone.3gp": [.largerThanSource], "bad-fuzz-1903669.mp4": [.damagedInput],
    "bad-mdat-too-long.mp4": [.containerProblem], "bad-missing-stsd.mp4": [.containerProblem, .undecodableTrack],
    "bad-nalu.mp4": [.damagedInput], "browser-chrome57-nodur-vp8-opus.webm": [.picturesOutOfOrder],
    "zero-dimensions.mp4": [.damagedInput],
  ]

  /// Tracks beside picture and sound that must be dropped for these reasons.
  static let dropped: [String: [ExportReason.Code]] = [
    "bench-720p-dog-motion-aac-tmcd.mp4": [.dataTrack], "cover-art-plus-video.mp4": [.attachedPicture],
    "data-gopro-gpmd-tmcd-fdsc-max.mp4": [.dataTrack, .dataTrack, .dataTrack], "mkv-ass-subs-ac3.mkv": [.subtitles],
    "multi-audio-2video-subs-nasa.mp4": [.otherVideo, .subtitles, .otherAudio, .subtitles],
    "rot270-hevc-motionphoto-2video-mett.mp4": [.motionPhoto, .dataTrack, .dataTrack],
    "rot90-hevc10-hlg-dovi84-mebx-editlist-negctts-iphone.mp4": [.dataTrack, .dataTrack],
    "bad-missing-stsd.mp4": [.undecodable],
  ]

  @Test(
    "every real clip comes out playable and in sync, or is refused for the right reason", arguments: MediaLibrary.clips)
  func exports(clip: Clip) async throws {
    let exported: ExportedClip
    do {
      exported = try await ExportedClip(clip.path)
    } catch let error as ExportError {
      print("| \(clip.name) | \(error.code) | | | | \(error.message) |")
      #expect(error.code == Self.refused[clip.name])
      return
    }
    #expect(Self.refused[clip.name] == nil)
    #expect(exported.warnings == Self.warnings[clip.name] ?? [])
    #expect(!exported.receipt.tracks.contains { $0.reasons.contains { $0.code == .frameRate } })
    #expect(exported.receipt.source.duration.map { $0 < 60 } ?? true)
    let drops = exported.receipt.tracks.filter { $0.action == "drop" }.map { $0.reasons[0].code }
    #expect(drops == Self.dropped[clip.name] ?? [])
    #expect(try await FullDecode.errors(exported.path) == [])

    let probe = try await exported.probe()
    let video = try #require(probe.video)
    #expect(video.codec == "h264" && video.pixelFormat == "yuv420p" && (video.level ?? 99) <= 42)
    #expect(max(video.width, video.height) <= 640 && min(video.width, video.height) <= 480)
    #expect(video.sampleAspectRatio == "1:1" || exported.video?.action == "copy" && video.sampleAspectRatio.isEmpty)
    #expect(video.displayMatrix == nil)
    #expect(probe.streams.count == exported.receipt.tracks.count - drops.count)

    let sync = try await exported.sync()
    #expect(sync.largestTimeDifference <= 1.001, "\(sync)")
    let lost = exported.warnings.contains(.picturesOutOfOrder) ? 66 : 0
    #expect(sync.outputFrameCount == sync.sourceFrameCount - lost)
    // Silence has no place, and ffmpeg does not decode all of AMR: TrackTests does.
    if let late = sync.audioMilliseconds, let correlation = sync.audio?.correlation, correlation != 0,
      !clip.name.contains("-amr-")
    {
      #expect(abs(late) <= 1 + sync.tick * 1000 && correlation > 0.9, "\(sync)")
    }
    let tracks = exported.receipt.tracks.map { "\($0.source) \($0.action) \($0.reasons.map(\.code.rawValue))" }
    print(
      "| \(clip.name) | 0 | \(exported.receipt.source.byteCount) -> \(exported.receipt.output.byteCount) "
        + "| \(video.width)x\(video.height) | \(tracks) | \(sync) | \(exported.warnings.map(\.rawValue).sorted()) |")
  }
}
