public import Capture
internal import Media
internal import Platform

/// Records a camera and a microphone into one file.
///
/// ```
/// let session = try RecordingSession(configuration)
/// let receipt = try await session.record(to: RecordingTarget(path: "clip.mp4", isOverwriting: false))
/// ```
/// A session records once. Pictures are converted on a thread of its own, encoded on the writer's.
public actor RecordingSession {
  private let executor: ThreadExecutor
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  public nonisolated let configuration: RecordingConfiguration
  private nonisolated let control = RecordingControl()
  private nonisolated let meter: RecordingMeter
  private var hasRecorded = false

  /// - Throws: `RecordingError` (`.unavailable`) where the system gives no thread.
  public init(_ configuration: RecordingConfiguration) throws(RecordingError) {
    self.configuration = configuration
    meter = RecordingMeter(maximumDuration: configuration.maximumDuration)
    do {
      executor = try ThreadExecutor(name: "rushes-record")
    } catch {
      throw RecordingError(code: .unavailable, message: error.message)
    }
  }

  /// How the recording goes: the newest value about ten times a second; ends with the recording. For one consumer.
  public nonisolated var status: AsyncStream<RecordingStatus> { meter.stream }

  /// What the recording will be; uses no device.
  /// - Throws: `RecordingError` (`.unsupportedPreset`, `.unsupportedFormat`, `.noDevice`).
  public func plan() async throws(RecordingError) -> RecordingPlan {
    do {
      return try RecordingPlan(await RecordingDevices(configuration).configuration)
    } catch {
      throw RecordingError(error, target: "")
    }
  }

  /// Records until it is stopped, a limit is reached, or a source ends; then the file is complete and on disk.
  ///
  /// The output is created under its own name before the devices are opened.
  /// - Throws: `RecordingError`; then there is no output.
  public func record(to target: RecordingTarget) async throws(RecordingError) -> RecordingReceipt {
    guard !hasRecorded else { throw RecordingError(code: .invalidState, message: "a session records once") }
    hasRecorded = true
    defer { meter.finish() }
    let control = control
    do {
      return try await withTaskCancellationHandler {
        try await perform(target)
      } onCancel: {
        control.discard()
      }
    } catch {
      if control.isDiscarded {
        throw RecordingError(code: .discarded, message: "'\(target.path)' was not kept: the recording was cancelled")
      }
      throw RecordingError(error, target: target.path)
    }
  }

  private func perform(_ target: RecordingTarget) async throws -> RecordingReceipt {
    let devices = try await RecordingDevices(configuration)
    let plan = try RecordingPlan(devices.configuration)
    let file = try RecordingFile(target)
    defer { file.discard() }
    let take = try RecordingTake(
      devices: devices, plan: plan, file: file, control: control, meter: meter, executor: executor)
    let receipt = try await take.run(target)
    return receipt
  }

  /// Ends the recording and completes the file. From any thread; again without harm.
  public nonisolated func stop() { control.stop(.requested) }

  /// Ends the recording and removes what was written; `record(to:)` throws `.discarded`.
  public nonisolated func discard() { control.discard() }

  /// Leaves out what is captured from now on, until `resume()`; again without harm.
  public nonisolated func pause() { control.pause(at: MonotonicClock.now) }

  /// Goes on after `pause()`: what follows is joined to what was before, without a gap.
  public nonisolated func resume() { control.resume(at: MonotonicClock.now) }

  public nonisolated var isPaused: Bool { control.isPaused }

  /// Goes on with another camera: the old one is closed before the new one opens. Where that fails, with the old one.
  public nonisolated func switchCamera(to device: CaptureDevice) { control.switchCamera(to: device) }
}
