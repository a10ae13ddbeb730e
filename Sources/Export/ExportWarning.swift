/// Something that a person should know about an export that was made.
public struct ExportWarning: Sendable, Hashable, Encodable {
  public enum Code: String, Sendable, CaseIterable, Encodable {
    /// The encode is larger than the source, whose tracks the preset does not allow to be copied.
    case largerThanSource
    /// Damaged packets or pictures were left out or concealed.
    case damagedInput
    /// A track that cannot be decoded was left out.
    case undecodableTrack
    /// A track that the output's container cannot hold was left out.
    case trackNotHeld
    /// A track that is encrypted was left out.
    case encryptedTrack
    /// The container's tables contradict themselves.
    case containerProblem
    /// The track's matrix is no turn by right angles; it was taken as upright.
    case unusualMatrix
    /// Gaps in the sound were filled with silence.
    case silenceFilled
    /// Pictures whose time did not advance were left out.
    case picturesOutOfOrder
    /// A track turned out to be empty, and is not in the output.
    case emptyTrack
  }

  public let code: Code
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
