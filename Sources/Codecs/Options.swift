internal import CFFmpeg

/// Options for an FFmpeg object: set, handed over, and asked which of them were not taken.
final class Options {
  var dictionary: OpaquePointer?

  init(_ values: [(String, String)]) {
    for (key, value) in values { av_dict_set(&dictionary, key, value, 0) }
  }

  deinit { av_dict_free(&dictionary) }

  /// Throws where FFmpeg left an option untaken: a misspelt option must not pass in silence.
  func checkTaken(by object: String) throws(CodecsError) {
    if let entry = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
      throw CodecsError(
        code: .refused, message: "\(object) does not know the option '\(String(cString: entry.pointee.key))'")
    }
  }
}

/// FFmpeg's string dictionary as Swift values.
func values(of dictionary: OpaquePointer?) -> [String: String] {
  var result: [String: String] = [:]
  var entry: UnsafeMutablePointer<AVDictionaryEntry>?
  while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
    result[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
    entry = next
  }
  return result
}
