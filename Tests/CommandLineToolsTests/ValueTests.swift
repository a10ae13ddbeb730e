import CommandLineTools
import Testing

struct ByteCountTests {
  @Test(
    "reads decimal and binary units exactly",
    arguments: [
      ("0", 0), ("12", 12), ("12B", 12), ("500M", 500_000_000), ("1.5G", 1_500_000_000), ("64KiB", 65536),
      ("64ki", 65536),
      ("2kb", 2000), ("0.001k", 1), ("1.5KiB", 1536), ("9223372036854775807", Int64.max), ("8Ti", 8_796_093_022_208),
    ])
  func valid(text: String, bytes: Int64) {
    #expect(ByteCount(argumentText: text)?.bytes == bytes)
  }

  @Test(
    "refuses what is no whole number of bytes",
    arguments: [
      "", "M", "-1", "+1", "1.2.3", "1.", ".5M", "1e3", "5Q", "5 M", "0.5", "1.0005k", "9223372036854775808",
      "9300000T", "1ib",
      "i", "٣M", "12MM",
    ])
  func invalid(text: String) {
    #expect(ByteCount(argumentText: text) == nil)
  }

  @Test(
    "is shown with a unit that fits",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345_678, "12.3 MB"), (99_949, "99.9 kB"), (99_950, "100 kB"),
      (999_499, "999 kB"), (999_500, "1.0 MB"), (1_500_000_000, "1.5 GB"), (-2500, "-2.5 kB"), (Int64.max, "9.2 EB"),
      (Int64.min, "-9.2 EB"),
    ])
  func text(bytes: Int64, shown: String) {
    #expect(ByteCount(bytes).description == shown)
  }
}

struct DurationTests {
  @Test(
    "reads units and clock times exactly",
    arguments: [
      ("10s", 10_000_000_000), ("1m30s", 90_000_000_000), ("00:10", 10_000_000_000), ("500ms", 500_000_000),
      ("1:02:03.5", 3_723_500_000_000), ("90", 90_000_000_000), ("0.1", 100_000_000), ("1h", 3_600_000_000_000),
      ("1h1ns", 3_600_000_000_001), ("90:00", 5_400_000_000_000), ("1.5m", 90_000_000_000), ("250us", 250_000),
      ("0.000000001s", 1), ("0", 0),
    ])
  func valid(text: String, nanoseconds: Int64) {
    #expect(Duration(argumentText: text) == .nanoseconds(nanoseconds))
  }

  @Test(
    "refuses what is no duration",
    arguments: [
      "", "s", "-1s", "1s1m", "1s1s", "1:60", "1:60:00", "1:2:3:4", ":10", "10:", "1.5:00", "0.0000000001s", "10 s",
      "10S",
      "9999999999999h", "9223372037", "10s5", "1d",
    ])
  func invalid(text: String) {
    #expect(Duration(argumentText: text) == nil)
  }

  @Test(
    "is shown as a clock",
    arguments: [
      (0, "0:00"), (7400, "0:07"), (7500, "0:08"), (59_500, "1:00"), (62_000, "1:02"), (3_723_000, "1:02:03"),
      (-5000, "0:00"),
    ])
  func clock(milliseconds: Int, shown: String) {
    #expect(Duration.milliseconds(milliseconds).clockText == shown)
  }

  @Test(
    "time taken is shown in seconds below a minute", arguments: [(840, "0.8 s"), (59_940, "59.9 s"), (59_960, "1:00")])
  func elapsed(milliseconds: Int, shown: String) {
    #expect(Duration.milliseconds(milliseconds).elapsedText == shown)
  }

  @Test(
    "speed is shown with as many places as tell something",
    arguments: [(0.054, "0.05x"), (3.44, "3.4x"), (12.3, "12x")])
  func speed(value: Double, shown: String) {
    #expect(speedText(value) == shown)
  }

  @Test("speed without end is shown as unknown")
  func endlessSpeed() {
    #expect(speedText(.infinity) == "?x")
    #expect(speedText(.nan) == "?x")
  }
}
