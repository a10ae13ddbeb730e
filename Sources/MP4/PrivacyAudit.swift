public import Platform

/// Lists everything in a file, down to the box, that can tell where, by whom or with what it was made.
///
/// Whatever is not known to be harmless is listed. Looked at: all boxes outside the media data, `udta`, `meta` with its
/// keys, `uuid`, handler and compressor names, data tracks, and padding that is not zero. Not looked at: dates in the
/// headers, and the media data itself (an encoder's own words in H.264, for one).
public struct PrivacyAudit: Sendable {
  /// In file order.
  public internal(set) var findings: [PrivacyFinding] = []

  /// Audits `source`; blocks while it reads.
  ///
  /// A part that cannot be read is a finding of kind `.opaque`.
  /// - Throws: `MP4Error`: `.notMP4`, `.unreadable`, `.limitExceeded`, or what keeps the top level from being read.
  public init(of source: any ByteSource, limits: MP4Limits = .standard) throws(MP4Error) {
    let reader = try BoxReader(source, limits: limits)
    try FileLayout.checkBeginning(reader)
    var walk = PrivacyWalk(reader: reader)
    try walk.run()
    findings = walk.findings
  }

  /// The paths, in file order: `moov/udta/loci`.
  public var paths: [String] { findings.map(\.path) }

  /// The findings of one kind, in file order.
  public func findings(of kind: PrivacyFinding.Kind) -> [PrivacyFinding] {
    findings.filter { $0.kind == kind }
  }
}
