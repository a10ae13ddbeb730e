internal import Media

/// What a camera was set to, as the capture thread needs it.
struct CameraSetting: Sendable {
  let picture: CameraPicture
  let size: PixelSize
  /// Of raw pictures.
  let layout: PictureLayout?
  let color: ColorDescription
  /// In nanoseconds; 0 where the device states no rate.
  let frameDuration: Int64
  /// From the start of exposure to a stamp at the frame's end, in nanoseconds: `CameraClock`.
  let frameDelay: Int64
}
