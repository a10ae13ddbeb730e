public import Media

/// An H.264 level: how large, fast and dense a stream may be (ITU-T H.264, table A-1).
///
/// Names leave out the dot: `level42` is level 4.2; raw values have it.
public enum H264Level: String, CaseIterable, Hashable, Sendable {
  case level1 = "1"
  case level1b = "1b"
  case level11 = "1.1"
  case level12 = "1.2"
  case level13 = "1.3"
  case level2 = "2"
  case level21 = "2.1"
  case level22 = "2.2"
  case level3 = "3"
  case level31 = "3.1"
  case level32 = "3.2"
  case level4 = "4"
  case level41 = "4.1"
  case level42 = "4.2"
  case level5 = "5"
  case level51 = "5.1"
  case level52 = "5.2"
  case level6 = "6"
  case level61 = "6.1"
  case level62 = "6.2"

  /// One row of table A-1.
  public struct Limits: Hashable, Sendable {
    /// Macroblocks a second (MaxMBPS).
    public let macroblocksPerSecond: Int
    /// Macroblocks in a frame (MaxFS).
    public let macroblocksPerFrame: Int
    /// Macroblocks in the decoded picture buffer (MaxDpbMbs).
    public let decodedPictureBufferMacroblocks: Int
    /// MaxBR, in units of 1000 bit/s in Baseline and Main and of 1250 bit/s in High.
    public let bitRateUnits: Int
    /// MaxCPB, in the same units, without the second.
    public let codedPictureBufferUnits: Int
  }

  /// What the level allows.
  public var limits: Limits {
    switch self {
    case .level1: Limits(1485, 99, 396, 64, 175)
    case .level1b: Limits(1485, 99, 396, 128, 350)
    case .level11: Limits(3000, 396, 900, 192, 500)
    case .level12: Limits(6000, 396, 2376, 384, 1000)
    case .level13: Limits(11880, 396, 2376, 768, 2000)
    case .level2: Limits(11880, 396, 2376, 2000, 2000)
    case .level21: Limits(19800, 792, 4752, 4000, 4000)
    case .level22: Limits(20250, 1620, 8100, 4000, 4000)
    case .level3: Limits(40500, 1620, 8100, 10000, 10000)
    case .level31: Limits(108_000, 3600, 18000, 14000, 14000)
    case .level32: Limits(216_000, 5120, 20480, 20000, 20000)
    case .level4: Limits(245_760, 8192, 32768, 20000, 25000)
    case .level41: Limits(245_760, 8192, 32768, 50000, 62500)
    case .level42: Limits(522_240, 8704, 34816, 50000, 62500)
    case .level5: Limits(589_824, 22080, 110_400, 135_000, 135_000)
    case .level51: Limits(983_040, 36864, 184_320, 240_000, 240_000)
    case .level52: Limits(2_073_600, 36864, 184_320, 240_000, 240_000)
    case .level6: Limits(4_177_920, 139_264, 696_320, 240_000, 240_000)
    case .level61: Limits(8_355_840, 139_264, 696_320, 480_000, 480_000)
    case .level62: Limits(16_711_680, 139_264, 696_320, 800_000, 800_000)
    }
  }

  /// The highest bit rate of a stream in this level.
  public func maximumBitRate(_ profile: H264Profile) -> BitRate {
    BitRate(bitsPerSecond: limits.bitRateUnits * (profile == .high ? 1250 : 1000))
  }

  /// The `level_idc` of a sequence parameter set in the High profile: ten times the level, and 9 for 1b.
  public var levelIDC: Int {
    switch self {
    case .level1b: 9
    case .level1, .level2, .level3, .level4, .level5, .level6: (Int(rawValue) ?? 0) * 10
    default: Int(rawValue.filter { $0 != "." }) ?? 0
    }
  }

  /// The level with this `level_idc`; `nil` where there is none.
  ///
  /// In Baseline and Main, 11 also stands for 1b if `constraint_set3_flag` is set.
  public init?(levelIDC: Int, isLevel1b: Bool = false) {
    let levelIDC = levelIDC == 11 && isLevel1b ? 9 : levelIDC
    guard let level = Self.allCases.first(where: { $0.levelIDC == levelIDC }) else { return nil }
    self = level
  }

  /// The lowest level that holds such a stream, or `nil` where none does.
  /// - Parameters:
  ///   - size: The coded picture; neither side may exceed √(8 × MaxFS) macroblocks either.
  ///   - frameRate: Frames a second.
  ///   - bitRate: The rate at which the decoder's buffer is filled: the maximum rate, not the average.
  public static func smallest(
    for size: PixelSize, frameRate: Rational, bitRate: BitRate, profile: H264Profile = .high
  ) -> H264Level? {
    guard size.width > 0, size.height > 0, size.width <= 1 << 20, size.height <= 1 << 20 else { return nil }
    let (columns, rows) = ((size.width + 15) / 16, (size.height + 15) / 16)
    let frame = columns * rows
    return allCases.first { level in
      let limits = level.limits
      return frame <= limits.macroblocksPerFrame
        && columns * columns <= 8 * limits.macroblocksPerFrame && rows * rows <= 8 * limits.macroblocksPerFrame
        && Int128(frame) * Int128(frameRate.numerator)
          <= Int128(limits.macroblocksPerSecond) * Int128(frameRate.denominator)
        && bitRate <= level.maximumBitRate(profile)
    }
  }
}

extension H264Level: Comparable {
  /// Orders as the standard's table does: 1, 1b, 1.1 and so on.
  public static func < (left: H264Level, right: H264Level) -> Bool { left.rank < right.rank }

  private var rank: Int { self == .level1b ? 105 : levelIDC * 10 }
}

extension H264Level.Limits {
  fileprivate init(
    _ macroblocksPerSecond: Int, _ macroblocksPerFrame: Int, _ decodedPictureBuffer: Int, _ bitRateUnits: Int,
    _ codedPictureBufferUnits: Int
  ) {
    self.macroblocksPerSecond = macroblocksPerSecond
    self.macroblocksPerFrame = macroblocksPerFrame
    self.decodedPictureBufferMacroblocks = decodedPictureBuffer
    self.bitRateUnits = bitRateUnits
    self.codedPictureBufferUnits = codedPictureBufferUnits
  }
}
