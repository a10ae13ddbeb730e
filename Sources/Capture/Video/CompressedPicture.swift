/// What can be told of a compressed picture by its bytes alone.
enum CompressedPicture {
  /// The bytes of one JPEG picture from its SOI to its EOI marker, as ITU-T T.81 has them.
  ///
  /// Cameras pad buffers, so that anything may follow.
  /// - Returns: `nil` where it does not begin, has no scan or does not end: half a picture.
  static func jpegByteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
    // Through the segments to the scan: an application segment may hold another picture, with its own end.
    var position = 2
    while true {
      while position < bytes.count, bytes[position] == 0xff, position + 1 < bytes.count, bytes[position + 1] == 0xff {
        position += 1  // fill bytes
      }
      guard position + 4 <= bytes.count, bytes[position] == 0xff else { return nil }
      let marker = bytes[position + 1]
      guard marker != 0xd9, marker != 0x00 else { return nil }
      position += 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
      if marker == 0xda { break }
    }
    // The end stands near the end, behind padding at most.
    var end = bytes.count
    while end >= position + 2 {
      if bytes[end - 1] == 0xd9, bytes[end - 2] == 0xff { return end }
      end -= 1
    }
    return nil
  }

  /// What an H.264 access unit in Annex B form holds.
  enum AccessUnit: Hashable, Sendable {
    /// Decodes without any before it: there is an IDR slice (type 5 of ITU-T H.264, table 7-1).
    case key
    case dependent
    /// There is no slice at all.
    case none
  }

  static func accessUnit(_ bytes: UnsafeRawBufferPointer) -> AccessUnit {
    var found = AccessUnit.none
    var position = 0
    while position + 3 < bytes.count {
      // A start code is 00 00 01: what is above 1 can be in none.
      let third = bytes[position + 2]
      if third > 1 {
        position += 3
      } else if third == 1, bytes[position] == 0, bytes[position + 1] == 0 {
        switch bytes[position + 3] & 0x1f {
        case 5: return .key
        case 1, 2: found = .dependent
        default: break
        }
        position += 4
      } else {
        position += 1
      }
    }
    return found
  }
}
