internal import Codecs
internal import Media
internal import Platform

/// A microphone that makes its sound: a beep of 1 kHz and 50 ms at each whole second of CLOCK_MONOTONIC, and a faint
/// noise, so that it is never digital silence. All channels are alike.
public final class TestMicrophone: CaptureSource {
  public let device: CaptureDevice
  public let format: CaptureFormat
  private let options: TestDeviceOptions
  private let thread: CaptureThread

  /// - Throws: `CaptureError` (`.unavailable`).
  public init(device: CaptureDevice, options: TestDeviceOptions) throws(CaptureError) {
    self.device = device
    self.options = options
    format = .audio(sampleFormat: TestDevices.sampleFormat, TestDevices.audioFormat(of: options))
    thread = try CaptureThread()
  }

  /// Opens a microphone of `TestDevices`, whose id says how it behaves.
  /// - Throws: `CaptureError` (`.unsupportedFormat`, `.unavailable`).
  public static func open(_ device: CaptureDevice) throws(CaptureError) -> TestMicrophone {
    try TestMicrophone(device: device, options: TestDeviceOptions(device.id, for: .audio))
  }

  public func start(into sink: any SampleSink) throws(CaptureError) {
    try thread.start(name: "rushes-sound") { [self] stop in
      do throws(CaptureError) {
        try capture(into: sink, stop)
        sink.end(nil)
      } catch {
        sink.end(error)
      }
    }
  }

  public func stop() { thread.stop() }

  /// How late sound may be taken before the device runs over, in nanoseconds.
  private static let bufferLength: Int64 = 500_000_000

  private func capture(into sink: any SampleSink, _ stop: StopSignal) throws(CaptureError) {
    let start = options.pace == .fast ? TestDevices.virtualStart : MonotonicClock.now
    let timing = TestDeviceTiming(
      rate: Rational(options.sampleRate), clockError: options.clockError, start: start + options.delay)
    let first = timing.time(of: timing.firstIndex)
    let last = options.length.map { timing.index(at: first + $0) } ?? .max
    let period = Int64(options.sampleRate / 100)
    var overruns = options.overruns.sorted { $0.time < $1.time }[...]
    var jitter = SeededJitter(amplitude: options.jitter, seed: options.seed)
    var signal = TestSignal(sampleRate: options.sampleRate, channelCount: options.channelCount)
    var (index, isAfterGap) = (timing.firstIndex, false)
    while !stop.isRaised {
      var resumption: Int64?
      if let overrun = overruns.first, timing.time(of: index) - first >= overrun.time {
        overruns.removeFirst()
        resumption = first + overrun.end
      } else if options.pace == .real, MonotonicClock.now - timing.time(of: index + period) > Self.bufferLength,
        !TestDeviceOptions.isInside(MonotonicClock.now - first - Self.bufferLength, of: options.stalls)
      {
        resumption = MonotonicClock.now
      }
      if let resumption {
        sink.note(.overrun)
        index = max(index, timing.index(at: resumption))
        isAfterGap = true
      }
      let count = Int(min(period, last - index))
      if count <= 0 { return }
      if options.pace == .fast {
        if !sink.waitForRoom() { return }
      } else {
        do { try wait(for: timing.time(of: index + Int64(count)), first, stop) } catch { return }
      }
      let time = timing.time(of: index) + jitter.next()
      signal.fill(from: index, count: count, timing)
      sink.deliver(CapturedSample(try makeSample(signal, time), isAfterGap: isAfterGap))
      isAfterGap = false
      index += Int64(count)
    }
  }

  private func makeSample(_ signal: TestSignal, _ time: Int64) throws(CaptureError) -> SampleBuffer {
    do {
      return try signal.withBytes { bytes in
        try SampleBuffer.sound(
          copying: bytes, sampleFormat: "s16", sampleRate: options.sampleRate, channelCount: options.channelCount,
          time: time)
      }
    } catch {
      throw CaptureError(code: .unavailable, message: "\(error)")
    }
  }

  /// Until sound that was captured by `time` is there: at once, or after a stall.
  private func wait(for time: Int64, _ first: Int64, _ stop: StopSignal) throws(PlatformError) {
    let stall = options.stalls.first { $0.time <= time - first && time - first < $0.end }
    try MonotonicClock.sleep(until: stall.map { first + $0.end } ?? time, stop: stop)
  }
}
