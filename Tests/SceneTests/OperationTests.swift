import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Lists of operations: appended to, taken back, shared.
@Suite struct OperationTests {
    private let forms = [
        OperationForm("open", role: .opens, help: ""), OperationForm("close", role: .closes, help: ""),
        OperationForm("add", [Property("n", .number, .number(0), help: "")], help: ""),
        OperationForm("show", [Property("it", .object, .none, help: "")], help: ""),
        OperationForm("say", [Property("text", .string, .string(""), help: "")], help: ""),
    ]

    private func scene() throws -> (scene: Scene, slot: Slot, id: PropertyID) {
        let list = Property("list", .operations, .operations(OperationList()), operations: forms, help: "")
        let scene = Scene.forTests([.layer("c", [], [list])])
        let kind = try #require(scene.kinds.loaded("c"))
        return (scene, try scene.objects.create("c", kind), try #require(scene.kinds[kind].operations))
    }

    private func add(_ n: Double) -> Operation { Operation(form: 2, values: [.number(n)]) }
    private let open = Operation(form: 0, values: [])
    private let close = Operation(form: 1, values: [])

    private func code(_ body: () throws(SceneError) -> Void) -> ErrorCode? {
        do throws(SceneError) { try body() } catch { return error.code }
        return nil
    }

    @Test func appendingNeitherCopiesNorCompares() throws {
        let (scene, slot, id) = try scene()
        var first = OperationList()
        for n in 0..<OperationList.limit {
            try scene.contents.append(add(Double(n)), to: id, of: slot)
            if n == 0 { first = scene.value(slot, id).operations }
        }
        let all = scene.value(slot, id).operations
        // One memory from the first to the last; what was seen before is what it was.
        #expect(all.shares(first) && all.count == OperationList.limit && first.count == 1)
        #expect(all[99_999] == add(99_999) && first[0] == add(0))
        #expect(code { () throws(SceneError) in try scene.contents.append(add(0), to: id, of: slot) } == .limit)
        // Taken back one by one as well.
        try scene.set(slot, id, .operations(OperationList()))
        scene.transaction.begin()
        for n in 0..<1000 { try scene.contents.append(add(Double(n)), to: id, of: slot) }
        scene.transaction.rollback()
        #expect(!scene.styles.isSet(slot, id))
    }

    @Test func listsThatPartHaveMemoryOfTheirOwn() throws {
        let base = try OperationList().appending(add(1), forms)
        let (a, b) = (try base.appending(add(2), forms), try base.appending(add(3), forms))
        #expect(a[1] == add(2) && b[1] == add(3) && a[0] == b[0] && a != b && a.shares(base) && !b.shares(base))
        #expect(try base.appending(add(2), forms) == a && base.count == 1)
    }

    @Test func levels() throws {
        var list = OperationList()
        #expect(code { () throws(SceneError) in _ = try list.appending(close, forms) } == .value)
        for _ in 0..<OperationList.depthLimit { list = try list.appending(open, forms) }
        #expect(code { () throws(SceneError) in _ = try list.appending(open, forms) } == .limit)
        for _ in 0..<OperationList.depthLimit { list = try list.appending(close, forms) }
        #expect(list.depth == 0)
        #expect(code { () throws(SceneError) in _ = try list.appending(close, forms) } == .value)
    }

    @Test func sizeIsBounded() throws {
        func say(_ count: Int) -> Operation {
            Operation(form: 4, values: [.string(String(repeating: "x", count: count))])
        }
        let list = try OperationList().appending(say(OperationList.weightLimit / 16 - 1), forms)
        _ = try list.appending(say(1), forms)
        #expect(code { () throws(SceneError) in _ = try list.appending(say(2), forms) } == .limit)
    }

    @Test func objectsAreFollowed() throws {
        let (scene, slot, id) = try scene()
        let names = try ["a", "b"].map { scene.id(of: try scene.objects.create($0, .image)) }
        func show(_ at: Int) -> Operation { Operation(form: 3, values: [.object(names[at])]) }
        for at in [0, 1, 0] { try scene.contents.append(show(at), to: id, of: slot) }
        let before = scene.value(slot, id)
        let a = try #require(scene.slot(of: names[0]))
        // Removed, nothing names it any more; taken back, everything does again.
        scene.transaction.begin()
        try scene.objects.remove(a)
        #expect(scene.value(slot, id).operations.objects() == [names[1]])
        scene.transaction.rollback()
        #expect(scene.value(slot, id) == before && before.operations.objects() == names)
        // An append that is taken back leaves no reference behind.
        try scene.set(slot, id, .operations(OperationList()))
        try scene.contents.append(show(1), to: id, of: slot)
        scene.transaction.begin()
        try scene.contents.append(show(0), to: id, of: slot)
        scene.transaction.rollback()
        try scene.objects.remove(try #require(scene.slot(of: names[0])))
        #expect(scene.value(slot, id).operations.objects() == [names[1]])
        // Another scene becomes this one, with objects of its own.
        let other = Scene(kinds: scene.kinds, output: scene.rows[Int(Scene.main)].kind)
        _ = try other.objects.create("later", .image)
        try other.objects.become(scene)
        let twin = try #require(other.find("c"))
        let shown = other.value(twin, id).operations.objects().compactMap { other.slot(of: $0) }
        #expect(shown.map { other.name(of: $0) } == ["b"])
        try scene.objects.remove(slot)
        try scene.objects.remove(try #require(scene.slot(of: names[1])))
        #expect(scene.objects.brokenInvariant() == nil)
    }
}
