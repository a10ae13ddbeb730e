import CFFmpeg
import Codecs
import Glibc
import Media
import Platform
import Reading
import TestSupport
import Testing

/// Files that lie badly: all of one track before any of the other.
@Suite(.needsFFmpeg, .serialized, .timeLimit(.minutes(15))) struct ReadAheadTests {
  private static let packetSize = 1 << 20
  private static let packetCount = 500

  /// 500 MB of Motion JPEG before all the sound; nothing but the order is unusual about it.
  private static func file() async throws -> (file: FileDescriptor, sound: Int) {
    let pictures = try await OpenedClip(.container("avi"))
    let video = try #require(pictures.video)
    let (jpegs, _) = try await pictures.read(video, .packets)
    let sounds = try await OpenedClip(.corners)
    let audio = try #require(sounds.audio)
    let (packets, _) = try await sounds.read(audio, .packets)
    let file = try FileDescriptor.unlinkedTemporaryFile()
    let muxer = try Muxer(
      container: "mov", file: file,
      tracks: [
        Muxer.Track(format: video.format, timeBase: Rational(1, 30)),
        Muxer.Track(format: audio.format, timeBase: Rational(1, 48000)),
      ], movieTimescale: 48000, creationTime: nil, stop: try StopSignal())
    let jpeg = try #require(jpegs.first)
    for index in 0..<packetCount { try muxer.write(try padded(jpeg, time: Int64(index)), toTrack: 0) }
    for packet in packets { try muxer.write(packet, toTrack: 1) }
    try muxer.finish()
    return (file, packets.count)
  }

  /// The packet, a megabyte long: a JPEG decoder stops at the end of the picture.
  private static func padded(_ sample: SampleBuffer, time: Int64) throws -> SampleBuffer {
    guard let packet = av_packet_alloc(), av_new_packet(packet, Int32(packetSize)) == 0 else {
      throw TestSupportError("no packet")
    }
    memset(packet.pointee.data, 0, packetSize)
    _ = sample.withPacket { memcpy(packet.pointee.data, $0.pointee.data, Int($0.pointee.size)) }
    (packet.pointee.pts, packet.pointee.dts, packet.pointee.duration) = (time, time, 1)
    packet.pointee.flags |= AV_PKT_FLAG_KEY
    return SampleBuffer(taking: packet, mediaType: .video, timeBase: Rational(1, 30))
  }

  @Test("all the sound after 500 MB of pictures arrives, within the budget, by one more cursor; from a pipe too")
  func badlyInterleaved() async throws {
    let (file, sound) = try await Self.file()
    let stop = try StopSignal()
    try await check(FileSource(file, stop: stop), stop: stop, sound: sound)
    try await check(try SpoolSource(try Self.pipe(from: file), stop: stop), stop: stop, sound: sound)
  }

  /// A pipe that brings the file's bytes and then ends.
  private static func pipe(from file: FileDescriptor) throws -> FileDescriptor {
    let ends = try PipeEnds()
    let writer = ends.write
    try SystemThread.start(name: "writer") {
      copyAll(file, to: writer)
      close(writer)
    }
    return FileDescriptor(adopting: ends.read, name: "a pipe")
  }

  private func check(_ source: any ByteSource, stop: StopSignal, sound count: Int) async throws {
    let clip = try await OpenedClip(source: source, stop: stop)
    let (video, audio) = (try #require(clip.video), try #require(clip.audio))
    let pictures = try await clip.reader.addOutput(for: video, settings: .packets)
    let sound = try await clip.reader.addOutput(
      for: audio, settings: .sound(SoundSettings(sampleRate: 48000, channelCount: 2)))
    try await clip.reader.startReading()
    // Sound first: the pictures before it must wait or be passed over.
    let samples = try await sound.all()
    #expect(await clip.reader.statistics(of: sound).packets == count)
    #expect(try ReadSound(samples).count >= (count - 2) * 1024)
    var seen = 0
    while let packet = try await pictures.nextSample() {
      #expect(packet.presentationTime == MediaTime(value: Int64(seen), timescale: 30))
      seen += 1
    }
    #expect(seen == Self.packetCount)
    let readAhead = await clip.reader.readAhead
    #expect(readAhead.peakBytes <= 32 << 20 + Self.packetSize)
    #expect(readAhead.extraCursors == 1)
  }
}

/// Writes a whole file into a pipe.
private func copyAll(_ file: FileDescriptor, to writer: Int32) {
  var buffer = [UInt8](repeating: 0, count: 1 << 20)
  var offset: Int64 = 0
  while true {
    let count = buffer.withUnsafeMutableBytes { (try? file.read(into: $0, at: offset)) ?? 0 }  // the reader will tell
    guard count > 0 else { return }
    offset += Int64(count)
    var done = 0
    while done < count {
      let written = buffer[done..<count].withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      done += written
    }
  }
}
