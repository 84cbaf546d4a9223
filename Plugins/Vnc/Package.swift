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
    name: "Vnc",
    products: [
        .library(name: "Vnc", type: .dynamic, targets: ["Vnc"]),
        .library(name: "CGnutls", targets: ["CGnutls"]),
        .library(name: "CVnc", targets: ["CVnc"]),
    ],
    dependencies: [.package(name: "scrim", path: "../..")],
    targets: [
        .systemLibrary(name: "CGnutls", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CVnc", pkgConfig: "libvncserver", providers: [.apt(["libvncserver-dev"])]),
        .target(
            name: "Vnc",
            dependencies: [
                .product(name: "ScrimPluginKit", package: "scrim"), "CGnutls", "CVnc",
                .product(name: "CSystem", package: "scrim"), .product(name: "CXkb", package: "scrim"),
                .product(name: "OutputSupport", package: "scrim"),
            ],
            swiftSettings: settings),
    ]
)
