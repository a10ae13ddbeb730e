import Foundation

/// What is measured, and how often.
struct BenchmarkOptions {
  /// The `compress` to measure: a release build.
  var compress: String
  /// The `rec` to measure: a release build.
  var rec: String
  /// Clips to export.
  var clips: [String] = []
  /// Pairs of runs.
  var pairs = 7
  /// Seconds of the recording whose memory is measured.
  var takeLength = 600
  /// What is measured.
  var subjects = Set(Subject.allCases)

  enum Subject: String, CaseIterable {
    case startUp = "start-up"
    case export, recording, memory
  }

  static let usage = """
    usage: Benchmarks [--compress PATH] [--rec PATH] [--pairs N] [--take SECONDS]
                      [--only start-up|export|recording|memory]... [CLIP...]
    """

  init(_ arguments: some Sequence<String>) throws {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    compress = own.appendingPathComponent("compress").path
    rec = own.appendingPathComponent("rec").path
    var only: Set<Subject> = []
    var rest = Array(arguments)
    while !rest.isEmpty {
      let argument = rest.removeFirst()
      switch argument {
      case "--compress" where !rest.isEmpty: compress = rest.removeFirst()
      case "--rec" where !rest.isEmpty: rec = rest.removeFirst()
      case "--only":
        guard let subject = rest.first.flatMap(Subject.init) else { throw BenchmarkError(Self.usage) }
        rest.removeFirst()
        only.insert(subject)
      case "--take":
        guard let length = rest.first.flatMap(Int.init), (30...36000).contains(length) else {
          throw BenchmarkError(Self.usage)
        }
        rest.removeFirst()
        takeLength = length
      case "--pairs":
        guard let count = rest.first.flatMap(Int.init), (1...100).contains(count) else {
          throw BenchmarkError(Self.usage)
        }
        rest.removeFirst()
        pairs = count
      case _ where argument.hasPrefix("-"): throw BenchmarkError(Self.usage)
      default: clips.append(argument)
      }
    }
    if clips.isEmpty { clips = Self.realClips() }
    if !only.isEmpty { subjects = only }
    let needed = [
      (compress, "--compress", [Subject.startUp, .export]), (rec, "--rec", [.startUp, .recording, .memory]),
    ]
    for (program, option, users) in needed where !subjects.isDisjoint(with: users) {
      guard FileManager.default.isExecutableFile(atPath: program) else {
        throw BenchmarkError("there is no '\(program)': build the release first, or name it with \(option)")
      }
    }
  }

  /// The clips made for measuring, where the folder of real clips is.
  private static func realClips() -> [String] {
    let folder = ProcessInfo.processInfo.environment["RUSHES_MEDIA"] ?? "../shared/media"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("bench-") }.sorted().map { "\(folder)/\($0)" }
  }
}

/// What keeps a measurement from being made.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
