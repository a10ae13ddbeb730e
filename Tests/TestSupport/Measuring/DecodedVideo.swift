/// A video stream decoded by `ffmpeg`: pictures and the times they are shown.
public struct DecodedVideo: Sendable {
  public let frames: [DecodedFrame]
  /// What ffmpeg wrote as errors or warnings while decoding.
  public let complaints: [String]

  /// Decodes a stream to R'G'B' by ffmpeg's own idea of its matrix and range (BT.601 where it is not tagged).
  ///
  /// - Parameters:
  ///   - stream: An ffmpeg stream specifier such as `v:0`.
  ///   - rotated: Whether the display matrix is applied, so that the pictures are as shown.
  ///   - scaledTo: Width and height to scale to, by averaging, for measuring; otherwise the stream's own.
  ///   - limit: At most so many frames are kept in memory.
  /// - Throws: `TestSupportError` if not one picture comes out.
  public init(
    _ path: String, stream: String = "v:0", rotated: Bool = true, scaledTo size: (width: Int, height: Int)? = nil,
    limit: Int = 300, filter: String? = nil
  ) async throws {
    var filters = ["showinfo=checksum=0"]
    if let filter { filters.append(filter) }
    if let size { filters.append("scale=\(size.width):\(size.height):flags=area") }
    let result = try await Program.ffmpeg.run(
      ["-hide_banner", "-nostdin", "-nostats", "-copyts"] + (rotated ? [] : ["-noautorotate"])
        + ["-i", "file:" + path, "-map", "0:\(stream)", "-vf", filters.joined(separator: ",")]
        + [
          "-fps_mode", "passthrough", "-frames:v", "\(limit)", "-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24",
          "-",
        ],
      timeout: .seconds(180))
    let lines = result.errorLines
    let times = Self.times(lines)
    var frames: [DecodedFrame] = []
    var offset = 0
    while let picture = Self.picture(result.output, &offset) {
      guard frames.count < times.count else { break }
      frames.append(
        DecodedFrame(
          time: times[frames.count], width: picture.width, height: picture.height, pixels: picture.pixels))
    }
    guard !frames.isEmpty else { throw TestSupportError("no picture in '\(path)': \(result)") }
    self.frames = frames
    complaints = lines.filter { $0.contains("rror") || $0.contains("nvalid") || $0.contains("corrupt") }
  }

  public init(_ clip: Clip, rotated: Bool = true) async throws { try await self.init(clip.path, rotated: rotated) }

  public var first: DecodedFrame { frames[0] }
  public var last: DecodedFrame { frames[frames.count - 1] }
  public var width: Int { first.width }
  public var height: Int { first.height }
  public var times: [ExactTime] { frames.map(\.time) }

  /// The frame shown at a time: the last one that starts at or before it.
  public func frame(at seconds: Double) -> DecodedFrame {
    frames.last { $0.time.seconds <= seconds + 1e-9 } ?? first
  }

  /// Corners of the middle frame, when any fade or first-frame artefact is over.
  public var corners: Corners { frames[frames.count / 2].corners }

  /// The lowest PSNR among frames compared one by one, in dB; `nil` if counts or sizes differ.
  public func lowestPSNR(to other: DecodedVideo) -> Double? {
    guard frames.count == other.frames.count else { return nil }
    let values = zip(frames, other.frames).map { $0.psnr(to: $1) }
    return values.contains { $0 == nil } ? nil : values.compactMap { $0 }.min()
  }

  /// Reads `config in time_base: 1/12800` and `n: 0 pts: 512 pts_time:…` from showinfo's lines.
  private static func times(_ lines: [String]) -> [ExactTime] {
    var base: (numerator: Int64, denominator: Int64) = (1, 1)
    var times: [ExactTime] = []
    for line in lines where line.contains("showinfo") {
      if let value = word(after: "config in time_base: ", in: line), let ratio = ProbedStream.ratio(value) {
        base = ratio
      } else if let value = word(after: " pts:", in: line), let ticks = Int64(value) {
        times.append(ExactTime(ticks, base: base.numerator, base.denominator))
      }
    }
    return times
  }

  static func word(after key: String, in line: String) -> String? {
    guard let found = line.firstRange(of: key) else { return nil }
    return String(line[found.upperBound...].drop { $0 == " " }.prefix { $0 != " " && $0 != "," })
  }

  /// Reads one `P6 width height 255` picture.
  private static func picture(
    _ bytes: [UInt8], _ offset: inout Int
  ) -> (width: Int, height: Int, pixels: [UInt8])? {
    var fields: [Int] = []
    var index = offset + 2
    guard index < bytes.count, bytes[offset] == 0x50, bytes[offset + 1] == 0x36 else { return nil }
    while fields.count < 3 {
      var value = 0
      index += 1
      while index < bytes.count, bytes[index] >= 0x30 {
        value = value * 10 + Int(bytes[index]) - 0x30
        index += 1
      }
      fields.append(value)
      if index >= bytes.count { return nil }
    }
    let from = index + 1
    let end = from + fields[0] * fields[1] * 3
    guard end <= bytes.count else { return nil }
    offset = end
    return (fields[0], fields[1], Array(bytes[from..<end]))
  }
}
