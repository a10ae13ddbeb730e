internal import Codecs
internal import Media

/// Counts one track's packets as they are read back, and decodes its first picture.
final class TrackCheck {
  private let stream: StreamDescription
  private let expected: TrackReport
  private let wantsPicture: Bool
  /// Until the first picture came.
  private var decoder: Decoder?
  private var pictureSize: PixelSize?
  private var packetCount = 0
  private var byteCount: Int64 = 0
  private var keyFrameCount = 0

  init(_ stream: StreamDescription, _ expected: TrackReport, decodesPicture: Bool) throws(CodecsError) {
    self.stream = stream
    self.expected = expected
    wantsPicture = decodesPicture && stream.format.mediaType == .video && stream.isDecodable
    if wantsPicture { decoder = try Decoder(format: stream.format, timeBase: stream.timeBase, threads: 1) }
  }

  func note(_ sample: SampleBuffer) throws(CodecsError) {
    packetCount += 1
    byteCount += Int64(sample.byteCount)
    if sample.isKeyFrame { keyFrameCount += 1 }
    if let decoder, try decoder.send(sample) { try receive(from: decoder) }
  }

  /// After the last packet.
  func finish() throws(CodecsError) {
    if let decoder, try decoder.send(nil) { try receive(from: decoder) }
  }

  /// What differs from the report; `nil` where nothing does.
  func problem(pictureSize wantedSize: PixelSize?) -> String? {
    let name = "track \(stream.index + 1) (\(stream.format.mediaType.rawValue))"
    if stream.format.mediaType != expected.mediaType { return "\(name) is not \(expected.mediaType.rawValue)" }
    if !isSameCodec { return "\(name) is \(stream.format.codec)" }
    if expected.format.sampleByteCount != nil {
      return byteCount == expected.byteCount ? nil : "\(name) has \(byteCount) bytes, not \(expected.byteCount)"
    }
    if packetCount != expected.packetCount { return "\(name) has \(packetCount) packets, not \(expected.packetCount)" }
    if keyFrameCount != expected.keyFrameCount {
      return "\(name) has \(keyFrameCount) key frames, not \(expected.keyFrameCount)"
    }
    guard wantsPicture else { return nil }
    guard let pictureSize else { return "\(name) has no picture that decodes" }
    if let wantedSize, wantedSize != pictureSize { return "\(name) shows \(pictureSize), not \(wantedSize)" }
    return nil
  }

  /// An MP4 says of MPEG sound only that it is; which layer, the frames say.
  private var isSameCodec: Bool {
    let codecs = [stream.format.codec, expected.format.codec]
    return codecs[0] == codecs[1] || codecs.allSatisfy { $0 == .mp2 || $0 == .mp3 }
  }

  private func receive(from decoder: Decoder) throws(CodecsError) {
    guard case .frame(let frame) = try decoder.receive() else { return }
    let picture = frame.makeSample(mediaType: .video, timeBase: stream.timeBase)
    pictureSize = picture.pixelSize
    self.decoder = nil
  }
}
