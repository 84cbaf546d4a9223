package import Geometry
package import Scene

/// The lines that make a scene, or a part of it, again.
///
/// Parents before children and siblings in order, so that no line needs a place. References to other objects follow at the
/// end, when everything that they name is there. What a client shares is left out.
package struct SceneDump {
    private let scene: Scene
    private var references: [(place: Int32, id: PropertyID)] = []
    private var written: Set<Int32> = []
    private var leftOut: Set<Int32> = []

    /// `without`: objects that are left out, with what is below them and what goes when they go.
    package init(_ scene: Scene, without: [ObjectID] = []) {
        self.scene = scene
        for id in without {
            guard let place = scene.place(of: id) else { continue }
            scene.forEachBelow(place) { below in
                leftOut.insert(below)
                leftOut.formUnion(scene.attached(to: below))
            }
        }
    }

    /// Hands every line to `sink`: of the whole scene, or of one object, everything below it, and the masks and images that
    /// these have.
    package mutating func write(_ top: Int32?, _ sink: (String) -> Void) {
        if let top {
            writeTree(top, sink)
            // Masks may have masks: the list grows while it is walked.
            var at = 0
            while at < references.count {
                let (place, id) = references[at]
                for target in Self.objects(scene.value(place, id)) {
                    if let target = scene.place(of: target), !written.contains(target), standsAlone(target) {
                        writeTree(target, sink)
                    }
                }
                at += 1
            }
            writeAnimations(sink)
        } else {
            writeObject(Scene.main, sink)
            writeTree(Scene.root, sink)
            var tops: [Int32] = []
            scene.forEachChild(Scene.limbo) { tops.append($0) }
            scene.forEachChild(Scene.shelf) { if !Scene.isFixed($0), !isShared($0) { tops.append($0) } }
            for top in tops { writeTree(top, sink) }
        }
        for (place, id) in references {
            let property = scene.kind(of: place)[id]
            if case .operations(let list) = scene.value(place, id) {
                writeOperations(list, property, of: place, sink)
                continue
            }
            var line = ByteWriter()
            line.append("set ")
            line.append(text: scene.name(of: place))
            append(property.name, scene.value(place, id), property, to: &line)
            sink(line.string)
        }
    }

    /// A detached layer, or no layer.
    private func standsAlone(_ place: Int32) -> Bool {
        scene.isLayer(place) ? scene.slots[Int(place)].parent == Scene.limbo : !Scene.isFixed(place)
    }

    /// No line can make it again: it is what a client shares at this moment.
    private func isShared(_ place: Int32) -> Bool {
        scene.kind(of: place).takesDescriptor || leftOut.contains(place)
    }

    /// The animations of what was written, and the groups that hold nothing else.
    private mutating func writeAnimations(_ sink: (String) -> Void) {
        // A transition has two layers.
        let moving = Set(written.flatMap { scene.attached(to: $0) })
            .filter { scene.namedObjects(by: $0).allSatisfy(written.contains) }
        var kept: [Int32] = []
        scene.forEachChild(Scene.shelf) { place in
            if moving.contains(place), scene.owners(of: place).allSatisfy({ holdsOnly(moving, $0) }) {
                kept.append(place)
            } else if scene.slots[Int(place)].kind == .group, holdsOnly(moving, place) {
                kept.append(place)
            }
        }
        for place in kept { writeObject(place, sink) }
    }

    private func holdsOnly(_ moving: Set<Int32>, _ group: Int32) -> Bool {
        guard scene.slots[Int(group)].kind == .group else { return false }
        let children = Self.objects(scene.value(group, GroupProperty.animations.id)).compactMap(scene.place)
        return !children.isEmpty && children.allSatisfy(moving.contains)
    }

    private mutating func writeTree(_ top: Int32, _ sink: (String) -> Void) {
        var places: [Int32] = []
        scene.forEachBelow(top) { places.append($0) }
        for place in places where !leftOut.contains(place) { writeObject(place, sink) }
    }

    private mutating func writeObject(_ place: Int32, _ sink: (String) -> Void) {
        written.insert(place)
        var line = ByteWriter()
        line.append(Scene.isFixed(place) ? "set " : "create ")
        line.append(text: scene.name(of: place))
        let prefix = line.count
        if !Scene.isFixed(place) {
            line.append(" ")
            line.append(text: scene.kind(of: place).name)
            if scene.isLayer(place) {
                let parent = scene.slots[Int(place)].parent
                line.append(" parent=")
                line.append(text: parent == Scene.limbo ? "none" : scene.name(of: parent))
            }
        }
        var operations: (PropertyID, Property, OperationList)?
        var later: [(place: Int32, id: PropertyID)] = []
        scene.forEachSet(place, .given) { id, property, value in
            if case .operations(let list) = value {
                operations = (id, property, list)
                return
            }
            // It can be no other.
            if place == Scene.main, id == OutputProperty.root.id { return }
            let targets = Self.objects(value)
            let places = targets.compactMap(scene.place)
            if places.contains(where: isShared) { return }
            if property.bond != .loose, !places.isEmpty, places.allSatisfy(written.contains) {
                // An animation is whole, and begins, with its line.
                append(property.name, value, property, to: &line)
            } else if !targets.isEmpty {
                later.append((place, id))
            } else if !(scene.isLayer(place) && scene.followsOutput(place) && Scene.followsOutput(id)) {
                append(property.name, value, property, to: &line)
            }
        }
        references += later
        for (key, value) in scene.users(place) {
            line.append(" user.")
            line.append(text: key)
            line.append("=")
            WordQuoting.append(value, to: &line)
        }
        if !Scene.isFixed(place) || line.count > prefix { sink(line.string) }
        guard let (id, property, list) = operations else { return }
        if list.objects().isEmpty {
            writeOperations(list, property, of: place, sink)
        } else {
            references.append((place, id))
        }
    }

    private func writeOperations(_ list: OperationList, _ property: Property, of place: Int32, _ sink: (String) -> Void)
    {
        for at in 0..<list.count {
            var line = ByteWriter()
            line.append("draw ")
            line.append(text: scene.name(of: place))
            line.append(" ")
            ValueText.write(list[at], property, in: scene, to: &line)
            sink(line.string)
        }
    }

    private static func objects(_ value: Value) -> [ObjectID] {
        switch value {
        case .object(let one): [one]
        case .objects(let many): many
        case .operations(let list): list.objects()
        default: []
        }
    }

    private func append(_ name: String, _ value: Value, _ property: Property, to line: inout ByteWriter) {
        line.append(" ")
        line.append(text: name)
        line.append("=")
        var text = ByteWriter()
        ValueText.write(value, property, in: scene, to: &text)
        WordQuoting.append(text.string, to: &line)
    }
}

/// Writes words so that a splitter reads them back.
package enum WordQuoting {
    /// Appends `value` as it is, or in double quotes with escapes where it needs them.
    package static func append(_ value: String, to line: inout ByteWriter) {
        let plain = value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x5C && $0 != 0x7F }
        if plain {
            line.append(text: value)
            return
        }
        line.append("\"")
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": line.append("\\\"")
            case "\\": line.append("\\\\")
            case "\n": line.append("\\n")
            case "\t": line.append("\\t")
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                line.append(text: "\\u{" + String(scalar.value, radix: 16) + "}")
            default: line.append(text: String(scalar))
            }
        }
        line.append("\"")
    }
}
