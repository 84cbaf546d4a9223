import Geometry
import LineProtocol
import Scene
import Schema

/// `draw`: appends, inserts, replaces or removes an operation of a canvas.
struct DrawChange: SceneChange {
    private let slot: Slot
    private let property: PropertyID
    private let words: WordList

    init(_ words: DrawCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        slot = try world.targets.object(words.target)
        let kind = world.scene.kind(of: slot)
        guard let id = kind.operations else {
            throw SceneError(.value, "\"\(world.scene.name(of: slot))\" is a \(kind.name), which takes no operations")
        }
        property = id
        self.words = words.words
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.changes(slot))
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        let (operation, change) = try read(in: world)
        let scene = world.scene
        defer { scene.components.noteAltered(slot, [property]) }
        switch change {
        case .remove?:
            guard operation == nil else { throw SceneError(.syntax, "draw: remove= takes no operation") }
        default:
            guard operation != nil else { throw SceneError(.syntax, "draw: an operation is expected") }
        }
        if let change {
            try world.atomically { () throws(SceneError) in
                switch change {
                case .insert(let index):
                    try scene.contents.change(index, to: operation, inserts: true, in: property, of: slot)
                case .replace(let index), .remove(let index):
                    try scene.contents.change(index, to: operation, inserts: false, in: property, of: slot)
                }
            }
        } else if let operation {
            if world.recording.isOpen {
                try world.atomically { () throws(SceneError) in
                    try scene.contents.append(operation, to: property, of: slot)
                }
            } else {
                try scene.contents.append(operation, to: property, of: slot)
            }
        }
        return .done
    }

    private func read(in world: World) throws(SceneError) -> (Operation?, DrawingChange?) {
        let kind = world.scene.kind(of: slot)
        var change: DrawingChange?
        var operation: OperationWords?
        for word in words {
            if let found = try DrawingChange(word) {
                guard change == nil else {
                    throw SceneError(.syntax, "draw: \(ValueSyntax.quote(word.key)) is one word too many")
                }
                change = found
            } else if operation != nil {
                try operation?.read(word, in: world.scene)
            } else if !word.isPositional {
                throw SceneError(
                    .syntax, "draw: \(ValueSyntax.quote(word.key)) found where an operation is expected")
            } else if !word.value.isEmpty {
                operation = try OperationWords(word.value, of: kind[property])
            }
        }
        return (try operation?.finish(), change)
    }
}

/// `damage`: marks pixels of a client's buffer as changed.
struct DamageChange: SceneChange {
    private let slot: Slot
    private let rectangles: WordList

    init(_ words: DamageCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        slot = try world.targets.object(words.buffer)
        guard world.scene.kind(of: slot).takesDescriptor else {
            throw SceneError(.value, "\"\(world.scene.name(of: slot))\" is no buffer")
        }
        rectangles = words.rectangles
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.uses(slot))
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        var rects: [Rect] = []
        for word in rectangles {
            do throws(ValueSyntax) { rects.append(try Quantity.rect(word.value)) } catch {
                throw SceneError(.value, "damage: \(error.message)")
            }
        }
        if rects.isEmpty { rects.append(Rect(0, 0, 1e9, 1e9)) }
        for rect in rects where !rect.isEmpty { world.scene.contents.touch(slot, rect) }
        return .done
    }
}
