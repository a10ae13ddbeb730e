import Testing

/// Tests whose test devices keep to the clock: one at a time, or a small machine would be too slow for all of them.
@Suite(.serialized)
struct LiveTests {}
