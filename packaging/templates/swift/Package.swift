// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "@NAME@",
    products: [.library(name: "@NAME@", type: .dynamic, targets: ["@NAME@"])],
    dependencies: [.package(name: "scrim-plugin-kit", path: "@PREFIX@/share/scrim/swift-kit")],
    targets: [
        .target(name: "@NAME@", dependencies: [.product(name: "ScrimPluginKit", package: "scrim-plugin-kit")])
    ]
)
