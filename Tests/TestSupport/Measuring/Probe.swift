internal import Foundation

/// What `ffprobe` says about a file.
public struct Probe: Sendable {
  public let path: String
  public let streams: [ProbedStream]
  /// Names of the demuxer, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public let formatName: String
  /// Seconds, or `nil` if unknown.
  public let duration: Double?
  public let startTime: Double?
  public let size: Int?
  public let bitRate: Int?
  public let tags: [String: String]
  public let chapterCount: Int
  /// What `ffprobe -v error` wrote: empty for a sound file.
  public let complaints: [String]

  /// - Throws: `TestSupportError` if `ffprobe` cannot read the file.
  public init(_ path: String) async throws {
    let result = try await Program.ffprobe.run([
      "-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", "file:" + path,
    ]).checked()
    let raw = try Self.decode(RawProbe.self, result.output, of: path)
    self.path = path
    streams = (raw.streams ?? []).map(ProbedStream.init)
    formatName = raw.format?.formatName ?? ""
    duration = raw.format?.duration.flatMap(Double.init)
    startTime = raw.format?.startTime.flatMap(Double.init)
    size = raw.format?.size.flatMap { Int($0) }
    bitRate = raw.format?.bitRate.flatMap { Int($0) }
    tags = raw.format?.tags ?? [:]
    chapterCount = raw.chapters?.count ?? 0
    complaints = result.errorLines
  }

  public init(_ clip: Clip) async throws { try await self.init(clip.path) }

  public var videos: [ProbedStream] { streams.filter { $0.type == "video" } }
  public var audios: [ProbedStream] { streams.filter { $0.type == "audio" } }
  /// The first video stream.
  public var video: ProbedStream? { videos.first }
  /// The first audio stream.
  public var audio: ProbedStream? { audios.first }

  static func decode<Value: Decodable>(_ type: Value.Type, _ json: [UInt8], of path: String) throws -> Value {
    do {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try decoder.decode(type, from: Data(json))
    } catch {
      throw TestSupportError("cannot understand ffprobe about '\(path)': \(error)")
    }
  }
}

/// ffprobe's JSON, by its own names in camel case.
struct RawProbe: Decodable {
  var streams: [RawStream]?
  var format: Format?
  var chapters: [Chapter]?

  struct Format: Decodable {
    var formatName, duration, startTime, size, bitRate: String?
    var tags: [String: String]?
  }
  struct Chapter: Decodable {}
}

struct RawStream: Decodable {
  var index: Int
  var codecName, codecType, codecTagString, profile, pixFmt, sampleAspectRatio, fieldOrder, colorRange,
    colorSpace, colorTransfer, colorPrimaries, chromaLocation, rFrameRate, avgFrameRate, timeBase, duration,
    startTime, bitRate, nbFrames, sampleRate, channelLayout, id: String?
  var width, height, level, hasBFrames, channels, extradataSize, initialPadding: Int?
  var startPts, durationTs: Int64?
  var disposition: [String: Int]?
  var tags: [String: String]?
  var sideDataList: [SideData]?

  struct SideData: Decodable {
    var sideDataType: String?
    var rotation: Int?
    var displaymatrix: String?
    var dvProfile: Int?
  }
}
