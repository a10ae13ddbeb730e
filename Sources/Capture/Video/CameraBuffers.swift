internal import CV4L2
internal import Glibc
internal import Platform

/// The buffers that a camera's driver shares with this process, mapped.
///
/// Lives as long as the last picture over one of them, and keeps the node open for as long.
final class CameraBuffers: @unchecked Sendable {
  // Safe: the mappings never change after init, and the rest is touched under `lock` alone.
  private let node: V4L2Node
  private let type: UInt32
  /// By buffer and plane.
  private var mappings: [[UnsafeMutableRawBufferPointer]] = []
  private let lock = Lock()
  private var ledger = BufferLedger(count: 0)
  /// Why a buffer could not be given back to the driver; it is lost to the stream then.
  private var queueFailure: Int32?
  private let onQueueFailure: @Sendable () -> Void

  /// Asks the driver for buffers, which nobody else can do from then on, and maps them.
  /// - Parameters:
  ///   - type: V4L2_BUF_TYPE_….
  ///   - count: Wished for; the driver may give more or fewer.
  ///   - onQueueFailure: Called on any thread where the driver does not take a buffer back: `takeQueueFailure()`.
  init(
    _ node: V4L2Node, type: UInt32, count: Int, onQueueFailure: @escaping @Sendable () -> Void
  ) throws(CaptureError) {
    self.node = node
    self.type = type
    self.onQueueFailure = onQueueFailure
    var granted = UInt32(count)
    guard rushes_v4l2_request_buffers(node.device, type, &granted) == 0 else { throw node.failure("open") }
    for index in 0..<granted { mappings.append(try map(index)) }
    guard !mappings.isEmpty else {
      throw CaptureError(code: .deviceFailed, message: "cannot open camera '\(node.path)': it has no buffers")
    }
    ledger = BufferLedger(count: mappings.count)
  }

  deinit {
    for memory in mappings.joined() { rushes_v4l2_unmap(node.device, memory.baseAddress, memory.count) }
  }

  /// Hands all buffers to the driver and lets it fill them.
  func start() throws(CaptureError) {
    try lock.withLock { () throws(CaptureError) in
      for index in ledger.indices {
        guard rushes_v4l2_queue(node.device, type, UInt32(index)) == 0 else { throw node.failure("start") }
        ledger.queued(index)
      }
      guard rushes_v4l2_start_stream(node.device, type) == 0 else {
        let error = node.failure("start")
        endStream()
        throw error
      }
    }
  }

  /// Takes everything back from the driver, and lets others have the device: pictures keep their memory.
  func stop() {
    lock.withLock {
      endStream()
      // The memory is orphaned where the kernel can do that (5.0); else the driver says EBUSY, and the device is free
      // when the last picture is gone.
      var none: UInt32 = 0
      _ = rushes_v4l2_request_buffers(node.device, type, &none)
    }
  }

  private func endStream() {
    _ = rushes_v4l2_stop_stream(node.device, type)
    ledger.ended()
  }

  enum Dequeued {
    case filled(rushes_v4l2_buffer)
    case nothing
    case failed(Int32)
  }

  /// Takes a filled buffer, where there is one.
  func dequeue() -> Dequeued {
    var buffer = rushes_v4l2_buffer()
    // Outside the lock: only the capture thread dequeues, and nothing is given back to a stream that has ended.
    guard rushes_v4l2_dequeue(node.device, type, &buffer) == 0 else {
      let errorNumber = errno
      return errorNumber == EAGAIN ? .nothing : .failed(errorNumber)
    }
    return lock.withLock { ledger.dequeued(Int(buffer.index)) } ? .filled(buffer) : .failed(EIO)
  }

  /// Gives a buffer that was fetched, and not lent, back to the driver.
  func requeue(_ index: Int) {
    queue { _ in index }
  }

  /// Lends a fetched buffer to a picture.
  /// - Returns: What gives it back, once, from any thread; `nil` where the driver needs the buffer more.
  func lend(_ index: Int) -> (@Sendable () -> Void)? {
    guard let loan = lock.withLock({ ledger.lend(index) }) else { return nil }
    return { [self] in queue { $0.returned(loan) } }
  }

  /// The memory of one of a buffer's planes.
  func memory(ofBuffer index: Int, plane: Int) -> UnsafeMutableRawBufferPointer? {
    mappings.indices.contains(index) && mappings[index].indices.contains(plane) ? mappings[index][plane] : nil
  }

  func takeQueueFailure() -> Int32? {
    lock.withLock {
      defer { queueFailure = nil }
      return queueFailure
    }
  }

  private func queue(_ choose: (inout BufferLedger) -> Int?) {
    let hasFailed = lock.withLock {
      guard let index = choose(&ledger) else { return false }
      guard rushes_v4l2_queue(node.device, type, UInt32(index)) == 0 else {
        queueFailure = errno
        return true
      }
      ledger.queued(index)
      return false
    }
    if hasFailed { onQueueFailure() }
  }

  private func map(_ index: UInt32) throws(CaptureError) -> [UnsafeMutableRawBufferPointer] {
    var buffer = rushes_v4l2_buffer()
    guard rushes_v4l2_query_buffer(node.device, type, index, &buffer) == 0 else { throw node.failure("open") }
    let lengths = withUnsafeBytes(of: buffer.length) { Array($0.bindMemory(to: UInt32.self)) }
    let offsets = withUnsafeBytes(of: buffer.map_offset) { Array($0.bindMemory(to: UInt32.self)) }
    var planes: [UnsafeMutableRawBufferPointer] = []
    for plane in 0..<Int(buffer.plane_count) {
      guard let memory = rushes_v4l2_map(node.device, lengths[plane], offsets[plane]) else {
        let error = node.failure("open")
        for mapped in planes { rushes_v4l2_unmap(node.device, mapped.baseAddress, mapped.count) }
        throw error
      }
      planes.append(UnsafeMutableRawBufferPointer(start: memory, count: Int(lengths[plane])))
    }
    return planes
  }
}
