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
]

let package = Package(
    name: "Pipewire",
    products: [
        .library(name: "Pipewire", type: .dynamic, targets: ["Pipewire"]),
        .library(name: "CPipewire", targets: ["CPipewire"]),
    ],
    dependencies: [.package(name: "scrim", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CPipewire", pkgConfig: "libpipewire-0.3", providers: [.apt(["libpipewire-0.3-dev"])]),
        .target(
            name: "VideoSource", dependencies: ["CPipewire", .product(name: "RowLoops", package: "scrim")],
            linkerSettings: [.linkedLibrary("pipewire-0.3")]),
        .target(
            name: "Pipewire",
            dependencies: [
                .product(name: "ScrimPluginKit", package: "scrim"), "VideoSource",
                .product(name: "OutputSupport", package: "scrim"),
            ],
            swiftSettings: settings),
    ]
)
