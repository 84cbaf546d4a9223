// swift-tools-version: 6.2
import PackageDescription

// The kit for plugins in Swift, as it is installed: a package to depend on by its path.
let package = Package(
    name: "scrim-plugin-kit",
    products: [.library(name: "ScrimPluginKit", targets: ["ScrimPluginKit", "ScrimPluginABI"])],
    targets: [
        .target(name: "ScrimPluginABI"),
        .target(
            name: "ScrimPluginKit", dependencies: ["ScrimPluginABI"],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ]
)
