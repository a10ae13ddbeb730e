internal import FoundationEssentials

/// Now, as movie headers take it.
enum CreationTime {
  /// ISO 8601, UTC.
  static var now: String { Date.now.formatted(.iso8601) }
}
