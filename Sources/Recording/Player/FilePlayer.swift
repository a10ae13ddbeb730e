public import Capture
internal import Media
internal import Platform
internal import Reading
internal import Settings

/// Plays a clip as a camera and a microphone.
public enum FilePlayer {
  /// Opens a clip's first moving picture and its first sound.
  ///
  /// Pictures come upright, sound with the file's own offset to them. Both end with the file.
  /// - Parameters:
  ///   - path: A regular file.
  ///   - pace: `.real` as the file's times say, from when the first sample is there; `.fast` as the sinks take them, at
  ///     computed times.
  /// - Returns: `nil` for what the file does not have. Each has a place of its own in the file; one alone may be used.
  /// - Throws: `CaptureError` (`.noDevice` where there is nothing to play, or no such file; `.unsupportedFormat`,
  ///   `.unavailable`).
  public static func open(
    path: String, pace: TestDeviceOptions.Pace = .real
  ) async throws(CaptureError) -> (camera: (any CaptureSource)?, microphone: (any CaptureSource)?) {
    do {
      let asset = try await openReader(path, try StopSignal()).asset
      let tracks = (
        asset.tracks(of: .video).first { !$0.isAttachedPicture && $0.isDecodable },
        asset.tracks(of: .audio).first { $0.isDecodable }
      )
      let starts = [tracks.0, tracks.1].compactMap { $0 }.map { nanoseconds($0.startTime ?? .zero) }
      guard let start = starts.min() else {
        throw CaptureError(code: .noDevice, message: "it has neither pictures nor sound")
      }
      let clock = FilePlayerClock(fileStart: start, pace: pace)
      let camera: FilePlayerSource? =
        if let track = tracks.0 { try await makeCamera(path, track, clock) } else { nil }
      let microphone: FilePlayerSource? =
        if let track = tracks.1 { try await makeMicrophone(path, track, clock) } else { nil }
      return (camera, microphone)
    } catch {
      throw failure(path, error)
    }
  }

  private static func makeCamera(
    _ path: String, _ track: AssetTrack, _ clock: FilePlayerClock
  ) async throws -> FilePlayerSource {
    guard let coded = track.format.codedSize,
      let fit = PictureFit(
        codedSize: coded, sampleAspectRatio: track.format.sampleAspectRatio, orientation: track.format.orientation,
        box: nil)
    else { throw CaptureError(code: .unsupportedFormat, message: "its picture has no size") }
    let rate = track.nominalFrameRate ?? track.averageFrameRate ?? Rational(30)
    let format = VideoCaptureFormat(
      fourCC: "YU12", content: .pixels(.yuv420p), size: fit.encodedSize, frameRates: [rate])
    let settings = PictureSettings(
      size: fit.encodedSize, bakedOrientation: fit.pixelOrientation, isInterlaced: track.format.isInterlaced,
      assumedColor: .assumed(for: coded))
    return try await makeSource(
      CaptureDevice(
        id: "file:\(path)", localizedName: path, mediaType: .video, connection: .file(path: path),
        videoFormats: [format]),
      .video(format, frameRate: rate, color: track.format.color), path, track, .pictures(settings), clock)
  }

  private static func makeMicrophone(
    _ path: String, _ track: AssetTrack, _ clock: FilePlayerClock
  ) async throws -> FilePlayerSource {
    guard let stated = track.format.audio, stated.sampleRate > 0, stated.channelCount > 0 else {
      throw CaptureError(code: .unsupportedFormat, message: "its sound has no rate")
    }
    let channels = min(2, stated.channelCount)
    let format = AudioFormat(
      sampleRate: stated.sampleRate, channelCount: channels, channelLayout: channels == 1 ? "mono" : "stereo")
    return try await makeSource(
      CaptureDevice(
        id: "file:\(path)", localizedName: path, mediaType: .audio, connection: .file(path: path),
        audioFormats: [
          AudioCaptureFormat(
            sampleFormat: "FLOAT_LE", sampleRates: stated.sampleRate...stated.sampleRate,
            channelCounts: channels...channels)
        ]),
      .audio(sampleFormat: "FLOAT_LE", format), path, track,
      .sound(SoundSettings(sampleRate: stated.sampleRate, channelCount: channels)), clock)
  }

  private static func makeSource(
    _ device: CaptureDevice, _ format: CaptureFormat, _ path: String, _ track: AssetTrack,
    _ settings: ReaderOutputSettings, _ clock: FilePlayerClock
  ) async throws -> FilePlayerSource {
    let thread = try CaptureThread()
    let reader = try await openReader(path, thread.stopSignal)
    let output = try await reader.addOutput(for: track, settings: settings)
    try await reader.startReading()
    return FilePlayerSource(device: device, format: format, output: output, clock: clock, thread: thread)
  }

  private static func openReader(_ path: String, _ stop: StopSignal) async throws -> AssetReader {
    try await AssetReader.open(FileSource(try FileDescriptor.openForReading(path), stop: stop), stop: stop)
  }

  static func nanoseconds(_ time: MediaTime) -> Int64 {
    time.converted(toTimescale: 1_000_000_000, rounding: .nearest).value
  }

  /// The error of a player; `error` is of any station.
  static func failure(_ path: String, _ error: any Error) -> CaptureError {
    let (code, reason): (CaptureError.Code, String) =
      switch error {
      case let error as CaptureError: (error.code, error.message)
      case let error as PlatformError where error.code == .notFound: (.noDevice, error.message)
      case let error as PlatformError where error.code == .permissionDenied: (.denied, error.message)
      case let error as ReadingError where error.code == .inputOutput: (.deviceFailed, error.message)
      default: (.unsupportedFormat, "\(error)")
      }
    // What Platform says names the file already.
    return CaptureError(code: code, message: reason.hasPrefix("cannot ") ? reason : "cannot play '\(path)': \(reason)")
  }
}
