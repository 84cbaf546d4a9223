import SceneTables
public import Schema

/// The objects that steps change when they are reverted: for writing the effect as lines.
///
/// Add each step right before it is reverted, newest first.
public struct UndoExtent {
    /// Objects that will be removed, newest first, with their present names.
    public private(set) var made: [(id: ObjectID, name: String)] = []
    /// Objects that come back, in step order.
    public private(set) var removed: [ObjectID] = []
    /// Moved layers with their present parents.
    public private(set) var moved: [ObjectID: Slot] = [:]
    public private(set) var values: [ObjectID: Set<PropertyID>] = [:]
    public private(set) var users: [ObjectID: Set<String>] = [:]
    public private(set) var keys: [ObjectID: Set<String>] = [:]
    /// False when a step changes something that lines alone cannot express, such as definitions.
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
                // A line that removes it from its layout keeps the laid-out frame.
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

    /// Entries that are reverted like in a rollback.
    private mutating func add(_ undo: Undo, _ scene: Scene) {
        switch undo {
        case .origin(let slot, let path, _): add(path.id, of: scene.id(of: slot))
        case .files, .brought: isOfObjects = false
        // Parts, which follow their instances, and values from styles.
        default: return
        }
    }

    /// A layer's speed may change its time: the timing properties are only set together.
    private mutating func add(_ property: PropertyID, of id: ObjectID) {
        values[id, default: []].insert(property)
        guard property == LayerProperty.speed.id else { return }
        values[id, default: []].formUnion([LayerProperty.timeOffset.id, LayerProperty.beginTime.id])
    }

    private mutating func addFrame(of id: ObjectID) {
        for property in [LayerProperty.position, .bounds] { add(property.id, of: id) }
    }

    /// A line that removes a constraint keeps the laid-out frame of its item.
    private mutating func addItem(of constraint: ObjectID, _ scene: Scene) {
        guard let slot = scene.slot(of: constraint), scene.rows[Int(slot)].kind == .constraint,
            let item = scene.constraints.layer(slot, .item)
        else { return }
        addFrame(of: scene.id(of: item))
    }

    /// True for parts and rows, which are removed with what created them.
    private func isMade(_ slot: Slot, _ scene: Scene) -> Bool {
        scene.components.isPart(slot) || scene.lists.isRow(slot)
    }
}
