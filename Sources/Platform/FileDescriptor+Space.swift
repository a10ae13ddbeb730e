internal import Glibc

extension FileDescriptor {
  /// Bytes that this user may still write on the file's file system; `nil` where it does not say.
  public var freeSpace: Int64? {
    var status = statvfs()
    guard fstatvfs(rawValue, &status) == 0, status.f_frsize > 0 else { return nil }
    let (product, overflow) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize))
    return overflow ? .max : product
  }
}
