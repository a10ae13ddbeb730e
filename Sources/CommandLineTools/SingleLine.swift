extension String {
  /// The text as one line that a terminal can show safely: control characters, line separators and characters that turn
  /// or hide text become escapes; everything else, quotes and backslashes too, stays.
  ///
  /// For text that is ready for a person but may hold something from outside; names go through `escaped` first.
  public var singleLine: String {
    guard unicodeScalars.contains(where: \.isUnsafeInLine) else { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isUnsafeInLine {
        // In the notation of names: what is unsafe here is escaped there too.
        result += CommandLineTools.escaped(String(scalar))
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isUnsafeInLine: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
