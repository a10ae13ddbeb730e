internal import CFFmpeg
internal import Glibc

/// libavfilter, loaded when a filter is first needed.
///
/// It brings some thirty libraries along; exports that only scale do without it.
enum FilterLibrary {
  private static let loaded: Result<RushesFilterLibrary, CodecsError> = {
    guard let library = rushes_load_filters() else {
      let reason = dlerror().map { String(cString: $0) } ?? "it lacks a function"
      return .failure(
        CodecsError(
          code: .unsupportedCodec,
          message: "cannot load \(String(cString: rushes_filter_library_name)): \(reason); install FFmpeg's libavfilter"
        ))
    }
    return .success(library.pointee)
  }()

  /// - Throws: `CodecsError` (`.unsupportedCodec`) where the library is not installed.
  static func load() throws(CodecsError) -> RushesFilterLibrary { try loaded.get() }
}
