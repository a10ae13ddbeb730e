internal import CommandLineTools
internal import Media

/// A picture's size.
struct PictureSize: ArgumentValue {
  let size: PixelSize

  static let expectation = "an even width and height such as 1280x720, each from 16 to 8192"

  init?(argumentText: String) {
    guard let size = PixelSize(argumentText) else { return nil }
    for side in [size.width, size.height] where !(16...8192).contains(side) || side % 2 != 0 { return nil }
    self.size = size
  }
}
