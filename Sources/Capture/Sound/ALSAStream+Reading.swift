internal import CALSA
internal import Glibc
internal import Platform

extension ALSAStream {
  /// What a PCM says of itself at one moment.
  struct Status {
    var state: snd_pcm_state_t
    /// Samples that wait to be read.
    var available: Int
    /// Samples that were captured since the next one to be read.
    var delay: Int
    /// In nanoseconds; 0 where there is none.
    var stamp: Int64
  }

  /// What came of reading.
  enum Reading {
    case samples(Int)
    /// Nothing is there yet.
    case none
    /// A played file ended: devices never do.
    case end
    case failed(Int32)
  }

  /// Begins to capture, also after an overrun.
  func start() throws(CaptureError) {
    _ = ALSALog.takeLastLine()
    var status = snd_pcm_prepare(pcm)
    if status >= 0 { status = snd_pcm_start(pcm) }
    guard status >= 0 else { throw .using(microphone: name, verb: "start", status: status) }
  }

  /// Goes on after the machine slept.
  func resume(stop: StopSignal) throws(CaptureError) {
    for _ in 0..<100 {
      guard snd_pcm_resume(pcm) == -EAGAIN else { break }
      do { try stop.wait(for: .milliseconds(10)) } catch { return }
    }
    // Few drivers go on where they were: the stream begins anew.
    snd_pcm_drop(pcm)
    try start()
  }

  func status() -> (Status?, error: Int32) {
    var object: OpaquePointer?
    guard snd_pcm_status_malloc(&object) >= 0, let object else { return (nil, -ENOMEM) }
    defer { snd_pcm_status_free(object) }
    let result = snd_pcm_status(pcm, object)
    guard result >= 0 else { return (nil, result) }
    return (
      Status(
        state: snd_pcm_status_get_state(object), available: Int(snd_pcm_status_get_avail(object)),
        delay: Int(snd_pcm_status_get_delay(object)), stamp: rushes_alsa_status_time(object)), 0
    )
  }

  /// Reads what is there, at most `count` samples.
  func read(into bytes: UnsafeMutableRawBufferPointer, count: Int) -> Reading {
    let result = snd_pcm_readi(pcm, bytes.baseAddress, snd_pcm_uframes_t(count))
    switch result {
    case 1...: return .samples(Int(result))
    case 0: return .end
    case -Int(EAGAIN): return .none
    default: return .failed(Int32(result))
    }
  }

  /// Waits for sound, or for an error that the next call tells.
  /// - Returns: False after about `timeout` without any.
  /// - Throws: `PlatformError.stopped`.
  func wait(timeout: Duration, stop: StopSignal) throws(PlatformError) -> Bool {
    let count = max(0, Int(snd_pcm_poll_descriptors_count(pcm)))
    // The last one is the stop's.
    var waited = [pollfd](repeating: pollfd(), count: count + 1)
    waited[count] = pollfd(fd: stop.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    guard count > 0, snd_pcm_poll_descriptors(pcm, &waited, UInt32(count)) == count else {
      // Nothing to wait on: a period's time.
      try stop.wait(for: .milliseconds(10))
      return true
    }
    let deadline = ContinuousClock.now + timeout
    while ContinuousClock.now < deadline {
      let status = poll(&waited, nfds_t(count + 1), 100)
      if stop.isRaised { throw .stopped }
      // Interrupted, or 100 ms without anything.
      guard status > 0 else { continue }
      var events: UInt16 = 0
      // Plug-ins may be woken for reasons of their own, which asking takes away.
      guard snd_pcm_poll_descriptors_revents(pcm, &waited, UInt32(count), &events) >= 0 else { return true }
      if events != 0 { return true }
    }
    return false
  }
}
