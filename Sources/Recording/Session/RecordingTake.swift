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
  let configuration: RecordingConfiguration
  let plan: RecordingPlan
  let file: RecordingFile
  nonisolated let control: RecordingControl
  nonisolated let meter: RecordingMeter
  let capture: CaptureSession
  let writerStop: StopSignal
  let videoOutput: VideoDataOutput?
  let audioOutput: AudioDataOutput?
  nonisolated let convertingTime = BusyTime()

  var timeline: RecordingTimeline
  var governor = EncoderGovernor(effort: RecordingPlan.Picture.effort)
  var picture: PictureProcessor?
  var packets: PacketPath?
  /// The sample that told what a camera's packets are.
  var first: CapturedSample?
  var pictureSource = 0
  /// Of the camera whose pictures are written.
  var cameraID = ""
  var writer: AssetWriter?
  var pictureFormat: CaptureFormat?
  var soundFormat: CaptureFormat?
  var sound: SoundTimeline?
  var soundEnd: Int64 = 0
  /// When the first sound was captured.
  var soundStart: Int64?
  /// Sound that is made faster than real time waits here for the pictures.
  var soundGate: CheckedContinuation<Void, Never>?
  var isComplete = false
  var counts = RecordingCounts()
  /// What ends the recording although it is no stop: nothing more comes from a device.
  var deviceFailure: CaptureError?

  /// How long the first picture, or the first sound, may take.
  static let startLimit = Duration.seconds(10)
  /// How often, 10 ms apart, sound that is to reach the end of the last picture may be found no further on.
  static let soundPatience = 50
  static let tick = Duration.milliseconds(100)
  /// A recording ends before its file system has less, whatever was asked for.
  static let leastFreeSpace: Int64 = 16 << 20

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
    self.writer = writer
    defer { self.writer = nil }
    do {
      try await capture.startRunning()
      let video = try await makePictureInput()
      let audio = soundSettings.map { AssetWriterInput(audio: $0) }
      if let video { try await writer.add(video) }
      if let audio { try await writer.add(audio) }
      try await writer.startWriting()
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
    cameraID = configuration.camera?.id ?? ""
    let name = configuration.camera?.localizedName
    meter.update { $0.cameraName = name }
  }

  /// What sound becomes, now that the microphone has said what it gives.
  var soundSettings: AudioEncoderSettings? {
    guard case .audio(_, let format)? = soundFormat else { return nil }
    return RecordingPlan.sound(sampleRate: format.sampleRate, channels: format.channelCount)
  }

  func encoderSettings(_ video: RecordingPlan.Picture) -> VideoEncoderSettings {
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
      group.addTask { await self.watch(writer, video) }
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

  /// Where a picture, or a stretch of sound where there are no pictures, goes; `nil` where it is left out.
  func place(_ time: Int64) -> (position: Int64, duration: Int64)? {
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

  func applyPauseMarks() {
    for mark in control.takePauseMarks() {
      switch mark {
      case .begin(let time): timeline.pause(at: time)
      case .end(let time): timeline.resume(at: time)
      }
    }
    let phase: RecordingStatus.Phase = control.isPaused ? .paused : timeline.start == nil ? .starting : .recording
    meter.update { $0.phase = phase }
  }

  /// Does what is asked for from outside, to the stop.
  private func obey() async throws {
    while true {
      switch await control.nextOrder() {
      case .switchCamera(let device): await switchCamera(to: device)
      case .stop:
        meter.update { $0.phase = .finishing }
        openSoundGate()
        await capture.stopRunning(.video)
        await waitForSound()
        await capture.stopRunning()
        return
      }
    }
  }

  /// Sound of the last picture may still be on its way: it is waited for as long as it comes.
  private func waitForSound() async {
    guard audioOutput != nil else { return }
    var (patience, heard) = (Self.soundPatience, soundEnd)
    while patience > 0, !control.isDiscarded, !isComplete || soundEnd < timeline.captureEnd ?? 0 {
      try? await Task.sleep(for: .milliseconds(10))  // A cancelled sleep is a shorter one.
      patience = soundEnd > heard ? Self.soundPatience : patience - 1
      heard = soundEnd
    }
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
  /// How pictures got from the device into the file.
  var conversion: String? { packets == nil ? picture?.path.rawValue : "copied" }
  var unusablePackets: Int { packets?.unusable ?? 0 }
  var damagedPictures: Int { picture?.damaged ?? 0 }
  var usedConfiguration: RecordingConfiguration { configuration }

  static func time(_ nanoseconds: Int64) -> MediaTime {
    MediaTime(value: nanoseconds, timescale: 1_000_000_000)
  }
}
