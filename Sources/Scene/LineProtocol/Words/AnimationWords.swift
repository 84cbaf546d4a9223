package import Animation
package import Geometry
package import Scene
import SceneTables
package import Schema

/// Words of `animation`, `spring`, `group` and `transition` that depend on each other: values of the type of the
/// animated property.
package enum AnimationWords {
    /// Reads `from`, `to`, `by` or `values` of the animation at `slot`; an empty text means none.
    ///
    /// Throws `value` for a value of another type, and the errors of `target`.
    ///
    /// `anyRange`: the value was written by the daemon, and may be outside of the property's range, or is added to
    /// another value.
    package static func read(
        _ text: String, _ property: Property, of slot: Slot, in scene: Scene, anyRange: Bool = false
    ) throws(SceneError) -> Value {
        if text.isEmpty { return .none }
        guard let target = try target(slot, in: scene) else {
            throw SceneError(
                .value, "\(property.name): layer and property say what type of value it is; set them first")
        }
        // An additive value need not be in the range.
        let anyRange = anyRange || scene.value(slot, AnimationProperty.isAdditive.id) == .boolean(true)
        let type = Property(
            property.name, target.property.type, .none, minimum: anyRange ? -.infinity : target.property.minimum,
            maximum: anyRange ? .infinity : target.property.maximum, choices: target.property.choices,
            traits: target.property.traits.intersection([.isRising, .followsBounds]), help: "")
        return try ByteView.with(text) { (text) throws(SceneError) in
            guard property.type == .keyframes else {
                // The difference of two values may be outside of their range.
                return try readOne(
                    text, property.name == "by" || property.name == "velocity" ? type.unbounded : type, in: scene)
            }
            let items = try items(text)
            do throws(SceneError) { return .list(try keyframes(items, type, in: scene)) } catch {
                guard items.count == 1, let meant = meant(by: text, type, in: scene) else { throw error }
                throw SceneError(error.code, "\(error.message); did you mean \"\(meant)\"?")
            }
        }
    }

    private static func keyframes(_ items: [String], _ type: Property, in scene: Scene) throws(SceneError) -> [Value] {
        var values: [Value] = []
        for item in items {
            values.append(try ByteView.with(item) { (item) throws(SceneError) in try readOne(item, type, in: scene) })
        }
        return values
    }

    /// The keyframes of a text that has blanks or commas between them; nil when it is not that.
    private static func meant(by text: ByteView, _ type: Property, in scene: Scene) -> String? {
        guard text.count <= 256 else { return nil }
        for separator in [UInt8(ascii: " "), UInt8(ascii: ",")] {
            var parts = ListSplitter(text, separator: separator)
            var items: [String] = []
            while let item = parts.next() { if !item.isEmpty { items.append(item.string) } }
            if items.count > 1, (try? keyframes(items, type, in: scene)) != nil { return items.joined(separator: "|") }
        }
        return nil
    }

    /// The texts of keyframes, separated by `|` or in a JSON array.
    static func items(_ text: ByteView) throws(SceneError) -> [String] {
        if text.count > 0, text[0] == UInt8(ascii: "[") { return try JSONItems.split(text) }
        var items = ListSplitter(text, separator: UInt8(ascii: "|"))
        var texts: [String] = []
        while let item = items.next() { texts.append(item.string) }
        return texts
    }

    private static func readOne(_ text: ByteView, _ property: Property, in scene: Scene) throws(SceneError) -> Value {
        let value = try ValueText.read(text, as: property, in: scene)
        guard value == .none else { return value }
        return switch property.type {
        case .transform: .transform(.identity)
        case .numbers: .numbers([])
        case .colors: .colors([])
        default: .list([])
        }
    }

    /// True for a layer, and for an object whose kind has animatable properties, such as an emitter's cell.
    package static func animates(_ slot: Slot, in scene: Scene) -> Bool {
        scene.isLayer(slot)
            || scene.kind(of: slot).family == .other && scene.rows[Int(slot)].kind != .style
                && scene.kind(of: slot).properties.contains(where: \.animates)
    }

    /// The target of the animation at `slot`; nil while it has none.
    ///
    /// Throws `unknown-property` for a property that the layer does not have, `value` for one that does not animate, or
    /// if the object is not a layer.
    package static func target(_ slot: Slot, in scene: Scene) throws(SceneError) -> AnimationTarget? {
        guard let object = scene.value(slot, AnimationProperty.layer.id).object, let layer = scene.slot(of: object)
        else { return nil }
        guard animates(layer, in: scene) else {
            throw SceneError(.value, "layer: \"\(scene.name(of: layer))\" is no layer")
        }
        let name = scene.value(slot, AnimationProperty.property.id).string
        if name.isEmpty { return nil }
        guard let path = scene.kind(of: layer).path(animated: name) else {
            throw ByteView.with(name) { UnknownName.property($0, of: scene.kind(of: layer)) }
        }
        guard let target = AnimationTarget(slot, scene) else {
            throw SceneError(.value, "property: \"\(scene.kind(of: layer)[path.id].name)\" does not animate")
        }
        return target
    }

    /// Checks all properties of an animation together.
    ///
    /// Throws `value`, `unknown-property`, and `cycle` for a group that contains itself.
    package static func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        if scene.rows[Int(slot)].kind == .animator {
            let spring = scene.value(slot, AnimatorProperty.spring.id).numbers
            guard spring.isEmpty || spring[0] > 0 && spring[1] > 0 else {
                throw SceneError(.value, "spring: mass and stiffness are above 0")
            }
        }
        if scene.rows[Int(slot)].kind.holdsAnimations { return try checkGroup(slot, in: scene) }
        if scene.rows[Int(slot)].kind == .transition { return try checkTransition(slot, in: scene) }
        let target = try target(slot, in: scene)
        let isSpring = scene.rows[Int(slot)].kind == .spring
        for property in [AnimationProperty.from, .to, .by] {
            try checkFit(scene.value(slot, property.id), property, target)
        }
        if isSpring {
            let velocity = scene.value(slot, SpringProperty.velocity.id)
            if let target, velocity != .none, target.fitting(velocity)?.components == nil {
                throw SceneError(.value, "velocity: no velocity of a \(target.property.type.name)")
            }
            return
        }
        for value in scene.value(slot, AnimationProperty.values.id).list {
            try checkFit(value, .values, target)
        }
        if let target, case .path = scene.value(slot, AnimationProperty.path.id), target.property.type != .point {
            throw SceneError(.value, "path: only points move along a path")
        }
    }

    private static func checkTransition(_ slot: Slot, in scene: Scene) throws(SceneError) {
        let layer = scene.value(slot, TransitionProperty.layer.id).object.flatMap(scene.slot)
        if let layer, !scene.isLayer(layer) {
            throw SceneError(.value, "layer: \"\(scene.name(of: layer))\" is no layer")
        }
        let ends = [TransitionProperty.from, .to].map { scene.value(slot, $0.id).object.flatMap(scene.slot) }
        for end in ends.compactMap({ $0 }) where !scene.isLayer(end) {
            throw SceneError(.value, "transition: \"\(scene.name(of: end))\" is no layer")
        }
        if let from = ends[0], from == ends[1] {
            throw SceneError(.value, "from, to: \"\(scene.name(of: from))\" cannot give way to itself")
        }
        guard ends.contains(where: { $0 != nil }) else { return }
        if layer != nil { throw SceneError(.value, "layer: a transition has it, or from and to") }
        let style = TransitionProperty.Style(rawValue: scene.value(slot, TransitionProperty.type.id).choice) ?? .fade
        if !style.hasTwoLayers {
            throw SceneError(.value, "type: \(style) is for one layer's look: layer instead of from and to")
        }
    }

    /// Sets `isHidden` of the two layers of a transition, if requested. The layer to show is the transition's.
    package static func showAndHide(_ slot: Slot, in scene: Scene) throws(SceneError) {
        guard scene.rows[Int(slot)].kind == .transition,
            scene.value(slot, TransitionProperty.showHide.id).boolean,
            let from = scene.value(slot, TransitionProperty.from.id).object.flatMap(scene.slot),
            let to = scene.value(slot, TransitionProperty.to.id).object.flatMap(scene.slot)
        else { return }
        try scene.set(from, LayerProperty.isHidden.id, .boolean(true))
        try scene.set(to, LayerProperty.isHidden.id, .boolean(false))
        for layer in [from, to] { scene.components.noteAltered(layer, [LayerProperty.isHidden.id]) }
    }

    private static func checkFit(
        _ value: Value, _ property: AnimationProperty, _ target: AnimationTarget?
    ) throws(SceneError) {
        guard let target, value != .none, target.fitting(value) == nil else { return }
        throw SceneError(.value, "\(property): it is no \(target.property.type.name), which \"property\" asks for")
    }

    private static func checkGroup(_ slot: Slot, in scene: Scene) throws(SceneError) {
        var level: Set<Slot> = [slot]
        for _ in 0...AnimationPlan.maxDepth {
            var next: Set<Slot> = []
            for group in level where scene.rows[Int(group)].kind.holdsAnimations {
                guard case .objects(let children) = scene.value(group, GroupProperty.animations.id) else { continue }
                for child in children.compactMap(scene.slot) {
                    guard scene.kind(of: child).family == .animation else {
                        throw SceneError(.value, "animations: \"\(scene.name(of: child))\" is no animation")
                    }
                    guard scene.rows[Int(child)].kind != .animator || child == slot else {
                        throw SceneError(
                            .value, "animations: \"\(scene.name(of: child))\" is an animator, which no other time holds"
                        )
                    }
                    if child == slot {
                        throw SceneError(.cycle, "\"\(scene.name(of: slot))\" would hold itself")
                    }
                    next.insert(child)
                }
            }
            if next.isEmpty { return }
            level = next
        }
        throw SceneError(.limit, "groups stand in groups to a depth of \(AnimationPlan.maxDepth) at most")
    }
}

extension Property {
    /// The same property without its range.
    fileprivate var unbounded: Property { Property(name, type, initial, choices: choices, help: help) }
}

/// Splits a JSON array into texts: numbers and words unchanged, strings without their quotes, arrays of numbers without
/// their brackets.
package enum JSONItems {
    package static func split(_ text: ByteView) throws(SceneError) -> [String] {
        var items: [String] = []
        var at = 1
        func skipSpaces() { while at < text.count, text[at] <= 0x20 { at += 1 } }
        skipSpaces()
        if at < text.count, text[at] == UInt8(ascii: "]") { return try end(text, at + 1, items) }
        while true {
            skipSpaces()
            let start = at
            guard at < text.count else { throw broken(text) }
            if text[at] == UInt8(ascii: "\"") {
                at += 1
                while at < text.count, text[at] != UInt8(ascii: "\"") {
                    // No value needs an escape.
                    if text[at] == UInt8(ascii: "\\") { throw broken(text) }
                    at += 1
                }
                guard at < text.count else { throw broken(text) }
                items.append(text[start + 1..<at].string)
                at += 1
            } else if text[at] == UInt8(ascii: "[") {
                while at < text.count, text[at] != UInt8(ascii: "]") { at += 1 }
                guard at < text.count else { throw broken(text) }
                items.append(text[start + 1..<at].string)
                at += 1
            } else {
                while at < text.count, text[at] != UInt8(ascii: ","), text[at] != UInt8(ascii: "]") { at += 1 }
                items.append(text[start..<at].string)
            }
            skipSpaces()
            guard at < text.count else { throw broken(text) }
            at += 1
            if text[at - 1] == UInt8(ascii: "]") { return try end(text, at, items) }
            guard text[at - 1] == UInt8(ascii: ",") else { throw broken(text) }
        }
    }

    private static func end(_ text: ByteView, _ at: Int, _ items: [String]) throws(SceneError) -> [String] {
        for i in at..<text.count where text[i] > 0x20 { throw broken(text) }
        return items
    }

    private static func broken(_ text: ByteView) -> SceneError {
        SceneError(.value, "values: \(ValueSyntax.quote(text)) is no JSON array of values")
    }
}
