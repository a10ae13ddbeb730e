public import Capture
internal import Platform

/// Records a camera and a microphone into one file.
///
/// ```
/// let session = try RecordingSession(configuration)
/// let receipt = try await session.record(to: RecordingTarget(path: "clip.mp4", isOverwriting: false))
/// ```
public actor RecordingSession {
  public nonisolated let configuration: RecordingConfiguration

  /// - Throws: `RecordingError` (`.unavailable`) where the system gives no thread.
  public init(_ configuration: RecordingConfiguration) throws(RecordingError) {
    self.configuration = configuration
  }

  /// How the recording goes: the newest value about ten times a second; ends with the recording. For one consumer.
  public nonisolated var status: AsyncStream<RecordingStatus> { AsyncStream { $0.finish() } }

  /// Records until it is stopped, a limit is reached, or a source ends; then the file is complete and on disk.
  ///
  /// The output is created under its own name before the devices are opened.
  /// - Throws: `RecordingError`; then there is no output.
  public func record(to target: RecordingTarget) async throws(RecordingError) -> RecordingReceipt {
    throw RecordingError(code: .internalError, message: "not built yet")
  }

  /// Ends the recording and completes the file. From any thread; again without harm.
  public nonisolated func stop() {}
  /// Ends the recording and removes what was written; `record(to:)` throws `.discarded`.
  public nonisolated func discard() {}
  public nonisolated func pause() {}
  public nonisolated func resume() {}
  /// Goes on with another camera: the old one is closed before the new one opens. Where that fails, with the old one.
  public nonisolated func switchCamera(to device: CaptureDevice) {}
}
