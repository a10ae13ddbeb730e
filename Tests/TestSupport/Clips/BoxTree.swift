/// An MP4 or MOV file as a tree of boxes that can be changed and written again.
///
/// Sizes may change only if `moov` comes after `mdat` (as ffmpeg writes without faststart): chunk offsets stay right.
public struct BoxTree: Sendable {
  public struct Box: Sendable {
    /// Four characters, Latin-1 (`©xyz` counts as four).
    public var type: String
    /// Payload without children; for containers with a header of their own (`meta`, `stsd`) that header.
    public var payload: [UInt8]
    public var children: [Box]

    public init(_ type: String, payload: [UInt8] = [], children: [Box] = []) {
      (self.type, self.payload, self.children) = (type, payload, children)
    }

    var bytes: [UInt8] {
      let content = payload + children.flatMap(\.bytes)
      return UInt32(content.count + 8).bigEndianBytes + type.unicodeScalars.map { UInt8($0.value & 0xff) } + content
    }

    /// The descendant at a path such as `mdia/minf`; the first of each name.
    public subscript(path: String) -> Box? {
      get {
        let names = path.split(separator: "/").map(String.init)
        guard let first = children.first(where: { $0.type == names[0] }) else { return nil }
        return names.count == 1 ? first : first[names.dropFirst().joined(separator: "/")]
      }
      set {
        let names = path.split(separator: "/").map(String.init)
        let index = children.firstIndex { $0.type == names[0] }
        if names.count > 1 {
          if let index { children[index][names.dropFirst().joined(separator: "/")] = newValue }
        } else if let index {
          if let newValue { children[index] = newValue } else { children.remove(at: index) }
        } else if let newValue {
          children.append(newValue)
        }
      }
    }
  }

  public var boxes: [Box]

  /// - Throws: `TestSupportError` if the bytes are not boxes.
  public init(_ bytes: [UInt8]) throws { boxes = try Self.parse(bytes[...]) }

  public init(path: String) throws { try self.init(FileBytes.read(path)) }

  public var bytes: [UInt8] { boxes.flatMap(\.bytes) }

  public func write(to path: String) throws { try FileBytes.write(bytes, to: path) }

  public var moov: Box {
    get { boxes.first { $0.type == "moov" } ?? Box("moov") }
    set {
      if let index = boxes.firstIndex(where: { $0.type == "moov" }) { boxes[index] = newValue }
    }
  }

  /// The tracks, in file order.
  public var tracks: [Box] {
    get { moov.children.filter { $0.type == "trak" } }
    set {
      var rest = newValue[...]
      moov.children = moov.children.compactMap { $0.type == "trak" ? rest.popFirst() : $0 }
    }
  }

  private static let containers: Set<String> = [
    "moov", "trak", "mdia", "minf", "stbl", "edts", "udta", "dinf", "mvex", "moof", "traf", "stsd",
  ]

  private static func parse(_ bytes: ArraySlice<UInt8>) throws -> [Box] {
    var boxes: [Box] = []
    var index = bytes.startIndex
    while index + 8 <= bytes.endIndex {
      var size = Int(UInt32(bigEndianBytes: bytes[index..<index + 4]))
      let type = String(String.UnicodeScalarView(bytes[index + 4..<index + 8].map { Unicode.Scalar($0) }))
      if size == 0 { size = bytes.endIndex - index }
      guard size >= 8, index + size <= bytes.endIndex else { throw TestSupportError("box '\(type)' has size \(size)") }
      let content = bytes[index + 8..<index + size]
      if containers.contains(type) {
        let header = type == "stsd" ? 8 : 0
        let children = try parse(content.dropFirst(header))
        boxes.append(Box(type, payload: Array(content.prefix(header)), children: children))
      } else {
        boxes.append(Box(type, payload: Array(content)))
      }
      index += size
    }
    return boxes
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] {
    [UInt8(self >> 24), UInt8(self >> 16 & 0xff), UInt8(self >> 8 & 0xff), UInt8(self & 0xff)]
  }

  init(bigEndianBytes bytes: some Collection<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}
