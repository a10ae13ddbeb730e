/// The ways in which video is encoded here.
public enum VideoCodec: String, CaseIterable, Hashable, Sendable {
  /// H.264, also called AVC: ITU-T H.264, ISO/IEC 14496-10.
  case h264
}
