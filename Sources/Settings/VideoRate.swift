public import Media

/// How an encoder spends bits on video, and how often it starts afresh.
public struct VideoRate: Hashable, Sendable {
  /// How bits are spent.
  public enum Control: Hashable, Sendable {
    /// As many bits a second on average over the whole.
    case average(BitRate)
    /// As many bits as the quality takes (x264's constant rate factor), within a limit.
    ///
    /// `maximum` fills a buffer of `bufferBits` bits that frames are taken from (x264's VBV).
    case constantQuality(Int, maximum: BitRate, bufferBits: Int)
  }

  /// How bits are spent.
  public var control: Control
  /// How far apart key frames may be; every group of pictures is closed.
  public var keyFrameInterval: KeyFrameInterval

  /// A way of spending bits.
  public init(control: Control, keyFrameInterval: KeyFrameInterval) {
    self.control = control
    self.keyFrameInterval = keyFrameInterval
  }

  /// The rate that the whole does not exceed: the average asked for, or the limit of constant quality.
  public var bitRate: BitRate {
    switch control {
    case .average(let rate): rate
    case .constantQuality(_, let maximum, _): maximum
    }
  }
}
