public import Media

/// Where a camera's pictures come out, one by one, as the device gives them.
///
/// A picture may lie in the driver's own memory, of which there is little: let go of it soon.
public final class VideoDataOutput: CaptureOutput {
  /// Pictures that wait at most; a driver has few buffers.
  public static let defaultCapacity = 4

  /// The format in which a device's own pictures are wanted; a device that has it is set to it. `nil` leaves it open.
  public let pixelFormat: PixelFormat?
  /// The shortest time from one picture to the next; what comes sooner is left out.
  public let minFrameDuration: MediaTime?
  /// Where the queue is full the oldest picture is dropped; else the one that comes.
  public let alwaysDiscardsLateVideoFrames: Bool
  let core: OutputCore

  public init(
    pixelFormat: PixelFormat? = nil, minFrameDuration: MediaTime? = nil, alwaysDiscardsLateVideoFrames: Bool = true,
    capacity: Int = defaultCapacity
  ) {
    self.pixelFormat = pixelFormat
    self.minFrameDuration = minFrameDuration
    self.alwaysDiscardsLateVideoFrames = alwaysDiscardsLateVideoFrames
    core = OutputCore(queue: SampleQueue(capacity: capacity), minFrameDuration: minFrameDuration)
  }

  public var mediaType: MediaType { .video }
  public var statistics: CaptureStatistics { core.statistics }

  /// A camera that compresses across pictures cannot lose single ones.
  func overflow(for format: VideoCaptureFormat) -> SampleQueue.Overflow {
    if case .h264 = format.content { return .dropToKeyFrame }
    return alwaysDiscardsLateVideoFrames ? .dropOldest : .dropNewest
  }

  /// The camera waits until there is room: it makes pictures faster than real time.
  public var isPatient: Bool { core.queue.isPatient }

  public func nextSample() async throws(CaptureError) -> CapturedSample? { try await core.queue.next() }
}
