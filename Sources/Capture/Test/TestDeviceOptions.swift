public import Media

/// How a test device behaves. Made from text such as `test:size=1280x720,rate=30,ppm=300,pace=fast,length=60s`.
public struct TestDeviceOptions: Hashable, Sendable {
  public enum Pace: String, CaseIterable, Hashable, Sendable {
    /// As the clock goes: a sample is given when it is due, and dropped by the sink where that has no room.
    case real
    /// As fast as the sink takes them: times are computed, and none is dropped.
    case fast
  }

  /// Something that happens while the device runs.
  public struct Incident: Hashable, Sendable {
    /// Nanoseconds after the device's start.
    public let time: Int64
    /// Nanoseconds that it lasts.
    public let duration: Int64

    public init(time: Int64, duration: Int64) {
      self.time = time
      self.duration = duration
    }

    var end: Int64 { time + duration }
  }

  /// A camera's picture; `nil` leaves the choice to whoever opens it.
  public var size: PixelSize?
  /// A camera's pictures a second; `nil` leaves the choice to whoever opens it.
  public var frameRate: Rational?
  /// A microphone's samples a second.
  public var sampleRate = 48000
  public var channelCount = 1
  /// Parts per million by which the device's own clock runs too fast: above zero it gives more samples a second.
  public var clockError = 0
  /// Reported times are up to so many nanoseconds too early or too late, evenly spread.
  public var jitter: Int64 = 0
  /// Of the jitter.
  public var seed: UInt64 = 1
  public var pace = Pace.real
  /// Nanoseconds after which the device ends its stream; `nil` never.
  public var length: Int64?
  /// Nanoseconds by which the first sample comes later than the device was started.
  public var delay: Int64 = 0
  /// For so long nothing is given: a camera's pictures are lost, a microphone's sound comes late and in one burst.
  public var stalls: [Incident] = []
  /// A microphone's sound is lost for so long.
  public var overruns: [Incident] = []
  /// For so long a camera gives half of its pictures, as in low light.
  public var dimmings: [Incident] = []

  public init() {}

  static func isInside(_ time: Int64, of incidents: [Incident]) -> Bool {
    incidents.contains { $0.time <= time && time < $0.end }
  }
}
