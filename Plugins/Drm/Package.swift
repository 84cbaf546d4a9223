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
    name: "Drm",
    products: [.library(name: "Drm", type: .dynamic, targets: ["Drm"])],
    dependencies: [.package(name: "scrim", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CDrm", pkgConfig: "libdrm",
            providers: [.apt(["libdrm-dev", "libinput-dev", "libseat-dev", "libudev-dev"])]),
        .target(
            name: "KernelScreen", dependencies: ["CDrm"],
            linkerSettings: ["drm", "input", "seat", "udev", "xkbcommon", "m"].map { .linkedLibrary($0) }),
        .target(
            name: "Drm",
            dependencies: [
                .product(name: "ScrimPluginKit", package: "scrim"), "KernelScreen",
                .product(name: "OutputSupport", package: "scrim"),
            ],
            swiftSettings: settings),
    ]
)
