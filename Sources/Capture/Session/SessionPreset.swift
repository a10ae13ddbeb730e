/// What a capture session aims at, by AVFoundation's names.
public enum SessionPreset: String, CaseIterable, Hashable, Sendable {
  /// The largest picture, whatever its rate.
  case photo
  /// The largest size up to 1920x1080 at 24 frames a second or more.
  case high
  /// Up to 480x360.
  case medium
  /// Up to 192x144.
  case low
  case cif352x288 = "352x288"
  case vga640x480 = "640x480"
  case hd1280x720 = "1280x720"
  case hd1920x1080 = "1920x1080"
  case iFrame960x540, iFrame1280x720
  /// What the device is set to stays.
  case inputPriority
}
