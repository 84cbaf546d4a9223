import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// Computes the values that layers have from styles and variables, for layers that the scene has marked.
///
/// Runs within the change that causes it: an error reverts that change. Values are written as if a client had set them,
/// so that journal, events, layouts and animated transactions see them; their origin is stored separately
/// (`PropertyOrigin`).
final class Styler {
    private let scene: Scene
    private var sheets: [ObjectID: StyleSheet] = [:]
    /// Input states of layers: bits as in `StyleProperty.states`.
    var inputStates: [ObjectID: UInt32] = [:]
    /// Lists and records parsed from keys.
    let documents = DocumentCache()
    let lists = Lists()
    /// True while a step is undone or earlier input states are restored: dependent values do not animate.
    var isTakingBack = false
    /// Added or leaving row layers: their changes animate as their active styles specify.
    var passing: Set<Slot> = []
    private var last: LastValue?
    /// Scratch storage.
    private var order: [Int32] = []

    /// Creates an animation of a property from its previous presentation value to its new value. `model`: the previous
    /// model value.
    typealias Animate =
        (Slot, PropertyID, _ from: Value, _ model: Value, AnimateOptions) throws(SceneError) -> Void

    /// Maximum rounds in which styles may change properties that styles depend on.
    private static let mostRounds = 16

    init(_ scene: Scene) { self.scene = scene }

    /// Call after a change was reverted: cached styles may be invalid, and all dependent values are computed again.
    func restore() {
        sheets.removeAll(keepingCapacity: true)
        lists.rollback()
        // These values were computed before. Lenient: never throws.
        try? run(isLenient: true) { (_, _, _, _, _) throws(SceneError) in }
    }

    /// Focuses a layer created in this change immediately: its styles change nothing visible.
    func beginFocus(_ slot: Slot, hasRing: Bool) {
        guard scene.transaction.isInTransaction, scene.transaction.isNew(slot), scene.styles.hasInputStyles else {
            return
        }
        let focused = UInt32((hasRing ? StyleStates([.focused, .focusVisible]) : .focused).rawValue)
        scene.styles.setStates(slot, scene.styles.styling(of: slot).states | focused)
        inputStates[scene.id(of: slot), default: 0] |= focused
    }

    /// Styles the marked layers. `isLenient`: values that cannot be computed remain, for changes that cannot fail.
    ///
    /// Throws `unknown-variable`, or `denied` when a name was removed; `value` for a variable that does not fit;
    /// `cycle`.
    func run(isLenient: Bool, _ animate: Animate) throws(SceneError) {
        var losesNames = false
        var isLenient = isLenient
        for _ in 0..<Self.mostRounds {
            let queue = scene.styles.takeRestyling()
            if queue.isEmpty { return }
            losesNames = losesNames || queue.losesNames
            isLenient = isLenient || queue.losesRootTheme && !queue.losesNames
            do throws(SceneError) { try run(queue, isLenient, animate) } catch {
                guard losesNames, error.code == .unknownVariable else { throw error }
                throw SceneError(.denied, "\(error.message): it is in use")
            }
        }
        guard isLenient else { throw SceneError(.cycle, "styles change what they depend on, again and again") }
        _ = scene.styles.takeRestyling()
    }

    private func run(_ queue: RestyleQueue, _ isLenient: Bool, _ animate: Animate) throws(SceneError) {
        let layers = layers(of: queue)
        let others = queue.variables.isEmpty ? [] : Set(layers)
        for name in queue.variables.sorted() {
            for slot in scene.styles.users(ofVariable: name) where scene.isLayer(slot) && !others.contains(slot) {
                try attempt(isLenient, slot) { () throws(SceneError) in try refresh(slot, name) }
            }
        }
        var shortcut = StyleShortcut(scene)
        for slot in layers where isAlive(slot) && scene.isLayer(slot) {
            var isDone = false
            if passing.isEmpty {
                try attempt(isLenient, slot) { () throws(SceneError) in
                    isDone = try shortcut.restyle(slot) { values(of: $0, for: $1) }
                }
            }
            if isDone { continue }
            for (path, origin) in scene.styles.origins(of: slot) where origin.refersToVariables && !origin.isStyled {
                do throws(SceneError) { try write(slot, path, origin) } catch {
                    guard isLenient else { throw naming(slot, error) }
                    // Marked as set to the current value.
                    try? scene.styles.give(slot, path.id, scene.layout.whole(slot, path.id), part: path.part)
                }
            }
            try attempt(isLenient, slot) { () throws(SceneError) in try restyle(slot, animate) }
        }
    }

    /// Layers to be styled, in slot order.
    private func layers(of queue: RestyleQueue) -> [Slot] {
        for style in queue.styles { sheets[scene.id(of: style)] = nil }
        let styles = queue.styles.filter(isAlive)
        if queue.layers.isEmpty, queue.subtrees.isEmpty, styles.count < 2 {
            return styles.first.map { scene.styles.users(ofStyle: $0) } ?? []
        }
        var layers = queue.layers
        for style in styles { layers.formUnion(scene.styles.users(ofStyle: style)) }
        for top in queue.subtrees where isAlive(top) && scene.styles.hasStyling {
            scene.tree.forEachBelow(top) { if scene.rows[Int($0)].marks.contains(.isDependent) { layers.insert($0) } }
        }
        return layers.sorted()
    }

    private func isAlive(_ slot: Slot) -> Bool {
        scene.rows[Int(slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive
    }

    private func attempt(
        _ isLenient: Bool, _ slot: Slot, _ body: () throws(SceneError) -> Void
    ) throws(SceneError) {
        do throws(SceneError) { try body() } catch { if !isLenient { throw naming(slot, error) } }
    }

    private func naming(_ slot: Slot, _ error: SceneError) -> SceneError {
        SceneError(error.code, "\"\(scene.name(of: slot))\": \(error.message)")
    }

    // MARK: Variables

    /// Updates values of the layer that refer to one variable.
    private func refresh(_ slot: Slot, _ name: String) throws(SceneError) {
        for (path, origin) in scene.styles.origins(of: slot) where origin.variables.contains(name) {
            try write(slot, path, origin)
        }
    }

    /// The last value of a literal with one variable: most layers that refer to the variable share it.
    private struct LastValue {
        var text: String
        var property: Property
        var variable: Value?
        var value: Value
    }

    private func value(of origin: PropertyOrigin, as property: Property, for slot: Slot) throws(SceneError) -> Value {
        guard origin.variables.count == 1 else {
            return try VariableLiteral.value(of: origin.text, as: property, for: slot, in: scene)
        }
        let variable = scene.variables.variable(origin.variables[0], for: slot)
        if let last, last.property === property, last.variable == variable, last.text == origin.text {
            return last.value
        }
        let value = try VariableLiteral.value(of: origin.text, as: property, for: slot, in: scene)
        // Object names may have another meaning later.
        last =
            property.type == .contents
            ? nil : LastValue(text: origin.text, property: property, variable: variable, value: value)
        return value
    }

    private func write(_ slot: Slot, _ path: PropertyPath, _ origin: PropertyOrigin) throws(SceneError) {
        let value = try value(of: origin, as: path.property(of: scene.kind(of: slot)), for: slot)
        let old = scene.layout.whole(slot, path.id, for: path.part)
        let new = path.write(value, into: old)
        if new != old || path.id == LayerProperty.bounds.id { try scene.styles.compute(slot, path.id, new) }
    }

    // MARK: Styles

    /// Active styles, strongest first.
    func inForce(_ slot: Slot) -> [ObjectID] { scene.styles.styling(of: slot).inForce }

    private func sheet(_ style: Slot) -> StyleSheet {
        let id = scene.id(of: style)
        if let known = sheets[id] { return known }
        let new = StyleSheet(style, in: scene)
        sheets[id] = new
        return new
    }

    /// The values that the style alone sets for layers of a kind; nil when it has further effects.
    private func values(of style: ObjectID, for kind: KindID) -> [(id: PropertyID, value: Value)]? {
        guard let slot = scene.slot(of: style) else { return nil }
        _ = sheet(slot)
        return sheets[style]?.values(for: scene.kinds[kind], kind, in: scene)
    }

    /// A value set by styles, and the styles that set it.
    private struct Styled {
        var id: PropertyID
        var value: Value
        var sources: [(path: PropertyPath, origin: PropertyOrigin)]
    }

    private func restyle(_ slot: Slot, _ animate: Animate) throws(SceneError) {
        let list = scene.styles.styles(of: slot)
        var styling = scene.styles.styling(of: slot)
        let before = styling.inForce
        if list.isEmpty, before.isEmpty { return }
        var current = StyleStates(rawValue: UInt8(truncatingIfNeeded: styling.states))
        if scene.styles.isDisabled(slot) { current.insert(.disabled) }
        if scene.value(slot, LayerProperty.isSelected.id).boolean { current.insert(.selected) }
        var followsInput = false
        for style in list where sheet(style).followsInput { followsInput = true }
        scene.styles.setTakesInputByStyle(slot, followsInput)
        StyleCascade.order(list.map(\.index), in: current, states: { sheet(Slot($0)).states }, into: &order)
        let ordered = order.map { Slot($0) }
        styling.inForce = ordered.map { scene.id(of: $0) }
        let styled = try cascade(slot, ordered)
        var changes: [(id: PropertyID, from: Value, model: Value, options: AnimateOptions)] = []
        func set(_ new: Styled) throws(SceneError) {
            let kind = scene.kind(of: slot)
            let old = scene.styles.origins(of: slot).filter { $0.path.id == new.id && $0.origin.isStyled }
            let (shown, model) = (scene.shown(slot, new.id), scene.layout.computed(slot, new.id))
            let isSame =
                model == new.value && old.count == new.sources.count
                && zip(old, new.sources).allSatisfy { $0.path == $1.path && $0.origin == $1.origin }
            if isSame { return }
            try scene.styles.setStyled(slot, new.id, new.value, new.sources)
            guard kind[new.id].animates, model != new.value else { return }
            let isPassing = passing.contains(slot)
            let options = options(
                came: new.sources.map(\.origin).filter { isPassing || !isIn(before, $0) },
                went: old.map(\.origin).filter { isPassing || !isIn(styling.inForce, $0) })
            if let options { changes.append((new.id, shown, model, options)) }
        }
        // No longer set by styles.
        var gone: [PropertyID] = []
        for (path, origin) in scene.styles.origins(of: slot) where origin.isStyled && !gone.contains(path.id) {
            if !styled.contains(where: { $0.id == path.id }) { gone.append(path.id) }
        }
        for id in gone { try set(Styled(id: id, value: scene.kind(of: slot)[id].initial, sources: [])) }
        for one in styled { try set(one) }
        scene.styles.setStyling(slot, styling)
        if changes.isEmpty || (scene.transaction.isNew(slot) || isTakingBack) && !passing.contains(slot) { return }
        for change in changes { try animate(slot, change.id, change.from, change.model, change.options) }
    }

    /// The values that styles set for properties that nobody has set.
    private func cascade(_ slot: Slot, _ ordered: [Slot]) throws(SceneError) -> [Styled] {
        let (kindID, kind) = (scene.rows[Int(slot)].kind, scene.kind(of: slot))
        var found: [(rank: Int, style: ObjectID, setting: StyleSheet.Setting)] = []
        for (rank, style) in ordered.enumerated() {
            let id = scene.id(of: style)
            _ = sheet(style)
            for setting in sheets[id]?.settings(for: kind, kindID, in: scene) ?? [] {
                // The strongest style wins; a complete property also wins over its parts.
                let isTaken = found.contains { $0.setting.path == setting.path || isWhole($0.setting, of: setting) }
                if !isTaken { found.append((rank, id, setting)) }
            }
        }
        try setTheme(slot, found.first { $0.setting.path.id == LayerProperty.theme.id })
        var result: [Styled] = []
        // Complete properties first, then parts.
        for one in found.filter({ $0.setting.path.part == nil }) + found.filter({ $0.setting.path.part != nil }) {
            let path = one.setting.path
            if scene.styles.isGiven(slot, path.id) { continue }
            let setting = one.setting
            let value =
                setting.variables.isEmpty
                ? setting.value
                : try VariableLiteral.value(of: setting.text, as: setting.property, for: slot, in: scene)
            let origin = PropertyOrigin(.style(one.style), text: setting.text, variables: setting.variables)
            if let at = result.firstIndex(where: { $0.id == path.id }) {
                result[at].value = path.write(value, into: result[at].value)
                result[at].sources.append((path, origin))
            } else {
                let whole = path.write(value, into: kind[path.id].initial)
                result.append(Styled(id: path.id, value: whole, sources: [(path, origin)]))
            }
        }
        return result
    }

    /// Sets the theme that a style specifies; it applies to the variables of all styles.
    private func setTheme(
        _ slot: Slot, _ found: (rank: Int, style: ObjectID, setting: StyleSheet.Setting)?
    ) throws(SceneError) {
        guard let found, case let id = found.setting.path.id else { return }
        if scene.styles.isGiven(slot, id) { return }
        let origin = PropertyOrigin(.style(found.style))
        try scene.styles.setStyled(slot, id, found.setting.value, [(found.setting.path, origin)])
    }

    private func isWhole(_ one: StyleSheet.Setting, of other: StyleSheet.Setting) -> Bool {
        one.path.part == nil && one.path.id == other.path.id
    }

    private func isIn(_ styles: [ObjectID], _ origin: PropertyOrigin) -> Bool {
        guard case .style(let id) = origin.source else { return false }
        return styles.contains(id)
    }

    /// The animation of a change: that of the added style, otherwise of the removed one.
    private func options(came: [PropertyOrigin], went: [PropertyOrigin]) -> AnimateOptions? {
        for case .style(let id) in (came + went).map(\.source) {
            guard let style = scene.slot(of: id) else { continue }
            if let options = sheet(style).options { return options }
        }
        return nil
    }
}
