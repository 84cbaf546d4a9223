import Geometry
import Glibc
import PluginHost
import Scene
import Schema
import Testing

extension PluginTests {
    @Test func firstOneFoundCounts() throws {
        let shop = try Workshop.bad()
        let other = try Workshop.bad()
        shop.write("sub.scrimplugin", "id Third\nversion 1\nabi 1\nlibrary libbad.so\nkind bad layer\n")
        shop.write("wrong.scrimplugin", "id")
        let third = Workshop()
        third.host.discover(in: ["/nonexistent", shop.folder, other.folder])
        #expect(third.host.list.map(\.id) == ["Bad"] && third.registry.promised == ["bad"])
        #expect(third.events(.duplicate).count == 2 && third.events(.malformed).count == 1)
        _ = try third.registry.find("bad")
        #expect(third.host.list[0].path == "\(shop.folder)/libbad.so")
    }

    @Test func librariesElsewhere() throws {
        let shop = try Workshop.bad()
        let tree = Workshop()
        tree.write("bad.scrimplugin", Workshop.manifest)
        tree.host.discover(in: [tree.folder], libraries: ["/nonexistent", shop.folder])
        #expect(try tree.registry.find("bad") != nil && tree.host.list[0].path == "\(shop.folder)/libbad.so")
        let missing = Workshop()
        missing.write("bad.scrimplugin", Workshop.manifest)
        missing.host.discover(in: [missing.folder])
        #expect(throws: SceneError.self) { _ = try missing.registry.find("bad") }
    }

    @Test func loadByPath() throws {
        let files = Workshop()
        try files.build()
        files.write("bad.scrimplugin", Workshop.manifest)
        for name in ["libbad.so", "bad.scrimplugin"] {
            let shop = Workshop()
            #expect(try shop.host.load(path: "\(files.folder)/\(name)") == "Bad")
            #expect(shop.registry.loaded("bad") != nil && shop.registry.promised.isEmpty)
            #expect(throws: SceneError.self) { try shop.host.load(path: "\(files.folder)/\(name)") }
        }
        let shop = Workshop()
        #expect(throws: SceneError.self) { try shop.host.load(path: "\(files.folder)/none.so") }
        try files.build("NO_DRAW")
        #expect(throws: SceneError.self) { try shop.host.load(path: "\(files.folder)/libbad.so") }
        #expect(throws: SceneError.self) { try shop.host.load(path: "\(files.folder)/bad.scrimplugin") }
        #expect(shop.host.list.isEmpty && shop.registry.promised.isEmpty, "a refusal leaves no trace")
    }

    /// Numbers of descriptors come again, and the loader knows images by their names.
    @Test func noDescriptorIsKeptAndNoImageFoundAgain() throws {
        func descriptors() -> Int { (0..<256).count { fcntl($0, F_GETFD) >= 0 } }
        let shop = try Workshop.bad()
        _ = try shop.registry.find("bad")
        let before = descriptors()
        for (define, added) in [("V2", true), ("NO_ENTRY", true), ("NONE", false), ("NO_DRAW", false), ("V2", true)] {
            try shop.build(define)
            _ = try? shop.host.reload("Bad", in: shop.scene)
            let kind = try #require(shop.registry.loaded("bad"))
            let property = shop.registry[kind].properties.first { $0.name == "added" }
            #expect((property?.isReadOnly == false) == added, "\(define)")
        }
        #expect(descriptors() == before)
        #expect(shop.events(.refused).count == 2)
    }

    @Test func whatIsNoFileIsNotWaitedFor() throws {
        let shop = Workshop()
        for name in ["libbad.so", "bad.scrimplugin"] {
            unsafe mkfifo("\(shop.folder)/\(name)", 0o600)
            let path = "\(shop.folder)/\(name)"
            #expect(throws: SceneError(.io, "\"\(path)\" is not a file")) { try shop.host.load(path: path) }
        }
        #expect(throws: SceneError(.io, "\"/dev/zero\" is not a file")) { try shop.host.load(path: "/dev/zero") }
    }

    @Test func loadAnotherFileThanTheOneFound() throws {
        let (found, other) = (try Workshop.bad("NO_DRAW"), Workshop())
        try other.build()
        try found.host.load(path: "\(other.folder)/libbad.so")
        #expect(found.host.list.map(\.path) == ["\(other.folder)/libbad.so"] && found.host.list[0].state == .loaded)
        try found.host.unload("Bad", in: found.scene)
        #expect(throws: SceneError.self) { try found.host.load(path: "\(found.folder)/libbad.so") }
        #expect(found.host.list[0].path == "\(other.folder)/libbad.so" && found.host.list[0].state == .unloaded)
    }

    @Test func theValidator() throws {
        let shop = try Workshop.bad()
        func check(_ words: String) -> Int32 {
            unsafe system("'\(Workshop.products)/scrim-plugin-check' \(words) > '\(shop.folder)/said' 2>&1") >> 8
        }
        #expect(check("") == 64 && check("--what") == 64 && check("--help") == 0)
        #expect(check("'\(shop.folder)/bad.scrimplugin' '\(Workshop.products)/libOffscreen.so'") == 0)
        for define in ["CRASHES", "NO_DRAW", "RESTORES", "NULL_ENTRY"] {
            try shop.build(define)
            #expect(check("'\(shop.folder)/libbad.so'") == 1, "\(define)")
        }
        let wrong = [
            "OVERRUN": "something was read or written behind memory of 32 bytes",
            "OVERRUN_ODD": "something was written behind memory of 13 bytes",
            "LATE_READ": "memory of 13 bytes was used after it was given back",
        ]
        for (define, message) in wrong {
            try shop.build(define)
            #expect(check("'\(shop.folder)/libbad.so'") == 1, "\(define)")
            #expect(shop.read("said").contains("defaults  failed   \(message)"), "\(shop.read("said"))")
        }
    }

    @Test func unloading() throws {
        let shop = try Workshop.bad()
        #expect(throws: SceneError.self) { try shop.host.unload("Bad", in: shop.scene) }
        #expect(throws: SceneError.self) { try shop.host.unload("Nobody", in: shop.scene) }
        let slot = try shop.layer("bad")
        _ = shop.host.drawings.drawing(of: slot, in: shop.scene)
        #expect(throws: SceneError(.busy, "\"a\" is a bad")) { try shop.host.unload("Bad", in: shop.scene) }
        try shop.scene.objects.remove(slot)
        try shop.host.unload("Bad", in: shop.scene)
        #expect(shop.host.list[0].state == .unloaded && shop.host.drawings.count == 0)
        let again = try shop.layer("bad")
        #expect(shop.host.drawings.drawing(of: again, in: shop.scene) != nil && shop.host.list[0].state == .active)
    }

    @Test func reloading() throws {
        let shop = try Workshop.bad()
        let (low, high) = (try shop.layer("bad", "low"), try shop.layer("bad", "high"))
        try shop.set(low, "level", .number(4))
        try shop.set(high, "level", .number(6))
        try shop.set(low, "mode", .choice(200))
        let level = try #require(shop.scene.kind(of: low).property(named: "level"))
        _ = shop.host.drawings.drawing(of: low, in: shop.scene)

        // A file that is refused changes nothing.
        try shop.build("NO_DRAW")
        #expect(throws: SceneError.self) { try shop.host.reload("Bad", in: shop.scene) }
        #expect(try shop.get(high, "level") == .number(6) && shop.host.list[0].state == .active)
        #expect(shop.host.drawings.drawing(of: low, in: shop.scene)?.paths[0].points[1] == Point(4, 0))

        try shop.build("V2")
        #expect(try shop.host.reload("Bad", in: shop.scene).sorted() == [low, high].sorted())
        #expect(shop.host.drawings.count == 0 && shop.host.list[0].state == .loaded)
        // A number stays a property's for good; what no longer fits is the default.
        #expect(shop.scene.kind(of: low).property(named: "level") == level)
        #expect(try shop.get(low, "level") == .number(4) && shop.get(high, "level") == .number(1))
        #expect(try shop.get(low, "added") == .string("new") && shop.get(low, "mode") == .choice(0))
        #expect(throws: SceneError.self) { try shop.set(low, "mode", .choice(1)) }
        #expect(shop.host.drawings.drawing(of: low, in: shop.scene)?.paths[0].points[1] == Point(4, 0))

        // And back: the relic lives again.
        try shop.build()
        try shop.host.reload("Bad", in: shop.scene)
        try shop.set(low, "mode", .choice(255))
        #expect(try shop.get(low, "level") == .number(4))
        #expect(shop.host.drawings.drawing(of: low, in: shop.scene) != nil)
    }

    @Test func anObjectIsNotItsPredecessor() throws {
        let shop = try Workshop.bad()
        let first = try shop.layer("bad")
        _ = shop.host.drawings.drawing(of: first, in: shop.scene)
        try shop.scene.objects.remove(first)
        let second = try shop.layer("bad", "b")
        try #require(first == second, "the place is taken again")
        _ = shop.host.drawings.drawing(of: second, in: shop.scene)
        #expect(shop.host.drawings.count == 1 && shop.events(.strike).isEmpty)
    }

    @Test func theExampleBuildsAsItsReadmeSays() throws {
        let shop = Workshop()
        let folder = "\(Workshop.root)/examples/plugins/star"
        let status = unsafe system(
            "cp '\(folder)/star.scrimplugin' '\(shop.folder)' && cd '\(shop.folder)' && cc -std=c11 -Wall -Wextra -Werror "
                + "-O2 -shared -fPIC -I'\(Workshop.root)/Sources/ScrimPluginABI/include' '\(folder)/star.c' -lm -o libstar.so"
        )
        try #require(status == 0)
        shop.host.discover(in: [shop.folder])
        let slot = try shop.layer("star")
        #expect(shop.host.drawings.usesBounds(slot, in: shop.scene))
        #expect(!shop.host.drawings.usesBounds(Scene.root, in: shop.scene))
        try shop.set(slot, "points", .number(4))
        try shop.set(slot, "fillColor", .color(Color(255, 215, 0)))
        let drawing = try #require(shop.host.drawings.drawing(of: slot, in: shop.scene))
        #expect(drawing.operations == [.fill(path: 0, rule: .nonZero, color: Color(255, 215, 0))])
        #expect(drawing.paths[0].commands.count == 9 && drawing.paths[0].points[0] == Point(20, 0))
        try shop.set(slot, "fillColor", .none)
        #expect(shop.host.drawings.drawing(of: slot, in: shop.scene)?.isEmpty == true)
    }
}
