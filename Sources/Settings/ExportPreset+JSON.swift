internal import Media

extension ExportPreset {
  /// The version of the JSON that is read.
  public static let schema = 1
  /// A preset's file is at most this long, in bytes.
  public static let maximumFileSize = 65536

  /// Reads a preset's JSON, strictly.
  ///
  /// - Parameters:
  ///   - json: The file's content, in UTF-8.
  ///   - name: What the preset is called: the file's name without `.json`.
  ///   - file: What error messages call the file.
  /// - Throws: `SettingsError` (`.invalidJSON` with line and column; `.invalidPreset` with the key and what was expected
  ///   there; `.unreadable` if longer than `maximumFileSize`).
  public init(json: [UInt8], name: String, file: String) throws(SettingsError) {
    guard json.count <= Self.maximumFileSize else {
      throw SettingsError(code: .unreadable, file: file, reason: "it is longer than \(Self.maximumFileSize) bytes")
    }
    let root: JSONValue
    do {
      root = try JSONParser.parse(json)
    } catch {
      let (line, column) = JSONParser.position(of: error.offset, in: json)
      throw SettingsError(
        code: .invalidJSON, file: file, reason: "not valid JSON at line \(line), column \(column): \(error.reason)")
    }
    try self.init(PresetField(file: file, text: json, path: "", value: root, offset: root.offset), name: name)
  }

  private init(_ field: PresetField, name: String) throws(SettingsError) {
    // The version comes first: in another one, other keys and values may well be right.
    let schema = try field.member("schema")
    guard case .integer(Self.schema) = schema.value?.content else {
      throw schema.failure(expected: "\(Self.schema), the version that this program reads")
    }
    try field.allow(keys: ["schema", "description", "container", "video", "audio"])
    self.name = name
    summary = try field.member("description").line(limit: 200)
    container = try field.member("container").choice()
    let videoField = try field.member("video")
    video = try TrackRule(videoField, read: VideoEncoding.init)
    let audioField = try field.member("audio")
    audio = try TrackRule(audioField, read: AudioEncoding.init)
    if container == .m4a, video != .drop {
      throw videoField.failure(expected: "\"drop\" with the container \"m4a\"")
    }
    if video == .drop, audio == .drop {
      throw audioField.failure(expected: "anything but \"drop\" where video is dropped too")
    }
  }
}

extension TrackRule {
  fileprivate init(
    _ field: PresetField, read: (PresetField) throws(SettingsError) -> Encoding
  ) throws(SettingsError) {
    switch field.value?.content {
    case .string("copy"): self = .copy
    case .string("drop"): self = .drop
    case .object: self = .encode(try read(field))
    default: throw field.failure(expected: "an object, \"copy\" or \"drop\"")
    }
  }
}

extension VideoEncoding {
  fileprivate init(_ field: PresetField) throws(SettingsError) {
    try field.allow(keys: ["codec", "box", "maximumFrameRate", "profile", "maximumLevel", "rateRule"])
    let level = try field.member("maximumLevel")
    self.init(
      codec: try field.member("codec").choice(),
      box: try Self.box(try field.member("box")),
      maximumFrameRate: try field.member("maximumFrameRate").integer(in: 1...240),
      profile: try field.member("profile").choice(),
      maximumLevel: level.isPresent ? try level.choice() : nil,
      rateRule: try field.member("rateRule").choice())
  }

  private static func box(_ field: PresetField) throws(SettingsError) -> PixelSize? {
    let sides = 16...16384
    guard case .string(let text) = field.value?.content else { throw field.failure(expected: boxExpectation(sides)) }
    if text == "source" { return nil }
    guard let size = PixelSize(text), sides.contains(size.width), sides.contains(size.height) else {
      throw field.failure(expected: boxExpectation(sides))
    }
    return size
  }

  private static func boxExpectation(_ sides: ClosedRange<Int>) -> String {
    "\"source\" or a size such as \"640x480\" with sides from \(sides.lowerBound) to \(sides.upperBound)"
  }
}

extension AudioEncoding {
  fileprivate init(_ field: PresetField) throws(SettingsError) {
    try field.allow(keys: ["codec", "maximumChannels", "bitRatePerChannel"])
    self.init(
      codec: try field.member("codec").choice(),
      maximumChannels: try field.member("maximumChannels").integer(in: 1...2),
      bitRatePerChannel: BitRate(bitsPerSecond: try field.member("bitRatePerChannel").integer(in: 8000...256_000)))
  }
}
