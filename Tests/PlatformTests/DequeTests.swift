import Platform
import Testing

@Suite struct DequeTests {
  @Test("elements come out in the order they went in, across growth and wrap-around")
  func order() {
    var deque = Deque<Int>()
    var next = 0
    var expected = 0
    for round in 1...40 {
      for _ in 0..<round {
        deque.append(next)
        next += 1
      }
      for _ in 0..<(round * 2 / 3) {
        #expect(deque.popFirst() == expected)
        expected += 1
      }
    }
    #expect(deque.count == next - expected)
    while let element = deque.popFirst() {
      #expect(element == expected)
      expected += 1
    }
    #expect(expected == next)
    #expect(deque.isEmpty && deque.first == nil)
  }

  @Test("what was taken is released at once")
  func release() {
    final class Item {}
    var deque = Deque<Item>()
    weak var taken: Item?
    weak var kept: Item?
    do {
      let first = Item()
      let second = Item()
      taken = first
      kept = second
      deque.append(first)
      deque.append(second)
    }
    _ = deque.popFirst()
    #expect(taken == nil)
    #expect(kept != nil)
    deque.removeAll()
    #expect(kept == nil)
  }
}
