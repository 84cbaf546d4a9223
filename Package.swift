// swift-tools-version: 6.2
import PackageDescription

/// The settings of every Swift target, tests too: a warning is an error, and each unsafe expression is marked as one.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Exclusive access is proved while compiling wherever it can be; what is left, accesses to properties of objects, is
    // checked while the tests run. The release does without: the checks cost a fifth of a frame in which little changes.
    // What is small and public is inlined in other rooms: Geometry, Scene and Pixels are public for that alone, and no product
    // exports them. What is only `package` Swift 6.3 never inlines across modules, whatever the flags.
    .unsafeFlags(["-enforce-exclusivity=unchecked", "-cross-module-optimization"], .when(configuration: .release)),
]

/// Libraries of the tool chain of which the daemon and its plugins use nothing, but which the compiler would have them load: two
/// megabytes, and a fifth of what the loader does. What uses one fails to link, or, a plugin, to load.
let unused = ["swift_Concurrency", "swift_StringProcessing", "swift_RegexParser"]
let lean = SwiftSetting.unsafeFlags(
    unused.flatMap { ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", $0] }, .when(configuration: .release))

/// Rooms that paint, compare pictures and move bodies, and the tests that compare pixel by pixel: optimized for the tests too, with every
/// check left in. Unoptimized they take most of the tests' time.
let painting: Set = [
    "Compositor", "Constraints", "Dynamics", "Filters", "Frame", "Geometry", "Pixels", "PixelsTests", "Scene",
    "SceneTables", "Schema",
]
let optimized = SwiftSetting.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))

/// A library target of ours. Dependencies name lower floors only (see ARCHITECTURE.md).
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies,
        swiftSettings: strict + [lean] + (painting.contains(name) ? [optimized] : []))
}

func program(
    _ name: String, _ dependencies: [Target.Dependency], isLean: Bool = false, linkerSettings: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: strict + (isLean ? [lean] : []),
        linkerSettings: linkerSettings)
}

func plugin(
    _ name: String, _ dependencies: [Target.Dependency] = [], in folder: String = "Plugins",
    besides: [String] = ["README.md"]
) -> Target {
    .target(
        name: name, dependencies: ["ScrimPluginKit", "ScrimPluginABI"] + dependencies, path: "\(folder)/\(name)",
        exclude: ["\(name).scrimplugin"] + besides,
        swiftSettings: strict + [lean] + (painting.contains(name) ? [optimized] : []))
}

func tests(_ name: String, _ dependencies: [Target.Dependency], without folders: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], exclude: folders,
        swiftSettings: strict + (painting.contains("\(name)Tests") ? [optimized] : []))
}

/// The folders of `Sources`, with the targets in them. Modules in C are in `System`; the contract of plugins stands by itself.
let folders: KeyValuePairs = [
    "Graphics": ["Constraints", "Geometry", "PageWriter", "Pixels", "RowLoops", "Vectors"],
    "Scene": ["Animation", "Expressions", "LineProtocol", "Living", "Scene", "SceneTables", "Schema", "World"],
    "Rendering": ["Compositor", "Contents", "Frame", "Recording"],
    "PluginSupport": ["ChosenPlugins", "OutputSupport", "PictureMetadata", "Typesetting"],
    "Daemon": ["Input", "PluginHost", "Reactor", "Server", "Service", "Storage", "scrim-decoder", "scrimd"],
    "Tools": [
        "DaemonClient", "GuardedMemory", "InspectorPage", "scrim", "scrim-inspect", "scrim-link", "scrim-plugin-check",
    ],
    "": ["ScrimPluginABI", "ScrimPluginKit"],
]

/// Plugins in packages of their own, on the public contract alone: what a picture does without, and what needs libraries that many machines
/// lack. `SCRIM_WITH=vnc,video` builds these of them, `none` none; without it all are built.
let extras = [
    "Avif", "Drm", "Filters", "Gif", "Heic", "Jxl", "Pipewire", "Qoi", "Tiff", "Video", "Vnc", "Webp", "X11",
]
/// Programs beside the daemon, which SCRIM_WITH chooses in the same way, with the modules that they alone need.
let programs = [
    "inspect": ["scrim-inspect", "InspectorPage", "CMicroHTTPD"], "link": ["scrim-link", "CMosquitto"],
]
let wanted = (Context.environment["SCRIM_WITH"] ?? "all").lowercased().split(separator: ",")
let chosen = extras.filter { !left(extras).contains($0) }
// `compositors`: the tests with sway and weston.
let known = extras.map { $0.lowercased() } + programs.keys.sorted() + ["compositors"]
for name in wanted where !(known + ["all", "none"]).contains(String(name)) {
    fatalError("SCRIM_WITH: nothing is called \(name); there are \(known.joined(separator: ", "))")
}

/// Those of the names that are not chosen: folders of tests have the names of what they try.
func left(_ names: [String]) -> [String] {
    names.filter { wanted != ["all"] && !wanted.contains(Substring($0.lowercased())) }
}

/// A C module of one of the chosen plugins, which a test uses too.
func module(_ name: String, of plugin: String) -> [Target.Dependency] {
    chosen.contains(plugin) ? [.product(name: name, package: plugin)] : []
}

let package = Package(
    name: "scrim",
    products: [
        .executable(name: "scrimd", targets: ["scrimd"]),
        .executable(name: "scrim", targets: ["scrim"]),
        .executable(name: "scrim-decoder", targets: ["scrim-decoder"]),
        .executable(name: "scrim-inspect", targets: ["scrim-inspect"]),
        .executable(name: "scrim-link", targets: ["scrim-link"]),
        .executable(name: "scrim-plugin-check", targets: ["scrim-plugin-check"]),
        .library(name: "ScrimPluginKit", targets: ["ScrimPluginKit", "ScrimPluginABI"]),
        // What plugins in packages of their own share.
        .library(name: "OutputSupport", targets: ["OutputSupport"]),
        .library(name: "PictureMetadata", targets: ["PictureMetadata"]),
        .library(name: "CSystem", targets: ["CSystem"]),
        .library(name: "CXkb", targets: ["CXkb"]),
        .library(name: "RowLoops", targets: ["RowLoops"]),
        .library(name: "Shape", type: .dynamic, targets: ["Shape"]),
        .library(name: "Gradient", type: .dynamic, targets: ["Gradient"]),
        .library(name: "Emitter", type: .dynamic, targets: ["Emitter"]),
        .library(name: "Replicator", type: .dynamic, targets: ["Replicator"]),
        .library(name: "Canvas", type: .dynamic, targets: ["Canvas"]),
        .library(name: "Stack", type: .dynamic, targets: ["Stack"]),
        .library(name: "Dynamics", type: .dynamic, targets: ["Dynamics"]),
        .library(name: "Offscreen", type: .dynamic, targets: ["Offscreen"]),
        .library(name: "Wayland", type: .dynamic, targets: ["Wayland"]),
        .library(name: "Png", type: .dynamic, targets: ["Png"]),
        .library(name: "Jpeg", type: .dynamic, targets: ["Jpeg"]),
        .library(name: "Svg", type: .dynamic, targets: ["Svg"]),
        .library(name: "Text", type: .dynamic, targets: ["Text"]),
        .library(name: "Pixelate", type: .dynamic, targets: ["Pixelate"]),
    ],
    dependencies: chosen.map { .package(name: $0, path: "Plugins/\($0)") },
    targets: [
        // Floor 1: the outside world and plain values.
        .systemLibrary(name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
        .systemLibrary(name: "CSpng", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CLcms2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(name: "CPango", pkgConfig: "pangoft2", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CXkb", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
        .target(
            name: "CWayland", exclude: ["protocols"],
            linkerSettings: [.linkedLibrary("wayland-client"), .linkedLibrary("wayland-cursor")]),
        // Digests are slow without the optimizer.
        .target(name: "CSystem", cSettings: [.unsafeFlags(["-O2"])]),
        .target(name: "GuardedMemory"),
        // Without its assertions, and optimized, in every configuration: what clients say must never end the process, and steps are many.
        .target(
            name: "CBox2D", exclude: ["LICENSE", "README.md"],
            cSettings: [.define("NDEBUG"), .define("B2_MAX_WORLDS", to: "4096"), .unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("m")]),
        .target(name: "InspectorPage", exclude: ["page"]),
        .target(name: "PlainJpeg", linkerSettings: [.linkedLibrary("jpeg")]),
        // Slow without the optimizer, and nothing to step through: optimized in every configuration.
        .target(name: "RowLoops", cSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("m")]),
        // cairo is loaded when a page is written; only its headers are needed here.
        .target(name: "PageWriter", cSettings: [.unsafeFlags(["-O2"])]),
        // libarchive is loaded when a pack is read or written; only its headers are needed here.
        .target(name: "PackArchive", dependencies: ["CSystem"]),
        .target(name: "ScrimPluginABI"),
        library("Constraints"),
        library("Geometry"),
        library("Reactor", ["CSystem"]),
        // Floor 2: what a picture is made with, and what objects can have.
        library("Pixels", ["CPixman", "CSpng", "Geometry", "RowLoops"]),
        library("Schema", ["Geometry"]),
        library("Expressions", ["Geometry"]),
        library("Storage", ["CSystem", "Geometry"]),
        library("ScrimPluginKit", ["ScrimPluginABI"]),
        // Floor 3: the tables of the scene.
        library("SceneTables", ["Geometry", "Schema"]),
        library("Living", ["Expressions", "Geometry"]),
        library("PictureMetadata", ["CLcms2", "ScrimPluginKit"]),
        library("OutputSupport", ["CSystem", "ScrimPluginKit"]),
        library("Typesetting", ["CPango", "CSpng", "CSystem", "ScrimPluginABI", "ScrimPluginKit"]),
        library("Vectors", ["Geometry", "PageWriter", "Pixels"]),
        library("Server", ["CSystem", "Reactor"]),
        library("DaemonClient", ["Reactor"]),
        library("Recording", ["CSystem", "Geometry", "Pixels", "Reactor", "RowLoops"]),
        // Floor 4: the scene, which puts them together.
        library("Scene", ["Constraints", "Geometry", "SceneTables", "Schema"]),
        // Floor 5: from time to what is shown, from the scene to a plan, from files to kinds.
        library("Animation", ["Geometry", "Scene", "SceneTables", "Schema"]),
        library("Frame", ["Geometry", "Scene", "SceneTables", "Schema"]),
        library(
            "PluginHost",
            ["CSystem", "Geometry", "Pixels", "Reactor", "Scene", "SceneTables", "Schema", "ScrimPluginABI"]),
        // Floor 6: from bytes to the scene, from a plan to pixels.
        library("LineProtocol", ["Animation", "Expressions", "Geometry", "Living", "Scene", "SceneTables", "Schema"]),
        library("Compositor", ["Frame", "Geometry", "Pixels", "Scene", "SceneTables", "Schema", "Vectors"]),
        library("Contents", ["CSystem", "Frame", "Geometry", "Pixels", "Reactor", "Scene", "SceneTables", "Schema"]),
        library("Input", ["Frame", "Geometry", "Scene", "SceneTables", "Schema"]),
        // Floor 7: the scene that lines change and time moves.
        library(
            "World",
            ["Animation", "Expressions", "Geometry", "LineProtocol", "Living", "Scene", "SceneTables", "Schema"]),
        // Floor 8: the daemon without its command line.
        library(
            "Service",
            [
                "Animation", "Compositor", "Contents", "Expressions", "Frame", "Geometry", "Input", "LineProtocol",
                "Living", "Pixels",
                "PluginHost", "Reactor", "Recording", "Scene", "SceneTables", "Schema", "Server", "Storage", "CSystem",
                "Vectors",
                "World",
            ]),
        // Floor 9: the programs.
        program(
            "scrimd",
            [
                "CSystem", "Geometry", "LineProtocol", "PluginHost", "Reactor", "Scene", "SceneTables", "Schema",
                "Server", "Service",
                "Storage",
                "World",
            ], isLean: true),
        // Started once for each line of a script: without shared libraries a quarter sooner.
        program(
            "scrim", ["CSystem", "Expressions", "Geometry", "PackArchive", "Storage"],
            linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),
        program("scrim-decoder", ["CSystem", "Contents", "PluginHost", "Reactor", "Schema"], isLean: true),
        program(
            "scrim-inspect",
            ["CMicroHTTPD", "CSystem", "DaemonClient", "Geometry", "InspectorPage", "LineProtocol", "Reactor"]),
        program(
            "scrim-link",
            ["CMosquitto", "CSystem", "DaemonClient", "Expressions", "Geometry", "LineProtocol", "Reactor", "Storage"]),
        program(
            "scrim-plugin-check",
            ["CSystem", "Geometry", "GuardedMemory", "Pixels", "PluginHost", "Scene", "SceneTables", "Schema"]),
        // Plugins: built with the public kit, loaded like anybody's.
        plugin("Shape"),
        plugin("Gradient"),
        plugin("Replicator"),
        plugin("Canvas", ["Typesetting"]),
        plugin("Stack"),
        plugin("Dynamics", ["CBox2D", "Expressions", "Geometry"]),
        plugin("Emitter"),
        plugin("Offscreen", ["CSystem"]),
        plugin("Wayland", ["CSystem", "CWayland", "CXkb", "OutputSupport"]),
        plugin("Png", ["CSpng", "PictureMetadata"]),
        plugin("Jpeg", ["CTurboJPEG", "PictureMetadata", "PlainJpeg"]),
        plugin("Svg", ["CRsvg"]),
        plugin("Text", ["Typesetting"]),
        plugin("Pixelate", in: "examples/plugins", besides: []),
        // Tests, and what they share.
        .executableTarget(
            name: "TestCompositor", dependencies: ["CWayland", "CXkb"], path: "Tests/TestCompositor",
            linkerSettings: [.linkedLibrary("wayland-server"), .linkedLibrary("m")]),
        .target(name: "CountedAllocations", path: "Tests/CountedAllocations"),
        .target(
            name: "TestSupport", dependencies: ["Geometry", "Scene", "SceneTables", "Schema", "Storage"],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        tests("Constraints", ["Constraints"]),
        tests("Geometry", ["Geometry"]),
        tests("Reactor", ["CSystem", "Reactor"]),
        tests("Pixels", ["CSpng", "Geometry", "Pixels", "RowLoops"]),
        tests("Schema", ["Geometry", "Schema"]),
        tests("SceneTables", ["Geometry", "SceneTables", "Schema"]),
        tests("Scene", ["Geometry", "Scene", "SceneTables", "Schema"]),
        tests("Living", ["CountedAllocations", "Expressions", "Geometry", "Living"]),
        tests("Expressions", ["CountedAllocations", "Expressions", "Geometry"]),
        tests("Animation", ["Animation", "Geometry", "Scene", "SceneTables", "Schema"]),
        tests("LineProtocol", ["Geometry", "LineProtocol", "Scene", "SceneTables", "Schema"]),
        tests(
            "World",
            ["Animation", "Expressions", "Geometry", "LineProtocol", "Scene", "SceneTables", "Schema", "World"]),
        tests("Frame", ["Frame", "Geometry", "Scene", "SceneTables", "Schema"]),
        tests(
            "PluginHost",
            [
                "CSystem", "Frame", "Geometry", "PluginHost", "Pixels", "Scene", "SceneTables", "Schema",
                "ScrimPluginABI",
            ],
            without: left(["Filters"])),
        tests(
            "Dynamics",
            ["Animation", "Geometry", "LineProtocol", "PluginHost", "Scene", "SceneTables", "Schema", "World"]),
        tests("Server", ["CSystem", "Reactor", "Server"]),
        tests(
            "Service",
            [
                "CSystem", "Expressions", "Geometry", "LineProtocol", "PluginHost", "Reactor", "Scene", "SceneTables",
                "Schema",
                "Server",
                "Service", "Storage",
                "World",
            ]),
        tests("Storage", ["CSystem", "Geometry", "Storage"]),
        tests(
            "Compositor",
            ["Animation", "Compositor", "Frame", "Geometry", "Pixels", "Scene", "SceneTables", "Schema", "Vectors"]),
        tests("Vectors", ["Geometry", "Pixels", "Vectors"]),
        tests("Contents", ["CSystem", "Contents", "Pixels", "PluginHost", "Reactor"]),
        tests("Recording", ["Geometry", "Pixels", "Reactor", "Recording"]),
        tests("Input", ["Frame", "Geometry", "Input", "Scene", "SceneTables", "Schema"]),
        tests(
            "EndToEnd",
            ["CSystem"] + module("CGnutls", of: "Vnc") + module("CVnc", of: "Vnc") + module("CXcb", of: "X11"),
            without: left(["Compositors", "Drm", "Inspect", "Pipewire", "Video", "Vnc", "X11"])),
    ]
)

for targets in left(programs.keys.sorted()).compactMap({ programs[$0] }) {
    package.products.removeAll { $0.name == targets[0] }
    package.targets.removeAll { targets.contains($0.name) }
}
if !chosen.isEmpty {
    package.targets.append(
        .target(name: "ChosenPlugins", dependencies: chosen.map { .product(name: $0, package: $0) }))
}
if chosen.contains("Pipewire") {
    package.targets.append(
        .executableTarget(
            name: "VideoConsumer", dependencies: module("CPipewire", of: "Pipewire"), path: "Tests/VideoConsumer",
            linkerSettings: [.linkedLibrary("pipewire-0.3")]))
}

// `make build` compiles none of the tests' code.
if Context.environment["SCRIM_RELEASE"] != nil {
    package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
}

for target in package.targets where target.path == nil && target.type != .test {
    let folder = folders.first { $0.value.contains(target.name) }?.key ?? "System"
    target.path = ["Sources", folder, target.name].filter { !$0.isEmpty }.joined(separator: "/")
}
