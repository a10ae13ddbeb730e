internal import Settings

/// Decides when an encoder that cannot keep up with a camera is given less to do: pure.
///
/// Looked at ten times a second. One second of too much work, or a second with lost pictures, is a step to x264's next
/// faster preset; then it has three seconds to show what that is worth. It never goes back: a picture that gets worse
/// once is better than one that wavers.
struct EncoderGovernor {
  enum Reason: String {
    case load, droppedPictures
  }

  /// From slow to fast; all with the same parameter sets.
  private static let efforts: [X264Preset] = [.veryfast, .superfast, .ultrafast]
  /// The part of time from which on work is too much: the rest is needed for what comes unevenly.
  private static let limit = 0.9
  private static let patience = 10, settling = 30

  private(set) var effort: X264Preset
  private var overloaded = 0
  private var resting = 0
  private var lossesSeen = 0

  init(effort: X264Preset) { self.effort = effort }

  /// Takes the latest tenth of a second.
  /// - Parameters:
  ///   - load: The part of it that was worked.
  ///   - droppedPictures: Pictures that found no room, since the beginning.
  /// - Returns: Why `effort` has just changed; `nil` where it has not.
  mutating func note(load: Double, droppedPictures: Int) -> Reason? {
    let hasLost = droppedPictures > lossesSeen
    lossesSeen = droppedPictures
    guard resting == 0 else {
      resting -= 1
      return nil
    }
    overloaded = load > Self.limit || hasLost ? overloaded + 1 : max(0, overloaded - 1)
    guard overloaded >= Self.patience, let index = Self.efforts.firstIndex(of: effort),
      index + 1 < Self.efforts.count
    else { return nil }
    effort = Self.efforts[index + 1]
    overloaded = 0
    resting = Self.settling
    return hasLost ? .droppedPictures : .load
  }
}
