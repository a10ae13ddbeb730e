internal import Capture
internal import CommandLineTools
internal import Media
internal import Platform
internal import Recording

/// Makes one recording, shows how it goes, and obeys keys and signals.
@MainActor
struct Recorder {
  let arguments: RecArguments
  private let devices: DeviceChoice
  let output: FileName
  let interruption: Interruption
  let events: AsyncStream<RecorderEvent>
  let input: AsyncStream<RecorderEvent>.Continuation
  private let hasKeys: Bool

  init(_ arguments: RecArguments, devices: DeviceChoice, output: FileName, interruption: Interruption) {
    self.arguments = arguments
    self.devices = devices
    self.output = output
    self.interruption = interruption
    (events, input) = AsyncStream.makeStream()
    hasKeys = StandardStream.input.isTerminal && LiveTerminal.isInForeground(.input)
  }

  /// - Throws: `Failure`; then there is no recording.
  func record(to target: RecordingTarget) async throws(Failure) -> RecordingReceipt {
    var view = RecordingView(mode: arguments.progress, hasKeys: hasKeys)
    let keys = try startReading()
    defer { keys?.raise() }
    LiveTerminal.prepare(input: hasKeys ? .input : nil, output: view.isLive ? .error : nil)
    LiveTerminal.enter()
    defer { LiveTerminal.leave() }
    if let countdown = arguments.countdown {
      do {
        try target.check()
      } catch {
        throw failure(error)
      }
      try await count(countdown, &view)
    }
    let handle = SessionHandle(try makeSession())
    let work = Interruption.Work(
      stop: { handle.session.stop() }, suspend: { handle.setSuspended(true) },
      resume: { [input] in
        LiveTerminal.enter()
        input.yield(.continued)
        handle.setSuspended(false)
      })
    let result = await interruption.stopping(work, isLast: Self.isMade) { await follow(handle, to: target, &view) }
    view.finish()
    do {
      return try result.get()
    } catch {
      throw failure(error)
    }
  }

  private static func isMade(_ result: Result<RecordingReceipt, RecordingError>) -> Bool {
    if case .success = result { true } else { false }
  }

  private func makeSession() throws(Failure) -> RecordingSession {
    let configuration = arguments.configuration(camera: devices.cameras.first, microphone: devices.microphone)
    do {
      return try RecordingSession(configuration)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: RecordingError) -> Failure {
    let failure = Failure(error, name: output)
    if error.code == .noDevice, arguments.microphone == .usual, error.message.hasSuffix("it has no sound") {
      return Failure(
        failure.exitCode, code: failure.code, failure.message + "; '--microphone none' records the pictures alone")
    }
    guard error.code == .nothingRecorded, let signal = interruption.exitCode else { return failure }
    return Failure(signal, code: failure.code, failure.message)
  }

  /// - Returns: What ends it; `nil` where standard input is nobody's business.
  private func startReading() throws(Failure) -> StopSignal? {
    guard hasKeys || arguments.stopsAtEndOfInput else { return nil }
    do {
      let stop = try StopSignal()
      try KeyReader.start(
        stop: stop, onKey: { [input] in input.yield(.key($0)) }, onEnd: { [input] in input.yield(.endOfInput) })
      return stop
    } catch {
      throw Failure(.unavailable, error.message)
    }
  }

  /// Records, and does what comes meanwhile.
  private func follow(
    _ handle: SessionHandle, to target: RecordingTarget, _ view: inout RecordingView
  ) async -> Result<RecordingReceipt, RecordingError> {
    var controls = RecorderControls()
    var cameras = CameraCycle(devices.cameras)
    let status = handle.session.status
    async let result = recorded(handle.session, to: target)
    async let statuses: Void = forward(status)
    for await event in events {
      switch event {
      case .status(let status):
        if status.phase == .finishing { controls.end() }
        view.show(status, controls)
      case .key(let key):
        let wasAsking = controls.isAsking
        perform(controls.press(key), handle, &cameras, &view)
        if controls.isAsking, !wasAsking { view.ask() }
        view.refresh(controls)
      case .endOfInput: if arguments.stopsAtEndOfInput { handle.session.stop() }
      case .continued:
        view.goOn()
        view.refresh(controls)
      case .tick, .interrupted: break
      }
    }
    await statuses
    return await result
  }

  private func perform(
    _ action: RecorderControls.Action?, _ handle: SessionHandle, _ cameras: inout CameraCycle,
    _ view: inout RecordingView
  ) {
    switch action {
    case .stop: handle.session.stop()
    case .discard: handle.session.discard()
    case .pause: handle.setPaused(true)
    case .resume: handle.setPaused(false)
    case .switchCamera:
      do throws(CaptureError) {
        if let next = try cameras.next() {
          handle.session.switchCamera(to: next)
        } else {
          view.note("\(CommandSpecification.rec.name): there is no other camera to switch to")
        }
      } catch {
        view.note("\(CommandSpecification.rec.name): \(error.message.singleLine)")
      }
    case nil: break
    }
  }

  /// Records; when it is over, no more events come.
  private nonisolated func recorded(
    _ session: RecordingSession, to target: RecordingTarget
  ) async -> Result<RecordingReceipt, RecordingError> {
    defer { input.finish() }
    do {
      return .success(try await session.record(to: target))
    } catch {
      return .failure(error)
    }
  }

  private nonisolated func forward(_ statuses: AsyncStream<RecordingStatus>) async {
    for await status in statuses { input.yield(.status(status)) }
  }
}
