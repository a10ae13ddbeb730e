import Testing

struct FloorsTests {
  @Test("no target of this package depends upward or sideways, and each has a floor")
  func package() async throws {
    let graph = try await PackageGraph.load()
    #expect(graph.targets.contains { $0.name == "Media" })
    #expect(Floors.violations(in: graph) == [])
  }

  @Test("each kind of violation is found")
  func violations() {
    let graph = PackageGraph(targets: [
      target("Media", ["Export"]), target("Export", ["Reading", "Media"]), target("Reading", ["Writing", "CFFmpeg"]),
      target("Writing", []), target("CFFmpeg", []), target("Drawer", ["Media"]),
      target("compress", ["Fakes", "Export"]),
      target("Fakes", ["compress"], in: "Tests"), target("MediaTests", ["Media", "Fakes"], in: "Tests"),
    ])
    #expect(
      Floors.violations(in: graph) == [
        "'Drawer' has no floor: add it to the table",
        "'Media' (floor 1) depends upward on 'Export' (floor 4)",
        "'Reading' (floor 3) depends sideways on 'Writing' (floor 3)",
        "'compress' depends on 'Fakes', which is for tests",
      ])
  }

  private func target(_ name: String, _ dependencies: [String], in directory: String = "Sources") -> PackageGraph.Target
  {
    PackageGraph.Target(name: name, type: "library", path: "\(directory)/\(name)", dependencies: dependencies)
  }
}
