/// The sound of a made clip: one ffmpeg expression of `t` per channel.
public struct ClipAudio: Sendable, Hashable {
  public var sampleRate: Int
  public var expressions: [String]
  /// Such as `5.1`; `nil` is the default for the number of channels.
  public var layout: String?

  public init(sampleRate: Int = 48000, layout: String? = nil, _ expressions: [String]) {
    (self.sampleRate, self.layout, self.expressions) = (sampleRate, layout, expressions)
  }

  /// Stereo, two different sweeps.
  public static let sweep = ClipAudio([sweep(from: 300, by: 400), sweep(from: 900, by: 250)])

  /// One sweep, mono.
  public static func mono(sampleRate: Int) -> ClipAudio {
    ClipAudio(sampleRate: sampleRate, [sweep(from: 300, by: 400)])
  }

  /// A steady tone in each channel, of amplitude 0.25.
  public static func tones(_ frequencies: [Int], sampleRate: Int = 48000, layout: String? = nil) -> ClipAudio {
    ClipAudio(sampleRate: sampleRate, layout: layout, frequencies.map { "0.25*sin(2*PI*\($0)*t)" })
  }

  /// The tones of `surround`'s channels in order: FL FR FC LFE BL BR, in Hz.
  public static let surroundTones = [300, 500, 700, 60, 1100, 1300]

  /// 5.1 with a tone of its own in each channel.
  public static let surround = tones(surroundTones, layout: "5.1")

  private static func sweep(from frequency: Int, by slope: Int) -> String {
    "0.3*sin(2*PI*(\(frequency)*t+\(slope)*t*t))"
  }

  func source(seconds: Double) -> String {
    let layout = layout.map { ":c=\($0)" } ?? ""
    return "aevalsrc='\(expressions.joined(separator: "|"))':s=\(sampleRate):d=\(seconds)\(layout)"
  }
}
