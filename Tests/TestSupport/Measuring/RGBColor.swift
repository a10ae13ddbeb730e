/// An 8-bit colour.
public struct RGBColor: Hashable, Sendable, CustomStringConvertible {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// BT.709 luma of the R'G'B' values, 0...255.
  public var luma: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// The greatest difference in a component.
  public func distance(to other: RGBColor) -> Double {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }

  public var description: String { "(\(Int(red.rounded())), \(Int(green.rounded())), \(Int(blue.rounded())))" }
}

/// The colours of the corner picture, and what else a patch may turn out to be.
public enum CornerColor: String, Sendable {
  case red, green, blue, yellow, other

  /// The nearest of the four, or `other` if none is near: 90 in every component leaves room for lossy coding.
  public init(_ color: RGBColor) {
    let known: [(CornerColor, RGBColor)] = [
      (.red, RGBColor(255, 0, 0)), (.green, RGBColor(0, 255, 0)), (.blue, RGBColor(0, 0, 255)),
      (.yellow, RGBColor(255, 255, 0)),
    ]
    self = known.first { $0.1.distance(to: color) <= 90 }?.0 ?? .other
  }
}

/// What the four corners show.
public struct Corners: Hashable, Sendable, CustomStringConvertible {
  public var topLeft, topRight, bottomLeft, bottomRight: CornerColor

  public init(_ topLeft: CornerColor, _ topRight: CornerColor, _ bottomLeft: CornerColor, _ bottomRight: CornerColor) {
    (self.topLeft, self.topRight, self.bottomLeft, self.bottomRight) = (topLeft, topRight, bottomLeft, bottomRight)
  }

  /// The corner picture when it is upright.
  public static let upright = Corners(.red, .green, .blue, .yellow)

  public var description: String { "\(topLeft) \(topRight) / \(bottomLeft) \(bottomRight)" }
}
