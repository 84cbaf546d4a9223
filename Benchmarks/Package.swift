// swift-tools-version: 6.2
import PackageDescription

// Parts of the daemon beside other software; whole scenes are drawn by `run`, through the socket. A package of its own, so
// that building Scrim builds no benchmark. The sources it measures are the same files, by
// symbolic links: `package` declarations are visible only within one package.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Exclusive access is proved while compiling wherever it can be; what is left, accesses to properties of objects, is
    // checked while the tests run. The release does without: the checks cost a fifth of a frame in which little changes.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let package = Package(
    name: "benchmarks",
    targets: [
        .systemLibrary(name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
        .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .target(name: "Geometry", swiftSettings: strict),
        .target(name: "RowLoops"),
        .target(name: "Pixels", dependencies: ["CPixman", "CSpng", "Geometry", "RowLoops"], swiftSettings: strict),
        .target(name: "CSystem"),
        .target(name: "ScrimPluginABI"),
        .target(name: "PageWriter"),
        .target(name: "Constraints", swiftSettings: strict),
        .target(name: "Schema", dependencies: ["Geometry"], swiftSettings: strict),
        .target(name: "SceneTables", dependencies: ["Geometry", "Schema"], swiftSettings: strict),
        .target(
            name: "Scene", dependencies: ["Constraints", "Geometry", "SceneTables", "Schema"], swiftSettings: strict),
        .target(name: "Reactor", dependencies: ["CSystem"], swiftSettings: strict),
        .target(name: "Frame", dependencies: ["Geometry", "Scene", "SceneTables", "Schema"], swiftSettings: strict),
        .target(name: "Vectors", dependencies: ["Geometry", "PageWriter", "Pixels"], swiftSettings: strict),
        .target(
            name: "PluginHost",
            dependencies: [
                "CSystem", "Geometry", "Pixels", "Reactor", "Scene", "SceneTables", "Schema", "ScrimPluginABI",
            ],
            swiftSettings: strict),
        .target(
            name: "Compositor",
            dependencies: ["Frame", "Geometry", "Pixels", "Scene", "SceneTables", "Schema", "Vectors"],
            swiftSettings: strict),
        // What ours is held against, in C.
        .target(name: "RawPixman", dependencies: ["CPixman"]),
        .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .target(name: "RivalText", dependencies: ["CPangoCairo"], cSettings: [.unsafeFlags(["-O2"])]),
        .executableTarget(
            name: "text-bench",
            dependencies: [
                "Compositor", "Frame", "Geometry", "Pixels", "PluginHost", "RivalText", "Scene", "SceneTables",
                "Schema",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "pixels-bench", dependencies: ["Geometry", "Pixels", "RawPixman"], swiftSettings: strict),
    ]
)
