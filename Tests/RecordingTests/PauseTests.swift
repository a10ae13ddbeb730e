import Capture
import Media
import Recording
import TestSupport
import Testing

/// Pauses and camera changes of real-time recordings, judged by what is burnt into the pictures.
@Suite(.needsFFmpeg) struct PauseTests {
  @Test func `pauses are cut out of pictures and sound alike`() async throws {
    let take = try await Take(camera: "test:size=320x180,rate=30", microphone: "test") {
      $0.maximumDuration = MediaTime(value: 4, timescale: 1)
    }
    let recording = Task { try await take.record() }
    var pauses = 0
    var waited = 0
    for await status in take.session.status {
      if take.session.isPaused {
        waited += 1
        if waited >= 4 { take.session.resume() }
      } else if pauses < 3, status.framesWritten >= (pauses + 1) * 25 {
        pauses += 1
        waited = 0
        take.session.pause()
      }
    }
    let receipt = try await recording.value
    #expect(receipt.pauses == 3)
    #expect(receipt.pausedDuration > 1)
    #expect(receipt.stopReason == "maximumDuration")
    let streams = try await Probe(take.path).streams
    #expect(streams.map(\.durationTicks) == [360_000, 192_000])
    let scene = try await TestScene(take.path)
    // On a busy machine a camera's pictures are lost too: there the times have a hole. Where a pause was, they have none.
    var joints: [Double] = []
    for ((first, second), step) in zip(zip(scene.pictures, scene.pictures.dropFirst()), scene.steps) {
      let taken = Double(try #require(step)) / 30
      let shown = second.time - first.time
      if abs(shown - taken) < 0.006 { continue }
      joints.append(second.time)
      #expect(taken > shown && shown < 0.07, "\(taken) s are \(shown) s")
    }
    #expect(joints.count == 3)
    // Sound is faded in where it was cut: a beep that begins there begins softly.
    let delays = scene.flashes.filter { !joints.contains($0) }.compactMap { flash in
      scene.beeps.map { ($0 - flash) * 1000 }.min { abs($0) < abs($1) }
    }
    #expect(delays.count >= 2)
    #expect(delays.allSatisfy { abs($0) < 1 }, "\(delays)")
  }

  @Test func `another camera goes on in the same file, turned and cut to fit, and the first one comes back`()
    async throws
  {
    let first = try CaptureDevices.camera(named: "test:size=320x180,rate=30")
    let second = try CaptureDevices.camera(named: "test:size=640x360,rate=15")
    let take = try await Take(camera: first.id, microphone: "test") {
      $0.maximumDuration = MediaTime(value: 5, timescale: 1)
      $0.rotation = .device(.right)
    }
    let recording = Task { try await take.record() }
    var switches = 0
    for await status in take.session.status {
      if switches == 0, status.framesWritten >= 30 {
        switches = 1
        take.session.switchCamera(to: second)
      } else if switches == 1, status.cameraName == second.localizedName, status.framesWritten >= 60 {
        switches = 2
        take.session.switchCamera(to: first)
      }
    }
    let receipt = try await recording.value
    #expect(receipt.cameraSwitches.map(\.to) == [second.id, first.id])
    #expect(receipt.cameraSwitches.allSatisfy { $0.gap >= 0 && $0.gap < 1 })
    #expect(receipt.warnings.isEmpty)
    let streams = try await Probe(take.path).streams
    #expect(streams.map(\.durationTicks) == [450_000, 240_000])
    #expect(try await FullDecode.errors(take.path) == [])
    let scene = try await TestScene(take.path)
    let turned = Corners.upright.turned(by: .right)
    #expect(scene.pictures.filter { $0.corners != turned }.count <= 2, "\(scene.pictures.map(\.corners))")
    #expect((scene.largestDelay ?? 99) < 70, "\(scene.delays)")
  }

  @Test func `a camera that does not open leaves the one that was`() async throws {
    let take = try await Take(camera: "test:size=320x180,rate=30", microphone: nil)
    let none = try CaptureDevices.camera(named: "file:/nowhere/clip.mp4")
    let recording = Task { try await take.record() }
    var isAsked = false
    for await status in take.session.status where status.framesWritten >= 20 && !isAsked {
      isAsked = true
      take.session.switchCamera(to: none)
    }
    let receipt = try await recording.value
    #expect(receipt.warnings.map(\.code) == ["cameraSwitchFailed"])
    #expect(receipt.stopReason == "maximumDuration")
    let dropped = receipt.video?.framesDropped.values.reduce(0, +) ?? 0
    #expect((receipt.video?.framesWritten ?? 0) + dropped >= 80)
  }
}
