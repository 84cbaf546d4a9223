import Geometry
import Glibc
import Pixels
import Reactor
import SceneTables
import Schema
import TestSupport
import Testing

@testable import PluginHost
@testable import Scene

extension PluginTests {
    /// The deeds of Tests/Fixtures/Plugins/hostile.c.
    enum Deed: Double {
        case order, crash, loop, sleep, exit, abort, stop, garbage, longReply, early, memory, system, slow, scribble,
            log
        case overrun, slowTwice, glyph, flags, countAlone
    }

    /// The hostile plugin, in a process of its own.
    final class Enemy {
        let shop: Workshop
        let host: PluginHost
        private(set) lazy var behaviors = host.makeBehaviors(shop.scene)

        init(_ define: String = "NONE", trust: PluginTrust = .user) throws {
            shop = Workshop()
            host = shop.host
            host.worker = "\(Workshop.products)/scrim-decoder"
            // On a busy machine too.
            host.mayWaitLong = true
            try build(define)
            shop.write(
                "hostile.scrimplugin",
                "id Hostile\nversion 1\nabi 1\nlibrary libhostile.so\nkind hostile layer\nkind spoil filter\nkind drift behavior\n"
            )
            host.discover(in: [shop.folder], trust: trust)
        }

        func build(_ define: String = "NONE") throws {
            let root = Workshop.root
            let command =
                "cc -std=gnu11 -w -shared -fPIC -D\(define) -I'\(root)/Sources/ScrimPluginABI/include' "
                + "'\(root)/Tests/Fixtures/Plugins/hostile.c' -o '\(shop.folder)/libhostile.so' -lpthread"
            try #require(unsafe system(command) == 0)
        }

        func layer(_ deed: Deed = .order, level: Double = 5, name: String = "a") throws -> Slot {
            let slot = try shop.layer("hostile", name)
            try shop.set(slot, "deed", .number(deed.rawValue))
            try shop.set(slot, "level", .number(level))
            return slot
        }

        func draw(_ slot: Slot) throws -> Drawing { try #require(host.drawings.drawing(of: slot, in: shop.scene)) }

        /// The drawing of a level.
        func isInOrder(_ drawing: Drawing, level: Double = 5) -> Bool {
            drawing.operations == [.fill(path: 0, rule: .nonZero, color: Color(0x10, 0x20, 0x30))]
                && drawing.paths[0].points == [Point(0, 0), Point(level, 0), Point(level, 20)]
        }

        var process: Int32? { host.list.first?.process }
    }

    @Test func inAProcessOfItsOwn() throws {
        let enemy = try Enemy()
        let slot = try enemy.layer()
        #expect(enemy.isInOrder(try enemy.draw(slot)))
        let process = try #require(enemy.process)
        #expect(enemy.host.list[0].isIsolated && process != getpid() && kill(process, 0) == 0)
        // Nothing of the library is here.
        #expect(unsafe dlopen("\(enemy.shop.folder)/libhostile.so", RTLD_NOLOAD | RTLD_NOW) == nil)
        try enemy.shop.set(slot, "level", .number(7))
        #expect(enemy.isInOrder(try enemy.draw(slot), level: 7) && enemy.process == process)
        try enemy.shop.scene.objects.remove(slot)
        enemy.host.drawings.objectRemoved(slot)
        #expect(enemy.host.drawings.count == 0)
        try enemy.host.unload("Hostile", in: enemy.shop.scene)
        #expect(enemy.process == nil && kill(process, 0) != 0)
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer(name: "b"))) && enemy.shop.events(.strike).isEmpty)
    }

    @Test(
        arguments: [
            (.crash, "its process crashed (Segmentation fault)"), (.exit, "its process ended with status 3"),
            (.abort, "its process crashed (Aborted)"), (.garbage, "its process gave a wrong answer"),
            (.longReply, "its process gave a wrong answer"), (.early, "its process gave a wrong answer"),
            (.memory, "draw gave noMemory"),
        ] as [(Deed, String)])
    func aFaultCostsAStrike(_ deed: Deed, _ fault: String) throws {
        let enemy = try Enemy()
        let (good, bad) = (try enemy.layer(), try enemy.layer(level: 3, name: "b"))
        #expect(try enemy.isInOrder(enemy.draw(good)) && enemy.isInOrder(enemy.draw(bad), level: 3))
        try enemy.shop.set(bad, "deed", .number(deed.rawValue))
        for strike in 1...2 {
            // The drawing before stays, and others are drawn.
            #expect(enemy.isInOrder(try enemy.draw(bad), level: 3))
            #expect(enemy.shop.events(.strike).last == "hostile: \(fault) (\(strike) of 3)")
            #expect(enemy.isInOrder(try enemy.draw(good)))
        }
        _ = try enemy.draw(bad)
        #expect(enemy.shop.events(.suspended) == ["hostile is suspended: \(fault)"])
        #expect(try enemy.draw(good).operations.count == 2, "the placeholder")

        #expect(try enemy.host.reload("Hostile", in: enemy.shop.scene).count == 2)
        #expect(enemy.isInOrder(try enemy.draw(good)) && enemy.host.list[0].state == .active)
    }

    @Test(arguments: [.loop, .sleep, .stop] as [Deed]) func whatNeverEndsHoldsUpNothing(_ deed: Deed) throws {
        let enemy = try Enemy()
        let slot = try enemy.layer()
        #expect(enemy.isInOrder(try enemy.draw(slot)))
        try enemy.shop.set(slot, "deed", .number(deed.rawValue))
        enemy.host.mayWaitLong = false
        var turns = 0
        while enemy.shop.events(.strike).isEmpty {
            // As the daemon does, between other things.
            #expect(enemy.isInOrder(try enemy.draw(slot)))
            let awaited = enemy.host.drawings.takeAwaited()
            #expect(awaited == (enemy.shop.events(.strike).isEmpty ? [enemy.shop.scene.id(of: slot)] : []))
            usleep(5000)
            turns += 1
        }
        #expect(turns > 10 && enemy.shop.events(.strike) == ["hostile: its process took longer than a second (1 of 3)"])
        try enemy.shop.set(slot, "deed", .number(0))
        try enemy.shop.set(slot, "level", .number(9))
        enemy.host.mayWaitLong = true
        #expect(enemy.isInOrder(try enemy.draw(slot), level: 9))
    }

    @Test func whatIsLateComesLater() throws {
        let enemy = try Enemy()
        let (slow, good) = (try enemy.layer(.slowTwice, level: 8), try enemy.layer(name: "b"))
        enemy.host.mayWaitLong = false
        // There is none from before: nothing, and the sublayers.
        let (first, second) = (try enemy.draw(slow), try enemy.draw(good))
        #expect(first.operations.isEmpty && second.operations.isEmpty && second.copies.count == 1)
        #expect(enemy.host.drawings.takeAwaited() == [slow, good].map { enemy.shop.scene.id(of: $0) })
        try waitUntil { enemy.isInOrder(try enemy.draw(slow), level: 8) }
        try waitUntil { enemy.isInOrder(try enemy.draw(good)) }
        // An answer to what is asked no more is of no use.
        let other = try enemy.layer(.slowTwice, level: 2, name: "c")
        _ = try enemy.draw(other)
        try enemy.shop.set(other, "level", .number(6))
        try waitUntil { enemy.isInOrder(try enemy.draw(other), level: 6) }
        #expect(enemy.shop.events(.strike).isEmpty)
        // With the clock standing still the drawing is waited for.
        enemy.host.mayWaitLong = true
        _ = enemy.host.drawings.takeAwaited()
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer(.slow, level: 4, name: "d")), level: 4))
        #expect(enemy.host.drawings.takeAwaited().isEmpty)
    }

    private func waitUntil(_ condition: () throws -> Bool) throws {
        for _ in 0..<2000 {
            if try condition() { return }
            usleep(5000)
        }
        Issue.record("it never came")
    }

    @Test func killedInTheMiddle() throws {
        let enemy = try Enemy()
        let slot = try enemy.layer()
        #expect(enemy.isInOrder(try enemy.draw(slot)))
        for strike in 1...2 {
            kill(try #require(enemy.process), SIGKILL)
            #expect(enemy.isInOrder(try enemy.draw(slot)))
            #expect(enemy.shop.events(.strike).last == "hostile: its process crashed (Killed) (\(strike) of 3)")
            try enemy.shop.set(slot, "level", .number(Double(strike)))
            #expect(enemy.isInOrder(try enemy.draw(slot), level: Double(strike)))
            try enemy.shop.set(slot, "level", .number(5))
            #expect(enemy.isInOrder(try enemy.draw(slot)))
        }
    }

    /// Replies that change while they are read, at any place.
    @Test func scribblesOverTheSharedMemory() throws {
        let enemy = try Enemy()
        let slot = try enemy.layer(.scribble)
        for round in 0..<8 {
            for level in 0..<30 {
                try enemy.shop.set(slot, "level", .number(Double(level)))
                _ = try enemy.draw(slot)
                _ = enemy.host.drawings.naturalSize(of: slot, width: 20, in: enemy.shop.scene)
            }
            #expect(enemy.host.list[0].stats.calls > round)
            try enemy.host.reload("Hostile", in: enemy.shop.scene)
        }
        try enemy.shop.set(slot, "deed", .number(0))
        try enemy.shop.set(slot, "level", .number(5))
        #expect(enemy.isInOrder(try enemy.draw(slot)))
    }

    @Test func whatAProcessOfAPluginCannot() throws {
        let enemy = try Enemy("LOADS")
        let slot = try enemy.layer(.system, level: 5)
        #expect(enemy.isInOrder(try enemy.draw(slot), level: 0))
    }

    @Test func logLinesAreBounded() throws {
        let enemy = try Enemy()
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer(.log))))
        #expect(enemy.shop.events(.log) == [String](repeating: "again", count: 256))
    }

    @Test func aBadStart() throws {
        let enemy = try Enemy("ENTRY_CRASHES")
        let error = #expect(throws: SceneError.self) { _ = try enemy.shop.registry.find("hostile") }
        #expect(error?.message == "the plugin \"Hostile\": its process crashed (Aborted) while it was loaded")
        #expect(error?.code == .plugin)
        try enemy.build()
        try enemy.host.load(path: "\(enemy.shop.folder)/hostile.scrimplugin")
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer())))
        enemy.host.worker = "/nonexistent/program"
        #expect(throws: SceneError.self) { try enemy.host.reload("Hostile", in: enemy.shop.scene) }
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer(name: "b"))), "the old one goes on")
    }

    @Test(arguments: [
        ("LOAD_HANGS", "it was not loaded within 2 s"),
        ("LOAD_EATS", "its process crashed (Segmentation fault) while it was loaded"),
    ]) func aStartWithoutEnd(_ define: String, _ fault: String) throws {
        let enemy = try Enemy(define)
        // A busy machine fills and frees the memory of a process slowly.
        if define == "LOAD_EATS" { enemy.host.loadingTime = 60_000_000_000 }
        let refusal = SceneError(.plugin, "the plugin \"Hostile\": \(fault)")
        #expect(throws: refusal) { _ = try enemy.shop.registry.find("hostile") }
        #expect(enemy.process == nil && enemy.host.list[0].state == .refused)
        // It is not tried again by itself.
        #expect(throws: refusal) { _ = try enemy.shop.registry.find("hostile") }
        #expect(throws: SceneError(.plugin, fault)) {
            try enemy.host.load(path: "\(enemy.shop.folder)/libhostile.so")
        }
        try enemy.build()
        try enemy.host.load(path: "\(enemy.shop.folder)/hostile.scrimplugin")
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer())))
    }

    @Test func librariesOfItsOwnAreFound() throws {
        let enemy = try Enemy()
        let folder = enemy.shop.folder
        let source = "\(Workshop.root)/Tests/Fixtures/Plugins/hostile.c"
        let include = "\(Workshop.root)/Sources/ScrimPluginABI/include"
        let commands = [
            "mkdir '\(folder)/inner'", "echo 'int inner(void) { return 1; }' >'\(folder)/inner.c'",
            "cc -shared -fPIC -o '\(folder)/inner/libinner.so' '\(folder)/inner.c'",
            "cc -std=gnu11 -w -shared -fPIC -I'\(include)' '\(source)' -o '\(folder)/libhostile.so' -lpthread "
                + "-L'\(folder)/inner' -Wl,--no-as-needed -linner -Wl,-rpath,'$ORIGIN/inner'",
        ]
        for command in commands { try #require(unsafe system(command) == 0) }
        #expect(SearchPath.folders(of: "\(folder)/libhostile.so") == ["\(folder)/inner"])
        #expect(SearchPath.folders(of: "\(folder)/inner.c") == [] && SearchPath.folders(of: "/dev/null") == [])
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer())))
    }

    /// An output, or what was let in, runs in the daemon, but not before it was looked at in a process.
    @Test func whatRunsHereIsLoadedElsewhereFirst() throws {
        let enemy = try Enemy("LOAD_HANGS")
        enemy.shop.write(
            "hostile.scrimplugin",
            "id Inside\nversion 1\nabi 1\nlibrary libhostile.so\nisolation none\nkind hostile2 layer\n")
        enemy.host.discover(in: ["\(enemy.shop.folder)/."], trust: .user)
        let error = #expect(throws: SceneError.self) { _ = try enemy.shop.registry.find("hostile2") }
        #expect(error?.code == .plugin)
        #expect(unsafe dlopen("\(enemy.shop.folder)/libhostile.so", RTLD_NOLOAD | RTLD_NOW) == nil)
    }

    @Test func theLoopGoesOnWhileOneIsLoaded() throws {
        let enemy = try Enemy("LOAD_HANGS")
        let reactor = try Reactor()
        var opened = 0
        enemy.host.reactor = reactor
        enemy.host.canWait = { true }
        enemy.host.onOpened = { opened += 1 }
        let error = #expect(throws: SceneError.self) { _ = try enemy.shop.registry.find("hostile") }
        #expect(error?.code == .busy && enemy.host.takeAwaited() && !enemy.host.takeAwaited())
        #expect(enemy.host.list[0].state == .found)
        // Another that asks does not begin anew, and both are told.
        #expect(throws: SceneError.self) { _ = try enemy.shop.registry.find("hostile") }
        for _ in 0..<1000 where opened == 0 { try reactor.turn(timeout: 20) }
        #expect(opened == 1 && enemy.host.list[0].state == .refused)
        let after = #expect(throws: SceneError.self) { _ = try enemy.shop.registry.find("hostile") }
        #expect(after?.code == .plugin)
        // One that is in order is there behind a few turns.
        try enemy.build()
        #expect(throws: SceneError.self) {
            try enemy.host.load(path: "\(enemy.shop.folder)/hostile.scrimplugin")
        }
        enemy.host.onOpened = {
            opened += 1
            enemy.host.canWait = { false }
            #expect(throws: Never.self) { try enemy.host.load(path: "\(enemy.shop.folder)/hostile.scrimplugin") }
        }
        for _ in 0..<1000 where opened == 1 { try reactor.turn(timeout: 20) }
        #expect(enemy.isInOrder(try enemy.draw(try enemy.layer())))
    }

    @Test func decodersOfOthersAreLookedAtFirst() throws {
        let enemy = try Enemy("LOAD_HANGS")
        enemy.shop.write(
            "png2.scrimplugin", "id Png2\nversion 1\nabi 1\nlibrary libPng.so\ndecoder png2 image/png png\n")
        enemy.shop.write(
            "bad2.scrimplugin", "id Bad2\nversion 1\nabi 1\nlibrary libhostile.so\ndecoder bad2 image/x-bad bad\n")
        let shop = Workshop()
        shop.host.worker = enemy.host.worker
        shop.host.discover(in: [enemy.shop.folder], libraries: [Workshop.products], trust: .user)
        #expect(shop.host.decoderLibraries.isEmpty)
        shop.host.checkDecoders()
        #expect(shop.host.decoderLibraries == [PluginHost.othersFollow, "\(Workshop.products)/libPng.so"])
        #expect(shop.events(.refused).count == 1 && shop.events(.refused)[0].contains("not loaded within 2 s"))
    }

    @Test func anotherFileInItsPlace() throws {
        let enemy = try Enemy()
        let slot = try enemy.layer()
        _ = try enemy.draw(slot)
        try enemy.shop.build()
        try #require(unsafe rename("\(enemy.shop.folder)/libbad.so", "\(enemy.shop.folder)/libhostile.so") == 0)
        kill(try #require(enemy.process), SIGKILL)
        #expect(try enemy.isInOrder(enemy.draw(slot)) && enemy.isInOrder(enemy.draw(slot)))
        #expect(
            enemy.shop.events(.strike).last == "hostile: its process is of another file; reload it (2 of 3)")
    }

    @Test func naturalSizes() throws {
        let enemy = try Enemy()
        let slot = try enemy.layer()
        func size(_ width: Double) -> Size? {
            enemy.host.drawings.naturalSize(of: slot, width: width, in: enemy.shop.scene)
        }
        #expect(size(.infinity) == Size(50, 20) && size(30) == Size(30, 20))
        try enemy.shop.set(slot, "deed", .number(Deed.loop.rawValue))
        enemy.host.mayWaitLong = false
        #expect(
            size(30) == nil && enemy.shop.events(.strike) == ["hostile: its process took longer than 250 ms (1 of 3)"])
    }

    /// A request says whether the properties are those of the measure before; a new process had none.
    @Test func whatIsUnchangedIsTold() throws {
        let enemy = try Enemy()
        let slot = try enemy.layer(.flags)
        let scene = enemy.shop.scene
        let flags = { (width: Double) in enemy.host.drawings.naturalSize(of: slot, width: width, in: scene)?.height }
        #expect(flags(30) == 0)
        // As a layout notes it.
        scene.layouts.measured[slot] = MeasuredSize()
        #expect(flags(31) == 1)
        kill(try #require(enemy.process), SIGKILL)
        #expect(flags(32) == nil && enemy.shop.events(.strike).count == 1)
        _ = try enemy.draw(slot)
        #expect(flags(33) == 0 && flags(34) == 1)
    }

    /// Numbers appended to a struct arrive, if the plugin's header has them.
    @Test func charactersOfGlyphs() throws {
        let enemy = try Enemy()
        let drawing = try enemy.draw(try enemy.layer(.glyph))
        #expect(
            drawing.glyphs.map(\.character) == [nil, "B"]
                && drawing.runs[0].glyphs.map(\.at) == [Point(1, 2), Point(3, 4)])
    }

    @Test func computedLists() throws {
        let enemy = try Enemy()
        let slot = try enemy.layer()
        enemy.shop.scene.services.measurer = enemy.host.drawings
        func spots(_ level: Double) throws -> Value {
            try enemy.shop.set(slot, "level", .number(level))
            return try enemy.shop.get(slot, "spots")
        }
        #expect(try spots(0) == .list([]))
        #expect(try spots(2) == .list([.rect(Rect(3, 4, 5, 6)), .rect(Rect(7, 8, 9, 10))]))
        #expect(enemy.shop.events(.strike).isEmpty)
        #expect(try spots(-1) == .list([]))
        #expect(enemy.shop.events(.strike) == ["hostile: compute_list gave 5 numbers (1 of 3)"])
    }

    // MARK: Filters

    @Test func filters() throws {
        let enemy = try Enemy()
        func apply(_ deed: Deed, _ width: Int = 30, _ height: Int = 20) throws -> Bitmap {
            let (source, target) = (try Bitmap(width: width, height: height), try Bitmap(width: width, height: height))
            for x in 0..<width where height > 1 { source[x, 1] = 0xFF00_00FF }
            let function = FilterFunction(.plugin, name: "spoil", arguments: [deed.rawValue])
            let filter = try #require(enemy.host.filter(function, map: .identity))
            filter.apply(source, at: PixelPoint(3, 4), into: target, at: PixelPoint(3, 4))
            return target
        }
        for (width, height) in [(30, 20), (1, 1), (2000, 1500), (7, 3)] {
            let picture = try apply(.order, width, height)
            #expect(picture[width - 1, height - 1] == 0xFF00_0000 | UInt32((width + 2) * 7 + height + 3))
            #expect(picture[0, 0] == 0xFF00_0000 | UInt32(3 * 7 + 4))
        }
        // How heavy one is comes along from there.
        let shops = [builtIns(isIsolated: false), builtIns(isIsolated: true)]
        let weights = shops.map {
            $0.host.filter(FilterFunction(.plugin, name: "noise", arguments: [1]), map: .identity)?.weight
        }
        if Places.has("Filters") {
            #expect(weights == [14, 14] && shops[1].host.list.contains { $0.isIsolated })
        }
        // What is written beside the target ends the process, and leaves the picture as it was.
        let unfiltered = try apply(.overrun)
        #expect(unfiltered[5, 1] == 0xFF00_00FF && unfiltered[5, 2] == 0)
        #expect(try apply(.crash)[5, 1] == 0xFF00_00FF && apply(.order)[0, 0] == 0xFF00_0000 | UInt32(3 * 7 + 4))
        #expect(
            enemy.shop.events(.strike) == [
                "spoil: its process crashed (Segmentation fault) (1 of 3)",
                "spoil: its process crashed (Segmentation fault) (2 of 3)",
            ])
    }

    // MARK: Many

    @Test func tenThousandLayersOnTwoOutputs() throws {
        let enemy = try Enemy()
        let slots = try (0..<10_000).map { try enemy.layer(level: Double($0 % 100), name: "n\($0)") }
        for _ in 0..<2 {
            for (number, slot) in slots.enumerated() {
                try #require(enemy.isInOrder(try enemy.draw(slot), level: Double(number % 100)))
            }
        }
        #expect(enemy.host.drawings.count == 10_000)
        for slot in slots {
            try enemy.shop.scene.objects.remove(slot)
            enemy.host.drawings.objectRemoved(slot)
        }
        #expect(enemy.host.drawings.count == 0 && enemy.shop.events(.strike).isEmpty)
    }

    // MARK: Trust

    @Test func whoIsIsolated() throws {
        func isIsolated(_ line: String, _ trust: PluginTrust?) throws -> Bool {
            let shop = Workshop()
            shop.host.worker = "\(Workshop.products)/scrim-decoder"
            try shop.build()
            shop.write("bad.scrimplugin", Workshop.manifest + line)
            if let trust {
                shop.host.discover(in: [shop.folder], trust: trust)
                _ = try shop.registry.find("bad")
            } else if line.hasSuffix("# above\n") {
                // The folder above one that the user named is not the user's.
                try #require(unsafe mkdir("\(shop.folder)/inner", 0o700) == 0)
                shop.host.discover(in: ["\(shop.folder)/inner"], trust: .user)
                try shop.host.load(path: "\(shop.folder)/inner/../bad.scrimplugin")
            } else {
                try shop.host.load(path: "\(shop.folder)/bad.scrimplugin")
            }
            return shop.host.list[0].isIsolated
        }
        #expect(try !isIsolated("", .own) && isIsolated("", .user) && isIsolated("", nil))
        #expect(try isIsolated("isolation process\n", .own) && isIsolated("isolation process\n", .user))
        #expect(try !isIsolated("isolation none\n", .own) && !isIsolated("isolation none\n", .user))
        #expect(try isIsolated("isolation none\n", nil), "a client has no say")
        #expect(try isIsolated("isolation none\n# above\n", nil))
    }

    @Test func aLibraryWithoutAManifest() throws {
        let shop = Workshop()
        shop.host.worker = "\(Workshop.products)/scrim-decoder"
        try shop.build()
        #expect(try shop.host.load(path: "\(shop.folder)/libbad.so") == "Bad" && shop.host.list[0].isIsolated)
        // Outputs have descriptors to wait for.
        #expect(try shop.host.load(path: "\(Workshop.products)/libOffscreen.so") == "Offscreen")
        #expect(shop.host.list[1].isIsolated == false)
    }
}

extension PluginTests {
    /// A value that a property may have.
    private func value(of property: Property, _ dice: inout Dice) -> Value? {
        func number() -> Double {
            let (low, high) = (max(property.minimum, -50), min(property.maximum, 50))
            let number = low + (high - low) * Double(dice.upTo(1000)) / 1000
            return property.type == .integer ? number.rounded() : number
        }
        func color() -> Color { Color(UInt8(dice.upTo(256)), 7, UInt8(dice.upTo(256)), UInt8(dice.upTo(256))) }
        func path() -> Path {
            var path = Path.rect(Rect(number(), number(), 10, Double(dice.upTo(30))))
            path.move(to: Point(1, 2))
            path.line(to: Point(number(), 3))
            return path
        }
        switch property.type {
        case .number, .time, .angle, .integer: return .number(number())
        case .boolean: return .boolean(dice.upTo(2) == 0)
        case .point: return .point(Point(number(), number()))
        case .size: return .size(Size(number(), number()))
        case .rect: return .rect(Rect(number(), number(), number(), number()))
        case .color: return .color(color())
        case .choice: return .choice(UInt8(dice.upTo(property.choices.count)))
        case .choices: return .choices(UInt32(dice.upTo(1 << property.choices.count)))
        case .colors: return .colors((0..<(2 + dice.upTo(4))).map { _ in color() })
        case .path: return .path(path())
        case .string: return .string(["", "words", "ä\n∞"][dice.upTo(3)])
        case .transform: return .transform(.translation(number(), number(), 0))
        default: return nil
        }
    }

    /// A host with the project's own plugins.
    private func builtIns(isIsolated: Bool) -> Workshop {
        let shop = Workshop()
        shop.host.worker = "\(Workshop.products)/scrim-decoder"
        shop.host.mayWaitLong = true
        shop.host.discover(
            in: ["\(Workshop.root)/Plugins"], libraries: [Workshop.products], trust: isIsolated ? .user : .own)
        return shop
    }

    @Test(arguments: ["canvas", "gradient", "shape", "replicator", "stack"])
    func theSameDrawings(_ kind: String) throws {
        var dice = Dice(7)
        let shops = [builtIns(isIsolated: false), builtIns(isIsolated: true)]
        let slots = try shops.map { try $0.layer(kind) }
        let schema = shops[0].scene.kind(of: slots[0]).properties
        let own = schema.indices.dropFirst(LayerProperty.schema.count).filter { !schema[$0].isReadOnly }
        for round in 0..<100 {
            let bounds = Rect(0, 0, Double(dice.upTo(100)), 30)
            for (shop, slot) in zip(shops, slots) { try shop.scene.set(slot, LayerProperty.bounds.id, .rect(bounds)) }
            for number in own where dice.upTo(3) == 0 {
                if schema[number].type == .operations {
                    let form = dice.upTo(schema[number].operations.count)
                    let parameters = schema[number].operations[form].parameters
                    // Fonts are not in the confined process.
                    guard !schema[number].operations[form].name.lowercased().contains("text") else { continue }
                    let values = parameters.map { dice.upTo(4) == 0 ? $0.initial : value(of: $0, &dice) ?? $0.initial }
                    for (shop, slot) in zip(shops, slots) {
                        let operation = Operation(form: UInt8(form), values: values)
                        try? shop.scene.contents.append(operation, to: PropertyID(UInt16(number)), of: slot)
                    }
                } else if let value = value(of: schema[number], &dice) {
                    for (shop, slot) in zip(shops, slots) {
                        try? shop.scene.set(slot, PropertyID(UInt16(number)), value)
                    }
                }
            }
            let drawings = zip(shops, slots).map { $0.host.drawings.drawing(of: $1, in: $0.scene) }
            #expect(drawings[0] == drawings[1], "round \(round)")
        }
        #expect(shops[1].host.list.contains { $0.isIsolated } && !shops[0].host.list.contains { $0.isIsolated })
        #expect(shops.allSatisfy { $0.events(.strike).isEmpty }, "\(shops.map { $0.events(.strike) })")
    }

    /// Cells are objects that the drawing's object names.
    @Test func theSameParticles() throws {
        let drawings = try [false, true].map { isIsolated in
            let shop = builtIns(isIsolated: isIsolated)
            let emitter = try shop.layer("emitter")
            func cell(_ name: String, _ cells: [Slot]) throws -> Slot {
                let slot = try shop.scene.objects.create(name, try #require(try shop.registry.find("emitterCell")))
                for (name, value) in [
                    ("size", Value.size(Size(4, 2))), ("birthRate", .number(30)), ("lifetime", .number(2)),
                    ("velocity", .number(40)), ("emissionRange", .number(3)),
                ] { try shop.set(slot, name, value) }
                try shop.set(slot, "emitterCells", .objects(cells.map { shop.scene.id(of: $0) }))
                return slot
            }
            let cells = try [cell("c", [cell("d", [])])]
            try shop.set(emitter, "emitterCells", .objects(cells.map { shop.scene.id(of: $0) }))
            return try [0, 0.5, 1.75].map { time in
                let drawing = try #require(shop.host.drawings.drawing(of: emitter, at: time, in: shop.scene))
                #expect(time == 0 || drawing.sprites.count == 2)
                return drawing
            }
        }
        #expect(drawings[0] == drawings[1])
    }
}
