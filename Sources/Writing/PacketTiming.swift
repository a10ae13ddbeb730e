internal import Codecs
internal import Media

/// Gives a track's packets times that a muxer takes, in the track's own unit. Pure.
///
/// Decode times rise with every packet and never come after presentation times. What a source says is kept wherever it
/// obeys; what does not is moved by as little as will do, and counted.
struct PacketTiming: Sendable {
  /// Packets whose times were missing or had to be moved.
  private(set) var corrections = 0
  private let source: Rational
  private let track: Rational
  private let frameSize: Int64?
  private let reorders: Bool
  private var last: PacketTimes?
  /// Ticks from the last packet to the next one, where they are fixed.
  private var lastSize: Int64?

  /// - Parameters:
  ///   - source: Unit of the times that come in.
  ///   - track: Unit of those that go out.
  ///   - frameSize: Ticks of the track that every packet lasts, where that is fixed: it undoes the rounding of
  ///     containers with coarse times.
  ///   - reorders: Presentation times may go back (video).
  init(source: Rational, track: Rational, frameSize: Int? = nil, reorders: Bool) {
    self.source = source
    self.track = track
    self.frameSize = frameSize.flatMap { $0 > 0 ? Int64($0) : nil }
    self.reorders = reorders
  }

  /// The times of the next packet in decode order.
  ///
  /// A missing presentation time is taken to be the decode time: right only for codecs that never reorder, so packets
  /// of others must have theirs.
  /// - Parameter exact: Ticks of the track that this packet is known to last, whatever it says itself.
  mutating func next(_ given: StatedTimes, lasting exact: Int64? = nil) -> PacketTimes {
    let duration = exact ?? steadyDuration(near: given.duration.map { max(0, convert($0)) })
    var decode = (given.decode ?? (reorders ? nil : given.presentation)).map(convert)
    var presentation = (given.presentation ?? given.decode).map(convert)
    if let steady = steadyTime(near: decode) {
      if let there = presentation, let here = decode { presentation = there + (steady - here) }
      decode = steady
    }
    let earliest = last.map { $0.decode + 1 }
    let expected = last.map { $0.decode + max(1, $0.duration) }
    var fixed = decode ?? (reorders ? earliest ?? presentation ?? 0 : expected ?? presentation ?? 0)
    if let presentation, fixed > presentation { fixed = presentation }
    if let earliest, fixed < earliest { fixed = earliest }
    let shown = max(presentation ?? fixed, fixed)
    if fixed != decode || shown != presentation { corrections += 1 }
    let times = PacketTimes(presentation: shown, decode: fixed, duration: duration)
    last = times
    lastSize = exact ?? frameSize
    return times
  }

  /// The time that follows from the packet before, where the stated one is that but for a tick of the source.
  private func steadyTime(near stated: Int64?) -> Int64? {
    guard let stated, let last, let lastSize else { return nil }
    let expected = last.decode + lastSize
    return abs(stated - expected) <= max(1, convert(1)) ? expected : nil
  }

  /// The fixed duration, where none is stated or it is the stated one but for a tick of the source.
  private func steadyDuration(near stated: Int64?) -> Int64 {
    guard let frameSize else { return stated ?? 0 }
    guard let stated else { return frameSize }
    return source != track && abs(stated - frameSize) <= max(1, convert(1)) ? frameSize : stated
  }

  /// To the nearest tick; a half goes away from zero.
  private func convert(_ value: Int64) -> Int64 {
    if source == track { return value }
    let numerator = Int128(value) * Int128(source.numerator) * Int128(track.denominator)
    let denominator = Int128(source.denominator) * Int128(track.numerator)
    let half = denominator / 2
    return Int64(clamping: (numerator + (numerator < 0 ? -half : half)) / denominator)
  }
}
