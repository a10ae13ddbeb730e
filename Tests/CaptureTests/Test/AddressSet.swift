import Platform

/// Addresses that were seen on any thread.
final class AddressSet: Sendable {
  private let addresses = Locked<Set<Int>>([])

  func insert(_ address: Int) { addresses.withLock { _ = $0.insert(address) } }

  var count: Int { addresses.withLock { $0.count } }
}
