import Testing

/// Recordings: one at a time, or a small machine would be too slow for those that keep to the clock.
@Suite(.serialized)
struct LiveTests {}
