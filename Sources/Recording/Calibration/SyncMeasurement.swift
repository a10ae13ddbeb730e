internal import Codecs
internal import Media
public import Platform
internal import Reading

/// Measures a clip's lip-sync: decodes it small, and finds flashes and the sounds that belong to them.
public enum SyncMeasurement {
  /// Large enough for a mean, small enough to be quick.
  private static let size = PixelSize(width: 64, height: 64)
  private static let sampleRate = 48000

  /// - Parameters:
  ///   - path: The clip.
  ///   - stop: Raised, the measurement ends within milliseconds.
  /// - Throws: `RecordingError` (`.unsupportedFormat` where the clip cannot be read, or lacks pictures or sound).
  public static func measure(_ path: String, stop: StopSignal) async throws(RecordingError) -> SyncCalibration {
    do {
      return try await Self.calibration(of: path, stop: stop)
    } catch let error as RecordingError {
      throw error
    } catch {
      throw failure(path, "\(error)")
    }
  }

  private static func calibration(of path: String, stop: StopSignal) async throws -> SyncCalibration {
    let source = FileSource(try FileDescriptor.openForReading(path), stop: stop)
    let reader = try await AssetReader.open(source, stop: stop)
    let asset = try await reader.asset
    guard let video = asset.tracks(of: .video).first(where: { !$0.isAttachedPicture }) else {
      throw failure(path, "it has no pictures")
    }
    guard let audio = asset.tracks(of: .audio).first else { throw failure(path, "it has no sound") }
    let pictures = try await reader.addOutput(
      for: video,
      settings: .pictures(PictureSettings(size: size, assumedColor: .assumed(for: video.format.codedSize ?? size))))
    let sound = try await reader.addOutput(
      for: audio, settings: .sound(SoundSettings(sampleRate: sampleRate, channelCount: 1)))
    try await reader.startReading()
    async let flashes = flashes(in: pictures)
    async let onsets = onsets(in: sound)
    return SyncCalibration(flashes: try await flashes, sounds: try await onsets)
  }

  private static func flashes(in output: AssetReaderOutput) async throws -> [Double] {
    var pictures: [FlashDetector.Picture] = []
    while let sample = try await output.nextSample() {
      guard let time = sample.presentationTime, let luma = sample.meanLuma else { continue }
      pictures.append(FlashDetector.Picture(time: time.seconds, luma: luma))
    }
    return FlashDetector.onsets(in: pictures)
  }

  private static func onsets(in output: AssetReaderOutput) async throws -> [Double] {
    var detector: SoundOnsetDetector?
    while let sample = try await output.nextSample() {
      if detector == nil {
        detector = SoundOnsetDetector(sampleRate: sampleRate, start: sample.presentationTime?.seconds ?? 0)
      }
      detector?.append(sample.firstChannel)
    }
    return detector?.onsets ?? []
  }

  private static func failure(_ path: String, _ reason: String) -> RecordingError {
    RecordingError(code: .unsupportedFormat, message: "cannot measure '\(path)': \(reason)")
  }
}
