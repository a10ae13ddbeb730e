/// What a person pressed.
public enum Key: Hashable, Sendable {
  /// A printing character, as typed.
  case character(Character)
  case enter, escape
  /// A key with Ctrl that no signal is made of, such as `d`.
  case control(Character)
  /// An arrow, a function key, and whatever else a terminal sends more than one byte for.
  case other
}
