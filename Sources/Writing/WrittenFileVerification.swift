internal import Codecs
internal import MP4
public import Media
public import Platform

/// Checks that a written file is what its report says, before anybody is given it.
///
/// - The boxes: `moov` first, no fragments, tables that agree with each other and with the durations reported.
/// - The packets, read back by a demuxer: as many in each track as reported, as many key frames.
/// - The first picture of each video track decodes, in the size expected.
public enum WrittenFileVerification {
  /// What is demanded beyond the report.
  public struct Expectations: Sendable {
    /// The coded size of the video; `nil` for any.
    public var pictureSize: PixelSize?
    /// Whether the first picture of each video track is decoded.
    public var decodesPictures: Bool

    public init(pictureSize: PixelSize? = nil, decodesPictures: Bool = true) {
      self.pictureSize = pictureSize
      self.decodesPictures = decodesPictures
    }
  }

  /// Verifies a file; reads all of it, so call it from a thread that may block.
  /// - Parameter file: Open for reading.
  /// - Throws: `WritingError` (`.verificationFailed` naming what differs, `.stopped`, `.inputOutput`).
  public static func verify(
    _ file: FileDescriptor, against report: WriterReport, expecting expectations: Expectations = Expectations(),
    stop: StopSignal
  ) throws(WritingError) {
    let source = FileSource(file, stop: stop)
    do throws(VerificationProblem) {
      try checkBoxes(source, report)
      try checkPackets(source, report, expectations, stop: stop)
    } catch {
      throw error.error(file: file.name)
    }
  }

  private static func checkBoxes(_ source: FileSource, _ report: WriterReport) throws(VerificationProblem) {
    let verification: MovieVerification
    do {
      verification = try MovieVerification(of: source, requirements: [.movieFirst, .noFragments])
    } catch {
      throw VerificationProblem(error.message, cause: error.cause)
    }
    if let finding = verification.findings.first { throw VerificationProblem(finding.description) }
    guard let movie = verification.structure else { throw VerificationProblem("its structure cannot be read") }
    guard movie.tracks.count == report.tracks.count else {
      throw VerificationProblem("it has \(movie.tracks.count) tracks, not \(report.tracks.count)")
    }
    for (track, expected) in zip(movie.tracks, report.tracks) {
      let count = expected.format.sampleByteCount.map { expected.byteCount / $0 } ?? Int64(expected.packetCount)
      guard Int64(track.sampleCount) == count else {
        throw VerificationProblem("track \(track.id) has \(track.sampleCount) samples, not \(count)")
      }
      let scale = Int32(clamping: movie.timescale)
      let wanted = (expected.startTime + expected.duration).converted(toTimescale: max(1, scale), rounding: .up).value
      // Each of at most two edits is rounded to the movie's timescale.
      guard let duration = track.duration, abs(Int64(clamping: duration) - wanted) <= 2 else {
        let found = track.duration.map(String.init) ?? "nothing"
        throw VerificationProblem("track \(track.id) lasts \(found) of \(wanted) ticks of 1/\(scale) s")
      }
    }
  }

  private static func checkPackets(
    _ source: FileSource, _ report: WriterReport, _ expectations: Expectations, stop: StopSignal
  ) throws(VerificationProblem) {
    do throws(CodecsError) {
      let demuxer = try Demuxer(source: source, stop: stop, analyzesStreams: false)
      var checks: [TrackCheck] = []
      for (stream, expected) in zip(demuxer.streams, report.tracks) {
        checks.append(try TrackCheck(stream, expected, decodesPicture: expectations.decodesPictures))
      }
      while let (stream, sample) = try demuxer.readPacket() {
        guard checks.indices.contains(stream) else { continue }
        try checks[stream].note(sample)
      }
      for check in checks { try check.finish() }
      if demuxer.damagedReads > 0 {
        throw CodecsError(code: .invalidData, message: "\(demuxer.damagedReads) packets cannot be read back")
      }
      for check in checks {
        if let problem = check.problem(pictureSize: expectations.pictureSize) {
          throw CodecsError(code: .invalidData, message: problem)
        }
      }
    } catch {
      throw VerificationProblem(error.message, isStop: error.code == .stopped, cause: error.cause)
    }
  }
}

/// What is wrong with a written file.
private struct VerificationProblem: Error {
  let message: String
  let isStop: Bool
  let cause: PlatformError?

  init(_ message: String, isStop: Bool = false, cause: PlatformError? = nil) {
    self.message = message
    self.isStop = isStop || cause?.code == .stopped
    self.cause = cause
  }

  func error(file: String) -> WritingError {
    if isStop { return .stopped }
    if let cause { return WritingError(code: .inputOutput, message: cause.message, cause: cause) }
    return WritingError(
      code: .verificationFailed, message: "cannot use '\(file)', which was just written: \(message)")
  }
}
