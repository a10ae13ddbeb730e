/// One of the eight ways a picture can lie: what must be done to the coded pixels to see them upright.
///
/// Numbers, names and meaning are those of EXIF and TIFF (tag 274) and of Core Graphics. The eight form the dihedral
/// group of the square: any two make a third (``followed(by:)``), and each can be undone (``inverse``).
///
/// FFmpeg says the same with another sign: for a picture that must be turned 90° clockwise (``right``, the usual
/// portrait clip of a phone), `av_display_rotation_get` answers −90.
public enum Orientation: Int, CaseIterable, Hashable, Sendable {
  /// Nothing to do: the first row is the top, the first column the left side.
  case up = 1
  /// Mirror left and right.
  case upMirrored = 2
  /// Turn by 180°.
  case down = 3
  /// Mirror top and bottom.
  case downMirrored = 4
  /// Exchange rows and columns: the first row is the left side, the first column the top.
  case leftMirrored = 5
  /// Turn 90° clockwise: the first row is the right side, the first column the top.
  case right = 6
  /// Mirror about the rising diagonal: the first row is the right side, the first column the bottom.
  case rightMirrored = 7
  /// Turn 90° counter-clockwise: the first row is the left side, the first column the bottom.
  case left = 8

  /// The orientation that mirrors left and right, where asked to, and then turns clockwise.
  ///
  /// `nil` where the angle is no multiple of 90; negative angles and those past 360 are taken as what they amount to.
  public init?(clockwiseRotation degrees: Int, mirroredFirst: Bool = false) {
    let angle = (degrees % 360 + 360) % 360
    let match = Self.allCases.first { $0.clockwiseRotation == angle && $0.isMirrored == mirroredFirst }
    guard let match else { return nil }
    self = match
  }

  /// Whether it shows text in mirror writing unless undone: the four that no turn alone amounts to.
  public var isMirrored: Bool { linear.a * linear.d - linear.b * linear.c < 0 }

  /// Whether width and height are exchanged.
  public var swapsAxes: Bool { linear.a == 0 }

  /// The clockwise turn in degrees (0, 90, 180, 270) that follows the mirroring of left and right, if it is mirrored.
  public var clockwiseRotation: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 90
    case .down, .downMirrored: 180
    case .left, .leftMirrored: 270
    }
  }

  /// What undoes it.
  public var inverse: Orientation {
    // The matrices are orthogonal: the inverse is the transposed.
    Self.matching(Linear(a: linear.a, b: linear.c, c: linear.b, d: linear.d))
  }

  /// What it amounts to when this is done first and `next` after it.
  public func followed(by next: Orientation) -> Orientation {
    let (first, second) = (linear, next.linear)
    return Self.matching(
      Linear(
        a: first.a * second.a + first.b * second.c, b: first.a * second.b + first.b * second.d,
        c: first.c * second.a + first.d * second.c, d: first.c * second.b + first.d * second.d))
  }

  /// The part of the matrix that mirrors and turns: (x, y) goes to (a·x + c·y, b·x + d·y), y downwards.
  struct Linear: Hashable {
    var a, b, c, d: Int
  }

  var linear: Linear {
    switch self {
    case .up: Linear(a: 1, b: 0, c: 0, d: 1)
    case .upMirrored: Linear(a: -1, b: 0, c: 0, d: 1)
    case .down: Linear(a: -1, b: 0, c: 0, d: -1)
    case .downMirrored: Linear(a: 1, b: 0, c: 0, d: -1)
    case .leftMirrored: Linear(a: 0, b: 1, c: 1, d: 0)
    case .right: Linear(a: 0, b: 1, c: -1, d: 0)
    case .rightMirrored: Linear(a: 0, b: -1, c: -1, d: 0)
    case .left: Linear(a: 0, b: -1, c: 1, d: 0)
    }
  }

  private static func matching(_ linear: Linear) -> Orientation {
    // The eight matrices are closed under product and transposition, so there always is one.
    allCases.first { $0.linear == linear } ?? .up
  }
}
