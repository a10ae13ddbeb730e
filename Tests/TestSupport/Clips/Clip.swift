/// A media file that a test reads.
public struct Clip: Sendable, Hashable, CustomStringConvertible {
  public let path: String

  public init(path: String) { self.path = path }

  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  public var description: String { name }

  /// A real clip of the media library, whether or not it is there: see `MediaLibrary`.
  public static func named(_ name: String) -> Clip { Clip(path: MediaLibrary.directory + "/" + name) }
}
