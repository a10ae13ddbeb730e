internal import Capture
internal import Codecs
internal import Media

/// Makes one camera's pictures what the encoder takes: decoded, cut, scaled, converted, turned, as far as needed.
///
/// Pictures that fit already pass as they are, in the driver's memory. Not `Sendable`: used by one thread at a time.
final class PictureProcessor {
  /// How pictures get from the device to the encoder.
  enum Path: String {
    /// The encoder reads the device's own memory.
    case borrowed
    case converted
    /// The camera compresses them.
    case decoded
  }

  /// What comes out.
  struct Target {
    /// The picture as it lies in the encoder.
    let size: PixelSize
    let bakedOrientation: Orientation
    /// `nil` takes what the first picture has, if the encoder takes it too.
    var pixelFormat: PixelFormat?
  }

  private let target: Target
  private let assumedColor: ColorDescription
  private let decoder: Decoder?
  private var converter: VideoConverter?
  private(set) var path: Path
  /// What the encoder is given; known after the first picture.
  private(set) var pixelFormat: PixelFormat?
  /// Pictures that could not be decoded.
  private(set) var damaged = 0

  /// - Parameter format: What the camera was set to.
  init(_ format: CaptureFormat, to target: Target) throws(CodecsError) {
    self.target = target
    pixelFormat = target.pixelFormat
    guard case .video(let video, _, let color) = format else {
      throw CodecsError(code: .refused, message: "a microphone gives no pictures")
    }
    // What cameras do not say is what a player of their size assumes.
    let assumed = ColorDescription.assumed(for: video.size)
    assumedColor = ColorDescription(
      primaries: color.primaries == 2 ? assumed.primaries : color.primaries,
      transfer: color.transfer == 2 ? assumed.transfer : color.transfer,
      matrix: color.matrix == 2 ? assumed.matrix : color.matrix, isFullRange: color.isFullRange)
    let nanoseconds = Rational(1, 1_000_000_000)
    switch video.content {
    case .pixels:
      decoder = nil
      path = .borrowed
    case .motionJPEG:
      decoder = try Decoder(format: .camera(.mjpeg, size: video.size), timeBase: nanoseconds, threads: 1)
      path = .decoded
    case .h264:
      decoder = try Decoder(format: .camera(.h264, size: video.size), timeBase: nanoseconds, threads: 1)
      path = .decoded
    }
  }

  /// The pictures that a captured sample holds, with their capture times: itself, or what comes out of the decoder.
  func decoded(_ sample: SampleBuffer) throws(CodecsError) -> [Frame] {
    guard let decoder else { return try Frame.referencing(sample).map { [$0] } ?? [] }
    var frames: [Frame] = []
    do throws(CodecsError) {
      while try !decoder.send(sample) {
        guard try take(from: decoder, into: &frames) else { break }
      }
      while try take(from: decoder, into: &frames) {}
    } catch {
      guard error.code == .invalidData else { throw error }
      damaged += 1
    }
    return frames
  }

  /// The picture as the encoder takes it, at a time of the recording.
  /// - Parameters:
  ///   - time: In the timeline's time base.
  ///   - duration: Likewise.
  func converted(_ frame: Frame, at time: Int64, duration: Int64) throws(CodecsError) -> SampleBuffer? {
    let source = try Frame(referencing: frame.pointer)
    source.presentationTime = time
    source.duration = duration
    let timeBase = RecordingTimeline.timeBase
    if fits(source) {
      pixelFormat = source.pixelFormat
      return try source.tagged(as: outputColor(of: source)).makeSample(mediaType: .video, timeBase: timeBase)
    }
    if path == .borrowed { path = .converted }
    let converter = converter ?? makeConverter()
    self.converter = converter
    try converter.push(source.centered(forShapeOf: target.bakedOrientation.inverse.map(target.size)))
    guard let picture = converter.pull() else { return nil }
    return picture.makeSample(mediaType: .video, timeBase: timeBase, duration: duration)
  }

  private func take(from decoder: Decoder, into frames: inout [Frame]) throws(CodecsError) -> Bool {
    guard case .frame(let frame) = try decoder.receive() else { return false }
    if frame.isDamaged { damaged += 1 }
    frames.append(frame)
    return true
  }

  /// The encoder takes it as it is.
  private func fits(_ frame: Frame) -> Bool {
    let format = frame.pixelFormat
    guard frame.pixelSize == target.size, target.bakedOrientation == .up, frame.color.isFullRange != true,
      [.yuv420p, .nv12].contains(format), pixelFormat == nil || pixelFormat == format
    else { return false }
    let color = conversion.resolved(frame.color)
    return !color.isHDR && !color.isWideGamut && color.isFullRange != true
  }

  private func outputColor(of frame: Frame) -> ColorDescription {
    conversion.outputColor(for: frame.color, pixelFormat: frame.pixelFormat)
  }

  private var conversion: PictureConversion {
    PictureConversion(
      outputSize: target.size, bakedOrientation: target.bakedOrientation, assumedColor: assumedColor,
      pixelFormat: pixelFormat ?? .yuv420p)
  }

  private func makeConverter() -> VideoConverter {
    let conversion = conversion
    pixelFormat = conversion.pixelFormat
    return VideoConverter(conversion, timeBase: RecordingTimeline.timeBase)
  }
}
