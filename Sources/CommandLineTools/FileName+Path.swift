extension FileName {
  private static let slash = UInt8(ascii: "/")

  /// What follows the last slash: `clip.mov` of `a/clip.mov`. Empty where the name ends in a slash.
  public var lastComponent: FileName {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return self }
    return FileName(unchecked: bytes[(slash + 1)...])
  }

  /// The last component without its extension: `clip` of `a/clip.mov`, `.clip` of `.clip`.
  public var stem: FileName {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return lastComponent }
    return FileName(unchecked: name[..<dot])
  }

  /// What follows the last dot of the last component, not at its beginning: `mov`; empty where there is none.
  public var fileExtension: String { String(lastComponent.text.dropFirst(stem.text.count).dropFirst()) }

  /// What precedes the last component: `a` of `a/clip.mov`, `/` of `/clip.mov`, `.` where there is no slash.
  public var directory: FileName {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return "." }
    return slash == 0 ? "/" : FileName(unchecked: bytes[..<slash])
  }

  /// The name of a file inside this directory.
  public func appending(component: FileName) -> FileName {
    let separator: [UInt8] = bytes.isEmpty || bytes.last == Self.slash ? [] : [Self.slash]
    return FileName(unchecked: bytes + separator + component.bytes)
  }

  /// The name with `suffix` behind it: `clip-640x480.mp4` of the stem `clip` and `-640x480.mp4`.
  ///
  /// - Precondition: The suffix holds no NUL.
  public func appending(suffix: String) -> FileName {
    precondition(!suffix.utf8.contains(0), "a name holds no NUL")
    return FileName(unchecked: bytes + suffix.utf8)
  }
}
