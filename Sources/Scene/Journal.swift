import Geometry

/// How to take one change back. Undone in reverse order, each finds the scene as it was right after its change.
enum Undo {
    case value(Int32, PropertyID, Value)
    /// Bounds, and the size that was given, of a layer in a layout.
    case arranged(Int32, Rect, Size?, fits: Bool)
    case user(Int32, String, String?)
    case link(Int32, parent: Int32, next: Int32)
    case created(Int32)
    /// A removed object gave up its name and its marks of life.
    case unnamed(Int32, String)
    /// The top of a removed subtree: out of its list, waiting in its slots for the end of the transaction.
    case removed(Int32)
}

/// All or nothing.
///
/// `begin` opens a stretch of changes; `commit` keeps them, `rollback` takes them back: properties, places, creations and
/// removals, so that ids, order and names are what they were. There is one level: a line inside a transaction that fails
/// fails the transaction.
extension Scene {
    package func begin() {
        precondition(!isJournaling, "one transaction at a time")
        isJournaling = true
        changes.begin()
    }

    package func commit() {
        isJournaling = false
        for undo in journal {
            if case .removed(let top) = undo {
                var below: [Int32] = []
                forEachBelow(top) { below.append($0) }
                free(below)
            }
        }
        journal.removeAll(keepingCapacity: true)
        changes.commit()
    }

    /// How far the open transaction has come.
    package var journalMark: Int { journal.count }

    /// What the open transaction set of layers that it did not make and made no animation for: each property once, with the
    /// value that it had before.
    ///
    /// Of what was set behind `mark` only, when one is given.
    package func valuesBefore(since mark: Int = 0) -> [(place: Int32, id: PropertyID, value: Value)] {
        var made: Set<Int32> = []
        var seen: Set<ObjectProperty> = []
        for case .created(let place) in journal {
            made.insert(place)
            if slots[Int(place)].kind == .transition {
                for end in [TransitionProperty.from, .to] {
                    guard let layer = value(place, end.id).object.flatMap(self.place) else { continue }
                    seen.insert(ObjectProperty(place: layer, id: LayerProperty.isHidden.id))
                }
                continue
            }
            guard kind(of: place).family == .animation, let layer = value(place, AnimationProperty.layer.id).object,
                let layer = self.place(of: layer),
                let path = propertyPath(value(place, AnimationProperty.property.id).string, of: layer)
            else { continue }
            seen.insert(ObjectProperty(place: layer, id: path.id))
        }
        var values: [(place: Int32, id: PropertyID, value: Value)] = []
        for undo in journal[min(mark, journal.count)...] {
            let (place, id, old): (Int32, PropertyID, Value)
            switch undo {
            case .value(let p, let i, let v): (place, id, old) = (p, i, v)
            case .arranged(let p, let bounds, _, _): (place, id, old) = (p, LayerProperty.bounds.id, .rect(bounds))
            default: continue
            }
            guard isLayer(place), !made.contains(place) else { continue }
            if seen.insert(ObjectProperty(place: place, id: id)).inserted { values.append((place, id, old)) }
        }
        return values.filter { slots[Int($0.place)].flags.intersection([.isAlive, .isRemoved]) == .isAlive }
    }

    package func rollback() {
        isJournaling = false
        // Not told: for subscribers nothing happened.
        let wasRecording = changes.isRecording
        changes.rollback()
        changes.isRecording = false
        defer { changes.isRecording = wasRecording }
        for undo in journal.reversed() {
            switch undo {
            case .value(let place, let id, let old):
                assign(place, id, old, kinds[slots[Int(place)].kind].properties[Int(id.raw)].effect)
            case .arranged(let place, let bounds, let size, let fits):
                naturalSizes[place] = size
                slots[Int(place)].flags.set(.fitsContent, fits)
                storeArranged(place, bounds)
                layoutFollows(place, LayerProperty.bounds.id)
            case .user(let place, let key, let old): setUser(place, key, old)
            case .link(let place, let parent, let next):
                if slots[Int(place)].parent >= 0 {
                    relink(place, under: parent, before: next)
                } else {
                    link(place, under: parent, before: next)
                    if parent > Scene.shelf { mark(parent, .sublayers) }
                    mark(place, [.tree, .order])
                }
            case .created(let place): destroy(place)
            case .unnamed(let place, let name):
                ByteView.with(name) { names.insert($0, place) }
                slots[Int(place)].flags.remove(.isRemoved)
                count += 1
                mark(place, .tree)
                if kind(of: place).family == .output { outputChanged() }
            case .removed: break
            }
        }
        journal.removeAll(keepingCapacity: true)
    }
}
