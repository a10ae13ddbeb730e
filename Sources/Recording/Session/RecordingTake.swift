internal import Capture
internal import Codecs
internal import Media
internal import Platform
internal import Settings
internal import Writing

/// One recording under way: carries samples from the devices' outputs to the writer's inputs, on the session's thread.
actor RecordingTake {
  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let devices: RecordingDevices
  private let configuration: RecordingConfiguration
  let plan: RecordingPlan
  private let file: RecordingFile
  private nonisolated let control: RecordingControl
  private nonisolated let meter: RecordingMeter
  private let capture: CaptureSession
  private let writerStop: StopSignal
  private let videoOutput: VideoDataOutput?
  private let audioOutput: AudioDataOutput?
  private nonisolated let convertingTime = BusyTime()

  private(set) var timeline: RecordingTimeline
  private var picture: PictureProcessor?
  private var pictureSource = 0
  private(set) var pictureFormat: CaptureFormat?
  private(set) var soundFormat: CaptureFormat?
  private var sound: SoundTimeline?
  private var soundEnd: Int64 = 0
  private var isComplete = false
  private(set) var counts = RecordingCounts()
  /// What ends the recording although it is no stop: nothing more comes from a device.
  private var deviceFailure: CaptureError?

  /// How long the first picture, or the first sound, may take.
  private static let startLimit = Duration.seconds(10)
  /// How long sound may take to reach the end of the last picture.
  private static let soundPatience = 50
  private static let tick = Duration.milliseconds(100)
  /// A recording ends before its file system has less, whatever was asked for.
  private static let leastFreeSpace: Int64 = 16 << 20

  init(
    devices: RecordingDevices, plan: RecordingPlan, file: RecordingFile, control: RecordingControl,
    meter: RecordingMeter, executor: ThreadExecutor
  ) throws {
    self.devices = devices
    configuration = devices.configuration
    self.plan = plan
    self.file = file
    self.control = control
    self.meter = meter
    self.executor = executor
    capture = try CaptureSession()
    writerStop = try StopSignal()
    videoOutput = plan.video.map { video in
      VideoDataOutput(minFrameDuration: video.choice.decimatedFrameDuration)
    }
    audioOutput = configuration.microphone.map { _ in AudioDataOutput() }
    timeline = RecordingTimeline(
      frameRate: plan.video?.choice.frameRate ?? Rational(100),
      maximumDuration: configuration.maximumDuration.map {
        $0.converted(toTimescale: 1_000_000_000, rounding: .nearest).value
      })
    control.setWriterStop(writerStop)
  }

  /// Records to the end, and completes the file.
  func run(_ target: RecordingTarget) async throws -> RecordingReceipt {
    try requireSpace(target)
    try await openDevices()
    let writer = try AssetWriter(
      file: file.descriptor, container: configuration.container, stop: writerStop, creationTime: CreationTime.now)
    let video = plan.video.map { AssetWriterInput(video: encoderSettings($0), timeBase: RecordingTimeline.timeBase) }
    let audio = soundSettings.map { AssetWriterInput(audio: $0) }
    if let video { try await writer.add(video) }
    if let audio { try await writer.add(audio) }
    try await writer.startWriting()
    do {
      try await capture.startRunning()
      try await carry(video, audio, writer)
    } catch {
      await capture.stopRunning()
      writer.cancelWriting()
      throw error
    }
    await capture.stopRunning()
    return try await complete(writer, target)
  }

  // MARK: Before

  private func requireSpace(_ target: RecordingTarget) throws {
    let needed = max(configuration.minimumFreeSpace ?? 0, Self.leastFreeSpace)
    guard let free = file.descriptor.freeSpace, free < needed else { return }
    throw RecordingError(
      code: .noSpace,
      message: "cannot record '\(target.path)': only \(free) bytes are free there, fewer than the \(needed) to be kept")
  }

  private func openDevices() async throws {
    let (camera, microphone) = (devices.camera, devices.microphone)
    let (preset, videoOutput, audioOutput) = (configuration.preset, videoOutput, audioOutput)
    try await capture.configure { capture in
      capture.sessionPreset = preset
      if let videoOutput { capture.setOutput(videoOutput) }
      if let audioOutput { capture.setOutput(audioOutput) }
      if let camera, videoOutput != nil { capture.setInput(camera) }
      if let microphone { capture.setInput(microphone) }
    }
    for connection in await capture.connections {
      switch connection.format {
      case .video: pictureFormat = connection.format
      case .audio: soundFormat = connection.format
      }
    }
    if let video = plan.video, let pictureFormat {
      picture = try PictureProcessor(
        pictureFormat, to: .init(size: video.settings.size, bakedOrientation: video.bakedOrientation))
    }
    if let settings = soundSettings {
      sound = SoundTimeline(
        outputRate: settings.sampleRate, outputChannels: settings.channels, delay: configuration.audioDelay)
    }
    let name = configuration.camera?.localizedName
    meter.update { $0.cameraName = name }
  }

  /// What sound becomes, now that the microphone has said what it gives.
  private var soundSettings: AudioEncoderSettings? {
    guard case .audio(_, let format)? = soundFormat else { return nil }
    return RecordingPlan.sound(sampleRate: format.sampleRate, channels: format.channelCount)
  }

  private func encoderSettings(_ video: RecordingPlan.Picture) -> VideoEncoderSettings {
    var settings = video.settings
    guard case .video(_, let rate, _)? = pictureFormat else { return settings }
    // The device may give fewer a second than it promised.
    settings.nominalFrameRate = min(rate, video.choice.frameRate)
    return settings
  }

  // MARK: While it runs

  private func carry(_ video: AssetWriterInput?, _ audio: AssetWriterInput?, _ writer: AssetWriter) async throws {
    let failure = Locked<(any Error)?>(nil)
    await withTaskGroup(of: Void.self) { group in
      let control = control
      @Sendable func keeping(_ body: @Sendable () async throws -> Void) async {
        do {
          try await body()
        } catch {
          failure.withLock { $0 = $0 ?? error }
          control.stop(.outputError)
        }
      }
      if let video { group.addTask { await keeping { try await self.pumpPictures(into: video) } } }
      if let audio { group.addTask { await keeping { try await self.pumpSound(into: audio) } } }
      group.addTask { await keeping { try await self.obey() } }
      let pumps = (video == nil ? 0 : 1) + (audio == nil ? 0 : 1) + 1
      group.addTask { await self.watch(writer) }
      // The watch alone does not end by itself.
      for _ in 0..<pumps { await group.next() }
      group.cancelAll()
    }
    if let error = failure.withLock({ $0 }) { throw error }
    if control.isDiscarded { throw RecordingError(code: .discarded, message: "cancelled") }
    if timeline.start == nil { throw deviceFailure.map { RecordingError($0) } ?? nothingRecorded }
  }

  private var nothingRecorded: RecordingError {
    RecordingError(
      code: .nothingRecorded,
      message: "nothing was recorded: it ended before the first \(plan.video == nil ? "sound" : "picture") came")
  }

  private func pumpPictures(into input: AssetWriterInput) async throws {
    guard let videoOutput else { return }
    do {
      while let captured = try await videoOutput.nextSample() {
        if control.isDiscarded { break }
        if captured.sourceNumber != pictureSource { try await changeSource(to: captured.sourceNumber) }
        for picture in try placed(captured) { try await input.append(picture) }
      }
      control.stop(.endOfInput)
    } catch let error as CaptureError {
      deviceFailure = error
      control.stop(error.code == .disconnected ? .deviceDisconnected : .deviceFailed)
    }
    isComplete = true
    input.markAsFinished()
  }

  /// The pictures of a captured sample, as the encoder takes them.
  private func placed(_ captured: CapturedSample) throws -> [SampleBuffer] {
    let start = convertingTime.begin()
    defer { convertingTime.end(start) }
    applyPauseMarks()
    guard let processor = picture, !isComplete else { return [] }
    var pictures: [SampleBuffer] = []
    for frame in try processor.decoded(captured.sample) {
      guard let time = frame.presentationTime else { continue }
      let before = timeline.end
      let isFirst = timeline.start == nil
      guard let (position, duration) = place(time) else { continue }
      if isFirst { sound?.start(at: Self.time(time)) }
      counts.noteSwitch(at: position, after: before, captured: time)
      if let end = timeline.end { sound?.allow(until: Self.time(end)) }
      guard let picture = try processor.converted(frame, at: position, duration: duration) else { continue }
      counts.written += 1
      meter.noteFrame(at: position * 100_000 / 9, duration: timeline.duration)
      pictures.append(picture)
    }
    return pictures
  }

  /// Where a picture, or a stretch of sound where there are no pictures, goes; `nil` where it is left out.
  private func place(_ time: Int64) -> (position: Int64, duration: Int64)? {
    let (placement, cut) = timeline.place(time)
    if let cut {
      sound?.cut(from: Self.time(cut.from), to: Self.time(cut.to))
      counts.pauses += 1
    }
    switch placement {
    case .paused: return nil
    case .late:
      counts.late += 1
      return nil
    case .complete:
      isComplete = true
      control.stop(.maximumDuration)
      return nil
    case .at(let position, let duration): return (position, duration)
    }
  }

  private func applyPauseMarks() {
    for mark in control.takePauseMarks() {
      switch mark {
      case .begin(let time): timeline.pause(at: time)
      case .end(let time): timeline.resume(at: time)
      }
    }
    let phase: RecordingStatus.Phase = control.isPaused ? .paused : timeline.start == nil ? .starting : .recording
    meter.update { $0.phase = phase }
  }

  private func pumpSound(into input: AssetWriterInput) async throws {
    guard let audioOutput, let sound else { return }
    do {
      while let captured = try await audioOutput.nextSample() {
        if control.isDiscarded { break }
        if plan.video == nil { placeSound(captured) }
        try sound.push(captured)
        if let time = captured.sample.presentationTime {
          let end = time + (captured.sample.duration ?? .zero)
          soundEnd = end.converted(toTimescale: 1_000_000_000, rounding: .down).value
        }
        for sample in try sound.pull() { try await input.append(sample) }
      }
      if plan.video == nil { control.stop(.endOfInput) }
    } catch let error as CaptureError {
      counts.microphoneFailure = error.message
      if plan.video == nil {
        deviceFailure = error
        control.stop(error.code == .disconnected ? .deviceDisconnected : .deviceFailed)
      }
    }
    soundEnd = .max
    try await finishSound(into: input)
  }

  /// Where there are no pictures, stretches of sound are what the line of time is made of.
  private func placeSound(_ captured: CapturedSample) {
    applyPauseMarks()
    guard let time = captured.sample.presentationTime, !isComplete else { return }
    let stamp = time.converted(toTimescale: 1_000_000_000, rounding: .nearest).value
    let isFirst = timeline.start == nil
    guard let (position, _) = place(stamp) else { return }
    if isFirst { sound?.start(at: time) }
    if let end = timeline.end { sound?.allow(until: Self.time(end)) }
    meter.noteFrame(at: position * 100_000 / 9, duration: timeline.duration)
  }

  /// Waits for the last picture, which says where the sound ends.
  private func finishSound(into input: AssetWriterInput) async throws {
    while plan.video != nil && !isComplete && !control.isDiscarded {
      // A microphone that failed: silence goes on as long as there are pictures.
      if let sound { for sample in try sound.pull() { try await input.append(sample) } }
      try? await Task.sleep(for: Self.tick)  // A cancelled sleep is a shorter one.
    }
    if let end = timeline.captureEnd, let sound {
      for sample in try sound.finish(at: Self.time(end)) { try await input.append(sample) }
    }
    input.markAsFinished()
  }

  /// Does what is asked for from outside, to the stop.
  private func obey() async throws {
    while true {
      switch await control.nextOrder() {
      case .switchCamera(let device): await switchCamera(to: device)
      case .stop:
        meter.update { $0.phase = .finishing }
        await capture.stopRunning(.video)
        // Sound of the last picture may still be on its way.
        for _ in 0..<Self.soundPatience {
          if control.isDiscarded || (isComplete && soundEnd >= timeline.captureEnd ?? 0) { break }
          try? await Task.sleep(for: .milliseconds(10))  // A cancelled sleep is a shorter one.
        }
        await capture.stopRunning()
        return
      }
    }
  }

  // MARK: Another camera

  private func switchCamera(to device: CaptureDevice) async {
    guard let video = plan.video else { return }
    meter.update { $0.phase = .switchingCamera }
    let shape = video.bakedOrientation.inverse.map(video.settings.size)
    let covers = device.videoFormats.contains { $0.size.width >= shape.width && $0.size.height >= shape.height }
    let from = await capture.configuration.inputs[.video]?.device
    do {
      try await capture.configure { capture in
        capture.setInput(CaptureInput(device, size: covers ? shape : nil, frameRate: nil))
        capture.sessionPreset = nil
      }
      counts.beginSwitch(from: from?.id ?? "", to: device.id)
      meter.update { $0.cameraName = device.localizedName }
    } catch {
      counts.failedSwitches.append("\(error)")
    }
    meter.update { $0.phase = .recording }
  }

  /// The first picture of a device that was set anew: its pictures are fitted to the track.
  private func changeSource(to number: Int) async throws {
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
  }

  // MARK: Watching

  /// Shows how it goes, and looks after limits.
  private func watch(_ writer: AssetWriter) async {
    let began = ContinuousClock.now
    while !Task.isCancelled {
      let size = (try? file.descriptor.size()) ?? 0  // Only for display and limits; writing would fail by itself.
      let free = file.descriptor.freeSpace
      checkLimits(size: size, free: free, since: began)
      let levels = sound?.takeLevels() ?? []
      let dropped = statistics(of: videoOutput).map { $0.lostAtDevice + $0.droppedLate } ?? 0
      let late = counts.late
      meter.update { status in
        status.byteCount = size
        status.freeSpace = free
        status.levels = levels
        status.framesDropped = dropped + late
      }
      meter.tick(busy: [convertingTime.duration, writer.busyTime.duration], now: .now)
      try? await Task.sleep(for: Self.tick)  // A cancelled sleep is a shorter one.
    }
  }

  private func checkLimits(size: Int64, free: Int64?, since began: ContinuousClock.Instant) {
    if timeline.start == nil, began.duration(to: .now) > Self.startLimit {
      deviceFailure = CaptureError(
        code: .deviceFailed,
        message:
          "cannot record from '\(configuration.camera?.localizedName ?? configuration.microphone?.localizedName ?? "")': "
          + "it gave nothing for \(Self.startLimit.components.seconds) seconds")
      control.stop(.deviceFailed)
    }
    if let maximum = configuration.maximumSize, size + reserve(size) >= maximum { control.stop(.maximumSize) }
    if let free, free - reserve(size) < max(configuration.minimumFreeSpace ?? 0, Self.leastFreeSpace) {
      control.stop(.diskAlmostFull)
    }
  }

  /// What is still to be written when a recording ends: what the encoder holds, and the tables.
  private func reserve(_ size: Int64) -> Int64 {
    let seconds = max(1, timeline.duration / 1_000_000_000)
    return 64 << 10 + 2 * size / seconds
  }

  // MARK: The end

  private func complete(_ writer: AssetWriter, _ target: RecordingTarget) async throws -> RecordingReceipt {
    let report = try await writer.finishWriting()
    let problem = await verify(report)
    try file.publish()
    if let problem {
      throw RecordingError(code: .outputError, message: "'\(target.path)' was kept, but \(problem)")
    }
    let size = try file.descriptor.size()
    return makeReceipt(report, target: target, byteCount: size, stopReason: control.stopReason ?? .requested)
  }

  /// What is wrong with the file, if anything: a recording is kept even so.
  private func verify(_ report: WriterReport) async -> String? {
    do {
      try WrittenFileVerification.verify(file.descriptor, against: report, stop: writerStop)
      return nil
    } catch {
      return error.message
    }
  }

  func statistics(of output: (any CaptureOutput)?) -> CaptureStatistics? { output?.statistics }

  var videoStatistics: CaptureStatistics? { statistics(of: videoOutput) }
  var audioStatistics: CaptureStatistics? { statistics(of: audioOutput) }
  var soundStatistics: SoundStatistics? { sound?.statistics }
  var conversion: PictureProcessor.Path? { picture?.path }
  var damagedPictures: Int { picture?.damaged ?? 0 }
  var usedConfiguration: RecordingConfiguration { configuration }

  private static func time(_ nanoseconds: Int64) -> MediaTime {
    MediaTime(value: nanoseconds, timescale: 1_000_000_000)
  }
}
