extension CaptureDevice {
  /// The camera with no other formats than those of one code: it will be set to one of them.
  ///
  /// - Parameter fourCC: The device's own code, such as `YUYV`, `NV12` or `MJPG`; upper and lower case are the same.
  /// - Throws: `CaptureError` (`.unsupportedFormat`, with the codes there are).
  public func limited(to fourCC: String) throws(CaptureError) -> CaptureDevice {
    let formats = videoFormats.filter { $0.fourCC.uppercased() == fourCC.uppercased() }
    guard !formats.isEmpty else {
      let codes = Set(videoFormats.map(\.fourCC)).sorted().joined(separator: ", ")
      throw CaptureError(
        code: .unsupportedFormat,
        message: "cannot set camera '\(localizedName)' to format '\(fourCC)': "
          + (codes.isEmpty ? "it shows none" : "it has \(codes)"))
    }
    return CaptureDevice(
      id: id, localizedName: localizedName, mediaType: mediaType, position: position,
      mountingRotation: mountingRotation, connection: connection, videoFormats: formats)
  }
}
