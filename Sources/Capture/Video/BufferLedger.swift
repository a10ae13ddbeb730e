/// Who has which of a stream's buffers: the driver, the capture thread, or whoever looks at a picture.
///
/// A value that only counts; `CameraBuffers` does what it says.
struct BufferLedger: Hashable, Sendable {
  /// What a picture's release shows, to give its buffer back.
  struct Loan: Hashable, Sendable {
    let index: Int
    let generation: Int
  }

  private enum Place: Hashable, Sendable {
    case driver, capture, lent
  }

  /// Below this a driver cannot fill one buffer while another waits to be fetched.
  static let driversShare = 2

  private var places: [Place]
  /// Counts starts and stops: what was lent before one is not queued after it.
  private(set) var generation = 0

  init(count: Int) { places = Array(repeating: .capture, count: count) }

  var countAtDriver: Int { places.count { $0 == .driver } }
  var indices: Range<Int> { places.indices }

  /// The driver took the buffer.
  mutating func queued(_ index: Int) { places[index] = .driver }

  /// The driver gave the buffer back, filled.
  /// - Returns: False for an index that it did not have: a driver's mistake.
  mutating func dequeued(_ index: Int) -> Bool {
    guard places.indices.contains(index), places[index] == .driver else { return false }
    places[index] = .capture
    return true
  }

  /// Lends a fetched buffer to a picture.
  /// - Returns: `nil` where the driver would be left with too few: then the picture has to be copied.
  mutating func lend(_ index: Int) -> Loan? {
    guard places[index] == .capture, countAtDriver >= Self.driversShare else { return nil }
    places[index] = .lent
    return Loan(index: index, generation: generation)
  }

  /// A picture is gone.
  /// - Returns: The buffer that the driver shall have again; `nil` where the stream it belonged to is over.
  mutating func returned(_ loan: Loan) -> Int? {
    guard loan.generation == generation, places.indices.contains(loan.index), places[loan.index] == .lent else {
      return nil
    }
    places[loan.index] = .capture
    return loan.index
  }

  /// The stream is over: the driver has let go of all buffers, and loans from before are void.
  mutating func ended() {
    generation += 1
    for index in places.indices { places[index] = .capture }
  }
}
