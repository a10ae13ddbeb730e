extension FixedWidthInteger {
  /// The sum, or an `.invalid` error about `box` where it does not fit.
  func plus(_ other: Self, in box: Box) throws(MP4Error) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    guard !overflows else { throw .box(box.path, .invalid, at: box.offset, "a sum of its values overflows") }
    return sum
  }

  /// The product, or an `.invalid` error about `box` where it does not fit.
  func times(_ other: Self, in box: Box) throws(MP4Error) -> Self {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    guard !overflows else { throw .box(box.path, .invalid, at: box.offset, "a product of its values overflows") }
    return product
  }
}
