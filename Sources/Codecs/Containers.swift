/// The containers that may be opened, by what their first bytes are, whatever a file is called.
///
/// Playlists (HLS, DASH, concat), image sequences, network descriptions and devices are not among them: they make a
/// reader open other things than the bytes it was given.
enum Containers {
  /// FFmpeg's demuxer names (the first of each comma list) and what a person calls them.
  static let allowed: [String: String] = [
    "mov": "MP4/QuickTime", "matroska": "Matroska/WebM", "mpegts": "MPEG-TS", "mpeg": "MPEG-PS", "avi": "AVI",
    "flv": "FLV", "gif": "GIF", "ogg": "Ogg", "asf": "ASF/WMV", "wav": "WAV", "w64": "Wave64", "mp3": "MP3",
    "aac": "AAC (ADTS)", "flac": "FLAC", "amr": "AMR", "caf": "CAF", "aiff": "AIFF", "dv": "DV", "h264": "raw H.264",
    "hevc": "raw HEVC", "mjpeg": "Motion JPEG", "ivf": "IVF", "mxf": "MXF",
  ]

  /// What is refused by name, so that the message can say more than "unknown".
  static let refused: [String: String] = [
    "hls": "an HLS playlist", "applehttp": "an HLS playlist", "concat": "a concat script", "dash": "a DASH manifest",
    "sdp": "a session description", "rtsp": "a stream description", "imf": "an IMF playlist",
    "webm_dash_manifest": "a DASH manifest",
  ]
}
