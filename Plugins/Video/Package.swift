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
    name: "Video",
    products: [.library(name: "Video", type: .dynamic, targets: ["Video"])],
    dependencies: [.package(name: "scrim", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CFFmpeg", pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"])]),
        .target(
            name: "FilmReader", dependencies: ["CFFmpeg"],
            linkerSettings: ["avformat", "avcodec", "swscale", "avutil", "m"].map { .linkedLibrary($0) }),
        .target(
            name: "Video",
            dependencies: [
                .product(name: "ScrimPluginKit", package: "scrim"), "FilmReader",
                .product(name: "PictureMetadata", package: "scrim"),
            ],
            swiftSettings: settings),
    ]
)
