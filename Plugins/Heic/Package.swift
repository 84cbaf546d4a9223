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
    name: "Heic",
    products: [.library(name: "Heic", type: .dynamic, targets: ["Heic"])],
    dependencies: [.package(name: "scrim", path: "../..")],
    targets: [
        .systemLibrary(name: "CHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .target(
            name: "Heic",
            dependencies: [
                .product(name: "ScrimPluginKit", package: "scrim"), "CHeif",
                .product(name: "PictureMetadata", package: "scrim"),
            ],
            swiftSettings: settings),
    ]
)
