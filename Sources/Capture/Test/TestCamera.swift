internal import Codecs
public import Media
internal import Platform

/// A camera that draws its pictures: a moving pattern, coloured corners (red, green, blue, yellow), the picture's number
/// for people and for machines, and a white flash at each whole second of CLOCK_MONOTONIC.
///
/// The flash begins with the picture that is captured nearest to the second and lasts two pictures and 50 ms at least.
/// The number counts what the sensor saw from 0 on, so that a picture that was lost leaves a gap.
public final class TestCamera: CaptureSource {
  public let device: CaptureDevice
  public let format: CaptureFormat
  private let size: PixelSize
  private let frameRate: Rational
  private let options: TestDeviceOptions
  private let pool: TestPicturePool
  private let thread: CaptureThread

  /// - Parameters:
  ///   - format: NV12 of any even size from 64x48 to 8192x8192.
  ///   - frameRate: Pictures a second, up to 1000; the options' own goes first. `nil` for 30.
  /// - Throws: `CaptureError` (`.unsupportedFormat`, `.unavailable`).
  public init(
    device: CaptureDevice, format: VideoCaptureFormat, frameRate: Rational?, options: TestDeviceOptions
  ) throws(CaptureError) {
    let rate = options.frameRate ?? frameRate ?? Rational(30)
    guard TestDeviceOptions.isPossible(format.size), format.content == .pixels(.nv12),
      rate > Rational(0), rate <= Rational(1000)
    else {
      throw CaptureError(
        code: .unsupportedFormat,
        message: "cannot set camera '\(device.id)' to \(format.fourCC) \(format.size) at \(rate) pictures a second: "
          + "expected NV12, even, from 64x48 to 8192x8192, up to 1000")
    }
    let color = ColorDescription.assumed(for: format.size)
    self.device = device
    self.format = .video(format, frameRate: rate, color: color)
    self.options = options
    self.frameRate = rate
    size = format.size
    pool = TestPicturePool(size: format.size, color: color)
    thread = try CaptureThread()
  }

  /// Opens a camera of `TestDevices`, whose id says how it behaves.
  /// - Throws: `CaptureError` (`.unsupportedFormat`, `.unavailable`).
  public static func open(
    _ device: CaptureDevice, format: VideoCaptureFormat, frameRate: Rational?
  ) throws(CaptureError) -> TestCamera {
    let options = try TestDeviceOptions(device.id, for: .video)
    return try TestCamera(device: device, format: format, frameRate: frameRate, options: options)
  }

  public func start(into sink: any SampleSink) throws(CaptureError) {
    try thread.start(name: "rushes-camera") { [self] stop in
      do throws(CaptureError) {
        try capture(into: sink, stop)
        sink.end(nil)
      } catch {
        sink.end(error)
      }
    }
  }

  public func stop() { thread.stop() }

  private func capture(into sink: any SampleSink, _ stop: StopSignal) throws(CaptureError) {
    let start = options.pace == .fast ? TestDevices.virtualStart : MonotonicClock.now
    let timing = TestDeviceTiming(rate: frameRate, clockError: options.clockError, start: start + options.delay)
    let first = timing.time(of: timing.firstIndex)
    let interval = timing.time(of: timing.firstIndex + 1) - first
    var jitter = SeededJitter(amplitude: options.jitter, seed: options.seed)
    var (index, lost) = (timing.firstIndex, 0)
    while !stop.isRaised {
      if options.pace == .real {
        // A sensor does not wait: whoever is late by as many pictures as a driver has buffers has lost them.
        let behind = timing.index(at: MonotonicClock.now) - index
        if behind > 4 {
          lost += Int(behind)
          index += behind
        }
      }
      let time = timing.time(of: index)
      let age = time - first
      if let length = options.length, age >= length { return }
      let number = index - timing.firstIndex
      let isDim = TestDeviceOptions.isInside(age, of: options.dimmings)
      let isStalled = TestDeviceOptions.isInside(age, of: options.stalls)
      if isStalled || isDim && number % 2 == 1 {
        lost += isStalled ? 1 : 0
        index += 1
        continue
      }
      if options.pace == .fast, !sink.waitForRoom() { return }
      let picture = try pool.makePicture(
        number: number, isFlash: isFlash(index, timing), time: time + jitter.next(),
        duration: isDim ? 2 * interval : interval)
      if options.pace == .real {
        // Stopped while it waited: the picture was never taken.
        do { try MonotonicClock.sleep(until: time, stop: stop) } catch { return }
      }
      sink.deliver(CapturedSample(picture, lostBefore: lost))
      lost = 0
      index += 1
    }
  }

  private func isFlash(_ index: Int64, _ timing: TestDeviceTiming) -> Bool {
    let second = TestDeviceTiming.second
    // The nearest whole second may lie half an interval ahead.
    let reach = timing.time(of: index + 1) - timing.time(of: index)
    let last = (timing.time(of: index) + reach / 2 + 1) / second * second
    let begin = timing.nearestIndex(to: last)
    return index >= begin && index - begin < flashLength
  }

  /// In pictures. A slow camera has one, and one so slow that it would show nothing else has none.
  private var flashLength: Int64 {
    let (numerator, denominator) = (Int64(frameRate.numerator), Int64(frameRate.denominator))
    if numerator < 2 * denominator { return 0 }
    if numerator < 5 * denominator { return 1 }
    return max(2, (numerator + 20 * denominator - 1) / (20 * denominator))
  }
}
