public import Settings

/// How an export departs from its preset.
public struct ExportOptions: Sendable, Hashable {
  /// In place of the preset's own.
  public var rateRule: RateRule?
  /// Whether rotation goes into the pixels or stays in the track's matrix; `nil`: pixels, but Passthrough keeps.
  public var orientation: OrientationPolicy?
  /// Encodes even what could be copied.
  public var forcesEncoding: Bool
  /// Damage in the source is an error.
  public var isStrict: Bool
  /// Bytes of the largest input; `nil` sets no limit.
  public var maximumInputSize: Int64?
  /// Threads that encode pictures; `nil`: one where the machine has two processors, else x264's choice. With an explicit 1
  /// decoding runs on that thread too.
  public var encodingThreads: Int?

  public init(
    rateRule: RateRule? = nil, orientation: OrientationPolicy? = nil, forcesEncoding: Bool = false,
    isStrict: Bool = false, maximumInputSize: Int64? = nil, encodingThreads: Int? = nil
  ) {
    self.rateRule = rateRule
    self.orientation = orientation
    self.forcesEncoding = forcesEncoding
    self.isStrict = isStrict
    self.maximumInputSize = maximumInputSize
    self.encodingThreads = encodingThreads
  }
}
