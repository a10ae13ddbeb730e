public import Media

/// Where a microphone's sound comes out, as the device gives it.
///
/// Ten megabytes wait at most (26 seconds of 48 kHz stereo in floats). Sound that finds no room is dropped, counted, and
/// said of the next sample.
public final class AudioDataOutput: CaptureOutput {
  private static let byteCapacity = 10 << 20
  /// Half a minute in pieces of ten milliseconds.
  private static let capacity = 3000
  /// Sources that make sound faster than real time run half a second ahead.
  private static let patientCapacity = 50
  let core: OutputCore

  public init() {
    core = OutputCore(
      queue: SampleQueue(
        capacity: Self.capacity, byteCapacity: Self.byteCapacity, patientCapacity: Self.patientCapacity),
      minFrameDuration: nil)
  }

  public var mediaType: MediaType { .audio }
  public var statistics: CaptureStatistics { core.statistics }

  /// The microphone waits until there is room: it makes sound faster than real time, and nothing is lost where its samples
  /// are left waiting.
  public var isPatient: Bool { core.queue.isPatient }

  public func nextSample() async throws(CaptureError) -> CapturedSample? { try await core.queue.next() }
}
