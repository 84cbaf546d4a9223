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
    name: "X11",
    products: [
        .library(name: "X11", type: .dynamic, targets: ["X11"]),
        .library(name: "CXcb", targets: ["CXcb"]),
    ],
    dependencies: [.package(name: "scrim", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CXcb", pkgConfig: "xcb",
            providers: [
                .apt([
                    "libxcb1-dev", "libxcb-cursor-dev", "libxcb-shape0-dev", "libxcb-shm0-dev", "libxcb-xkb-dev",
                    "libxkbcommon-x11-dev",
                ])
            ]),
        .target(
            name: "X11",
            dependencies: [
                .product(name: "ScrimPluginKit", package: "scrim"), "CXcb", .product(name: "CSystem", package: "scrim"),
                .product(name: "OutputSupport", package: "scrim"),
            ],
            swiftSettings: settings),
    ]
)
