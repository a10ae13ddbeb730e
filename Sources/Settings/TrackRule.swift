/// What a preset does with the tracks of one kind.
public enum TrackRule<Encoding: Hashable & Sendable>: Hashable, Sendable {
  /// They come out like this; one that already is like this may be copied.
  case encode(Encoding)
  /// They come out as they are.
  case copy
  /// They do not come out.
  case drop

  /// How they are encoded, if they are.
  public var encoding: Encoding? {
    if case .encode(let encoding) = self { encoding } else { nil }
  }
}
