internal import Capture
internal import CommandLineTools
internal import Media
internal import Platform
internal import Recording

/// Makes one recording, shows how it goes, and obeys keys and signals.
@MainActor
struct Recorder {
  /// What happens while a recording is made.
  private enum Event: Sendable {
    case key(Key)
    case endOfInput
    case status(RecordingStatus)
    /// The program had been stopped, and was continued.
    case continued
    /// A second of the countdown is over.
    case tick
    /// A signal came before the recording began.
    case interrupted
  }

  private let arguments: RecArguments
  private let devices: DeviceChoice
  private let output: FileName
  private let interruption: Interruption
  private let events: AsyncStream<Event>
  private let input: AsyncStream<Event>.Continuation
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
    let result = await interruption.stopping(work, isLast: { if case .success = $0 { true } else { false } }) {
      await follow(handle, to: target, &view)
    }
    view.finish()
    do {
      return try result.get()
    } catch {
      throw failure(error)
    }
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

  /// Waits for so long; q, Esc or a signal gives up.
  private func count(_ duration: Duration, _ view: inout RecordingView) async throws(Failure) {
    let deadline = ContinuousClock.now + duration
    let work = Interruption.Work(
      stop: { [input] in input.yield(.interrupted) },
      resume: { [input] in
        LiveTerminal.enter()
        input.yield(.continued)
      })
    var shown = view
    let isComplete = await interruption.stopping(work) { () async -> Bool in
      async let ticks: Void = tick(until: deadline)
      shown.countDown(Self.wholeSeconds(until: deadline))
      for await event in events {
        switch event {
        case .tick:
          let seconds = Self.wholeSeconds(until: deadline)
          if seconds <= 0 { return true }
          shown.countDown(seconds)
        case .continued: shown.goOn()
        case .key(.character("q")), .key(.character("Q")), .key(.escape), .interrupted: return false
        case .endOfInput: if arguments.stopsAtEndOfInput { return false }
        case .key, .status: break
        }
      }
      await ticks
      return false
    }
    shown.finish()
    view = shown
    guard !isComplete else { return }
    throw Failure(
      interruption.exitCode ?? .interrupted, code: RecordingError.Code.nothingRecorded.rawValue,
      "cannot record '\(output.escaped)': it was stopped before it began")
  }

  private nonisolated func tick(until deadline: ContinuousClock.Instant) async {
    while ContinuousClock.now < deadline {
      let left = ContinuousClock.now.duration(to: deadline)
      let whole = Duration.seconds(left.components.seconds)
      let step = left - whole > .zero ? left - whole : .seconds(1)
      // Cancelled: the countdown is over.
      guard (try? await Task.sleep(for: step, tolerance: .milliseconds(1))) != nil else { return }
      input.yield(.tick)
    }
  }

  private static func wholeSeconds(until deadline: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
    return seconds + (attoseconds > 0 ? 1 : 0)
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
