import Animation
import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// Fast path of `set` for the properties that scripts use to move things.
///
/// Does the same as `PropertyWords` for lines that contain nothing else, without reference counting; unknown words and
/// all errors take the slow path. A test checks that both have the same results.
package struct PlainSet {
    let world: World

    init(_ world: World) { self.world = world }

    /// Maximum number of words on the fast path.
    static let most = 8

    /// Returns true when the line was carried out. False: nothing was changed.
    func setPlain(_ line: Line, by principal: Principal) -> Bool {
        let scene = world.scene
        let inTransaction = scene.plain.isInTransaction
        if inTransaction, world.replica != nil || !scene.plain.takesTransaction { return false }
        guard line.count >= 2, line.count - 1 <= Self.most, principal.hasFullAccess,
            let slot = scene.find(line[0].value), line[0].isPositional,
            scene.plain.takesPlain(slot, resizing: false, inTransaction: inTransaction)
        else { return false }
        let history = inTransaction ? nil : principal.history
        let isPlain = unsafe withValues(line.count - 1, { line[$0 + 1] }) { values, isFrame in
            if isFrame, scene.plain.hasTransform(slot) { return false }
            if unsafe values.contains(where: \.field.resizes),
                !scene.plain.takesPlain(slot, inTransaction: inTransaction)
            {
                return false
            }
            unsafe scene.plain.setPlain(slot, values, noting: history)
            return true
        }
        return isPlain || line.count == 2 && setOne(line[1], of: slot, by: principal)
    }

    /// Like `setPlain`, for one value of another property that no other value depends on.
    private func setOne(_ word: Word, of slot: Slot, by principal: Principal) -> Bool {
        let scene = world.scene
        let kind = scene.kind(of: slot)
        guard !word.isPositional, !word.isExpression, !word.value.isEmpty, !VariableLiteral.isPossible(word.value),
            !kind.isComponent, let id = kind.property(named: word.key), !kind[id].type.namesObjects,
            let value = try? ValueText.read(word.value, as: kind[id], in: scene)
        else { return false }
        return scene.plain.setOne(slot, id, value, noting: principal.history)
    }

    /// Like `setPlain`, for many layers (`set SELECTOR`): true when all of them take the fast path.
    func setPlain(_ properties: WordList, on slots: [Slot], by principal: Principal) -> Bool {
        let scene = world.scene
        guard !properties.isEmpty, properties.count <= Self.most, principal.hasFullAccess,
            slots.allSatisfy({ scene.plain.takesPlain($0, resizing: false) })
        else { return false }
        return unsafe withValues(properties.count, { properties[$0] }) { values, isFrame in
            if isFrame, slots.contains(where: scene.plain.hasTransform) { return false }
            if unsafe values.contains(where: \.field.resizes), !slots.allSatisfy({ scene.plain.takesPlain($0) }) {
                return false
            }
            unsafe scene.plain.setPlain(slots, values, noting: principal.history)
            return true
        }
    }

    /// Calls `body` with the values of `count` words, and whether they are a frame; false for other words.
    @inline(__always)
    private func withValues(
        _ count: Int, _ word: (Int) -> Word, _ body: (UnsafeBufferPointer<PlainValue>, Bool) -> Bool
    ) -> Bool {
        return unsafe withUnsafeTemporaryAllocation(of: PlainValue.self, capacity: Self.most) { values in
            // `frame` and the other properties depend on each other: alone it takes this path, with others the slow
            // one.
            var isFrame = false
            for at in 0..<count {
                guard let value = Self.plain(word(at)) else { return false }
                isFrame = isFrame || value.field == .frame
                unsafe values.initializeElement(at: at, to: value)
            }
            if isFrame, count > 1 { return false }
            return unsafe body(UnsafeBufferPointer(rebasing: values[0..<count]), isFrame)
        }
    }

    /// The fast path of `create`, and of `put` for a new object: a layer with plain values in front of its siblings, or
    /// an instance of a component that consists of such layers.
    func createPlain(_ line: Line, by principal: Principal) -> Bool {
        guard line.count >= 2, line.count <= 2 + Self.most, principal.hasFullAccess, line[0].isPositional,
            line[1].isPositional, world.scene.components.lineOwner == nil, world.context.usedPath == nil
        else { return false }
        if line[1].value == "layer" { return createPlain(line[0].value, line, by: principal) }
        guard let kind = world.scene.kinds.component(named: line[1].value),
            let parts = world.componentPlans.plan(of: kind)?.parts
        else { return false }
        return createPlain(line[0].value, line, kind, parts, by: principal)
    }

    /// Creates a layer whose line was parsed before; false when the line has to be run.
    func create(_ name: ByteView, below parent: Slot, _ layer: PlainLayer, by principal: Principal) -> Bool {
        let scene = world.scene
        guard principal.hasFullAccess, scene.components.lineOwner == nil, world.context.usedPath == nil,
            scene.names.find(name) == nil, scene.objects.hasRoom, (try? principal.checkRoom(in: scene)) != nil,
            scene.plain.takesSublayers(parent)
        else { return false }
        let history = world.recording.isOpen && !scene.transaction.isInTransaction ? principal.history : nil
        principal.add(scene.id(of: scene.plain.create(name, below: parent, layer, noting: history)))
        return true
    }

    /// The fast path of `remove` for one layer.
    func removePlain(_ line: Line, by principal: Principal) -> Bool {
        guard line.count == 1, line[0].isPositional, principal.hasFullAccess,
            let slot = world.scene.find(line[0].value)
        else { return false }
        return world.scene.plain.remove(slot, noting: world.recording.isOpen ? principal.history : nil)
    }

    /// `parts`: parts of an instance of the kind.
    private func createPlain(
        _ name: ByteView, _ line: Line, _ kind: KindID = .layer, _ parts: PartTemplate? = nil, by principal: Principal
    ) -> Bool {
        let scene = world.scene
        guard NameTable.isValid(name), scene.names.find(name) == nil else { return false }
        if let parts {
            guard principal.hasRoom(for: parts.count + 1, in: scene), scene.plain.takesParts(parts, ofInstance: name)
            else { return false }
        } else {
            guard scene.objects.hasRoom, (try? principal.checkRoom(in: scene)) != nil else { return false }
        }
        return unsafe withUnsafeTemporaryAllocation(of: PlainValue.self, capacity: 2 * Self.most) { values in
            var parent = Scene.root
            let count = unsafe Self.read(line, into: values) { word in
                guard word.key == "parent", !word.isExpression, !(word.value == "none"),
                    let slot = scene.find(word.value)
                else { return false }
                parent = slot
                return true
            }
            guard let count, scene.plain.takesSublayers(parent) else { return false }
            let values = unsafe UnsafeBufferPointer(rebasing: values[0..<count])
            let history = world.recording.isOpen && !scene.transaction.isInTransaction ? principal.history : nil
            guard let parts else {
                principal.add(scene.id(of: unsafe scene.plain.create(name, below: parent, values, noting: history)))
                return true
            }
            let slot = unsafe scene.plain.createInstance(name, of: kind, parts, below: parent, values, noting: history)
            principal.add(scene.id(of: slot))
            scene.components.forEachStamped { principal.add(scene.id(of: $0)) }
            return true
        }
    }

    /// Reads the plain values after the id and kind of a line into `values`, geometry last, otherwise in line order, as
    /// `PropertyWords` applies them. Returns their number. `other` handles all other words; nil when it refuses one.
    ///
    /// `values` needs room for twice as many as the line has words.
    @inline(__always)
    static func read(
        _ line: Line, into values: UnsafeMutableBufferPointer<PlainValue>, _ other: (Word) -> Bool
    ) -> Int? {
        var (others, geometry) = (0, 0)
        for at in 2..<line.count {
            let word = line[at]
            guard let value = plain(word) else {
                if other(word) { continue }
                return nil
            }
            if value.field.isGeometry {
                unsafe values.initializeElement(at: most + geometry, to: value)
                geometry += 1
            } else {
                unsafe values.initializeElement(at: others, to: value)
                others += 1
            }
        }
        for at in 0..<geometry { unsafe values.initializeElement(at: others + at, to: values[most + at]) }
        return others + geometry
    }

    /// The value of a word; nil for anything unusual.
    private static func plain(_ word: Word) -> PlainValue? {
        let (key, text) = (word.key, word.value)
        if text.isEmpty || word.isExpression { return nil }
        switch key.count {
        case 8 where key == "position": return pair(text).map { PlainValue(.position, $0) }
        case 7 where key == "opacity":
            guard let n = number(text), n >= 0, n <= 1 else { return nil }
            return PlainValue(.opacity, SIMD4(n, 0, 0, 0))
        case 10 where key == "position.x": return number(text).map { PlainValue(.positionX, SIMD4($0, 0, 0, 0)) }
        case 10 where key == "position.y": return number(text).map { PlainValue(.positionY, SIMD4($0, 0, 0, 0)) }
        case 6 where key == "bounds": return four(text).map { PlainValue(.bounds, $0) }
        case 5 where key == "frame": return four(text).map { PlainValue(.frame, $0) }
        case 11 where key == "anchorPoint": return pair(text).map { PlainValue(.anchorPoint, $0) }
        case 12 where key == "cornerRadius":
            guard let n = number(text), n >= 0 else { return nil }
            return PlainValue(.cornerRadius, SIMD4(n, 0, 0, 0))
        case 15 where key == "backgroundColor":
            if text == "none" { return nil }
            guard let color = try? Color(parsing: text) else { return nil }
            let bits =
                UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8 | UInt32(color.alpha)
            return PlainValue(.backgroundColor, SIMD4(Double(bits), 0, 0, 0))
        case 8 where key == "isHidden":
            return (try? Quantity.boolean(text)).map { PlainValue(.isHidden, SIMD4($0 ? 1 : 0, 0, 0, 0)) }
        default: return nil
        }
    }

    private static func number(_ text: ByteView) -> Double? { try? Quantity.number(text) }

    private static func pair(_ text: ByteView) -> SIMD4<Double>? {
        (try? Quantity.point(text)).map { SIMD4($0.x, $0.y, 0, 0) }
    }

    private static func four(_ text: ByteView) -> SIMD4<Double>? {
        (try? Quantity.rect(text)).map { SIMD4($0.x, $0.y, $0.width, $0.height) }
    }
}

extension World {
    /// Fast path of `set` for the properties that scripts use to move things.
    package var plainSet: PlainSet { PlainSet(self) }
}
