/// One stream of a file, as `ffprobe` sees it. Empty strings and `nil` mean "not stated".
public struct ProbedStream: Sendable {
  public let index: Int
  /// `video`, `audio`, `subtitle`, `data` or `attachment`.
  public let type: String
  public let codec: String
  /// The sample entry or tag, such as `avc1`.
  public let codecTag: String
  public let profile: String
  public let level: Int?
  /// Coded size in pixels.
  public let width: Int
  public let height: Int
  public let pixelFormat: String
  /// Such as `1:1`; empty if unknown.
  public let sampleAspectRatio: String
  public let fieldOrder: String
  public let colorRange: String
  public let colorSpace: String
  public let colorTransfer: String
  public let colorPrimaries: String
  public let reorderDepth: Int
  /// Frames per second: FFmpeg's guess of the base rate.
  public let frameRate: Double?
  public let averageFrameRate: Double?
  /// Seconds per tick.
  public let timeBase: (numerator: Int64, denominator: Int64)
  public let startTicks: Int64?
  public let durationTicks: Int64?
  public let startTime: Double?
  public let duration: Double?
  public let bitRate: Int?
  /// The number of frames the container states.
  public let frameCount: Int?
  public let sampleRate: Int
  public let channels: Int
  public let channelLayout: String
  /// The names of the dispositions that are set: `default`, `attached_pic`, …
  public let dispositions: Set<String>
  public let tags: [String: String]
  /// Degrees counter-clockwise, as ffprobe rounds them; a mirrored matrix is not told apart here.
  public let rotation: Int?
  /// The nine numbers of the display matrix, 16.16 (2.30 in the last column), or `nil` if there is none.
  public let displayMatrix: [Int32]?
  public let sideDataTypes: [String]

  init(_ raw: RawStream) {
    index = raw.index
    type = raw.codecType ?? ""
    codec = raw.codecName ?? ""
    codecTag = raw.codecTagString ?? ""
    profile = raw.profile ?? ""
    level = raw.level
    width = raw.width ?? 0
    height = raw.height ?? 0
    pixelFormat = raw.pixFmt ?? ""
    sampleAspectRatio = raw.sampleAspectRatio ?? ""
    fieldOrder = raw.fieldOrder ?? ""
    colorRange = raw.colorRange ?? ""
    colorSpace = raw.colorSpace ?? ""
    colorTransfer = raw.colorTransfer ?? ""
    colorPrimaries = raw.colorPrimaries ?? ""
    reorderDepth = raw.hasBFrames ?? 0
    frameRate = Self.ratio(raw.rFrameRate).flatMap(Self.value)
    averageFrameRate = Self.ratio(raw.avgFrameRate).flatMap(Self.value)
    timeBase = Self.ratio(raw.timeBase) ?? (1, 1)
    startTicks = raw.startPts
    durationTicks = raw.durationTs
    startTime = raw.startTime.flatMap(Double.init)
    duration = raw.duration.flatMap(Double.init)
    bitRate = raw.bitRate.flatMap { Int($0) }
    frameCount = raw.nbFrames.flatMap { Int($0) }
    sampleRate = raw.sampleRate.flatMap { Int($0) } ?? 0
    channels = raw.channels ?? 0
    channelLayout = raw.channelLayout ?? ""
    dispositions = Set((raw.disposition ?? [:]).filter { $0.value != 0 }.keys)
    tags = raw.tags ?? [:]
    let sideData = raw.sideDataList ?? []
    rotation = sideData.compactMap(\.rotation).first
    displayMatrix = sideData.compactMap(\.displaymatrix).first.map(Self.matrix)
    sideDataTypes = sideData.compactMap(\.sideDataType)
  }

  static func ratio(_ text: String?) -> (numerator: Int64, denominator: Int64)? {
    let parts = (text ?? "").split(whereSeparator: { $0 == "/" || $0 == ":" }).compactMap { Int64($0) }
    return parts.count == 2 && parts[1] != 0 ? (parts[0], parts[1]) : nil
  }

  private static func value(_ ratio: (numerator: Int64, denominator: Int64)) -> Double? {
    ratio.numerator == 0 ? nil : Double(ratio.numerator) / Double(ratio.denominator)
  }

  /// Reads lines such as `00000001:            0      -65536           0`.
  private static func matrix(_ text: String) -> [Int32] {
    text.split(separator: "\n").flatMap { line in
      line.drop { $0 != ":" }.split(separator: " ").compactMap { Int32($0) }
    }
  }
}
