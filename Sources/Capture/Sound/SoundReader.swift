internal import CALSA
internal import Codecs
internal import Glibc
internal import Media
internal import Platform

/// Carries sound from an ALSA stream to a sink, on the capture thread.
final class SoundReader: @unchecked Sendable {
  // Safe: handed to the capture thread before that starts, and used there alone.
  private let stream: ALSAStream
  private let setting: ALSAStream.Setting
  private let sink: any SampleSink
  private let isTimeEstimated: Bool
  private var stamps: SoundStamps
  private var isAfterGap = false
  private var bytes: UnsafeMutableRawBufferPointer
  /// Where no device and no server keeps time: when the stream was started, and samples read since.
  private var pace: (start: Int64, count: Int64)?

  /// A device that gives nothing for so long is started anew once, then given up.
  private static let patience = Duration.seconds(5)

  init(_ stream: ALSAStream, _ setting: ALSAStream.Setting, _ sink: any SampleSink) {
    self.stream = stream
    self.setting = setting
    self.sink = sink
    isTimeEstimated = stream.card == nil && !stream.hasNoPace
    stamps = SoundStamps(isTrusted: stream.card != nil)
    pace = stream.hasNoPace ? (MonotonicClock.now, 0) : nil
    bytes = .allocate(byteCount: stream.buffer * setting.frameSize, alignment: 16)
    // ALSA's null leaves it as it is.
    bytes.initializeMemory(as: UInt8.self, repeating: setting.format == SND_PCM_FORMAT_U8 ? 128 : 0)
  }

  deinit { bytes.deallocate() }

  func run(_ stop: StopSignal) {
    do throws(CaptureError) {
      try capture(stop)
      sink.end(nil)
    } catch {
      sink.end(error)
    }
  }

  private func capture(_ stop: StopSignal) throws(CaptureError) {
    var isStalled = false
    while true {
      do {
        guard try stream.wait(timeout: Self.patience, stop: stop) else {
          if isStalled { throw failure(code: .deviceFailed, "it gives no sound") }
          isStalled = true
          try restart(.restarted)
          continue
        }
        try holdBack(stop)
      } catch let error as CaptureError {
        throw error
      } catch {
        return
      }
      let (status, error) = stream.status()
      guard let status else {
        try recover(from: error, stop)
        continue
      }
      let now = MonotonicClock.now
      switch status.state {
      case SND_PCM_STATE_XRUN: try recover(from: -EPIPE, stop)
      case SND_PCM_STATE_SUSPENDED: try recover(from: -ESTRPIPE, stop)
      case SND_PCM_STATE_DISCONNECTED: try recover(from: -ENODEV, stop)
      default:
        let count = pace == nil ? min(max(status.available, 1), stream.buffer) : stream.period
        switch stream.read(into: bytes, count: count) {
        case .none: break
        case .end: return
        case .failed(let error): try recover(from: error, stop)
        case .samples(let count):
          isStalled = false
          try deliver(count, status, now)
        }
      }
    }
  }

  private func deliver(_ count: Int, _ status: ALSAStream.Status, _ now: Int64) throws(CaptureError) {
    var (time, isReplaced) = (pace.map { $0.start + nanoseconds($0.count) } ?? 0, false)
    if pace == nil {
      let delay = nanoseconds(Int64(max(status.delay, status.available, 0)))
      (time, isReplaced) = stamps.time(stamp: status.stamp, now: now, delay: delay)
      if isReplaced { sink.note(.replacedTimestamp) }
    }
    pace?.count += Int64(count)
    let read = UnsafeMutableRawBufferPointer(rebasing: bytes[..<(count * setting.frameSize)])
    if setting.format == SND_PCM_FORMAT_S24 { Self.shiftUp(read) }
    do {
      let sample = try SampleBuffer.sound(
        copying: UnsafeRawBufferPointer(read), sampleFormat: ALSAFormat.sampleFormat(of: setting.format),
        sampleRate: setting.sampleRate, channelCount: setting.channelCount, time: time)
      sink.deliver(
        CapturedSample(sample, isAfterGap: isAfterGap, isTimeEstimated: isTimeEstimated || isReplaced))
      isAfterGap = false
    } catch {
      throw failure(code: .unavailable, error.message)
    }
  }

  private func recover(from error: Int32, _ stop: StopSignal) throws(CaptureError) {
    switch -error {
    case EPIPE: try restart(.overrun)
    case ESTRPIPE:
      try stream.resume(stop: stop)
      try restart(.restarted)
    case EINTR, EAGAIN: break
    default: throw .using(microphone: stream.name, verb: "read", status: error)
    }
  }

  /// Starts the stream anew; what was captured meanwhile is lost.
  private func restart(_ event: CaptureEvent) throws(CaptureError) {
    sink.note(event)
    try stream.start()
    stamps.restart()
    isAfterGap = true
    if pace != nil { pace = (MonotonicClock.now, 0) }
  }

  /// A PCM without a device behind it, such as ALSA's `null` or `file`, gives as much as is read: it is made to keep time.
  private func holdBack(_ stop: StopSignal) throws(PlatformError) {
    guard let pace else { return }
    try MonotonicClock.sleep(until: pace.start + nanoseconds(pace.count + Int64(stream.period)), stop: stop)
  }

  private func nanoseconds(_ count: Int64) -> Int64 { count * 1_000_000_000 / Int64(setting.sampleRate) }

  private func failure(code: CaptureError.Code, _ reason: String) -> CaptureError {
    CaptureError(code: code, message: "cannot read microphone '\(stream.name)': \(reason)")
  }

  /// 24 bits in the lower part of each word become 32.
  private static func shiftUp(_ bytes: UnsafeMutableRawBufferPointer) {
    let words = bytes.bindMemory(to: Int32.self)
    for index in words.indices { words[index] = words[index] &<< 8 }
  }
}
