internal import Media
internal import Platform

/// What the appending tasks and the writer's thread share: the inputs' queues and the writer's state, behind one lock.
final class WriterMailbox: Sendable {
  typealias Waiter = CheckedContinuation<Result<Void, WritingError>, Never>
  typealias Queues = InputQueues<SampleBuffer, Waiter>
  typealias Queue = InputQueue<SampleBuffer, Waiter>

  private struct Content {
    var state = WriterState()
    var queues: Queues
    var nextKey = 0
    /// The writer's thread has been told, and has not yet found everything done.
    var isAwake = false
    var wake: (@Sendable () -> Void)?
  }

  private let content: Locked<Content>

  init(window: MediaTime) { content = Locked(Content(queues: Queues(window: window))) }

  // MARK: For the appending tasks

  /// Queues a sample, and suspends while there is no room.
  func append(_ sample: SampleBuffer, input: Int) async throws(WritingError) {
    let entry = Queue.Entry(
      sample: sample, time: sample.isPacket ? sample.decodeTime ?? sample.presentationTime : sample.presentationTime,
      byteCount: sample.byteCount)
    guard let key = try offer(entry, input: input) else { return }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(entry, input: input, key: key, waiter: $0) }
    } onCancel: {
      cancelWait(input: input, key: key)
    }
    try result.get()
  }

  /// Ends an input; again without harm.
  func finish(input: Int) {
    let (late, wake) = content.withLock { content -> ([Waiter], (@Sendable () -> Void)?) in
      let late = content.queues.update(input) { $0.finish() }
      return (late, Self.wakeIfAsleep(&content))
    }
    Self.resume(late, with: .failure(.invalidState("cannot append: the input is marked as finished")))
    wake?()
  }

  /// - Returns: `nil` where the sample was queued, else the key to wait with.
  private func offer(_ entry: Queue.Entry, input: Int) throws(WritingError) -> Int? {
    let (key, wake) = try content.withLock { content throws(WritingError) -> (Int?, (@Sendable () -> Void)?) in
      try content.state.checkAppending(isInputFinished: content.queues.queues[input].isFinished)
      if content.queues.update(input, { $0.offer(entry) }) { return (nil, Self.wakeIfAsleep(&content)) }
      content.nextKey += 1
      return (content.nextKey, nil)
    }
    wake?()
    return key
  }

  private func wait(_ entry: Queue.Entry, input: Int, key: Int, waiter: Waiter) {
    // Between the offer and now there may have come room, the end, or a stop.
    let (result, wake) = content.withLock { content -> (Result<Void, WritingError>?, (@Sendable () -> Void)?) in
      do throws(WritingError) {
        try content.state.checkAppending(isInputFinished: content.queues.queues[input].isFinished)
      } catch {
        return (.failure(error), nil)
      }
      if content.queues.update(input, { $0.offer(entry) }) { return (.success(()), Self.wakeIfAsleep(&content)) }
      content.queues.update(input) { $0.wait(entry, key: key, waiter: waiter) }
      return (nil, nil)
    }
    if let result { waiter.resume(returning: result) }
    wake?()
    // A cancellation before the wait began found nobody waiting.
    if Task.isCancelled { cancelWait(input: input, key: key) }
  }

  private func cancelWait(input: Int, key: Int) {
    content.withLock { content in content.queues.update(input) { $0.cancelWait(key: key) } }?
      .resume(returning: .failure(.stopped))
  }

  // MARK: For the writer

  /// Adds an input's queue; returns its index.
  func add(_ capacity: Queue.Capacity) throws(WritingError) -> Int {
    try content.withLock { content throws(WritingError) in
      try content.state.checkAdding()
      content.queues.add(Queue(capacity: capacity))
      return content.queues.queues.count - 1
    }
  }

  /// - Parameter wake: Called outside the lock when the writer's thread has something to do.
  func start(wake: @escaping @Sendable () -> Void) throws(WritingError) {
    try content.withLock { content throws(WritingError) in
      try content.state.start(inputCount: content.queues.queues.count)
      content.wake = wake
    }
  }

  /// The next thing to do; `nil` puts the writer to sleep until it is woken.
  func take() -> (input: Int, work: Queues.Work)? {
    let (taken, admitted) = content.withLock { content -> ((input: Int, work: Queues.Work)?, [Waiter]) in
      let isOpen = content.state.phase == .writing || content.state.phase == .finishing
      guard isOpen else {
        content.isAwake = false
        return (nil, [])
      }
      if let taken = content.queues.take() { return (taken, []) }
      content.isAwake = false
      return (nil, content.queues.admitWaiting())
    }
    if case .sample(_, let resumed)? = taken?.work { Self.resume(resumed, with: .success(())) }
    Self.resume(admitted, with: .success(()))
    return taken
  }

  /// Ends all inputs.
  func beginFinishing() throws(WritingError) {
    let late = try content.withLock { content throws(WritingError) -> [Waiter] in
      try content.state.beginFinishing()
      return content.queues.queues.indices.flatMap { index in content.queues.update(index) { $0.finish() } }
    }
    Self.resume(late, with: .failure(.invalidState("cannot append: the file is finished")))
  }

  func complete() throws(WritingError) {
    try content.withLock { content throws(WritingError) in try content.state.complete() }
  }

  /// Stops; suspended appends throw `.stopped`.
  func cancel() { end { $0.cancel() } }

  /// Poisons the writer; suspended appends throw `error`.
  func fail(_ error: WritingError) { end { $0.fail(error) } }

  /// What ended the writing, if it ended badly.
  var failure: WritingError? { content.withLock { $0.state.failure } }

  private func end(_ change: @Sendable (inout WriterState) -> Bool) {
    let (waiters, error) = content.withLock { content -> ([Waiter], WritingError?) in
      guard change(&content.state) else { return ([], nil) }
      let waiters = content.queues.queues.indices.flatMap { index in content.queues.update(index) { $0.clear() } }
      return (waiters, content.state.failure)
    }
    if let error { Self.resume(waiters, with: .failure(error)) }
  }

  private static func wakeIfAsleep(_ content: inout Content) -> (@Sendable () -> Void)? {
    guard !content.isAwake, content.state.phase == .writing else { return nil }
    content.isAwake = true
    return content.wake
  }

  private static func resume(_ waiters: [Waiter], with result: Result<Void, WritingError>) {
    for waiter in waiters { waiter.resume(returning: result) }
  }
}
