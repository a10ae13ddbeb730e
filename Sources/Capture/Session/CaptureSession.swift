public import Media
internal import Platform

/// Carries samples from devices to outputs.
///
/// ```
/// let session = try CaptureSession()
/// let video = VideoDataOutput()
/// try await session.configure {
///   $0.sessionPreset = .high
///   $0.setInput(CaptureInput(camera))
///   $0.setOutput(video)
/// }
/// try await session.startRunning()
/// while let picture = try await video.nextSample() { … }
/// ```
/// Devices are opened and closed on a thread of the session's own; each captures on one of its own.
public actor CaptureSession {
  private let executor: ThreadExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// What the session is made of now.
  public private(set) var configuration = CaptureConfiguration()
  public private(set) var isRunning = false
  private var active: [MediaType: Active] = [:]

  private struct Active {
    let source: any CaptureSource
    let choice: VideoChoice?
    /// `nil` before it was started.
    var sink: OutputSink?

    func stop() {
      sink?.release()
      source.stop()
    }
  }

  /// - Throws: `CaptureError` (`.unavailable`) where the limit of threads is reached.
  public init() throws(CaptureError) {
    do {
      executor = try ThreadExecutor(name: "rushes-capture")
    } catch {
      throw CaptureError(code: .unavailable, message: error.message)
    }
  }

  deinit {
    for (_, active) in active { active.stop() }
  }

  /// Changes what the session is made of, all at once: devices that are no longer wanted are closed, new ones opened and
  /// set, and started where the session runs. What does not change goes on without a gap.
  ///
  /// - Throws: What `change` throws; `CaptureError`. Then all is as it was before.
  public func configure(_ change: @Sendable (inout CaptureConfiguration) throws -> Void) throws {
    var new = configuration
    try change(&new)
    try commit(new)
  }

  /// Whether the session's camera can serve a preset; false where there is none.
  public func canSetSessionPreset(_ preset: SessionPreset) -> Bool {
    configuration.inputs[.video].map { preset.isSupported(by: $0.device.videoFormats) } ?? false
  }

  /// What is connected, and how the devices were set.
  public var connections: [CaptureConnection] {
    active.compactMap { mediaType, active in
      configuration.outputs[mediaType].map {
        CaptureConnection(
          device: active.source.device, output: $0, format: active.source.format, videoChoice: active.choice,
          sourceNumber: core(of: mediaType)?.sourceNumber ?? 0)
      }
    }
  }

  /// Lets the devices capture. Again without harm.
  /// - Throws: `CaptureError`; then none does.
  public func startRunning() throws(CaptureError) {
    guard !isRunning else { return }
    do throws(CaptureError) {
      // Sound first: a picture's sound must not be missing.
      for mediaType in [MediaType.audio, .video] where configuration.inputs[mediaType] != nil {
        if active[mediaType] == nil || active[mediaType]?.sink != nil { try open(mediaType) }
        core(of: mediaType)?.queue.reopen()
        try start(mediaType)
      }
      isRunning = true
    } catch {
      close()
      throw error
    }
  }

  /// Ends capturing; what the outputs hold can still be taken. Again without harm.
  public func stopRunning() {
    guard isRunning else { return }
    isRunning = false
    close()
  }

  /// Ends the capturing of one kind of samples: where sound is to go on to the end of the last picture.
  public func stopRunning(_ mediaType: MediaType) {
    active.removeValue(forKey: mediaType)?.stop()
    core(of: mediaType)?.queue.end()
  }

  private func close() {
    // The camera first: sound goes on to the last picture's end.
    for mediaType in [MediaType.video, .audio] {
      active[mediaType]?.stop()
      core(of: mediaType)?.queue.end()
    }
    active = [:]
  }

  private func commit(_ new: CaptureConfiguration) throws(CaptureError) {
    let old = configuration
    let choice = try new.videoChoice()
    let changed = [MediaType.audio, .video].filter { mediaType in
      let (before, after) = (old.inputs[mediaType], new.inputs[mediaType])
      if before?.device != after?.device { return true }
      let isSameOutput =
        old.outputs[mediaType].map { ObjectIdentifier($0) } == new.outputs[mediaType].map { ObjectIdentifier($0) }
      return !isSameOutput || (mediaType == .video && active[.video].map { $0.choice != choice } ?? (after != nil))
    }
    for mediaType in changed { release(mediaType) }
    configuration = new
    do throws(CaptureError) {
      for mediaType in changed where new.inputs[mediaType] != nil {
        try open(mediaType)
        if isRunning { try start(mediaType) }
      }
    } catch {
      for mediaType in changed { release(mediaType) }
      configuration = old
      try restore(changed, after: error)
      throw error
    }
  }

  /// Opens again what ran before.
  private func restore(_ changed: [MediaType], after reason: CaptureError) throws(CaptureError) {
    do throws(CaptureError) {
      for mediaType in changed where configuration.inputs[mediaType] != nil {
        try open(mediaType)
        if isRunning { try start(mediaType) }
      }
    } catch {
      for mediaType in changed { core(of: mediaType)?.queue.end(error) }
      throw CaptureError(code: reason.code, message: "\(reason.message); nor does what ran before: \(error.message)")
    }
  }

  /// Closes a device without ending its output.
  private func release(_ mediaType: MediaType) {
    core(of: mediaType)?.attach(nil)
    active.removeValue(forKey: mediaType)?.stop()
  }

  private func open(_ mediaType: MediaType) throws(CaptureError) {
    guard let input = configuration.inputs[mediaType] else { return }
    let choice = mediaType == .video ? try configuration.videoChoice() : nil
    active[mediaType] = Active(source: try input.open(choice), choice: choice)
  }

  private func start(_ mediaType: MediaType) throws(CaptureError) {
    guard let core = core(of: mediaType), let opened = active[mediaType] else { return }
    var overflow = SampleQueue.Overflow.dropNewest
    if case .video(let format, _, _) = opened.source.format,
      let output = configuration.outputs[.video] as? VideoDataOutput
    {
      overflow = output.overflow(for: format)
    }
    let sink = OutputSink(core, overflow: overflow)
    core.attach(sink)
    try opened.source.start(into: sink)
    active[mediaType]?.sink = sink
  }

  private func core(of mediaType: MediaType) -> OutputCore? {
    switch configuration.outputs[mediaType] {
    case let output as VideoDataOutput: output.core
    case let output as AudioDataOutput: output.core
    default: nil
    }
  }
}
