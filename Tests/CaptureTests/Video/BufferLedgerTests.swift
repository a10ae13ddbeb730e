import Testing

@testable import Capture

struct BufferLedgerTests {
  /// A ledger that expectations can change: their macros take no mutating call on a value.
  private final class Book {
    var ledger: BufferLedger

    /// Of a stream whose driver has all buffers.
    init(_ count: Int) {
      ledger = BufferLedger(count: count)
      queueAll()
    }

    func queueAll() { for index in ledger.indices { ledger.queued(index) } }
    func dequeue(_ index: Int) -> Bool { ledger.dequeued(index) }
    func lend(_ index: Int) -> BufferLedger.Loan? { ledger.lend(index) }
    func give(_ loan: BufferLedger.Loan) -> Int? { ledger.returned(loan) }
  }

  @Test func `a buffer goes round`() throws {
    let book = Book(4)
    #expect(book.ledger.countAtDriver == 4)
    #expect(book.dequeue(2))
    let loan = try #require(book.lend(2))
    #expect(book.ledger.countAtDriver == 3)
    #expect(book.give(loan) == 2)
    book.ledger.queued(2)
    #expect(book.ledger.countAtDriver == 4)
  }

  @Test func `the driver keeps two`() {
    let book = Book(4)
    for index in 0..<2 {
      #expect(book.dequeue(index))
      #expect(book.lend(index) != nil)
    }
    #expect(book.dequeue(2))
    #expect(book.lend(2) == nil)
    book.ledger.queued(2)
    #expect(book.ledger.countAtDriver == 2)
  }

  @Test func `with two buffers in all none is ever lent`() {
    let book = Book(2)
    #expect(book.dequeue(0))
    #expect(book.lend(0) == nil)
  }

  @Test func `a loan is returned once`() throws {
    let book = Book(4)
    #expect(book.dequeue(0))
    let loan = try #require(book.lend(0))
    #expect(book.give(loan) == 0)
    #expect(book.give(loan) == nil)
    book.ledger.queued(0)
    #expect(book.give(loan) == nil)
  }

  @Test func `a loan from before a stop never reaches the stream after it`() throws {
    let book = Book(4)
    #expect(book.dequeue(0))
    let stale = try #require(book.lend(0))
    book.ledger.ended()
    #expect(book.give(stale) == nil)
    book.queueAll()
    #expect(book.dequeue(0))
    let fresh = try #require(book.lend(0))
    #expect(book.give(stale) == nil)
    #expect(book.give(fresh) == 0)
  }

  @Test func `a driver that gives what it has not is not believed`() {
    let book = Book(2)
    #expect(!book.dequeue(2))
    #expect(!book.dequeue(-1))
    #expect(book.dequeue(1))
    #expect(!book.dequeue(1))
  }
}
