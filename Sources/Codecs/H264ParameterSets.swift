internal import CFFmpeg
package import Media

/// Watches whether an H.264 track's parameter sets stay what its sample entry says: only then can its packets be
/// copied under one sample entry.
package struct H264ParameterSets {
  /// The raw bytes of each set in the track's extra data.
  private let declared: Set<[UInt8]>
  /// Bytes of a NAL unit's length; 0 where units are separated by start codes (MPEG-TS).
  private let lengthSize: Int
  /// Sets seen so far in packets, where nothing was declared.
  private var firstSeen: Set<[UInt8]> = []

  package init(format: FormatDescription) {
    let extra = format.extraData
    if extra.count >= 7, extra[0] == 1 {
      lengthSize = Int(extra[4] & 3) + 1
      declared = Self.sets(inConfiguration: extra)
    } else {
      lengthSize = 0
      declared = Set(Self.units(separatedIn: extra[...]).filter { Self.isParameterSet($0) }.map(Array.init))
    }
  }

  /// Whether the packet keeps to the declared sets (or, where none were declared, to the first ones seen).
  package mutating func agrees(_ packet: SampleBuffer) -> Bool {
    let carried = packet.withPacket { packet -> (sets: [[UInt8]], isNew: Bool) in
      let isNew = av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, nil) != nil
      guard let data = packet.pointee.data, packet.pointee.size > 0 else { return ([], isNew) }
      let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
      return (lengthSize > 0 ? leadingSets(lengthPrefixedIn: bytes) : Self.leadingSets(separatedIn: bytes), isNew)
    }
    guard let carried else { return true }
    if carried.isNew { return false }
    if declared.isEmpty, firstSeen.isEmpty {
      firstSeen = Set(carried.sets)
      return true
    }
    let known = declared.isEmpty ? firstSeen : declared
    return carried.sets.allSatisfy { known.contains($0) }
  }

  /// Sequence (7) and picture (8) parameter sets.
  private static func isParameterSet(_ unit: ArraySlice<UInt8>) -> Bool {
    unit.first.map { [7, 8].contains($0 & 0x1f) } ?? false
  }

  /// Slices (1 to 5): parameter sets stand before them.
  private static func isSlice(_ header: UInt8) -> Bool { (1...5).contains(header & 0x1f) }

  /// AVCDecoderConfigurationRecord, ISO/IEC 14496-15, 5.3.3.1.
  private static func sets(inConfiguration bytes: [UInt8]) -> Set<[UInt8]> {
    var result: Set<[UInt8]> = []
    var position = 6
    func take(_ count: Int) -> Bool {
      for _ in 0..<count {
        guard position + 2 <= bytes.count else { return false }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard position + 2 + length <= bytes.count else { return false }
        result.insert(Array(bytes[position + 2..<position + 2 + length]))
        position += 2 + length
      }
      return true
    }
    guard take(Int(bytes[5] & 0x1f)), position < bytes.count else { return result }
    let pictureSets = Int(bytes[position])
    position += 1
    _ = take(pictureSets)
    return result
  }

  private func leadingSets(lengthPrefixedIn bytes: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var position = 0
    while position + lengthSize < bytes.count {
      var length = 0
      for index in 0..<lengthSize { length = length << 8 | Int(bytes[position + index]) }
      position += lengthSize
      guard length > 0, position + length <= bytes.count else { break }
      if Self.isSlice(bytes[position]) { break }
      if [7, 8].contains(bytes[position] & 0x1f) { result.append(Array(bytes[position..<position + length])) }
      position += length
    }
    return result
  }

  /// The sets that stand before a packet's first slice, each behind a start code; empty where there are none.
  static func annexB(in packet: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    leadingSets(separatedIn: packet).flatMap { [0, 0, 0, 1] + $0 }
  }

  private static func leadingSets(separatedIn bytes: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    // Parameter sets stand before the first slice: look no further than the bytes up to it.
    var end = 0
    var zeros = 0
    while end < bytes.count {
      if bytes[end] == 0 {
        zeros += 1
      } else {
        if bytes[end] == 1, zeros >= 2, end + 1 < bytes.count, isSlice(bytes[end + 1]) { break }
        zeros = 0
      }
      end += 1
    }
    return units(separatedIn: Array(bytes[..<min(end, bytes.count)])[...]).filter { isParameterSet($0) }
      .map(Array.init)
  }

  /// Annex B byte stream: what stands between start codes, without trailing zeros.
  private static func units(separatedIn bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var result: [ArraySlice<UInt8>] = []
    var start: Int?
    var zeros = 0
    func close(at end: Int) {
      guard let first = start, first < end else { return }
      var unit = bytes[first..<end]
      while unit.last == 0 { unit.removeLast() }
      if !unit.isEmpty { result.append(unit) }
    }
    for index in bytes.indices {
      if bytes[index] == 0 {
        zeros += 1
        continue
      }
      if bytes[index] == 1, zeros >= 2 {
        close(at: index - zeros)
        start = index + 1
      }
      zeros = 0
    }
    close(at: bytes.endIndex)
    return result
  }
}
