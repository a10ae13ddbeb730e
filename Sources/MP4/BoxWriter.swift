/// Builds boxes into bytes: open a box, append its fields, and its size is filled in.
///
/// ```
/// var writer = BoxWriter()
/// writer.box("udta") { $0.fullBox("cprt") { $0.append(UInt16(0)) } }
/// ```
public struct BoxWriter: Sendable {
  /// How a box tells its size.
  public enum HeaderForm: Sendable {
    /// 32 bits, and 64 where it needs them.
    case automatic
    /// 64 bits in any case.
    case large
    /// 0: to the end of the file. Only for the last box.
    case toEnd
  }

  /// Everything appended so far.
  public private(set) var bytes: [UInt8] = []

  /// Begins with no bytes.
  public init() {}

  /// Appends a box that holds what `contents` appends.
  public mutating func box<Failure: Error>(
    _ type: BoxType, header: HeaderForm = .automatic, _ contents: (inout BoxWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let start = bytes.count
    append(UInt32(header == .large ? 1 : 0))
    append(type)
    if header == .large { append(UInt64(0)) }
    try contents(&self)
    close(boxAt: start, header: header)
  }

  /// Appends a box that begins with version and flags.
  public mutating func fullBox<Failure: Error>(
    _ type: BoxType, version: UInt8 = 0, flags: UInt32 = 0, _ contents: (inout BoxWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try box(type) { (writer: inout BoxWriter) throws(Failure) in
      writer.append(UInt32(version) << 24 | flags & 0xFF_FFFF)
      try contents(&writer)
    }
  }

  /// Appends a `uuid` box.
  public mutating func box<Failure: Error>(
    uuid extendedType: ExtendedBoxType, _ contents: (inout BoxWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try box("uuid") { (writer: inout BoxWriter) throws(Failure) in
      writer.append(extendedType.high)
      writer.append(extendedType.low)
      try contents(&writer)
    }
  }

  /// Appends only the header of a box whose payload is written elsewhere; 64 bits where the size needs them.
  /// - Parameter payloadSize: In bytes, not negative and at most `Int64.max - 16`.
  public mutating func header(_ type: BoxType, payloadSize: Int64) {
    precondition(payloadSize >= 0 && payloadSize <= Int64.max - 16, "no box holds \(payloadSize) bytes")
    if payloadSize + 8 <= Int64(UInt32.max) {
      append(UInt32(payloadSize + 8))
      append(type)
    } else {
      append(UInt32(1))
      append(type)
      append(UInt64(payloadSize + 16))
    }
  }

  /// Appends a number, highest byte first; its type tells the width.
  public mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
    var shift = Integer.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Appends a four-character code.
  public mutating func append(_ type: BoxType) {
    append(type.rawValue)
  }

  /// Appends bytes as they are.
  public mutating func append(contentsOf other: some Sequence<UInt8>) {
    bytes.append(contentsOf: other)
  }

  /// Appends a text in UTF-8, with the closing zero that the format's strings have.
  public mutating func append(text: String, isTerminated: Bool = true) {
    bytes.append(contentsOf: text.utf8)
    if isTerminated { bytes.append(0) }
  }

  /// Appends zero bytes.
  public mutating func append(zeros count: Int) {
    bytes.append(contentsOf: repeatElement(0, count: count))
  }

  private mutating func close(boxAt start: Int, header: HeaderForm) {
    let size = bytes.count - start
    switch header {
    case .toEnd: break
    case .large: put(UInt64(size), at: start + 8)
    case .automatic:
      if let small = UInt32(exactly: size) {
        put(small, at: start)
      } else {
        put(UInt32(1), at: start)
        bytes.insert(contentsOf: repeatElement(0, count: 8), at: start + 8)
        put(UInt64(size + 8), at: start + 8)
      }
    }
  }

  private mutating func put<Integer: FixedWidthInteger>(_ value: Integer, at position: Int) {
    let count = Integer.bitWidth / 8
    for index in 0..<count {
      bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index)))
    }
  }
}
