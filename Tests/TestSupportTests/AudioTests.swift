import TestSupport
import Testing

@Suite(.needsFFmpeg) struct AudioTests {
  /// The corner clip with its sound moved by ffmpeg, everything else copied.
  private func shifted(by seconds: Double, in directory: TemporaryDirectory) async throws -> String {
    let clip = try await ClipFactory.clip(.corners)
    let path = directory.file("shifted.mkv")
    try await Program.ffmpeg.run(
      ["-v", "error", "-i", clip.path, "-itsoffset", "\(seconds)", "-i", clip.path]
        + ["-map", "0:v", "-map", "1:a", "-c", "copy", path]
    ).checked()
    return path
  }

  @Test("sound that was moved by 20 ms is measured 20 ms late")
  func moved() async throws {
    let directory = try TemporaryDirectory()
    let clip = try await ClipFactory.clip(.corners)
    let report = try await SyncReport(source: clip.path, output: try await shifted(by: 0.02, in: directory))
    let late = try #require(report.audioMilliseconds)
    #expect(abs(late - 20) < 1, "\(report)")
    #expect(!report.isInSync)
  }

  @Test("sound that was left alone is in sync, after a change of rate and codec too", arguments: ["44100", "48000"])
  func still(rate: String) async throws {
    let directory = try TemporaryDirectory()
    let clip = try await ClipFactory.clip(.corners)
    let output = directory.file("out.mp4")
    try await Program.ffmpeg.run(["-v", "error", "-i", clip.path, "-c:v", "copy", "-ar", rate, output]).checked()
    let report = try await SyncReport(source: clip.path, output: output)
    #expect(abs(try #require(report.audioMilliseconds)) < 0.1, "\(report)")
    #expect(report.isInSync, "\(report)")
  }

  @Test("a frame shown at another time, or left out, is noticed")
  func videoTimes() async throws {
    let directory = try TemporaryDirectory()
    let clip = try await ClipFactory.clip(.corners)
    let (moved, fewer) = (directory.file("moved.mp4"), directory.file("fewer.mp4"))
    try await Program.ffmpeg.run(
      ["-v", "error", "-i", clip.path, "-vf", "setpts='PTS+eq(N,7)*0.01/TB'", "-fps_mode", "passthrough"]
        + ["-enc_time_base", "1:15360", moved]
    ).checked()
    try await Program.ffmpeg.run(
      ["-v", "error", "-i", clip.path, "-vf", "select='not(eq(n,7))'", "-fps_mode", "passthrough", fewer]
    ).checked()
    let report = try await SyncReport(source: clip.path, output: moved)
    #expect(abs(report.largestTimeDifference * report.tick - 0.01) < 0.001, "\(report)")
    #expect(!report.isInSync)
    let short = try await SyncReport(source: clip.path, output: fewer)
    #expect(short.outputFrameCount == 29 && !short.isInSync, "\(short)")
  }

  @Test("beeps are measured where they were put", arguments: [0, 0.04])
  func beeps(delay: Double) async throws {
    let clip = try await ClipFactory.clip(.flashAndBeep(delay: delay))
    let measured = try await FlashAndBeep(clip.path)
    #expect(measured.flashes.count == 2 && abs(measured.flashes[0] - 0.5) < 0.001)
    #expect(measured.delays.count == 2)
    for late in measured.delays { #expect(abs(late - delay * 1000) < 1) }
  }

  @Test("late sound starts late on the timeline")
  func late() async throws {
    let directory = try TemporaryDirectory()
    let audio = try await DecodedAudio(try await shifted(by: 0.3, in: directory))
    let original = try await DecodedAudio(try await ClipFactory.clip(.corners))
    let offset = try #require(AudioOffset.measure(from: original, to: audio))
    #expect(abs(offset.milliseconds - 300) < 1)
    #expect(offset.correlation > 0.95)
  }

  @Test("different sounds do not correlate")
  func different() async throws {
    let noise = try await ClipFactory.clip(
      .ffmpeg("noise", "wav", ["-f", "lavfi", "-i", "anoisesrc=d=1:seed=7:r=48000"]))
    let original = try await DecodedAudio(try await ClipFactory.clip(.corners))
    let offset = try #require(AudioOffset.measure(from: original, to: try await DecodedAudio(noise)))
    #expect(offset.correlation < 0.5)
  }

  @Test("levels and tones are those that were made")
  func tones() async throws {
    let clip = try await ClipFactory.clip(
      .ffmpeg("tone", "wav", ["-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*1000*t)|0':s=48000:d=0.5"]))
    let audio = try await DecodedAudio(clip)
    #expect(audio.channels.count == 2 && audio.count == 24000 && audio.gapCount == 0)
    #expect(abs(audio.level() - -9.03) < 0.05)
    #expect(abs(audio.toneLevel(1000) - -6.02) < 0.05)
    #expect(audio.toneLevel(1500) < -60)
    #expect(audio.level(channel: 1) == -.infinity)
    #expect(abs(audio.peak() - 0.5) < 0.001)
  }
}
