extension CaptureDevice {
  /// A test device that makes its samples as fast as they are taken, at times of its own.
  public var isFasterThanRealTime: Bool {
    // An id that says nothing sensible is refused when the device is opened.
    connection == .test && (try? TestDeviceOptions(id, for: mediaType))?.pace == .fast
  }
}
