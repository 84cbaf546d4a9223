import Animation
package import Expressions
import Geometry
import Living
package import Scene
package import SceneTables
package import Schema

/// The `key=value` words of one `create`, `put` or `set` line, read and checked before anything changes.
///
/// Reused between lines, so that nothing is allocated in the steady state; a class, so that passing it copies nothing.
///
/// Order: first the properties on which the frame depends (`transform`, `anchorPoint` and others), then `bounds`,
/// `position` and `frame` in the order of the line, then the position in the tree. So `frame=` has the same meaning at
/// any position of its line.
package final class PropertyWords {
    private struct Assignment {
        var id: PropertyID
        var part: ValuePart?
        var value: Value
        /// True for an empty value, which removes the client's value.
        var takesOff = false
    }

    /// A literal that refers to variables; its value is determined when everything is applied.
    private struct Reference {
        var path: PropertyPath
        var text: String
        var variables: [String]
    }

    private var assignments: [Assignment] = []
    private var geometry: [Assignment] = []
    /// Values with the type of another property, which may be on the same line: parsed when they are applied.
    private var animated: [(id: PropertyID, text: String)] = []
    /// True when values of animations may be outside of the property's range, because the daemon wrote them.
    package var takesAnyRange = false
    private var users: [(key: String, value: String?)] = []
    private var references: [Reference] = []
    /// Secrets that were left out of a dump and are kept unchanged.
    private var kept: [PropertyID] = []
    /// Keys of an object with free keys; nil removes a key.
    private var keys: [(key: String, value: Value?)] = []
    package private(set) var parent: Slot?
    package private(set) var index: Int?
    package private(set) var above: Slot?
    package private(set) var below: Slot?

    package init() {}

    package func removeAll() {
        if !assignments.isEmpty { assignments.removeAll(keepingCapacity: true) }
        if !geometry.isEmpty { geometry.removeAll(keepingCapacity: true) }
        if !animated.isEmpty { animated.removeAll(keepingCapacity: true) }
        if !users.isEmpty { users.removeAll(keepingCapacity: true) }
        if !references.isEmpty { references.removeAll() }
        if !keys.isEmpty { keys.removeAll() }
        if !kept.isEmpty { kept.removeAll() }
        parent = nil
        index = nil
        above = nil
        below = nil
    }

    /// True when the words change the position in the tree.
    package var moves: Bool { parent != nil || index != nil || above != nil || below != nil }

    /// True when the words set only a layer's speed, nothing else of its timing, and do not move it.
    package var setSpeedAlone: Bool {
        !moves && assignments.contains { $0.id == LayerProperty.speed.id }
            && !assignments.contains { $0.id == LayerProperty.timeOffset.id || $0.id == LayerProperty.beginTime.id }
    }

    /// True when applying may fail half-way, so that a rollback must be possible, or when what follows belongs to the
    /// same line: the rows of a list.
    package func needsJournal(_ kind: Kind) -> Bool {
        let isChecked =
            kind === FollowProperty.kind || kind === ReactionProperty.kind || kind === TransactionProperty.kind
            || kind === TimerProperty.kind || kind === EachProperty.kind
        if moves || kind.family == .animation || kind.family == .output || isChecked { return true }
        if !references.isEmpty || kind.hasFreeKeys || kind.name == StyleProperty.kind.name { return true }
        for assignment in assignments
        where kind[assignment.id].type.canBeRefused || kind[assignment.id].isReadOnly {
            return true
        }
        if restyles(kind) { return true }
        return false
    }

    /// True when the words set something on which styles and variables depend.
    package func restyles(_ kind: Kind) -> Bool {
        kind.family == .layer && assignments.contains { LayerProperty.isOfStyling($0.id) }
    }

    /// Reads one word. Throws `unknown-property`, `value`, `unknown-object`, or `syntax` for a positional word.
    package func read(_ word: Word, kind: Kind, scene: Scene) throws(SceneError) {
        guard !word.isPositional else {
            throw SceneError(.syntax, "\(ValueSyntax.quote(word.value)) found where property=value is expected")
        }
        switch try KeyPath(word.key, of: kind) {
        case .property(let id):
            let property = kind[id]
            if property.type == .animated || property.type == .keyframes {
                animated.append((id, word.value.string))
                return
            }
            // An empty value restores the default.
            if word.value.isEmpty {
                return try add(Assignment(id: id, part: nil, value: property.initial, takesOff: true), kind)
            }
            if try refer(word.value, PropertyPath(id), property, kind, scene) { return }
            // A picture in a dump may be longer.
            if property.type == .string, !property.isContinuation {
                try checkSize(word.value.count, word.key, scene)
            }
            let value = try ValueText.read(word.value, as: property, in: scene)
            try add(Assignment(id: id, part: nil, value: value), kind)
        case .part(let id, let part):
            if word.value.isEmpty {
                try add(Assignment(id: id, part: part, value: part.read(kind[id].initial)), kind)
                return
            }
            if try refer(word.value, PropertyPath(id, part), part.property, kind, scene) { return }
            let value =
                kind[id].traits.contains(.sizesByContent) && word.value == "auto"
                    && (part == .sizeWidth || part == .sizeHeight)
                ? .number(.auto) : try ValueText.read(word.value, as: part.property, in: scene)
            try add(Assignment(id: id, part: part, value: value), kind)
        case .user(let key):
            try checkSize(word.value.count, word.key, scene)
            users.append((key, word.value.isEmpty ? nil : word.value.string))
        case .key(let key):
            let begins = word.value.count > 0 ? word.value[0] : 0
            if begins == UInt8(ascii: "[") || begins == UInt8(ascii: "{") {
                try checkData(word.value.count, word.key, scene)
            } else {
                try checkSize(word.value.count, word.key, scene)
            }
            let isTakenAway = word.value.isEmpty && !word.isEmptyText
            keys.append((key, isTakenAway ? nil : Value(key: ExpressionValue(typing: word.value))))
        case .parent: parent = word.value == "none" ? Scene.detachedRoot : try layer(word.value, scene, orRoot: true)
        case .above: above = try layer(word.value, scene)
        case .below: below = try layer(word.value, scene)
        case .index:
            do throws(ValueSyntax) {
                let number = try Quantity.integer(word.value)
                guard number >= 0 else { throw ValueSyntax("\(ValueSyntax.quote(word.value)) is below 0", at: 0) }
                index = number
            } catch {
                throw SceneError(.value, "index: \(error.message)")
            }
        }
    }

    /// True for a word of a dump without secrets, which keeps the secret unchanged.
    package func keepsSecret(_ word: Word, of kind: Kind) -> Bool {
        guard case .property(let id)? = try? KeyPath(word.key, of: kind), kind[id].isSecret,
            ByteView.with(kind[id].keepingExpression, { word.value == $0 })
        else { return false }
        kept.append(id)
        return true
    }

    /// Reads the value computed for a word. Throws the errors of `read`, and `value` for another type.
    package func read(
        _ word: Word, computed value: ExpressionValue, kind: Kind, scene: Scene
    ) throws(SceneError) {
        let path = try KeyPath(word.key, of: kind)
        if case .key(let key) = path {
            let value = Value(key: value)
            switch value {
            case .string(let text): try checkSize(text.utf8.count, word.key, scene)
            case .document(let document): try checkData(document.byteCount, word.key, scene)
            default: break
            }
            return keys.append((key, value))
        }
        let text = try ComputedWord.text(of: value, for: path, word.key, of: kind)
        switch path {
        case .user(let key):
            try checkSize(text.utf8.count, word.key, scene)
            users.append((key, text))
        // As a word, an empty text would restore the default.
        case .property(let id) where text.isEmpty && kind[id].type == .string:
            try add(Assignment(id: id, part: nil, value: .string("")), kind)
        default:
            guard !text.isEmpty else { throw SceneError(.value, "\(word.key.string): a text that is empty") }
            try ByteView.with(text) { (text) throws(SceneError) in
                try read(Word(key: word.key, value: text, offset: word.offset), kind: kind, scene: scene)
            }
        }
    }

    /// Lets the kind check texts that refer to something outside of the scene, such as a font file. Called after the
    /// check of rights, because it may open files.
    package func check(_ kind: Kind, _ scene: Scene) throws(SceneError) {
        for one in assignments where kind.family == .layer && one.id == LayerProperty.layoutTransition.id {
            if case .string(let text) = one.value { _ = try AnimateOptions(layoutTransition: text) }
        }
        for one in assignments where kind[one.id].isChecked { try scene.layout.check(one.value, for: one.id, of: kind) }
    }

    /// Stores the text as a reference if it refers to variables; returns whether it does. Throws `value` for an invalid
    /// fallback, `limit` for too many bytes.
    private func refer(
        _ text: ByteView, _ path: PropertyPath, _ property: Property, _ kind: Kind, _ scene: Scene
    ) throws(SceneError) -> Bool {
        guard VariableLiteral.isPossible(text), kind.family == .layer || kind.name == StyleProperty.kind.name,
            !property.isReadOnly, let literal = VariableLiteral.read(text, property)
        else { return false }
        guard text.count <= VariableLiteral.mostBytes else {
            throw SceneError(
                .limit, "\(property.name): a literal with variables has at most \(VariableLiteral.mostBytes) bytes")
        }
        if literal.pieces.count == 1, case .variable(_, let fallback?) = literal.pieces[0] {
            try ByteView.with(fallback) { (fallback) throws(SceneError) in
                _ = try ValueText.read(fallback, as: property, in: scene)
            }
        }
        let path = path.standing(in: kind)
        // The last word for a property counts.
        func isReplaced(_ one: Assignment) -> Bool { one.id == path.id && (path.part == nil || path.part == one.part) }
        assignments.removeAll(where: isReplaced)
        geometry.removeAll(where: isReplaced)
        references.removeAll { $0.path == path }
        references.append(Reference(path: path, text: text.string, variables: literal.names))
        return true
    }

    /// Throws `limit` for a text that is too long for a property. A restored state may contain it.
    private func checkSize(_ count: Int, _ key: ByteView, _ scene: Scene) throws(SceneError) {
        guard count > Property.mostTextBytes, !scene.objects.isRestoring else { return }
        throw SceneError(.limit, "\(key.string): a text has at most \(Property.mostTextBytes) bytes")
    }

    private func checkData(_ count: Int, _ key: ByteView, _ scene: Scene) throws(SceneError) {
        let most = Int(scene.value(Scene.daemon, SettingsProperty.limitDataBytes.id).number)
        guard count > most, !scene.objects.isRestoring else { return }
        throw SceneError(
            .limit,
            "\(key.string): a list or record has at most \(most) bytes of JSON; set daemon limit.dataBytes=N for more")
    }

    private func add(_ assignment: Assignment, _ kind: Kind) throws(SceneError) {
        if !references.isEmpty {
            references.removeAll {
                $0.path.id == assignment.id && (assignment.part == nil || assignment.part == $0.path.part)
            }
        }
        if kind[assignment.id].isReadOnly {
            throw SceneError(.denied, "\"\(kind[assignment.id].name)\" can only be read")
        }
        let isGeometry =
            kind.family == .layer
            && (assignment.id == LayerProperty.position.id || assignment.id == LayerProperty.bounds.id
                || assignment.id == LayerProperty.frame.id || kind[assignment.id].standsFor != nil)
        if isGeometry { geometry.append(assignment) } else { assignments.append(assignment) }
    }

    /// The layer named by a word; an empty value of `parent` means the default, `root`.
    private func layer(_ word: ByteView, _ scene: Scene, orRoot: Bool = false) throws(SceneError) -> Slot {
        if orRoot, word.isEmpty { return Scene.root }
        guard let slot = scene.find(word) else { throw UnknownName.object(word, in: scene) }
        guard scene.isLayer(slot) else { throw SceneError(.value, "\(ValueSyntax.quote(word)) is no layer") }
        return slot
    }

    /// True when the words name the layer of a content transition.
    package func beginsTransition(_ kind: KindID) -> Bool {
        kind == .transition && assignments.contains { $0.id == TransitionProperty.layer.id }
    }

    /// True when the words set the property.
    package func sets(_ id: PropertyID) -> Bool { assignments.contains { $0.id == id } }

    /// True when the words set the beginning of an animation.
    package var saysBegin: Bool { assignments.contains { $0.id == TimingProperty.beginTime.id } }

    /// True when `paths` has some.
    package var hasPaths: Bool { !(references.isEmpty && assignments.isEmpty && geometry.isEmpty) }

    /// The properties set by the words, each once; `frame` counts as the properties it sets.
    package func paths(_ kind: Kind) -> [PropertyPath] {
        var paths = references.map(\.path)
        func add(_ path: PropertyPath) { if !paths.contains(path) { paths.append(path) } }
        for one in assignments { add(PropertyPath(one.id, one.part).standing(in: kind)) }
        for one in geometry {
            if kind.family == .layer, one.id == LayerProperty.frame.id {
                add(PropertyPath(LayerProperty.position.id))
                add(PropertyPath(LayerProperty.bounds.id))
            } else {
                add(PropertyPath(one.id, one.part).standing(in: kind))
            }
        }
        return paths
    }

    /// The keys of `user.` that the words set.
    package var userKeys: [String] { users.map(\.key) }

    /// The value of a part as written on the line: a rotation may exceed what the whole value can represent.
    package func value(at path: PropertyPath) -> Value? {
        assignments.last { $0.id == path.id && $0.part == path.part }?.value
    }

    /// The position at which the words put a layer with the parent `current`. Throws `value` when they contradict each
    /// other.
    package func destination(from current: Slot, _ scene: Scene) throws(SceneError) -> (
        parent: Slot, placement: Placement
    ) {
        guard [index != nil, above != nil, below != nil].filter({ $0 }).count < 2 else {
            throw SceneError(.value, "one of index, above and below at a time")
        }
        guard let sibling = above ?? below else {
            if let index { return (parent ?? current, .index(index)) }
            return (parent ?? current, .last)
        }
        let theirs = scene.rows[Int(sibling)].parent
        guard theirs >= 0, parent == nil || parent == theirs else {
            throw SceneError(.value, "\"\(scene.name(of: sibling))\" has another parent")
        }
        return (theirs, above != nil ? .above(sibling) : .below(sibling))
    }

    /// Size of the texts that the words set on an object, in bytes.
    package var textBytes: Int {
        var bytes = 0
        for (key, value) in users { bytes += Self.bytes(of: key, value ?? "") }
        for (key, value) in keys { bytes += Self.bytes(of: key, value ?? .none) }
        for one in assignments { bytes += Self.bytes(of: one.value) }
        return bytes
    }

    /// The memory of a key besides its text, in bytes.
    private static let bytesOfKey = 64
    /// Shorter texts of properties are not counted.
    private static let leastBytes = 256

    /// Size of a key of `user.` and its text, in bytes.
    package static func bytes(of key: String, _ text: String) -> Int {
        bytesOfKey + key.utf8.count + text.utf8.count
    }

    /// Size of a key of data and its value, in bytes.
    package static func bytes(of key: String, _ value: Value) -> Int {
        switch value {
        case .string(let text): bytes(of: key, text)
        case .document(let document): bytes(of: key, "") + document.byteCount
        default: bytes(of: key, "")
        }
    }

    /// Size of a property's text, in bytes.
    package static func bytes(of value: Value) -> Int {
        if case .string(let text) = value, text.utf8.count >= leastBytes { text.utf8.count } else { 0 }
    }

    /// True when applying would change a property of the object.
    package func change(_ slot: Slot, _ scene: Scene) -> Bool {
        (assignments + geometry).contains { one in
            let old = scene.layout.whole(slot, one.id, for: one.part)
            return (one.part?.write(one.value, into: old) ?? one.value) != old
        }
    }

    /// Sets the properties. Throws the errors of `Scene.set`.
    package func apply(to slot: Slot, _ scene: Scene) throws(SceneError) {
        if !users.isEmpty { try checkRoom(slot, scene) }
        if !keys.isEmpty { try checkKeyRoom(slot, scene) }
        let isOutput = scene.kind(of: slot).family == .output
        let pixels = isOutput ? scene.outputs.outputPixels : 0
        for assignment in assignments { try apply(assignment, to: slot, scene) }
        for assignment in geometry { try apply(assignment, to: slot, scene) }
        for one in references { scene.styles.refer(slot, one.path, one.text, one.variables) }
        for id in kept { scene.leftOutSecrets.insert(scene.id(of: slot), id) }
        for (key, value) in users { scene.objects.setUser(slot, key, value) }
        for (key, value) in keys { try DataPath(key, of: slot, in: scene).set(value, scene) }
        if isOutput { try scene.outputs.checkOutputs(since: pixels) }
        if scene.rows[Int(slot)].kind == .reaction { try ReactionWords.check(slot, in: scene) }
        if scene.rows[Int(slot)].kind == .timer { try TimerWords.check(slot, in: scene) }
        if scene.rows[Int(slot)].kind == .transaction { try scene.relations.checkPendingTransactions() }
        if scene.rows[Int(slot)].kind == .constraint {
            let named = [ConstraintProperty.item, .toItem].map(\.id)
            try scene.constraints.check(slot, relates: assignments.contains { named.contains($0.id) })
        }
        if scene.rows[Int(slot)].kind == .follow { try Follower.check(slot, in: scene) }
        guard scene.kind(of: slot).family == .animation else { return }
        for (id, text) in animated {
            try scene.set(
                slot, id,
                try AnimationWords.read(
                    text, scene.kind(of: slot)[id], of: slot, in: scene, anyRange: takesAnyRange))
        }
        try AnimationWords.check(slot, in: scene)
        let acting = [TransitionProperty.from, .to, .showHide].map(\.id)
        if scene.rows[Int(slot)].kind == .transition, assignments.contains(where: { acting.contains($0.id) }) {
            try AnimationWords.showAndHide(slot, in: scene)
        }
    }

    /// Throws `limit` when the object would have too many `user.` keys.
    private func checkRoom(_ slot: Slot, _ scene: Scene) throws(SceneError) {
        let held = scene.objects.users(slot)
        guard held.count + users.count > SceneVariables.mostUserKeys else { return }
        var keys = Set(held.map(\.key))
        for (key, value) in users {
            if value == nil { keys.remove(key) } else { keys.insert(key) }
        }
        guard keys.count <= SceneVariables.mostUserKeys else {
            throw SceneError(
                .limit, "\"\(scene.name(of: slot))\" would hold more than \(SceneVariables.mostUserKeys) user keys")
        }
    }

    /// Throws `limit` when the object would have too many keys.
    private func checkKeyRoom(_ slot: Slot, _ scene: Scene) throws(SceneError) {
        let held = scene.variables.keys(of: slot)
        guard held.count + keys.count > SceneVariables.mostKeys else { return }
        var names = Set(held.map(\.key))
        for (key, value) in keys {
            if value == nil { names.remove(key) } else { names.insert(key) }
        }
        guard names.count <= SceneVariables.mostKeys else {
            throw SceneError(.limit, "\"\(scene.name(of: slot))\" would hold more than \(SceneVariables.mostKeys) keys")
        }
    }

    private func apply(_ assignment: Assignment, to slot: Slot, _ scene: Scene) throws(SceneError) {
        if assignment.takesOff { return try scene.styles.takeOff(slot, PropertyPath(assignment.id)) }
        guard let part = assignment.part else {
            try scene.styles.give(slot, assignment.id, assignment.value)
            return
        }
        let whole = part.write(assignment.value, into: scene.layout.whole(slot, assignment.id, for: part))
        try scene.styles.give(slot, assignment.id, whole, part: part)
    }
}

extension Property {
    /// The expression for a secret that is left out: it refers to the existing one.
    var keepingExpression: String { "self." + name }
}
