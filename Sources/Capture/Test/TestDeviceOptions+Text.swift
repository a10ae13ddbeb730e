public import Media

extension TestDeviceOptions {
  /// What a text such as `test` or `test:rate=30,jitter=5ms` says.
  ///
  /// Both devices know `rate`, `ppm`, `jitter`, `seed`, `pace`, `length`, `delay` and `stall`; a camera also `size` and
  /// `dim`, a microphone `channels` and `overrun`. What happens at a time is written `AT:LENGTH`, several of them with
  /// `+` between: `stall=10s:200ms+40s:1s`.
  /// - Parameter mediaType: `.video` for a camera, `.audio` for a microphone.
  /// - Throws: `CaptureError` (`.unsupportedFormat`) that names what is wrong and what there is.
  public init(_ text: String, for mediaType: MediaType) throws(CaptureError) {
    self.init()
    let isCamera = mediaType == .video
    func refusal(_ reason: String) -> CaptureError {
      CaptureError(
        code: .unsupportedFormat, message: "cannot use \(isCamera ? "camera" : "microphone") '\(text)': \(reason)")
    }
    guard text == "test" || text.hasPrefix("test:") else { throw refusal("expected test or test:NAME=VALUE,…") }
    var seen: Set<Setting> = []
    for part in text.dropFirst(5).split(separator: ",", omittingEmptySubsequences: false) where text != "test" {
      let (name, value) = Self.halves(part, at: "=")
      let settings = Setting.allCases.filter { $0.isOf(isCamera: isCamera) }
      guard let setting = settings.first(where: { $0.rawValue == name }) else {
        throw refusal("it has no setting '\(name)'; there are \(settings.map(\.rawValue).joined(separator: ", "))")
      }
      guard seen.insert(setting).inserted else { throw refusal("'\(name)' is set twice") }
      guard let value, set(setting, to: value, isCamera: isCamera) else {
        throw refusal("'\(part)': expected \(setting.expectation(isCamera: isCamera))")
      }
    }
  }

  /// The text that makes these options again; `test` where all is as usual.
  public func text(for mediaType: MediaType) -> String {
    let isCamera = mediaType == .video
    let usual = TestDeviceOptions()
    func incidents(_ list: [Incident]) -> String? {
      list.isEmpty ? nil : list.map { "\(Self.text($0.time)):\(Self.text($0.duration))" }.joined(separator: "+")
    }
    let values: [(Setting, String?)] = [
      (.size, size.map(\.description)),
      (.rate, isCamera ? frameRate?.description : sampleRate == usual.sampleRate ? nil : "\(sampleRate)"),
      (.channels, channelCount == usual.channelCount ? nil : "\(channelCount)"),
      (.ppm, clockError == 0 ? nil : "\(clockError)"), (.jitter, jitter == 0 ? nil : Self.text(jitter)),
      (.seed, seed == usual.seed ? nil : "\(seed)"), (.pace, pace == .real ? nil : pace.rawValue),
      (.length, length.map(Self.text)), (.delay, delay == 0 ? nil : Self.text(delay)),
      (.stall, incidents(stalls)), (.overrun, incidents(overruns)), (.dim, incidents(dimmings)),
    ]
    let parts = values.filter { $0.0.isOf(isCamera: isCamera) }.compactMap { setting, value in
      value.map { "\(setting.rawValue)=\($0)" }
    }
    return parts.isEmpty ? "test" : "test:" + parts.joined(separator: ",")
  }

  private static func text(_ time: Int64) -> String {
    let units: [(String, Int64)] = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000)]
    let unit = units.first { time % $0.1 == 0 } ?? ("ns", 1)
    return "\(time / unit.1)\(unit.0)"
  }

  private enum Setting: String, CaseIterable {
    case size, rate, channels, ppm, jitter, seed, pace, length, delay, stall, overrun, dim

    func isOf(isCamera: Bool) -> Bool {
      switch self {
      case .size, .dim: isCamera
      case .channels, .overrun: !isCamera
      default: true
      }
    }

    func expectation(isCamera: Bool) -> String {
      switch self {
      case .size: "size=WIDTHxHEIGHT, even, from 64x48 to 8192x8192"
      case .rate:
        isCamera ? "rate=PICTURES a second, up to 1000, such as 30 or 30000/1001" : "rate=HERTZ, 8000 to 192000"
      case .channels: "channels=COUNT, 1 to 8"
      case .ppm: "ppm=COUNT, -100000 to 100000"
      case .jitter: "jitter=TIME, up to 1s, such as 5ms"
      case .seed: "seed=COUNT"
      case .pace: "pace=real or pace=fast"
      case .length, .delay: "\(rawValue)=TIME, such as 60s or 1.5s"
      case .stall, .overrun, .dim: "\(rawValue)=AT:LENGTH, such as 10s:200ms"
      }
    }
  }

  private mutating func set(_ setting: Setting, to value: Substring, isCamera: Bool) -> Bool {
    switch setting {
    case .size:
      size = PixelSize(String(value)).flatMap { Self.isPossible($0) ? $0 : nil }
      return size != nil
    case .rate:
      if isCamera {
        frameRate = Self.rate(value)
        return frameRate != nil
      }
      return Self.assign(Self.number(value, 8000...192_000), to: &sampleRate)
    case .channels: return Self.assign(Self.number(value, 1...8), to: &channelCount)
    case .ppm: return Self.assign(Self.number(value, -100_000...100_000), to: &clockError)
    case .jitter:
      guard let time = Self.time(value), time <= 1_000_000_000 else { return false }
      jitter = time
    case .seed: return Self.assign(UInt64(value), to: &seed)
    case .pace: return Self.assign(Pace(rawValue: String(value)), to: &pace)
    case .length:
      guard let time = Self.time(value), time > 0 else { return false }
      length = time
    case .delay: return Self.assign(Self.time(value), to: &delay)
    case .stall: return Self.assign(Self.incidents(value), to: &stalls)
    case .overrun: return Self.assign(Self.incidents(value), to: &overruns)
    case .dim: return Self.assign(Self.incidents(value), to: &dimmings)
    }
    return true
  }

  private static func assign<Value>(_ value: Value?, to place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  static func isPossible(_ size: PixelSize) -> Bool {
    size.width % 2 == 0 && size.height % 2 == 0 && (64...8192).contains(size.width) && (48...8192).contains(size.height)
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// `30` or `30000/1001`, above zero and at most 1000.
  private static func rate(_ text: Substring) -> Rational? {
    let (whole, divisor) = halves(text, at: "/")
    guard let numerator = number(whole, 1...1_000_000),
      let denominator = divisor.map({ number($0, 1...1_000_000) }) ?? 1
    else { return nil }
    let rate = Rational(numerator, denominator)
    return rate <= Rational(1000) ? rate : nil
  }

  private static func incidents(_ text: Substring) -> [Incident]? {
    var incidents: [Incident] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      let (at, length) = halves(part, at: ":")
      guard let time = time(at), let duration = length.flatMap(Self.time), duration > 0 else { return nil }
      incidents.append(Incident(time: time, duration: duration))
    }
    return incidents
  }

  /// Nanoseconds of `10s`, `1.5s`, `200ms`, `2m` or `1h`; at most about four months.
  private static func time(_ text: Substring) -> Int64? {
    let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    let units: [Substring: Int64] = [
      "h": 3_600_000_000_000, "m": 60_000_000_000, "s": 1_000_000_000, "ms": 1_000_000, "us": 1000, "ns": 1,
    ]
    guard let unit = units[text[number.endIndex...]] else { return nil }
    let (whole, fraction) = halves(number, at: ".")
    // Nine digits of a fraction are nanoseconds of a second; more would be cut off unseen.
    guard let seconds = Int64(whole), seconds <= 10_000_000, fraction.map({ (1...9).contains($0.count) }) ?? true
    else { return nil }
    var (time, place) = (seconds.multipliedReportingOverflow(by: unit), unit)
    for digit in fraction ?? "" {
      guard let value = digit.wholeNumberValue, place % 10 == 0 || value == 0 else { return nil }
      place /= 10
      time.partialValue += Int64(value) * place
    }
    return time.overflow || time.partialValue > 10_000_000_000_000_000 ? nil : time.partialValue
  }

  private static func halves(_ text: Substring, at separator: Character) -> (Substring, Substring?) {
    let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
  }
}
