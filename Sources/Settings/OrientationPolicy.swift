/// What becomes of a picture that does not lie upright.
public enum OrientationPolicy: String, CaseIterable, Hashable, Sendable {
  /// Its pixels are turned; the track needs no matrix.
  case bake
  /// Its pixels stay as they lie, and the track's matrix says how to show them; mirrored ones are baked all the same.
  case keep
}
