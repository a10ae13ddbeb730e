internal import Settings

/// Decides when an encoder that cannot keep up with a camera is given less to do: pure.
///
/// Looked at ten times a second, and judged by the last whole second: work is told when a picture is done, so that a tenth
/// of a second shows none or all of it. Too much work in a second, or pictures lost again and again, is a step to x264's
/// next faster preset; then it has three seconds to show what that is worth. It never goes back: a picture that gets
/// worse once is better than one that wavers.
struct EncoderGovernor {
  enum Reason: String {
    case load, droppedPictures
  }

  /// From slow to fast; all with the same parameter sets.
  private static let efforts: [X264Preset] = [.veryfast, .superfast, .ultrafast]
  /// The part of time from which on work is too much: the rest is needed for what comes unevenly.
  private static let limit = 0.9
  private static let patience = 10, settling = 30
  /// Tenths of a second with lost pictures that are no accident any more.
  private static let losses = 3

  private(set) var effort: X264Preset
  /// The last tenths of a second, oldest first.
  private var recent: [(load: Double, hasLost: Bool)] = []
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
    recent.append((load, hasLost))
    if recent.count > Self.patience { recent.removeFirst() }
    guard recent.count == Self.patience, let index = Self.efforts.firstIndex(of: effort),
      index + 1 < Self.efforts.count
    else { return nil }
    let isOverloaded = recent.reduce(0) { $0 + $1.load } / Double(recent.count) > Self.limit
    let isLosing = recent.count { $0.hasLost } >= Self.losses
    guard isOverloaded || isLosing else { return nil }
    effort = Self.efforts[index + 1]
    recent = []
    resting = Self.settling
    return isLosing ? .droppedPictures : .load
  }
}
