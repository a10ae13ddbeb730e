/// What a file shall be: its container and what becomes of video and audio.
///
/// Read from JSON, which Presets/README.md describes; a preset that exists is valid.
public struct ExportPreset: Hashable, Sendable {
  /// What it is called, as in its file's name: `640x480`.
  public let name: String
  /// One line for a person who chooses.
  public let summary: String
  /// The kind of file that comes out.
  public let container: ContainerFormat
  /// What becomes of the video track.
  public let video: TrackRule<VideoEncoding>
  /// What becomes of the audio track.
  public let audio: TrackRule<AudioEncoding>
}
