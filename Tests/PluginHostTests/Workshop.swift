import Geometry
import Glibc
import PluginHost
import Scene
import Schema
import TestSupport
import Testing

/// Everything that loads code: one at a time, as the daemon does.
@Suite(.serialized) struct PluginTests {}

/// A folder to build plugins in, a host, and what it reported.
final class Workshop {
    private let files = TemporaryFolder()
    let registry = KindRegistry()
    let host: PluginHost
    private(set) var events: [PluginEvent] = []
    private(set) lazy var scene = Scene(
        kinds: registry,
        output: registry.add(Kind(name: "screen", family: .output, help: "", properties: OutputProperty.schema)))
    var time: UInt64 = 0

    static let root = Places.checkout
    /// Where the build puts libraries: beside the test program.
    static let products = Places.products

    init() {
        var tick: () -> UInt64 = { 0 }
        host = PluginHost(registry: registry) { tick() }
        tick = { [weak self] in
            self?.time += 10
            return self?.time ?? 0
        }
        host.onEvent = { [weak self] in self?.events.append($0) }
    }

    var folder: String { files.path }

    func events(_ what: PluginEvent.What) -> [String] { events.filter { $0.what == what }.map(\.message) }

    func read(_ name: String) -> String { files.read(name) }
    func write(_ name: String, _ text: String) { files.write(name, text.utf8) }

    /// Builds Tests/Fixtures/Plugins/bad.c as libbad.so.
    func build(_ define: String = "NONE") throws {
        let include = "\(Self.root)/Sources/ScrimPluginABI/include"
        let source = "\(Self.root)/Tests/Fixtures/Plugins/bad.c"
        let status = unsafe system(
            "cc -std=c11 -w -shared -fPIC -D\(define) -I'\(include)' '\(source)' -lm -o '\(folder)/libbad.so'")
        try #require(status == 0)
    }

    static let manifest = "id Bad\nversion 1\nabi 1\nlibrary libbad.so\nkind bad layer\n"

    /// A host that has found the fixture `define`.
    static func bad(_ define: String = "NONE") throws -> Workshop {
        let shop = Workshop()
        try shop.build(define)
        shop.write("bad.scrimplugin", manifest)
        shop.host.discover(in: [shop.folder])
        return shop
    }

    /// A layer of a plugin's kind.
    func layer(_ kind: String, _ name: String = "a") throws -> Slot {
        let id = try #require(try registry.find(kind))
        let slot = try scene.objects.create(name, id)
        try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(0, 0, 40, 20)))
        return slot
    }

    func set(_ slot: Slot, _ name: String, _ value: Value) throws {
        try scene.set(slot, #require(scene.kind(of: slot).property(named: name)), value)
    }

    func get(_ slot: Slot, _ name: String) throws -> Value {
        try scene.value(slot, #require(scene.kind(of: slot).property(named: name)))
    }
}
