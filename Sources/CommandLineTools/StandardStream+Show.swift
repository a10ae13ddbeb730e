internal import FoundationEssentials

extension StandardStream {
  /// Writes text.
  /// - Throws: `Failure` (`.inputOutput`).
  public func show(_ text: String) throws(Failure) {
    do {
      try write(text)
    } catch {
      throw Failure(error)
    }
  }

  /// Writes a value as one line of JSON, keys in alphabetical order.
  /// - Throws: `Failure` (`.inputOutput`).
  public func show(json value: some Encodable) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do {
      data = try encoder.encode(value)
    } catch {
      throw Failure(.software, "cannot write a receipt: \(error)")
    }
    try show(String(decoding: data, as: UTF8.self) + "\n")
  }
}
