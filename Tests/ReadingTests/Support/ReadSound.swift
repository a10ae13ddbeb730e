import CFFmpeg
import Media
import TestSupport

/// What a sound output delivered, joined.
struct ReadSound {
  let sampleRate: Int
  /// Of the first sample, in samples from the presentation's start.
  let start: Int
  let channels: [[Float]]
  /// Stretches that do not begin where the one before ended.
  let breaks: Int

  init(_ samples: [SampleBuffer]) throws {
    var channels: [[Float]] = []
    var rate = 0
    var breaks = 0
    var start: Int?
    for sample in samples {
      let time = sample.presentationTime
      _ = sample.withFrame { frame in
        rate = Int(frame.pointee.sample_rate)
        let count = Int(frame.pointee.ch_layout.nb_channels)
        if channels.isEmpty { channels = Array(repeating: [], count: count) }
        let position = time.map { Int($0.converted(toTimescale: Int32(rate), rounding: .nearest).value) } ?? -1
        if let start, position != start + channels[0].count { breaks += 1 }
        start = start ?? position
        for channel in 0..<count {
          guard let plane = frame.pointee.extended_data[channel] else { continue }
          plane.withMemoryRebound(to: Float.self, capacity: Int(frame.pointee.nb_samples)) {
            channels[channel] += UnsafeBufferPointer(start: $0, count: Int(frame.pointee.nb_samples))
          }
        }
      }
    }
    guard let start else { throw TestSupportError("no sound was read") }
    (self.sampleRate, self.start, self.channels, self.breaks) = (rate, start, channels, breaks)
  }

  var count: Int { channels[0].count }

  /// A WAV file of float samples that begins `shift` samples before the presentation's start, so that a second program
  /// can measure it.
  func write(to path: String, shift: Int = 0) throws {
    let start = start + shift
    let count = channels.count
    var body: [UInt8] = []
    func add<Value: FixedWidthInteger>(_ value: Value) { withUnsafeBytes(of: value.littleEndian) { body += $0 } }
    let frames = max(0, start) + self.count
    body += Array("RIFF".utf8)
    add(UInt32(36 + frames * count * 4))
    body += Array("WAVEfmt ".utf8)
    add(UInt32(16))
    add(UInt16(3))
    add(UInt16(count))
    add(UInt32(sampleRate))
    add(UInt32(sampleRate * count * 4))
    add(UInt16(count * 4))
    add(UInt16(32))
    body += Array("data".utf8)
    add(UInt32(frames * count * 4))
    body += [UInt8](repeating: 0, count: max(0, start) * count * 4)
    for index in max(0, -start)..<self.count {
      for channel in channels { add(channel[index].bitPattern) }
    }
    try FileBytes.write(body, to: path)
  }

  /// Written and decoded again by ffmpeg.
  func decoded(sampleRate: Int? = nil, shift: Int = 0) async throws -> DecodedAudio {
    let directory = try TemporaryDirectory()
    let path = directory.file("sound.wav")
    try write(to: path, shift: shift)
    let audio = try await DecodedAudio(path, sampleRate: sampleRate)
    return withExtendedLifetime(directory) { audio }
  }
}
