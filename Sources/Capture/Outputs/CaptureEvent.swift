/// Something that happened at a device and is counted in the receipt.
public enum CaptureEvent: String, CaseIterable, Hashable, Sendable {
  /// A buffer that the driver marked as damaged, or that holds no whole picture; left out.
  case damagedBuffer
  /// Too few buffers were left at the driver: the picture was copied.
  case copiedForShortage
  /// ALSA ran over: sound was lost.
  case overrun
  /// A stamp that was zero, jumped back or was not monotonic was replaced by an estimate.
  case replacedTimestamp
  /// The stream was stopped and started again to go on.
  case restarted
}
