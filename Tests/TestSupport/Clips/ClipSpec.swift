/// How to make a clip. Equal names mean equal clips: put every parameter into the name.
public struct ClipSpec: Sendable, CustomStringConvertible {
  public let name: String
  public let fileExtension: String
  /// Makes the file at a path, from a scratch directory of its own.
  let make: @Sendable (_ output: String, _ scratch: TemporaryDirectory) async throws -> Void

  public init(
    _ name: String, fileExtension: String = "mp4",
    make: @escaping @Sendable (_ output: String, _ scratch: TemporaryDirectory) async throws -> Void
  ) {
    (self.name, self.fileExtension, self.make) = (name, fileExtension, make)
  }

  /// A clip of one ffmpeg run; the output path is added to the arguments.
  public static func ffmpeg(_ name: String, _ fileExtension: String = "mp4", _ arguments: [String]) -> ClipSpec {
    ClipSpec(name, fileExtension: fileExtension) { output, _ in
      try await ClipFactory.ffmpeg(arguments + [output])
    }
  }

  /// A clip made of another by changing its boxes.
  public static func boxes(
    of source: ClipSpec, named name: String, _ change: @escaping @Sendable (inout BoxTree) throws -> Void
  ) -> ClipSpec {
    ClipSpec(name, fileExtension: source.fileExtension) { output, _ in
      var tree = try BoxTree(path: try await ClipFactory.clip(source).path)
      try change(&tree)
      try tree.write(to: output)
    }
  }

  public var description: String { "\(name).\(fileExtension)" }
}
