import Media
import TestSupport
import Testing

/// What the test devices give, judged after a second program has coded and decoded it.
@Suite(.needsFFmpeg) struct TestSceneTests {
  static let sizes = [(320, 180), (640, 360), (1280, 720)].map { PixelSize(width: $0.0, height: $0.1) }

  @Test(arguments: sizes)
  func `numbers, corners, flashes and beeps are found after coding`(size: PixelSize) async throws {
    let directory = try TemporaryDirectory()
    let take = try TestTake(size: size)
    let clip = directory.file("clip.mp4")
    try await take.encode(to: clip)
    let scene = try await TestScene(clip)
    #expect(scene.pictures.map(\.number) == (0..<75).map { $0 })
    #expect(scene.pictures.allSatisfy { $0.corners == .upright })
    #expect(scene.flashes == [1, 2], "\(scene)")
    #expect(scene.delays.count == 2 && scene.delays.allSatisfy { abs($0) < 1 }, "\(scene)")
    #expect(try #require(scene.largestTimeError(rate: 30)) < 0.0001)
  }

  @Test func `numbers survive strong compression and a width of 480`() async throws {
    let directory = try TemporaryDirectory()
    let take = try TestTake(size: PixelSize(width: 1280, height: 720), camera: "length=1s")
    let clip = directory.file("clip.mp4")
    try await take.encode(to: clip, filter: "scale=480:270", options: ["-crf", "38"])
    #expect(try await TestScene(clip).pictures.map(\.number) == (0..<30).map { $0 })
  }

  @Test func `what is wrong is found`() async throws {
    let directory = try TemporaryDirectory()
    let take = try TestTake(size: PixelSize(width: 320, height: 180))
    let (late, turned, cut) = (directory.file("late.mp4"), directory.file("turned.mp4"), directory.file("cut.mp4"))
    try await take.encode(to: late, soundDelay: 0.04)
    let delays = try await TestScene(late).delays
    #expect(delays.count == 2 && delays.allSatisfy { abs($0 - 40) < 1 }, "\(delays)")
    try await take.encode(to: turned, filter: "hflip")
    #expect(try await TestScene(turned, hasSound: false).pictures.allSatisfy { $0.corners != .upright })
    try await take.encode(to: cut, filter: "select='not(eq(n,20))+eq(n,40)',setpts=N/30/TB")
    let scene = try await TestScene(cut, hasSound: false)
    #expect(scene.steps.contains(2))
    #expect(try #require(scene.largestTimeError(rate: 30)) > 0.03)
  }

  @Test func `numbers of a picture that is no test camera's are not read`() async throws {
    let pictures = try await DecodedVideo(try await ClipFactory.clip(.corners)).frames
    #expect(pictures.filter { $0.burntNumber != nil }.count <= 1)
    let black = DecodedFrame(
      time: ExactTime(0, base: 1, 1), width: 64, height: 48, pixels: [UInt8](repeating: 0, count: 64 * 48 * 3))
    #expect(black.burntNumber == nil)
  }
}
