import TestSupport
import Testing

@Suite(.needsFFmpeg) struct ClipTests {
  /// Clips by their streams, as ffprobe lists them.
  static let streams: [(streams: String, specs: [ClipSpec])] = [
    (
      "h264 320x240 | aac 48000x2",
      [
        .corners, .sixtyThenOneTwenty, .oneTwenty, .ntsc, .lateVideo, .lateAudio, .editInsideGOP, .editAtKeyFrame,
        .twoEdits, .editEndsEarly, .negativeCompositionOffsets, .priming2112, .startsAtFive, .heAAC,
        .location(.loci), .location(.xyz), .location(.mdta), .container("mkv"), .container("mov"), .container("ts"),
        .fragmented, .moovFirst, .parameterSetChange, .busy(width: 320, height: 240), .truncated, .encrypted,
      ]
    ),
    (
      "h264 320x240",
      [
        .noAudio, .variableRate(bFrames: false), .variableRate(bFrames: true), .still(seconds: 10), .corruptMiddle,
      ]
    ),
    (
      "aac 48000x2",
      [
        .audioOnly
      ]
    ),
    (
      "h264 320x240 | aac 48000x6",
      [
        .surround
      ]
    ),
    (
      "h264 320x240 | pcm_s16le 48000x6",
      [
        .loudSurround
      ]
    ),
    (
      "h264 320x240 | aac 8000x1",
      [
        .mono(sampleRate: 8000)
      ]
    ),
    (
      "h264 320x240 | aac 16000x1",
      [
        .mono(sampleRate: 16000)
      ]
    ),
    (
      "h264 320x240 | aac 22050x1",
      [
        .mono(sampleRate: 22050)
      ]
    ),
    (
      "h264 320x240 | aac 44100x2",
      [
        .stereo44, .container("flv"),
      ]
    ),
    (
      "h264 320x240 | mp3 48000x2",
      [
        .mp3
      ]
    ),
    (
      "h264 320x240 | pcm_s16le 22222x1",
      [
        .pcm(sampleRate: 22222)
      ]
    ),
    (
      "vp8 320x240 | opus 48000x2",
      [
        .opus, .webmWithoutDuration,
      ]
    ),
    (
      "h264 320x240 | aac 48000x2 | aac 48000x1",
      [
        .twoAudioTracks(secondIsDefault: true)
      ]
    ),
    (
      "h264 320x240 | unknown 48000x2 | aac 48000x1",
      [
        .undecodableFirstAudio
      ]
    ),
    (
      "h264 320x240 | unknown 48000x2",
      [
        .undecodableAudio
      ]
    ),
    (
      "h264 320x240 | aac 48000x2 | mjpeg 640x640 yuvj420p cover",
      [
        .coverArt
      ]
    ),
    (
      "h264 640x480 | h264 320x240 | aac 48000x2",
      [
        .twoFrameFirstVideo
      ]
    ),
    (
      "h264 320x240 | aac 48000x2 | data tmcd",
      [
        .timecode
      ]
    ),
    (
      "h264 320x240 | aac 48000x2 | subtitle tx3g",
      [
        .subtitles
      ]
    ),
    (
      "h264 320x240 | aac 48000x2 | data text",
      [
        .chapters
      ]
    ),
    (
      "mjpeg 320x240 yuvj420p | mp3 48000x2",
      [
        .container("avi")
      ]
    ),
    (
      "h263 176x144 | aac 8000x1",
      [
        .container("3gp")
      ]
    ),
    (
      "gif 320x240 bgra",
      [
        .container("gif")
      ]
    ),
    (
      "vp9 320x240 | opus 48000x2",
      [
        .container("webm")
      ]
    ),
    (
      "vp9 161x121 | opus 48000x2",
      [
        .odd
      ]
    ),
    (
      "h264 320x240 4:3 | aac 48000x2",
      [
        .anamorphic
      ]
    ),
    (
      "h264 320x240 639:640 | aac 48000x2",
      [
        .nearlySquare
      ]
    ),
    (
      "h264 320x240 tt",
      [
        .interlaced
      ]
    ),
    (
      "h264 320x240 bt709",
      [
        .patches("yuv420p")
      ]
    ),
    (
      "h264 320x240 yuv422p bt709",
      [
        .patches("yuv422p")
      ]
    ),
    (
      "h264 320x240 yuv444p bt709",
      [
        .patches("yuv444p")
      ]
    ),
    (
      "h264 320x240 yuv420p10le bt709",
      [
        .patches("yuv420p10le")
      ]
    ),
    (
      "h264 320x240 yuvj420p bt709",
      [
        .patches("yuv420p", fullRange: true)
      ]
    ),
    (
      "h264 320x240 gbrp bt709",
      [
        .patches("gbrp")
      ]
    ),
    (
      "mjpeg 320x240 yuvj422p",
      [
        .patches("yuvj422p")
      ]
    ),
    (
      "h264 320x240 smpte170m",
      [
        .patches("yuv420p", matrix: "smpte170m")
      ]
    ),
    (
      "hevc 256x144 yuv420p10le smpte2084",
      [
        .hdr(.pq)
      ]
    ),
    (
      "hevc 256x144 yuv420p10le arib-std-b67",
      [
        .hdr(.hlg)
      ]
    ),
    (
      "rawvideo 0x0 uyvy422",
      [
        .zeroDimensions
      ]
    ),
  ]

  @Test("every clip can be made and is what its name says", arguments: streams)
  func made(streams: String, specs: [ClipSpec]) async throws {
    for spec in specs {
      let probe = try await Probe(try await ClipFactory.clip(spec))
      #expect(Self.summary(probe) == streams, "\(spec)")
    }
  }

  static func summary(_ probe: Probe) -> String {
    probe.streams.map { stream in
      let marks = stream.dispositions.contains("attached_pic") ? " cover" : ""
      return switch stream.type {
      case "video":
        [
          "\(stream.codec) \(stream.width)x\(stream.height)", stream.pixelFormat, stream.sampleAspectRatio,
          stream.fieldOrder,
          stream.colorTransfer,
        ].filter { !["", "1:1", "progressive", "yuv420p"].contains($0) }.joined(separator: " ") + marks
      case "audio": "\(stream.codec.isEmpty ? "unknown" : stream.codec) \(stream.sampleRate)x\(stream.channels)"
      default: "\(stream.type) \(stream.codecTag)"
      }
    }.joined(separator: " | ")
  }
}
