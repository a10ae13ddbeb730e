/// The H.264 profiles that are written and may be copied, each a superset of those before it as encoders use them.
public enum H264Profile: String, CaseIterable, Hashable, Sendable {
  /// No B-frames, no CABAC.
  case baseline
  /// With B-frames and CABAC.
  case main
  /// With 8x8 transforms.
  case high

  /// The `profile_idc` of ITU-T H.264, annex A.
  public var profileIDC: Int {
    switch self {
    case .baseline: 66
    case .main: 77
    case .high: 100
    }
  }

  /// The profile with this `profile_idc`; `nil` for one with more than 8-bit 4:2:0.
  public init?(profileIDC: Int) {
    guard let profile = Self.allCases.first(where: { $0.profileIDC == profileIDC }) else { return nil }
    self = profile
  }
}

extension H264Profile: Comparable {
  /// Orders by what a decoder must be able to do.
  public static func < (left: H264Profile, right: H264Profile) -> Bool { left.profileIDC < right.profileIDC }
}
