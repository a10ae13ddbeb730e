public import Capture
public import Media
public import Settings

/// What is recorded, and how.
public struct RecordingConfiguration: Sendable {
  /// How the picture comes out upright.
  public enum Rotation: Hashable, Sendable {
    /// By the camera's own position and mounting alone.
    case auto
    /// The device is held like this (`.up` is its usual way); the camera's mounting is taken into account.
    case device(Orientation)
  }

  /// How bits are spent on pictures.
  public enum Rate: Hashable, Sendable {
    /// The rule's number: an average with `avfoundation`, the cap of constant quality with `web`.
    case rule(RateRule)
    /// Exactly so many bits a second on average.
    case average(BitRate)
    /// Constant quality, without a cap.
    case constantQuality(Int)
  }

  /// `nil` records sound alone.
  public var camera: CaptureDevice?
  /// `nil` records pictures alone.
  public var microphone: CaptureDevice?
  /// `nil` for 1280x720 at 30 frames a second, or the nearest below.
  public var preset: SessionPreset?
  /// In place of the preset's size: the device is set to it, or to the smallest larger one, and scaled.
  public var size: PixelSize?
  /// Frames a second; `nil` for the preset's.
  public var frameRate: Rational?
  public var container: ContainerFormat
  public var rotation: Rotation
  /// Mirrors left and right, in the pixels.
  public var isMirrored: Bool
  /// Turns the pixels in place of the track's matrix.
  public var bakesOrientation: Bool
  /// `nil` for `rec`'s own: constant quality with `avfoundation`'s number as its cap.
  public var rate: Rate?
  /// Sound is moved later by so much, earlier where negative.
  public var audioDelay: MediaTime
  /// How long the recording may become; `nil` for no limit.
  public var maximumDuration: MediaTime?
  /// How large it may become, in bytes.
  public var maximumSize: Int64?
  /// It ends before fewer bytes are left on the disk.
  public var minimumFreeSpace: Int64?

  public init(camera: CaptureDevice?, microphone: CaptureDevice?, container: ContainerFormat = .mp4) {
    self.camera = camera
    self.microphone = microphone
    self.container = container
    rotation = .auto
    isMirrored = false
    bakesOrientation = false
    audioDelay = .zero
  }
}
