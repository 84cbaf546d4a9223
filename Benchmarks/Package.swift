// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building Scrim builds no benchmark. The sources it measures are the same files, by
// symbolic links: `package` declarations are visible only within one package.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "benchmarks",
    targets: [
        .systemLibrary(name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
        .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .target(name: "Geometry", swiftSettings: strict),
        .target(name: "Pixels", dependencies: ["CPixman", "CSpng", "Geometry"], swiftSettings: strict),
        .target(name: "RawPixman", dependencies: ["CPixman"]),
        .executableTarget(
            name: "pixels-bench", dependencies: ["Geometry", "Pixels", "RawPixman"], swiftSettings: strict),
    ]
)
