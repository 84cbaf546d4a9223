/// What steps change when they are taken back: for those that write the effect down as lines.
///
/// Each step is to be added right before it is taken back, the newest first.
public struct UndoExtent {
    /// Objects that go, the newest first, by their names before.
    public private(set) var made: [(id: ObjectID, name: String)] = []
    /// Objects that come back, in the order of the steps.
    public private(set) var removed: [ObjectID] = []
    /// Layers that are put elsewhere, and their parents before.
    public private(set) var moved: [ObjectID: Slot] = [:]
    public private(set) var values: [ObjectID: Set<PropertyID>] = [:]
    public private(set) var users: [ObjectID: Set<String>] = [:]
    public private(set) var keys: [ObjectID: Set<String>] = [:]
    /// False when a step changes what no line alone says, as definitions.
    public private(set) var isOfObjects = true

    public init() {}

    public mutating func add(_ step: UndoStep, in scene: Scene) {
        let known = Set(removed)
        var made: [(id: ObjectID, name: String)] = []
        for entry in step.entries {
            switch entry {
            case .value(let id, let property, _, _, _):
                add(property, of: id)
                addItem(of: id, scene)
            case .user(let id, let key, _, _): users[id, default: []].insert(key)
            case .key(let id, let key, _, _): keys[id, default: []].insert(key)
            case .marks(let id, let old, let new):
                let changed = old.symmetricDifference(new)
                for property in LayerProperty.allCases {
                    if let mark = RowMarks.given(property), changed.contains(mark) { add(property.id, of: id) }
                }
            case .frame(let id, _, _):
                for property in [LayerProperty.position, .bounds, .autoresizingSize] { add(property.id, of: id) }
            case .link(let id, _, _, _):
                guard let slot = scene.slot(of: id), scene.isLayer(slot) else { continue }
                if moved[id] == nil { moved[id] = scene.rows[Int(slot)].parent }
                // A line that takes it out of its layout leaves it where that has it.
                if scene.rows[Int(slot)].flags.contains(.isArranged) { addFrame(of: id) }
            case .created(let id, _):
                addItem(of: id, scene)
                guard let slot = scene.slot(of: id), !known.contains(id), !isMade(slot, scene) else { continue }
                made.append((id, scene.name(of: slot)))
            case .unnamed(let id, _): removed.append(id)
            case .other(let undo): add(undo, scene)
            case .definitions, .kind: isOfObjects = false
            case .removed: continue
            }
        }
        self.made += made.reversed()
    }

    /// What a failing transaction takes back in the same way.
    private mutating func add(_ undo: Undo, _ scene: Scene) {
        switch undo {
        case .origin(let slot, let path, _): add(path.id, of: scene.id(of: slot))
        case .files, .brought: isOfObjects = false
        // Of parts, which come and go with their instances, and of what styles give.
        default: return
        }
    }

    /// With a layer's speed its time may change; only all of it together is set as it is.
    private mutating func add(_ property: PropertyID, of id: ObjectID) {
        values[id, default: []].insert(property)
        guard property == LayerProperty.speed.id else { return }
        values[id, default: []].formUnion([LayerProperty.timeOffset.id, LayerProperty.beginTime.id])
    }

    private mutating func addFrame(of id: ObjectID) {
        for property in [LayerProperty.position, .bounds] { add(property.id, of: id) }
    }

    /// A line that takes a constraint off leaves its item where that has it.
    private mutating func addItem(of constraint: ObjectID, _ scene: Scene) {
        guard let slot = scene.slot(of: constraint), scene.rows[Int(slot)].kind == .constraint,
            let item = scene.constraints.layer(slot, .item)
        else { return }
        addFrame(of: scene.id(of: item))
    }

    /// Parts and rows go with what made them.
    private func isMade(_ slot: Slot, _ scene: Scene) -> Bool {
        scene.components.isPart(slot) || scene.lists.isRow(slot)
    }
}
