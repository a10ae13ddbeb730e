import Glibc
import Platform
import Testing

struct StopSignalTests {
  @Test("A stop stays raised, and its descriptor stays readable for every poller")
  func staysRaised() throws {
    let stop = try StopSignal()
    #expect(!stop.isRaised)
    try stop.check()
    stop.raise()
    stop.raise()
    #expect(stop.isRaised)
    for _ in 0..<3 {
      var waited = pollfd(fd: stop.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      #expect(poll(&waited, 1, 0) == 1)
      #expect { try stop.check() } throws: { ($0 as? PlatformError)?.code == .stopped }
    }
  }

  @Test("A wait returns what is ready, or nothing after its timeout; the stop comes first")
  func waiting() throws {
    let (stop, pipe) = (try StopSignal(), TestPipe())
    #expect(try stop.wait(for: pipe.readEnd, .readable, timeout: .zero) == [])
    #expect(try stop.wait(for: pipe.readEnd, .readable, timeout: .microseconds(100)) == [])
    try pipe.write([1])
    #expect(try stop.wait(for: pipe.readEnd, .readable) == .readable)
    pipe.closeWriteEnd()
    #expect(try stop.wait(for: pipe.readEnd, .readable).contains(.hangUp))
    stop.raise()
    #expect(throws: PlatformError.self) { try stop.wait(for: pipe.readEnd, .readable) }
    #expect(throws: PlatformError.self) { try stop.wait(for: .seconds(3600)) }
  }

  @Test("A wait is as long as it was asked to be")
  func duration() throws {
    let stop = try StopSignal()
    let elapsed = try ContinuousClock().measure { try stop.wait(for: .microseconds(1500)) }
    #expect(elapsed >= .microseconds(1500))
  }

  @Test("One raise wakes several threads that wait")
  func wakesAll() async throws {
    let stop = try StopSignal()
    try await withThrowingTaskGroup(of: PlatformError.Code?.self) { group in
      for number in 0..<3 {
        group.addTask {
          try await onThread("stop-waiter-\(number)") {
            do throws(PlatformError) { try stop.wait(for: .seconds(3600)) } catch { return error.code }
            return nil
          }
        }
      }
      for number in 0..<3 { #expect(await eventually { ThreadTable.isAsleep("stop-waiter-\(number)") }) }
      stop.raise()
      for try await code in group { #expect(code == .stopped) }
    }
  }

  @Test("Callbacks run once each, in order; cancelled and dropped ones do not; late ones run at once")
  func callbacks() throws {
    let (stop, calls) = (try StopSignal(), Locked([String]()))
    let note = { @Sendable (call: String) in calls.withLock { $0.append(call) } }
    let first = stop.onRaise { note("first") }
    let cancelled = stop.onRaise { note("cancelled") }
    _ = stop.onRaise { note("dropped") }
    let second = stop.onRaise {
      // Outside the lock: the signal can be used.
      note("second \(stop.isRaised)")
      stop.raise()
    }
    cancelled.cancel()
    stop.raise()
    stop.raise()
    let late = stop.onRaise { note("late") }
    #expect(calls.withLock { $0 } == ["first", "second true", "late"])
    for registration in [first, second, late] { registration.cancel() }
  }

  @Test("A task that waits is resumed with its cancellation")
  func continuation() async throws {
    let stop = try StopSignal()
    let kept = Locked<StopSignal.Registration?>(nil)
    let waited = Task {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let registration = stop.onRaise { continuation.resume(throwing: CancellationError()) }
        kept.withLock { $0 = registration }
      }
    }
    #expect(await eventually { kept.withLock { $0 != nil } })
    stop.raise()
    await #expect(throws: CancellationError.self) { try await waited.value }
  }

  @Test("An event descriptor is readable from its signal to its reset")
  func event() throws {
    let (event, stop) = (try EventDescriptor(), try StopSignal())
    #expect(try stop.wait(for: event.descriptor, .readable, timeout: .zero) == [])
    event.signal()
    event.signal()
    #expect(try stop.wait(for: event.descriptor, .readable) == .readable)
    event.reset()
    #expect(try stop.wait(for: event.descriptor, .readable, timeout: .zero) == [])
    event.reset()
  }
}
