import Codecs
import Media
import Testing

@testable import Writing

struct PacketTimingTests {
  private func stated(_ presentation: Int64?, _ decode: Int64?, _ duration: Int64? = nil) -> StatedTimes {
    StatedTimes(presentation: presentation, decode: decode, duration: duration)
  }

  @Test("Good times pass as they are")
  func good() {
    var timing = PacketTiming(source: Rational(1, 90000), track: Rational(1, 90000), reorders: true)
    for (presentation, decode) in [(0, -6000), (9000, -3000), (3000, 0), (6000, 3000)] as [(Int64, Int64)] {
      let times = timing.next(stated(presentation, decode, 3000))
      #expect(times == PacketTimes(presentation: presentation, decode: decode, duration: 3000))
    }
    #expect(timing.corrections == 0)
  }

  @Test("Decode times that repeat, go back, are missing or too late are moved as little as will do")
  func bad() {
    var timing = PacketTiming(source: Rational(1, 1000), track: Rational(1, 1000), reorders: true)
    let given: [StatedTimes] = [
      stated(0, 0), stated(80, 0), stated(40, -5), stated(120, nil), stated(100, 200), stated(50, 60),
    ]
    var last = Int64.min
    for stated in given {
      let times = timing.next(stated)
      #expect(times.decode > last)
      #expect(times.decode <= times.presentation)
      last = times.decode
    }
    #expect(timing.corrections == 5)
  }

  @Test("AAC from a container with milliseconds gets its exact times back")
  func steady() {
    var timing = PacketTiming(source: Rational(1, 1000), track: Rational(1, 44100), frameSize: 1024, reorders: false)
    for index in 0..<2000 {
      let milliseconds = Int64((Double(index) * 1024 / 44.1).rounded())
      let times = timing.next(stated(milliseconds, milliseconds, 23))
      #expect(times == PacketTimes(presentation: Int64(index) * 1024, decode: Int64(index) * 1024, duration: 1024))
    }
    // A real gap stays one.
    #expect(timing.next(stated(60_000, 60_000, 23)).decode == 2_646_000)
    #expect(timing.corrections == 0)
  }

  @Test("A shortened last packet keeps its duration")
  func shortened() {
    var timing = PacketTiming(source: Rational(1, 48000), track: Rational(1, 48000), frameSize: 1024, reorders: false)
    #expect(timing.next(stated(0, 0, nil)).duration == 1024)
    #expect(timing.next(stated(1024, 1024, 300)).duration == 300)
  }
}

struct TrackEndTests {
  /// The track's end as a container's table tells it: latest presentation + difference of decode times; and its length.
  private func table(_ packets: [PacketTimes]) -> (end: Int64, length: Int64) {
    var end = Int64.min
    for (index, packet) in packets.enumerated() {
      let length = index + 1 < packets.count ? packets[index + 1].decode - packet.decode : packet.duration
      end = max(end, packet.presentation + length)
    }
    guard let first = packets.first, let last = packets.last else { return (0, 0) }
    return (end, last.decode + last.duration - first.decode)
  }

  private func ended(_ packets: [PacketTimes]) -> (packets: [PacketTimes], end: TrackEnd) {
    var end = TrackEnd()
    for packet in packets { _ = end.note(packet) }
    let last = end.finish()
    return (packets.dropLast() + [last].compactMap { $0 }, end)
  }

  @Test("Steady pictures with B-frames stay as they are")
  func steady() {
    let packets = [(0, -2), (4, -1), (2, 0), (1, 1), (3, 2), (7, 3), (6, 4), (5, 5)].map {
      PacketTimes(presentation: $0.0, decode: $0.1, duration: 1)
    }
    #expect(ended(packets).packets == packets)
    #expect(ended(packets).end.end == 8)
  }

  @Test("A picture that is held at the end keeps its time, wherever it stands in decode order")
  func held() {
    for reordering in [[3, 1, 2], [1, 3, 2], [1, 2, 3], [3, 2, 1]] {
      let shown: [Int64] = [0, 3000, 6000, 9000]
      let packets = ([0] + reordering).enumerated().map { index, picture in
        PacketTimes(
          presentation: shown[picture], decode: Int64(index - 2) * 3000, duration: picture == 3 ? 45000 : 3000)
      }
      let (written, end) = ended(packets)
      #expect(end.end == 54000)
      let table = table(written)
      #expect(table.end >= 54000, "\(reordering)")
      #expect(table.length >= 54000, "\(reordering)")
      #expect(end.tableDuration == table.length)
      // What the muxer takes for the end must not pass it.
      #expect(written.map { $0.presentation + $0.duration }.max() == 54000, "\(reordering)")
      #expect(written.allSatisfy { $0.decode <= $0.presentation })
      #expect(zip(written, written.dropFirst()).allSatisfy { $0.decode < $1.decode })
    }
  }

  @Test("A packet without a duration lasts as long as usual, or as long as the one before")
  func unknown() {
    var usual = TrackEnd(usualDuration: 40)
    let noted = usual.note(PacketTimes(presentation: 100, decode: 100, duration: 0))
    #expect(noted.duration == 40)
    #expect(usual.end == 140)
    var unknown = TrackEnd()
    _ = unknown.note(PacketTimes(presentation: 0, decode: 0, duration: 0))
    _ = unknown.note(PacketTimes(presentation: 25, decode: 25, duration: 0))
    #expect(unknown.end == 50)
    let last = unknown.finish()
    #expect(last?.duration == 25)
  }
}

struct MovieTimescaleTests {
  @Test("Edits are exact in it: the audio rate, 90000, or more where a track starts in between")
  func choice() {
    #expect(MovieTimescale.choose(audioRate: 48000, starts: [.zero, .zero]) == 48000)
    #expect(MovieTimescale.choose(audioRate: nil, starts: [.zero]) == 90000)
    #expect(MovieTimescale.choose(audioRate: 44100, starts: [MediaTime(value: 1, timescale: 2)]) == 44100)
    #expect(MovieTimescale.choose(audioRate: 44100, starts: [MediaTime(value: 1, timescale: 600)]) == 88200)
    #expect(MovieTimescale.choose(audioRate: 8000, starts: [MediaTime(value: 3001, timescale: 90000)]) == 360_000)
    // Not at any price.
    #expect(MovieTimescale.choose(audioRate: 44100, starts: [MediaTime(value: 1, timescale: 999_983)]) == 44100)
  }
}
