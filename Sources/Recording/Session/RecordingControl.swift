internal import Capture
internal import Platform

/// What people ask of a recording while it runs, from any thread: never queued behind work.
final class RecordingControl: Sendable {
  /// What the recording has to do next.
  enum Order: Sendable {
    case stop
    case switchCamera(CaptureDevice)
  }

  private struct State {
    var stopReason: StopReason?
    var isDiscarded = false
    var pauses: [PauseMark] = []
    var isPaused = false
    var pendingSwitch: CaptureDevice?
    var waiter: CheckedContinuation<Order, Never>?
    /// Raised with the discard.
    var writerStop: StopSignal?
  }

  /// A pause begins or ends, by CLOCK_MONOTONIC in nanoseconds.
  enum PauseMark: Sendable, Equatable {
    case begin(Int64)
    case end(Int64)
  }

  private let state = Locked(State())

  /// Why the recording ends; `nil` while it goes on.
  var stopReason: StopReason? { state.withLock { $0.stopReason } }
  var isDiscarded: Bool { state.withLock { $0.isDiscarded } }
  var isPaused: Bool { state.withLock { $0.isPaused } }

  /// The first reason stands.
  func stop(_ reason: StopReason) {
    let waiter = state.withLock { state -> CheckedContinuation<Order, Never>? in
      if state.stopReason == nil { state.stopReason = reason }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: .stop)
  }

  func discard() {
    let signal = state.withLock { state -> StopSignal? in
      state.isDiscarded = true
      return state.writerStop
    }
    stop(.requested)
    signal?.raise()
  }

  /// What a discard raises, so that encoding what is left is not waited for.
  func setWriterStop(_ signal: StopSignal) {
    let isDiscarded = state.withLock { state in
      state.writerStop = signal
      return state.isDiscarded
    }
    if isDiscarded { signal.raise() }
  }

  func pause(at time: Int64) {
    state.withLock { state in
      guard !state.isPaused, state.stopReason == nil else { return }
      state.isPaused = true
      state.pauses.append(.begin(time))
    }
  }

  func resume(at time: Int64) {
    state.withLock { state in
      guard state.isPaused else { return }
      state.isPaused = false
      state.pauses.append(.end(time))
    }
  }

  /// The marks since the last call.
  func takePauseMarks() -> [PauseMark] {
    state.withLock { state in
      defer { state.pauses = [] }
      return state.pauses
    }
  }

  func switchCamera(to device: CaptureDevice) {
    let waiter = state.withLock { state -> CheckedContinuation<Order, Never>? in
      guard state.stopReason == nil else { return nil }
      defer { state.waiter = nil }
      if state.waiter == nil { state.pendingSwitch = device }
      return state.waiter
    }
    waiter?.resume(returning: .switchCamera(device))
  }

  /// The next order, for one task.
  func nextOrder() async -> Order {
    await withCheckedContinuation { continuation in
      let order = state.withLock { state -> Order? in
        if state.stopReason != nil { return .stop }
        if let device = state.pendingSwitch {
          state.pendingSwitch = nil
          return .switchCamera(device)
        }
        state.waiter = continuation
        return nil
      }
      if let order { continuation.resume(returning: order) }
    }
  }
}
