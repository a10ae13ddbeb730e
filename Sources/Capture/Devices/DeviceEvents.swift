internal import CV4L2
internal import Glibc
public import Media
internal import Platform

/// Tells when devices are plugged in and pulled out: watches /dev (inotify), on a thread of its own.
public enum DeviceEvents {
  /// Cameras (`.video`) or microphones (`.audio`) that come and go from now on, until the task that iterates is cancelled
  /// or the stream is dropped. Those that are there already are not told.
  ///
  /// A device is told when it has settled: the system first makes its node, and then gives access to it.
  /// - Throws: `CaptureError` (`.unavailable`) where the system has no descriptor or thread left.
  public static func stream(of mediaType: MediaType) throws(CaptureError) -> AsyncStream<DeviceEvent> {
    let directories = mediaType == .video ? ["/dev"] : ["/dev", "/dev/snd"]
    return try stream(
      watching: directories, settling: .milliseconds(400),
      isNodeName: { mediaType == .video ? $0.hasPrefix("video") : $0 == "snd" || $0.hasPrefix("pcm") },
      discovering: {
        // What cannot be looked at just now has not changed.
        mediaType == .video ? try? CaptureDevices.cameras() : try? CaptureDevices.microphones()
      })
  }

  /// - Parameters:
  ///   - directories: Where names come and go; one that is not there yet is watched once it is.
  ///   - settling: How long no such name changes before a look is taken.
  ///   - discovering: The devices that are there; `nil` where that cannot be told.
  static func stream(
    watching directories: [String], settling: Duration, isNodeName: @escaping @Sendable (String) -> Bool,
    discovering discover: @escaping @Sendable () -> [CaptureDevice]?
  ) throws(CaptureError) -> AsyncStream<DeviceEvent> {
    do {
      let watch = try DirectoryWatch(directories)
      let stop = try StopSignal()
      // After the watch has begun, so that nothing is missed in between.
      let initial = discover() ?? []
      let (stream, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
      continuation.onTermination = { _ in stop.raise() }
      try SystemThread.start(name: "rushes-devices") {
        var known = initial
        // Ends by the stop alone, or where the system refuses to poll.
        while (try? watch.waitForChange(of: isNodeName, settling: settling, stop: stop)) != nil {
          guard let devices = discover() else { continue }
          for event in DeviceEvent.differences(from: known, to: devices) { continuation.yield(event) }
          known = devices
        }
        continuation.finish()
      }
      return stream
    } catch {
      throw CaptureError(code: .unavailable, message: error.message)
    }
  }
}
