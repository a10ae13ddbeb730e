/// Where a source puts what it captures. Called on the source's own thread.
public protocol SampleSink: AnyObject, Sendable {
  /// Takes a sample. Never blocks; where there is no room, the sink's policy decides what is dropped, and counts it.
  func deliver(_ sample: CapturedSample)
  /// Waits until there is room, for sources that make samples faster than real time.
  /// - Returns: False once nobody wants any more.
  func waitForRoom() -> Bool
  /// Counts something that happened at the device.
  func note(_ event: CaptureEvent)
  /// The last call: nothing will follow, because the source was stopped (`nil`), ended or failed.
  func end(_ error: CaptureError?)
}
