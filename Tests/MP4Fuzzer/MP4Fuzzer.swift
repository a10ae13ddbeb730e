// Feeds libFuzzer's inputs to everything that reads boxes. Not built by default; from the package's root:
//
//   RUSHES_FUZZ=1 swift build -c release --sanitize fuzzer --product MP4Fuzzer --scratch-path .build/fuzz
//   .build/fuzz/release/MP4Fuzzer -max_len=65536 -max_total_time=60 -rss_limit_mb=512 -timeout=5 CORPUS
//
// CORPUS is a directory of small MP4 files to begin with; what the run finds new is added to it.

internal import MP4
internal import Platform

/// The input of one run. The bytes belong to libFuzzer and outlive the run.
private final class FuzzedBytes: ByteSource {
  // Safe: read on the one thread that libFuzzer calls on.
  private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(PlatformError) -> Int {
    guard offset < Int64(bytes.count) else { return 0 }
    let part = UnsafeRawBufferPointer(rebasing: bytes[Int(offset)...].prefix(buffer.count))
    buffer.copyMemory(from: part)
    return part.count
  }

  func size() throws(PlatformError) -> Int64 { Int64(bytes.count) }
}

/// libFuzzer's entry: any trap, or more time or memory than its options allow, is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let source = FuzzedBytes(UnsafeRawBufferPointer(start: start, count: count))
  // Errors are answers here: what may not happen is a trap.
  _ = try? MovieStructure(reading: source)
  _ = try? MovieVerification(of: source)
  _ = try? PrivacyAudit(of: source)
  return 0
}
