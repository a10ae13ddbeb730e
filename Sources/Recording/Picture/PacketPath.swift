internal import Capture
internal import Codecs
internal import Media
internal import Settings

/// A camera's own H.264 on its way into the file as it is.
///
/// Begins with a key frame, and again with one wherever packets are missing: after a pause, and after a loss.
/// Used by one thread at a time.
final class PacketPath {
  let format: FormatDescription
  private var parameterSets: H264ParameterSets
  private var needsKeyFrame = true
  /// Packets left out because those before them are missing.
  private(set) var unusable = 0

  /// - Returns: `nil` where the packets do not fit the plan, so that they have to be decoded and encoded anew.
  init?(startingWith packet: SampleBuffer, for video: RecordingPlan.Picture) throws(CodecsError) {
    guard let format = try FormatDescription.h264(startingWith: packet), format.codedSize == video.settings.size,
      format.pixelFormat == .yuv420p || format.pixelFormat == .yuvj420p,
      ["Constrained Baseline", "Baseline", "Main", "High"].contains(format.profileName)
    else { return nil }
    self.format = format
    parameterSets = H264ParameterSets(format: format)
  }

  /// Whether a camera's packets may go into the file as they are, as far as is known before they come.
  static func isPossible(_ format: CaptureFormat, _ video: RecordingPlan.Picture, rate: RecordingConfiguration.Rate?)
    -> Bool
  {
    guard case .video(let capture, _, _) = format, capture.content == .h264, rate == nil else { return false }
    return video.bakedOrientation == .up && capture.size == video.settings.size
      && video.choice.decimatedFrameDuration == nil && video.settings.keyFrameCount > 1
  }

  /// Whether the packet can be used; asked for each one, in order.
  /// - Parameter isPaused: It is captured during a pause.
  func accepts(_ captured: CapturedSample, isPaused: Bool) -> Bool {
    if isPaused || captured.lostBefore > 0 || captured.isAfterGap { needsKeyFrame = true }
    if isPaused { return true }
    guard !needsKeyFrame || captured.sample.isKeyFrame, parameterSets.agrees(captured.sample) else {
      needsKeyFrame = true
      unusable += 1
      return false
    }
    needsKeyFrame = false
    return true
  }
}
