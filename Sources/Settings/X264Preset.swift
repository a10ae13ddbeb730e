/// x264's presets: how much time is spent on better compression, by the names that `x264 --preset` has.
public enum X264Preset: String, CaseIterable, Hashable, Sendable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo
}
