import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// A style prepared for application to layers: its properties, the styles for its states, and the animation of its
/// changes.
struct StyleSheet {
    /// A property of a style.
    private struct Item {
        var name: String
        var property: Property
        var value: Value
        /// The literal with its variables, if any.
        var text: String
        var variables: [String]
    }

    /// A property as layers of one kind have it.
    struct Setting {
        var path: PropertyPath
        var property: Property
        var value: Value
        var text: String
        var variables: [String]
    }

    let id: ObjectID
    let states: [StyleCascade.StateStyle]
    /// Nil: changes do not animate.
    let options: AnimateOptions?
    private let items: [Item]
    /// Settings by kind, with the kind for which they were computed.
    private var settings: [KindID: (kind: Kind, settings: [Setting])] = [:]

    init(_ style: Slot, in scene: Scene) {
        id = scene.id(of: style)
        states = scene.styles.stateStyles(of: style).map { state in
            var bits: UInt32 = 0
            if case .choices(let set) = scene.value(state, StyleProperty.state.id) { bits = set }
            return StyleCascade.StateStyle(state.index, StyleStates(rawValue: UInt8(truncatingIfNeeded: bits)))
        }
        options = Self.options(of: style, in: scene)
        var items: [Item] = []
        scene.tree.forEachSet(style, .given) { id, property, value in
            guard StyleProperty.isShared(id) else { return }
            let reference = scene.styles.reference(style, PropertyPath(id))
            items.append(
                Item(
                    name: property.name, property: property, value: value, text: reference?.text ?? "",
                    variables: reference?.variables ?? []))
        }
        self.items = items
    }

    /// True when one of its states depends on input.
    var followsInput: Bool { states.contains { !$0.states.isDisjoint(with: .ofInput) } }

    private static func options(of style: Slot, in scene: Scene) -> AnimateOptions? {
        func value(_ property: StyleProperty) -> Value { scene.value(style, property.id) }
        var options = AnimateOptions()
        if case .numbers(let spring) = value(.spring) { options.spring = spring }
        if case .number(let duration) = value(.duration) { options.duration = duration }
        guard options.spring != nil || options.duration.map({ $0 > 0 }) ?? false else { return nil }
        if case .timing(let timing) = value(.timing) { options.timing = timing }
        options.delay = value(.delay).number
        return options
    }

    /// The values for layers of a kind, when the style has no states, animation or references; nil for others.
    mutating func values(for kind: Kind, _ id: KindID, in scene: Scene) -> [(id: PropertyID, value: Value)]? {
        guard states.isEmpty, options == nil else { return nil }
        let all = settings(for: kind, id, in: scene)
        let isPlain = all.allSatisfy {
            $0.path.part == nil && $0.variables.isEmpty && $0.path.id != LayerProperty.theme.id
        }
        return isPlain ? all.map { ($0.path.id, $0.path.write($0.value, into: kind[$0.path.id].initial)) } : nil
    }

    /// The properties for layers of a kind.
    mutating func settings(for kind: Kind, _ id: KindID, in scene: Scene) -> [Setting] {
        if let known = settings[id], known.kind === kind { return known.settings }
        let found = items.compactMap { item -> Setting? in
            guard let path = ByteView.with(item.name, { PropertyPath($0, of: kind) }) else { return nil }
            let property = path.property(of: kind)
            if kind[path.id].isReadOnly || kind[path.id].isDerived { return nil }
            var value = item.value
            if item.variables.isEmpty, property.type != item.property.type || property.choices != item.property.choices
            {
                // The name may mean something else for another kind.
                var text = ByteWriter()
                ValueText.write(value, item.property, in: scene, to: &text)
                guard let read = try? ValueText.read(text.bytes, as: property, in: scene) else { return nil }
                value = read
            }
            return Setting(path: path, property: property, value: value, text: item.text, variables: item.variables)
        }
        settings[id] = (kind, found)
        return found
    }
}
