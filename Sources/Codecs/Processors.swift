internal import CFFmpeg

/// The processors that this process may run on.
package enum Processors {
  /// How many there are, by the scheduler's affinity mask; at least 1.
  package static var count: Int { max(1, Int(av_cpu_count())) }
}
