internal import Capture
internal import Codecs
internal import Media
internal import Settings

// Another camera while the recording goes on.

extension RecordingTake {
  func switchCamera(to device: CaptureDevice) async {
    guard let video = plan.video else { return }
    guard packets == nil else {
      counts.failedSwitches.append("the camera's own H.264 goes into the file as it is, and no other camera's fits it")
      return
    }
    guard device.isFasterThanRealTime == (videoOutput?.isPatient ?? false) else {
      counts.failedSwitches.append("'\(device.id)' and the camera before it do not keep the same pace")
      return
    }
    meter.update { $0.phase = .switchingCamera }
    let shape = video.bakedOrientation.inverse.map(video.settings.size)
    let covers = device.videoFormats.contains { $0.size.width >= shape.width && $0.size.height >= shape.height }
    do {
      var input = try await RecordingDevices.input(for: device)
      input.size = covers ? shape : nil
      try await capture.configure { [input] capture in
        capture.setInput(input)
        capture.sessionPreset = nil
      }
      meter.update { $0.cameraName = device.localizedName }
    } catch {
      counts.failedSwitches.append("\(error)")
    }
    meter.update { $0.phase = .recording }
  }

  /// The first picture of a device that was set anew: its pictures are fitted to the track.
  func changeSource(to number: Int) async throws {
    defer { pictureSource = number }
    guard pictureSource != 0, let video = plan.video,
      let connection = await capture.connections.first(where: {
        $0.sourceNumber == number && $0.device.mediaType == .video
      })
    else { return }
    let baked = RecordingPlan.Picture.bakedOrientation(
      of: connection.device, configuration, trackOrientation: video.settings.orientation)
    picture = try PictureProcessor(
      connection.format,
      to: .init(size: video.settings.size, bakedOrientation: baked, pixelFormat: picture?.pixelFormat))
    if case .video(_, let rate, _) = connection.format { timeline.setFrameRate(rate) }
    // A camera that came back because another did not open is no change.
    guard connection.device.id != cameraID else { return }
    counts.beginSwitch(from: cameraID, to: connection.device.id)
    cameraID = connection.device.id
  }
}
