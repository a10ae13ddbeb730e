/// The ways in which audio is encoded here.
public enum AudioCodec: String, CaseIterable, Hashable, Sendable {
  /// AAC, low complexity: ISO/IEC 14496-3.
  case aac
}
