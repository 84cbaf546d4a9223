import Geometry
import Glibc
import PluginHost
import Scene
import SceneTables
import Schema
import TestSupport
import Testing
import World

extension DynamicsTests {
    /// Whatever clients may say, it must not end the process: any
    /// behaviors with any values in range, the largest and smallest among them, on any items, removed, renamed and stepped in any
    /// order. An end is that of the test.
    ///
    /// `SCRIM_FUZZ_DYNAMICS` is the number of inputs, `SCRIM_FUZZ_SEED` another beginning.
    @Test func noInputEndsTheProcess() throws {
        func variable(_ name: String) -> Int? { unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) } }
        let inputs = variable("SCRIM_FUZZ_DYNAMICS") ?? 4000
        var dice = Dice(UInt64(variable("SCRIM_FUZZ_SEED") ?? 1))
        var done = 0
        while done < inputs {
            // Now and then from the beginning: what is broken would stay so.
            var fuzz = try DynamicsFuzz()
            for _ in 0..<2000 where done < inputs {
                try fuzz.input(&dice)
                done += 1
            }
            #expect(fuzz.stage.events.allSatisfy { $0.what != .strike }, "\(fuzz.stage.events)")
        }
        #expect(done == inputs)
    }
}

/// A scene that gets one input after the other.
private struct DynamicsFuzz {
    let stage: Stage
    private var items: [Slot] = []
    private var behaviors: [Slot] = []
    private var count = 0
    private var time = 0.0

    private static let kinds = ["world", "gravity", "collision", "attachment", "snap", "push", "body", "field"]

    init() throws { stage = try Stage() }

    private var scene: Scene { stage.scene }

    mutating func input(_ dice: inout Dice) throws {
        // What went with another is not named any more; its slot may be another object's by now.
        let scene = scene
        items.removeAll { !Self.isThere($0, scene) || !scene.isLayer($0) }
        behaviors.removeAll { !Self.isThere($0, scene) || scene.kind(of: $0).family != .behavior }
        switch dice.upTo(20) {
        case 0: if items.count < 40 { try makeItem(&dice) }
        case 1: if behaviors.count < 40 { try makeBehavior(&dice) }
        case 2 where dice.upTo(4) == 0:
            Self.remove(&items, &dice, scene)
        case 3 where dice.upTo(4) == 0:
            Self.remove(&behaviors, &dice, scene)
        case 4, 5, 6, 7: step(&dice)
        case 8, 9, 10: moveItem(&dice)
        default: change(&dice)
        }
    }

    private mutating func name() -> String {
        count += 1
        return "o\(count)"
    }

    private mutating func makeItem(_ dice: inout Dice) throws {
        let name = name()
        let parent = items.isEmpty || dice.upTo(3) > 0 ? "root" : scene.name(of: dice.pick(items))
        try stage.run("create \(name) layer parent=\(parent)")
        items.append(try #require(scene.find(name)))
        moveItem(&dice)
    }

    private mutating func makeBehavior(_ dice: inout Dice) throws {
        guard let kind = try stage.registry.find(dice.pick(Self.kinds)) else { return }
        behaviors.append(try scene.objects.create(name(), kind))
        for _ in 0..<3 { change(&dice) }
    }

    private static func remove(_ slots: inout [Slot], _ dice: inout Dice, _ scene: Scene) {
        guard !slots.isEmpty else { return }
        let slot = slots.remove(at: dice.upTo(slots.count))
        if scene.rows[Int(slot)].flags.contains(.isAlive) { try? scene.objects.remove(slot) }
    }

    /// By any time: none, very little, a frame, an hour.
    private mutating func step(_ dice: inout Dice) {
        let spans: [Double] = [0, 1e-9, 0.004, 0.016, 0.016, 0.016, 0.1, 1, 3600]
        time += dice.pick(spans)
        stage.world.settle()
        stage.behaviors.advance(to: time)
        _ = stage.behaviors.takeContacts()
    }

    private func isThere(_ slot: Slot) -> Bool { Self.isThere(slot, scene) }

    private static func isThere(_ slot: Slot, _ scene: Scene) -> Bool {
        scene.rows[Int(slot)].flags.contains(.isAlive) && !scene.rows[Int(slot)].flags.contains(.isRemoved)
    }

    private func moveItem(_ dice: inout Dice) {
        guard let item = items.isEmpty ? nil : dice.pick(items), isThere(item) else { return }
        switch dice.upTo(4) {
        case 0: try? scene.set(item, LayerProperty.position.id, .point(point(&dice)))
        case 1:
            let size = Size(abs(number(&dice)), abs(number(&dice)))
            try? scene.set(
                item, LayerProperty.bounds.id, .rect(Rect(number(&dice), number(&dice), size.width, size.height)))
        case 2:
            let turned = Transform3D.identity.setting(.rotationZ, to: number(&dice))
            if turned.isFinite { try? scene.set(item, LayerProperty.transform.id, .transform(turned)) }
        default:
            try? scene.set(
                item, LayerProperty.position.id, .point(Point(Double(dice.upTo(400)), Double(dice.upTo(300)))))
        }
    }

    private mutating func change(_ dice: inout Dice) {
        guard let slot = behaviors.isEmpty ? nil : dice.pick(behaviors), isThere(slot) else { return }
        let kind = scene.kind(of: slot)
        let number = dice.upTo(kind.properties.count)
        let property = kind.properties[number]
        if property.isOpen {
            let line =
                "set \(scene.name(of: slot)) boundary.b\(dice.upTo(3))=\"M \(self.number(&dice)),0 L 9,\(self.number(&dice)) L 300,200\""
            try? stage.run(line)
            return
        }
        guard let value = value(of: property, &dice), !property.isReadOnly else { return }
        try? scene.set(slot, PropertyID(UInt16(number)), value)
    }

    private func value(of property: Property, _ dice: inout Dice) -> Value? {
        func inRange(_ dice: inout Dice) -> Double {
            let number = min(max(number(&dice), property.minimum), property.maximum)
            return property.type == .integer ? number.rounded() : number
        }
        if property.initial == .none, dice.upTo(5) == 0 { return .some(.none) }
        switch property.type {
        case .number, .time, .angle, .integer: return .number(inRange(&dice))
        case .boolean: return .boolean(dice.upTo(2) == 0)
        case .point: return .point(Point(inRange(&dice), inRange(&dice)))
        case .size: return .size(Size(inRange(&dice), inRange(&dice)))
        case .rect: return .rect(Rect(inRange(&dice), inRange(&dice), inRange(&dice), inRange(&dice)))
        case .choice: return .choice(UInt8(dice.upTo(property.choices.count)))
        case .path: return .path(path(&dice))
        case .object: return (items + behaviors).isEmpty ? nil : .object(scene.id(of: dice.pick(items + behaviors)))
        case .objects: return .objects(items.filter { _ in dice.upTo(3) == 0 }.map { scene.id(of: $0) })
        default: return nil
        }
    }

    private func path(_ dice: inout Dice) -> Path {
        var path = Path()
        path.move(to: point(&dice))
        for _ in 0..<dice.upTo(12) {
            switch dice.upTo(6) {
            case 0: path.close()
            case 1: path.move(to: point(&dice))
            case 2: path.quad(point(&dice), to: point(&dice))
            case 3: path.cubic(point(&dice), point(&dice), to: point(&dice))
            default: path.line(to: Point(Double(dice.upTo(60)) - 30, Double(dice.upTo(60)) - 30))
            }
        }
        return path
    }

    private func point(_ dice: inout Dice) -> Point { Point(number(&dice), number(&dice)) }

    /// Often an end of what a double may be.
    private func number(_ dice: inout Dice) -> Double {
        let any: [Double] = [
            0, -0.0, 1, -1, 1e-300, -1e-300, 1e-12, 1e12, -1e12, 1e300, -1e300, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 1e-6, 1e6,
        ]
        return dice.upTo(3) == 0 ? dice.pick(any) : dice.real(-300, 300)
    }
}
