// swift-tools-version: 6.2
import PackageDescription

/// The settings of the root package for a plugin.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(
        ["-enforce-exclusivity=unchecked", "-cross-module-optimization"]
            + ["swift_Concurrency", "swift_StringProcessing", "swift_RegexParser"].flatMap {
                ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", $0]
            }, .when(configuration: .release)),
    // Unoptimized it takes most of the time of tests with pictures.
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)),
]

let package = Package(
    name: "Filters",
    products: [.library(name: "Filters", type: .dynamic, targets: ["Filters"])],
    dependencies: [.package(name: "scrim", path: "../..")],
    targets: [
        .target(
            name: "Filters",
            dependencies: [.product(name: "ScrimPluginKit", package: "scrim")],
            swiftSettings: settings)
    ]
)
