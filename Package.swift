// swift-tools-version: 6.1
import PackageDescription

// The floors, lowest first. A target depends only on lower floors; siblings never see each other
// (Tests/PackageTests checks it). ARCHITECTURE.md tells what lives where.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func floor(
  _ name: String, _ dependencies: [String], path: String? = nil, exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: path ?? "Sources/\(name)",
    exclude: exclude, resources: resources, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [String], path: String? = nil, exclude: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: path ?? "Sources/\(name)",
    exclude: exclude, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [String]) -> Target {
  .testTarget(
    name: name, dependencies: (dependencies + ["TestSupport"]).map { .init(stringLiteral: $0) }, path: "Tests/\(name)",
    swiftSettings: settings)
}

let package = Package(
  name: "rushes",
  products: [
    .executable(name: "rec", targets: ["rec"]),
    .executable(name: "compress", targets: ["compress"]),
    .library(name: "Rushes", targets: ["Media", "Settings", "Reading", "Writing", "Export"]),
  ],
  targets: [
    // 0: C libraries and data
    .systemLibrary(
      name: "CFFmpeg", path: "Sources/CFFmpeg",
      pkgConfig: "libavformat libavcodec libswscale libswresample libavutil",
      providers: [
        .apt([
          "libavformat-dev", "libavfilter-dev", "libavcodec-dev", "libswscale-dev", "libswresample-dev",
          "libavutil-dev",
        ])
      ]),
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    .systemLibrary(name: "CV4L2", path: "Sources/CV4L2"),
    .systemLibrary(name: "CALSA", path: "Sources/CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    floor("Presets", [], path: "Presets", exclude: ["README.md"], resources: [.embedInCode("Data")]),

    // 1: what travels, what Linux lacks, manners of a command
    floor("Media", ["CFFmpeg"]),
    floor("Platform", ["CLinux"]),
    floor("CommandLineTools", ["CLinux"]),

    // 2: containers and codecs, boxes, what a file shall be
    floor("Codecs", ["Media", "Platform", "CFFmpeg"]),
    floor("MP4", ["Platform"]),
    floor("Settings", ["Media", "Platform", "Presets"]),

    // 3: the stations
    floor("Capture", ["Codecs", "Media", "Platform", "CV4L2", "CALSA"]),
    floor("Reading", ["Codecs", "MP4", "Media", "Platform"]),
    floor("Writing", ["Codecs", "MP4", "Settings", "Media", "Platform"]),

    // 4: the walks
    floor("Recording", ["Capture", "Reading", "Writing", "Codecs", "Settings", "Media", "Platform"]),
    floor("Export", ["Reading", "Writing", "Settings", "Media", "Platform"]),

    // 6: programs
    program("rec", ["Recording", "Capture", "Settings", "Media", "Platform", "CommandLineTools"]),
    program("compress", ["Export", "Settings", "Media", "Platform", "CommandLineTools"]),
    program("Benchmarks", ["Capture", "Codecs", "Media"], path: "Benchmarks", exclude: ["README.md"]),

    // Tests
    .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
    // Optimised in debug builds too: it correlates sound and compares pictures.
    .target(
      name: "TestSupport", dependencies: ["CSpawn"], path: "Tests/TestSupport",
      swiftSettings: settings + [.unsafeFlags(["-O"])]),
    tests("TestSupportTests", []),
    tests("PackageTests", []),
    tests("MediaTests", ["Media"]),
    tests("PlatformTests", ["Platform"]),
    tests("CommandLineToolsTests", ["CommandLineTools"]),
    tests("CodecsTests", ["Codecs", "Media", "Platform", "CFFmpeg"]),
    tests("MP4Tests", ["MP4", "Platform"]),
    tests("SettingsTests", ["Settings", "Media"]),
    tests("ReadingTests", ["Reading", "Codecs", "Media", "Platform", "CFFmpeg"]),
    tests("WritingTests", ["Writing", "Reading", "Codecs", "Settings", "Media", "Platform"]),
    tests("CaptureTests", ["Capture", "Codecs", "Media", "Platform", "CFFmpeg"]),
    tests("RecordingTests", ["Recording", "Capture", "Codecs", "Settings", "Media", "Platform", "CFFmpeg"]),
    tests("ExportTests", ["Export", "Reading", "Settings", "MP4", "Media", "Platform"]),
    tests("CompressTests", ["compress"]),
    tests("RecTests", ["rec", "Recording", "Capture", "Media", "CommandLineTools"]),
  ]
)

// libFuzzer brings its own main, so this target is there only when asked for (its file tells how).
if Context.environment["RUSHES_FUZZ"] != nil {
  package.targets.append(program("MP4Fuzzer", ["MP4", "Platform"], path: "Tests/MP4Fuzzer"))
}
