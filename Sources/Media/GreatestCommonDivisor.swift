/// The greatest common divisor by Euclid's algorithm; of zero and zero it is one, so that dividing by it is always safe.
func greatestCommonDivisor<Number: UnsignedInteger>(_ first: Number, _ second: Number) -> Number {
  var (larger, smaller) = (first, second)
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger == 0 ? 1 : larger
}
