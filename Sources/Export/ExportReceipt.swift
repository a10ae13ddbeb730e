/// What was done, for programs: encoded as JSON by `--json`. Keys are stable within a `schema`.
public struct ExportReceipt: Sendable, Encodable {
  public let schema = 1
  public let preset: String
  public let source: SourceSummary
  public let output: OutputSummary
  public let tracks: [TrackReceipt]
  public let warnings: [ExportWarning]
  public let timings: Timings

  /// The file that came out.
  public struct OutputSummary: Sendable, Encodable {
    public let name: String
    public let container: String
    public let byteCount: Int64
    /// Seconds.
    public let duration: Double
    /// 1 minus output by source size; negative where it grew.
    public let saving: Double
  }

  /// What became of one of the source's tracks.
  public struct TrackReceipt: Sendable, Encodable {
    public let source: Int
    public let type: String
    public let codec: String
    /// `copy`, `transcode` or `drop`.
    public let action: String
    public let reasons: [ExportReason]
    /// `nil` for a dropped track.
    public let output: Output?

    public struct Output: Sendable, Encodable {
      public let codec: String
      public let profile: String?
      public let width: Int?
      public let height: Int?
      public let frameRate: String?
      /// Applied to the pixels: clockwise degrees, and whether mirrored first.
      public let bakedRotation: Int?
      public let bakedMirror: Bool?
      /// What the track's matrix says: clockwise degrees.
      public let rotation: Int?
      public let sampleRate: Int?
      public let channels: Int?
      /// Bits a second, measured.
      public let bitRate: Int?
      public let packets: Int
      public let keyFrames: Int
      public let byteCount: Int64
      /// Seconds.
      public let duration: Double
      public let picturesRead: Int?
      public let picturesDroppedAboveRate: Int?
      public let damaged: Int
      public let silenceFilledSamples: Int?
    }
  }

  /// Wall-clock seconds.
  public struct Timings: Sendable, Encodable {
    public let total: Double
    /// Opening, and reading what the plan needed to know.
    public let planning: Double
    public let encoding: Double
    /// Checking what was written, syncing, renaming.
    public let publishing: Double
  }
}
