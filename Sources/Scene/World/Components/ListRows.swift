import Expressions
import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// `each`: one instance of a component for each record of a list.
///
/// Rows follow within the change that causes them, like styles: an error in a list reverts the change.
struct ListRows {
    let world: World

    init(_ world: World) { self.world = world }

    private var scene: Scene { world.scene }
    private var styler: Styler { world.styler }
    private var states: RowStates { RowStates(world: world) }

    /// Updates the rows of lists that may have changed.
    func syncLists(isLenient: Bool) throws(SceneError) {
        for (list, isOwn) in scene.lists.takeLists() {
            let id = scene.id(of: list)
            guard scene.slot(of: id) != nil else { continue }
            guard styler.lists.begin(id) else { continue }
            // The lines of its rows may have changed its source.
            defer { if styler.lists.end(id) { scene.lists.noteList(list) } }
            styler.lists.mark = scene.transaction.journalMark
            do throws(SceneError) { try sync(list, isOwn: isOwn) } catch { if !isLenient { throw error } }
            scene.lists.noteDerived(since: styler.lists.mark)
        }
    }

    /// Removes a row. A row with own values, or in motion, does not follow from the list alone: undoing the change
    /// restores it.
    private func leave(_ row: Slot, plays: Bool) throws(SceneError) {
        guard carriesOwn(row) else { return try states.leave(row, plays: plays) }
        scene.lists.noteDerived(since: styler.lists.mark)
        try states.leave(row, plays: plays)
        styler.lists.mark = scene.transaction.journalMark
    }

    private func carriesOwn(_ row: Slot) -> Bool {
        var carries = false
        scene.tree.forEachBelow(row) { slot in
            carries =
                carries || scene.components.alterations(of: slot) != nil
                || scene.relations.attached(to: slot).contains { scene.kind(of: $0).family == .animation }
        }
        return carries
    }

    private func sync(_ list: Slot, isOwn: Bool) throws(SceneError) {
        let id = scene.id(of: list)
        let outer = (scene.components.lineOwner, world.context.round)
        defer { (scene.components.lineOwner, world.context.round) = outer }
        scene.components.lineOwner = scene.components.owner(of: list).map { scene.id(of: $0) }
        world.context.round = nil
        let (kindID, kind) = try component(of: list)
        let part = try ListPart(of: list, in: world)
        if !isOwn, part == nil, let known = styler.lists[id], known.kind === kind, let document = document(of: list),
            known.source == .document(document)
        {
            return
        }
        let source = try self.source(of: list, isOwn: isOwn)
        let known = styler.lists[id]
        if !isOwn, part == nil, let known, known.kind === kind, known.source == source.value { return }
        let isVirtual = scene.lists.rowGrid(of: list) != nil
        let limit =
            isVirtual ? Int(scene.value(Scene.daemon, SettingsProperty.limitRows.id).number) : EachProperty.mostRows
        guard source.items.count <= limit else {
            throw SceneError(
                .limit,
                "\"\(scene.name(of: list))\": the list has \(source.items.count) items, \(limit) at most"
                    + (isVirtual ? "; set daemon limit.rows=N for more" : ": rowHeight has only those that are seen"))
        }
        let key = scene.value(list, EachProperty.key.id).string
        let keys: KeyedRows
        do throws(KeyedRows.Flaw) {
            keys = try KeyedRows(
                source.items, key: key.isEmpty ? nil : key, after: known.map { ($0.allKeys, $0.all) })
        } catch {
            throw SceneError(.value, "\"\(scene.name(of: list))\": \(error.message)")
        }
        var shown = Lists.Shown(
            source: source.value, kind: kind, all: source.items, allKeys: keys, items: source.items, keys: keys)
        if let part {
            let indices = try part.indices(of: source.items, kind)
            shown.items = ExpressionList(indices.map { source.items[$0] })
            shown.keys = KeyedRows(keys, at: indices)
            if !isOwn, let known, known.kind === kind, known.keys == shown.keys, known.items == shown.items,
                known.length == shown.length
            {
                return
            }
        }
        let rowCount = shown.items.count
        scene.lists.setRows(of: list, length: shown.length, shown: rowCount, first: 0)
        if isVirtual { scene.layout.layOut() }
        let range = visibleRows(of: list, count: rowCount)
        scene.lists.setRows(of: list, length: shown.length, shown: rowCount, first: range.lowerBound)
        try fill(list, range, kindID, known, &shown)
        styler.lists[id] = shown
    }

    // MARK: What a list says

    /// The component of the rows. Throws `value`, `unknown-kind`, and `limit` for lists nested too deep.
    private func component(of list: Slot) throws(SceneError) -> (KindID, Kind) {
        let name = scene.value(list, EachProperty.of.id).string
        guard !name.isEmpty else {
            throw SceneError(.value, "\"\(scene.name(of: list))\": of=COMPONENT in=LIST are expected")
        }
        guard let id = try scene.kinds.find(name), world.componentVerbs.isUsable(id) else {
            throw ByteView.with(name) { UnknownName.kind($0, in: scene.kinds) }
        }
        guard scene.kinds[id].isComponent else { throw SceneError(.value, "of: \"\(name)\" is no component") }
        var depth = 0
        var at = list
        while at > Scene.objectRoot {
            if scene.rows[Int(at)].kind == .each { depth += 1 }
            at = scene.rows[Int(at)].parent
        }
        guard depth <= EachProperty.deepest else {
            throw SceneError(.limit, "more than \(EachProperty.deepest) lists inside one another")
        }
        return (id, scene.kinds[id])
    }

    /// The value of the data key that `in` names; nil for anything else.
    private func document(of list: Slot) -> Document? {
        let path = scene.value(list, EachProperty.list.id).string
        var end = path.endIndex
        // In a component's lines, other names may be meant.
        while scene.components.lineOwner == nil, let dot = path[..<end].lastIndex(of: ".") {
            if let slot = scene.find(String(path[..<dot])), scene.kind(of: slot).hasFreeKeys,
                case .document(let document)? = scene.variables.key(slot, String(path[path.index(after: dot)...]))
            {
                return document
            }
            end = dot
        }
        return nil
    }

    /// The records of a list. A missing source is an empty list. Throws `value` for a source that is no list; `syntax`
    /// and `unknown-object` when the list itself was changed.
    private func source(of list: Slot, isOwn: Bool) throws(SceneError) -> (value: Value?, items: ExpressionList) {
        let path = scene.value(list, EachProperty.list.id).string
        let isName = path.utf8.allSatisfy {
            ByteReader.isLetter($0) || ByteReader.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
        guard isName, !path.isEmpty else {
            throw SceneError(.value, "\"\(scene.name(of: list))\": in=DATA.KEY is expected")
        }
        if let document = document(of: list), case .list(let items) = document.value {
            return (.document(document), items)
        }
        let value: ExpressionValue
        do throws(SceneError) {
            let parent = scene.rows[Int(list)].parent
            value = try ByteView.with(path) { (path) throws(SceneError) in
                try world.compute(
                    Word(key: ByteView("in"), value: path, offset: 0, isExpression: true), of: scene.kind(of: list),
                    on: list, parent: parent, event: nil)
            }
        } catch {
            if error.code == .unknownProperty { return (nil, []) }
            if error.code == .unknownObject, !isOwn || scene.objects.isRestoring { return (nil, []) }
            throw error
        }
        switch value {
        case .none: return (nil, [])
        case .list(let items): return (Value(key: value), items)
        case .text(let text):
            // A parameter that contains JSON.
            if text.isEmpty { return (nil, []) }
            if text.utf8.first == UInt8(ascii: "["), case .list(let items) = styler.documents.value(of: text) {
                return (.string(text), items)
            }
        default: break
        }
        throw SceneError(.value, "in: \"\(path)\" is a \(value.type.name) and no list")
    }

    /// Indices of the rows of a list that exist.
    private func visibleRows(of list: Slot, count: Int) -> Range<Int> {
        guard let grid = scene.lists.rowGrid(of: list) else { return 0..<count }
        let seen = scene.lists.visibleRect(of: list)
        let (from, to) = grid.isVertical ? (seen.minY, seen.maxY) : (seen.minX, seen.maxX)
        let range = KeyedRows.visible(
            from: from - grid.start, to: to - grid.start,
            overscan: scene.value(list, EachProperty.overscan.id).number, rowHeight: grid.pitch, length: count)
        return range.prefix(EachProperty.mostRows)
    }

    // MARK: Rows

    /// Makes the rows of `range` the sublayers of a list, in order: rows with known keys are kept.
    private func fill(
        _ list: Slot, _ range: Range<Int>, _ kindID: KindID, _ known: Lists.Shown?, _ shown: inout Lists.Shown
    ) throws(SceneError) {
        let (prefix, rights) = (
            scene.name(of: list) + ".", Principal(Access(scope: scene.value(list, EachProperty.scope.id).object))
        )
        var rows: [String: Slot] = [:]
        var children: [Slot] = []
        scene.tree.forEachChild(list) { children.append($0) }
        let wanted = Set(range.map { shown.keys[$0] })
        for row in children {
            let key = String(scene.name(of: row).dropFirst(prefix.count))
            if wanted.contains(key), scene.rows[Int(row)].kind == kindID {
                rows[key] = row
            } else {
                try leave(
                    row, plays: known?.indices[scene.id(of: row)] != nil && scene.lists.rowGrid(of: list) == nil)
            }
        }
        // The next row that is kept; leaving rows keep their neighbors.
        func firstStaying(from at: Slot) -> Slot {
            var at = at
            while at >= 0,
                scene.rows[Int(at)].kind != kindID || styler.lists.left.contains(scene.id(of: at))
                    || styler.lists.leaving[scene.id(of: at)] != nil
            {
                at = scene.rows[Int(at)].next
            }
            return at
        }
        // Rows of a component with many objects are counted before the first is created.
        let weight = world.componentPlans.plan(of: kindID)?.weight ?? 0
        try world.checkRoom(for: (range.count - rows.count) * (weight + 1), by: rights)
        for key in rows.keys.sorted() { if let row = rows[key] { try states.comeBack(row) } }
        var next = firstStaying(from: scene.rows[Int(list)].firstChild)
        for index in range {
            let key = shown.keys[index]
            if let row = rows[key] {
                if row == next {
                    next = firstStaying(from: scene.rows[Int(row)].next)
                } else {
                    try scene.tree.move(row, to: list, next >= 0 ? .below(next) : .last)
                }
                try set(row, index, shown, known?.indices[scene.id(of: row)], known)
                // The component was defined again, or may have been since the row was there last.
                if known?.kind !== shown.kind { try world.componentVerbs.remakeParts(of: row) }
                shown.indices[scene.id(of: row)] = index
                continue
            }
            let row = try scene.objects.create(
                prefix + key, kindID, parent: list, next >= 0 ? .below(next) : .last)
            try set(row, index, shown, nil, nil)
            try rights.access.confine(row, in: scene)
            try world.componentVerbs.makeParts(of: row, by: rights)
            shown.indices[scene.id(of: row)] = index
            if known != nil { styler.lists.entered.append(scene.id(of: row)) }
        }
    }

    /// Sets the changed parameters of a row from its record.
    private func set(
        _ row: Slot, _ index: Int, _ shown: Lists.Shown, _ oldIndex: Int?, _ known: Lists.Shown?
    ) throws(SceneError) {
        let kind = shown.kind
        let isKnown = oldIndex != nil && known?.kind === kind
        let item = shown.items[index]
        let old = isKnown ? oldIndex.flatMap { at in known.map { $0.items[at] } } : nil
        if let old, old == item, oldIndex == index { return }
        let words = PropertyWords()
        var isEmpty = true
        for (id, property) in kind.parameters {
            let value = Self.field(property.name, of: item, index)
            if let old, let oldIndex, Self.field(property.name, of: old, oldIndex) == value { continue }
            guard let value, value != .none else {
                // A field that the record no longer has gets the default again.
                if let old, let oldIndex, let before = Self.field(property.name, of: old, oldIndex), before != .none {
                    try scene.styles.takeOff(row, PropertyPath(id))
                }
                continue
            }
            isEmpty = false
            do throws(SceneError) {
                try ByteView.with(property.name) { (key) throws(SceneError) in
                    try words.read(
                        Word(key: key, value: key, offset: 0), computed: Self.fitting(value, property), kind: kind,
                        scene: scene)
                }
            } catch {
                throw SceneError(error.code, "\"\(scene.name(of: row))\": \(error.message)")
            }
        }
        if !isEmpty { try words.apply(to: row, scene) }
    }

    /// The value of a parameter: the field with its name, the index, or the item itself when it is no record.
    private static func field(_ name: String, of item: ExpressionValue, _ index: Int) -> ExpressionValue? {
        if case .record(let record) = item {
            if let value = record[name] { return value }
        } else if name == "item" {
            return item
        }
        return name == "index" ? .number(Double(index)) : nil
    }

    /// Converts a list or record to JSON for a text parameter.
    private static func fitting(_ value: ExpressionValue, _ property: Property) -> ExpressionValue {
        switch value {
        case .list, .record: property.type == .string ? .text(value.shortestText) : value
        default: value
        }
    }

    // MARK: Frames

    /// Creates the rows that are visible now, and removes the rows that have left. Returns true when something changed.
    /// Not within a transaction.
    func updateLists() -> Bool {
        guard scene.lists.hasAny, !scene.transaction.isInTransaction else { return false }
        let gone = styler.lists.takeGone(by: world.time).compactMap { scene.slot(of: $0) }.filter {
            scene.lists.isRow($0)
        }
        var isChanged = false
        if !gone.isEmpty {
            isChanged = true
            scene.times.following {
                // Never fails: rows are no permanent objects.
                try? world.atomically { () throws(SceneError) in for row in gone { try scene.objects.remove(row) } }
            }
        }
        guard styler.lists.filled != scene.news.visibleRevision else { return isChanged }
        styler.lists.forgetGone(in: scene)
        for list in scene.lists.all {
            guard let known = styler.lists[scene.id(of: list)], scene.lists.rowGrid(of: list) != nil else { continue }
            if scene.lists.isMisfit(list) {
                scene.lists.needRows(list)
                scene.layout.layOut()
                isChanged = true
            }
            let range = visibleRows(of: list, count: known.keys.keys.count)
            let first = Int(scene.value(list, EachProperty.first.id).number)
            guard first..<first + Int(scene.rows[Int(list)].childCount) != range else { continue }
            isChanged = true
            scene.times.following {
                // Rows that cannot be created now are tried again after the next change.
                try? world.atomically { () throws(SceneError) in
                    let outer = (scene.components.lineOwner, world.context.round)
                    defer { (scene.components.lineOwner, world.context.round) = outer }
                    scene.components.lineOwner = scene.components.owner(of: list).map { scene.id(of: $0) }
                    var shown = known
                    shown.indices = [:]
                    scene.lists.setRows(
                        of: list, length: shown.length, shown: shown.items.count, first: range.lowerBound)
                    try fill(list, range, try component(of: list).0, known, &shown)
                    // Rows that scroll into view do not animate as new.
                    styler.lists.entered = []
                    styler.lists[scene.id(of: list)] = shown
                }
            }
        }
        scene.layout.layOut()
        styler.lists.filled = scene.news.visibleRevision
        return isChanged
    }

    /// Throws `denied` for a row, which only its list may move and remove.
    func checkRow(_ slot: Slot) throws(SceneError) {
        guard scene.lists.isRow(slot) else { return }
        throw SceneError(
            .denied,
            "\"\(scene.name(of: slot))\" is a row of \"\(scene.name(of: scene.rows[Int(slot)].parent))\", which alone "
                + "moves and removes it")
    }
}

extension World {
    /// `each`: one instance of a component for each record of a list.
    var listRows: ListRows { ListRows(self) }
}
