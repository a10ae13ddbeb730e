import Codecs
import Media
import Platform
import TestSupport

/// The samples of a made clip: packets, pictures in yuv420p, sound in planar float.
struct SourceClip {
  let path: String
  let streams: [StreamDescription]
  private let packets: [[SampleBuffer]]

  init(_ clip: Clip) throws {
    path = clip.path
    let stop = try StopSignal()
    let source = FileSource(try FileDescriptor.openForReading(clip.path), stop: stop)
    let demuxer = try Demuxer(source: source, stop: stop)
    streams = demuxer.streams
    var packets = Array(repeating: [SampleBuffer](), count: streams.count)
    while let (index, sample) = try demuxer.readPacket() { packets[index].append(sample) }
    self.packets = packets
  }

  init(_ spec: ClipSpec) async throws { try self.init(try await ClipFactory.clip(spec)) }

  func stream(_ type: MediaType) throws -> StreamDescription {
    guard let stream = streams.first(where: { $0.format.mediaType == type }) else {
      throw TestSupportError("'\(path)' has no \(type)")
    }
    return stream
  }

  /// A track's packets as they are.
  func packets(_ type: MediaType) throws -> [SampleBuffer] { packets[try stream(type).index] }

  /// The video's pictures, as they are coded.
  func pictures(color: ColorDescription = .bt601) throws -> [SampleBuffer] {
    let stream = try stream(.video)
    guard let size = stream.format.codedSize else { throw TestSupportError("no size") }
    let converter = VideoConverter(
      PictureConversion(outputSize: size, assumedColor: color), timeBase: stream.timeBase)
    var pictures: [SampleBuffer] = []
    func pull() {
      while let frame = converter.pull() {
        pictures.append(frame.makeSample(mediaType: .video, timeBase: stream.timeBase))
      }
    }
    for frame in try decoded(stream) {
      try converter.push(frame)
      pull()
    }
    try converter.push(nil)
    pull()
    return pictures
  }

  /// The sound at a rate.
  func sound(sampleRate: Int, channels: Int) throws -> [SampleBuffer] {
    let converter = AudioConverter(sampleRate: sampleRate, channelCount: channels)
    var sound: [SampleBuffer] = []
    func pull() {
      while let frame = converter.pull() {
        sound.append(frame.makeSample(mediaType: .audio, timeBase: Rational(1, sampleRate)))
      }
    }
    for frame in try decoded(try stream(.audio)) {
      try converter.push(frame)
      pull()
    }
    try converter.push(nil)
    pull()
    return sound
  }

  private func decoded(_ stream: StreamDescription) throws -> [Frame] {
    let decoder = try Decoder(format: stream.format, timeBase: stream.timeBase, threads: 1)
    var frames: [Frame] = []
    func receive() throws -> Bool {
      while true {
        switch try decoder.receive() {
        case .frame(let frame): frames.append(frame)
        case .needsPacket: return true
        case .endOfStream: return false
        }
      }
    }
    for packet in packets[stream.index] {
      _ = try decoder.send(packet)
      _ = try receive()
    }
    _ = try decoder.send(nil)
    _ = try receive()
    return frames
  }
}

extension SampleBuffer {
  /// The same picture or sound at another time.
  func moved(to time: Int64, duration: Int64? = nil, timeBase: Rational) throws -> SampleBuffer {
    guard let copy = try withFrame({ try Frame(referencing: $0) }) else { throw TestSupportError("not a frame") }
    copy.presentationTime = time
    return copy.makeSample(mediaType: mediaType, timeBase: timeBase, duration: duration)
  }
}
