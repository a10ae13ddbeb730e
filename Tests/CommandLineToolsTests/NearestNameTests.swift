import CommandLineTools
import Testing

struct NearestNameTests {
  private let names = ["preset", "progress", "overwrite", "1280x720", "1920x1080", "LowQuality"]

  @Test(
    "finds beginnings, slips of the finger and swapped letters, whatever the case",
    arguments: [
      ("pres", "preset"), ("prgress", "progress"), ("overwirte", "overwrite"), ("1280x721", "1280x720"),
      ("lowquality", "LowQuality"), ("low", "LowQuality"),
    ])
  func near(text: String, name: String) {
    #expect(nearestName(to: text, in: names) == name)
  }

  @Test("finds nothing where nothing is near", arguments: ["", "x", "verbose", "4k"])
  func far(text: String) {
    #expect(nearestName(to: text, in: names) == nil)
    #expect(nearestName(to: text, in: []) == nil)
  }
}
