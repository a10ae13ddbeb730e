import TestSupport
import Testing

@Suite(.needsFFmpeg, .needsMediaLibrary) struct RealClipTests {
  @Test(
    "a real clip is in sync with itself, whatever its edit lists and offsets",
    .needsClips("late-audio.mp4", "edit-video-starts-at-10s.mp4", "vfr-h264-screenrec-1080x2280.mp4"),
    arguments: ["late-audio.mp4", "edit-video-starts-at-10s.mp4", "vfr-h264-screenrec-1080x2280.mp4"])
  func itself(name: String) async throws {
    let path = Clip.named(name).path
    let report = try await SyncReport(source: path, output: path)
    #expect(report.isInSync && report.largestTimeDifference == 0, "\(report)")
    #expect(report.sourceFrameCount > 1)
  }

  @Test("a copy whose sound was moved is not in sync", .needsClips("late-audio.mp4"))
  func moved() async throws {
    let directory = try TemporaryDirectory()
    let (source, output) = (Clip.named("late-audio.mp4").path, directory.file("moved.mkv"))
    try await Program.ffmpeg.run(
      ["-v", "error", "-copyts", "-i", source, "-itsoffset", "-0.05", "-i", source]
        + ["-map", "0:v:0", "-map", "1:a:0", "-c", "copy", output]
    ).checked()
    let report = try await SyncReport(source: source, output: output)
    #expect(abs(try #require(report.audioMilliseconds) + 50) < 3, "\(report)")
  }
}
