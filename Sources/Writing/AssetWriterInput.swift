internal import Codecs
public import Media
internal import Platform
public import Settings

/// One track of a file to be: where its samples go in.
///
/// Make it, add it to an `AssetWriter`, and append from one task of its own.
public final class AssetWriterInput: Sendable {
  /// What comes in, and what becomes of it.
  public enum Content: Sendable {
    /// Pictures to encode; the track's times are exact in `timeBase`.
    case video(VideoEncoderSettings, timeBase: Rational)
    /// Sound to encode: planar float at the settings' rate, without gaps.
    case audio(AudioEncoderSettings)
    /// Packets to copy.
    case packets(FormatDescription, timeBase: Rational)
  }

  public let content: Content
  /// What the track's matrix says must be done to the coded picture.
  public let orientation: Orientation
  /// ISO 639-2; `nil` is undetermined.
  public let language: String?
  /// Frames a second as the container shall state them; `nil` leaves it to the times.
  public let nominalFrameRate: Rational?
  /// Where the track's presentation ends although its packets go on; `nil` where it ends with them.
  public let presentationEnd: MediaTime?

  private struct Binding {
    let mailbox: WriterMailbox
    let index: Int
  }

  private let effort = Locked<X264Preset?>(nil)
  private let binding = Locked<Binding?>(nil)

  /// An input for pictures that are encoded as H.264.
  ///
  /// Pictures must have the settings' size, in `yuv420p` or `nv12`; the first one's colours become the track's.
  /// - Parameter timeBase: Unit in which the pictures' times are exact: the source track's.
  public init(video settings: VideoEncoderSettings, timeBase: Rational, language: String? = nil) {
    content = .video(settings, timeBase: timeBase)
    orientation = settings.orientation
    nominalFrameRate = settings.nominalFrameRate
    presentationEnd = nil
    self.language = language
  }

  /// An input for sound that is encoded as AAC.
  public init(audio settings: AudioEncoderSettings, language: String? = nil) {
    content = .audio(settings)
    orientation = .up
    nominalFrameRate = nil
    presentationEnd = nil
    self.language = language
  }

  /// An input for packets that are copied.
  /// - Parameters:
  ///   - timeBase: Unit of the packets' times.
  ///   - orientation: The format's own where `nil`.
  ///   - presentationEnd: Where the source's edit list ends; what lies beyond is not presented. Hidden packets after the
  ///     last one shown are left out.
  public init(
    copying format: FormatDescription, timeBase: Rational, nominalFrameRate: Rational? = nil,
    orientation: Orientation? = nil, language: String? = nil, presentationEnd: MediaTime? = nil
  ) {
    content = .packets(format, timeBase: timeBase)
    self.orientation = orientation ?? format.orientation
    self.nominalFrameRate = nominalFrameRate
    self.presentationEnd = presentationEnd
    self.language = language
  }

  /// What is in the track.
  public var mediaType: MediaType {
    switch content {
    case .video: .video
    case .audio: .audio
    case .packets(let format, _): format.mediaType
    }
  }

  /// Hands one sample over: pictures and sound in presentation order, packets in decode order.
  ///
  /// Suspends while the input's queue is full, or runs ahead of the other inputs; never blocks a thread. Call it from
  /// one task for each input: a task that feeds two may run no further ahead with one than about half a second.
  /// - Parameter sample: Kept until it is encoded or written.
  /// - Throws: `WritingError` (`.invalidState` before `startWriting()` and after `markAsFinished()`; `.stopped`, also
  ///   where the task is cancelled while it is suspended; what ended the writing, once it failed).
  public func append(_ sample: SampleBuffer) async throws(WritingError) {
    guard let binding = binding.withLock({ $0 }) else {
      throw .invalidState("cannot append: the input belongs to no writer")
    }
    try await binding.mailbox.append(sample, input: binding.index)
  }

  /// Has pictures from now on encoded with another effort: for an encoder that cannot keep up.
  ///
  /// Begins with the next picture, a key frame. Only where the settings say `isAdjustable`, and with one of x264's presets
  /// from `ultrafast` to `veryfast`: anything else is ignored.
  public func setEffort(_ preset: X264Preset) { effort.withLock { $0 = preset } }

  /// The effort that was asked for last; `nil` for that of the settings.
  var requestedEffort: X264Preset? { effort.withLock { $0 } }

  /// Says that no sample will follow, so that the others need not wait for this input. Again without harm.
  public func markAsFinished() {
    guard let binding = binding.withLock({ $0 }) else { return }
    binding.mailbox.finish(input: binding.index)
  }

  /// Connects the input to its writer, once.
  func bind(to mailbox: WriterMailbox) throws(WritingError) {
    let capacity = capacity
    try binding.withLock { binding throws(WritingError) in
      guard binding == nil else { throw .invalidState("cannot add an input: it belongs to a writer already") }
      binding = Binding(mailbox: mailbox, index: try mailbox.add(capacity))
    }
  }

  /// 4 pictures, 64 packets, or about a second of sound.
  private var capacity: WriterMailbox.Queue.Capacity {
    switch content {
    case .video: .init(samples: 4, bytes: 64 << 20)
    case .packets: .init(samples: 64, bytes: 8 << 20)
    case .audio(let settings):
      .init(samples: 256, bytes: max(1, settings.sampleRate * settings.channels) * MemoryLayout<Float>.size)
    }
  }
}
