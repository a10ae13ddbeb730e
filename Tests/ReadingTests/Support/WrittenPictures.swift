import CFFmpeg
import Codecs
import Media
import Platform
import TestSupport

/// Pictures that a reader delivered, encoded nearly without loss, so that a second program can look at them.
struct WrittenPictures {
  let directory: TemporaryDirectory
  var path: String { directory.file("pictures.mp4") }

  init(_ samples: [SampleBuffer]) throws {
    directory = try TemporaryDirectory()
    guard let first = samples.first, let size = first.pixelSize, let color = first.color else {
      throw TestSupportError("no pictures were read")
    }
    let timeBase = Rational(1, 90000)
    let encoder = try H264Encoder(
      H264Encoding(
        size: size, color: color, timeBase: timeBase, nominalFrameRate: Rational(30, 1),
        rate: .quality(1, maximum: nil, bufferSize: nil), preset: "ultrafast", keyFrameInterval: 1))
    let file = try FileDescriptor.unlinkedTemporaryFile()
    let muxer = try Muxer(
      container: "mp4", file: file, tracks: [Muxer.Track(format: encoder.format, timeBase: timeBase)],
      movieTimescale: 90000, creationTime: nil, stop: try StopSignal())
    for sample in samples + [nil] {
      try encoder.send(sample)
      while let packet = try encoder.receive() { try muxer.write(packet, toTrack: 0) }
    }
    try muxer.finish()
    var bytes = [UInt8](repeating: 0, count: Int(try file.size()))
    _ = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    try FileBytes.write(bytes, to: path)
  }

  func decoded(limit: Int = 300) async throws -> DecodedVideo { try await DecodedVideo(path, limit: limit) }
}

extension WrittenPictures {
  init(_ samples: [SampleBuffer?]) throws { try self.init(samples.compactMap { $0 }) }
}

extension SampleBuffer {
  /// What the picture says of its colours.
  var color: ColorDescription? {
    withFrame {
      ColorDescription(
        primaries: $0.pointee.color_primaries, transfer: $0.pointee.color_trc, matrix: $0.pointee.colorspace,
        range: $0.pointee.color_range)
    }
  }

  var pixelFormat: PixelFormat? { withFrame { PixelFormat(rawValue: $0.pointee.format) } }

  var aspect: Rational? {
    withFrame { Rational(Int($0.pointee.sample_aspect_ratio.num), Int(max(1, $0.pointee.sample_aspect_ratio.den))) }
  }

  /// Mean code values of a rectangle in fractions of the picture: luma and both chromas of 8-bit 4:2:0.
  func meanCodes(x: ClosedRange<Double>, y: ClosedRange<Double>) -> (luma: Double, blue: Double, red: Double)? {
    withFrame { frame in
      let planes = withUnsafeBytes(of: frame.pointee.data) { Array($0.bindMemory(to: UnsafePointer<UInt8>?.self)) }
      let strides = withUnsafeBytes(of: frame.pointee.linesize) { Array($0.bindMemory(to: Int32.self)) }
      func mean(_ plane: Int, _ shift: Int) -> Double {
        guard let data = planes[plane] else { return -1 }
        let (width, height) = (Double(frame.pointee.width >> shift), Double(frame.pointee.height >> shift))
        var sum = 0
        var count = 0
        for row in Int(y.lowerBound * height)..<Int(y.upperBound * height) {
          for column in Int(x.lowerBound * width)..<Int(x.upperBound * width) {
            sum += Int(data[row * Int(strides[plane]) + column])
            count += 1
          }
        }
        return Double(sum) / Double(max(1, count))
      }
      return (mean(0, 0), mean(1, 1), mean(2, 1))
    }
  }
}
