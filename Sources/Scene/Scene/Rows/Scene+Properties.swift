import Geometry
import SceneTables
public import Schema

/// Reading and changing properties.
extension Scene {
    /// Records a marked object or watched layer for the animator, behaviors, follows and bindings.
    func note(_ slot: Slot, _ flags: Dirty) {
        let row = rows[Int(slot)]
        guard row.flags.contains(.isLayer) else {
            if kinds[row.kind].family == .behavior { return changes.behaviors.append(.behavior(slot)) }
            if row.kind == .binding { return changes.bindings.append(slot) }
            if row.kind == .constraint { return constraints.touch(slot) }
            return row.kind == .follow ? changes.follows.append(.follow(slot)) : changes.motion.append(.object(slot))
        }
        guard !flags.isDisjoint(with: [.geometry, .tree]) else { return }
        if !changes.isMovingItems { changes.behaviors.append(.item(slot)) }
        changes.follows.append(.moved(slot, isTree: flags.contains(.tree)))
    }

    /// Sets one property of the object at `slot`; `value` has the property's type and is in its range.
    ///
    /// Throws for conflicts with the rest of the scene: a mask that is not detached (`value`), a cycle of masks
    /// (`cycle`), a property that cannot be set (`denied`).
    public func set(_ slot: Slot, _ id: PropertyID, _ value: Value) throws(SceneError) {
        let row = rows[Int(slot)]
        let rules = ChangeRules(scene: self)
        let property = kinds[row.kind].properties[Int(id.raw)]
        if property.isReadOnly { throw SceneError(.denied, "\"\(property.name)\" can only be read") }
        if row.flags.contains(.isLayer), let common = LayerProperty(rawValue: id.raw) {
            if outputs.followsOutput(slot) { try rules.checkFollower(slot, common) }
            switch common {
            case .frame where value.rect.size.hasAuto:
                // Along a side by content the corner counts; a transform does not.
                let anchor = self.value(slot, LayerProperty.anchorPoint.id).point
                var (position, bounds) = (value.rect.origin, layout.modelBounds(of: slot))
                (bounds.width, bounds.height) = (value.rect.width, value.rect.height)
                if bounds.width.isAuto { bounds.width = .autoFromCorner } else { position.x += anchor.x * bounds.width }
                if bounds.height.isAuto {
                    bounds.height = .autoFromCorner
                } else {
                    position.y += anchor.y * bounds.height
                }
                assign(slot, LayerProperty.position.id, .point(position), .geometry)
                assign(slot, LayerProperty.bounds.id, .rect(bounds), .geometry)
                return
            case .frame:
                let (position, bounds) = presentation.withModel(slot) { geometry.solve(slot, frame: value.rect) }
                assign(slot, LayerProperty.bounds.id, .rect(bounds), .geometry)
                assign(slot, LayerProperty.position.id, .point(position), .geometry)
                return
            case .mask: try rules.checkMask(slot, value.object)
            case .theme: try rules.checkKinds(of: value, property.choices)
            case .style: try rules.checkStyles(value)
            default: break
            }
        } else if row.kind == .scroll, id == ScrollProperty.scrollPoint.id {
            let mode = ScrollProperty.Mode(rawValue: self.value(slot, ScrollProperty.scrollMode.id).choice) ?? .both
            var bounds = layout.whole(slot, LayerProperty.bounds.id).rect
            let origin = mode.move(bounds.origin, to: value.point)
            (bounds.x, bounds.y) = (origin.x, origin.y)
            assign(slot, LayerProperty.bounds.id, .rect(bounds), .geometry)
            return
        }
        if row.kind == .mirror, id == MirrorProperty.of.id { try rules.checkOriginal(of: slot, value.object) }
        if property.effect == .output, id == OutputProperty.root.id { try rules.checkRoot(of: slot, value.object) }
        if property.type == .contents { try rules.checkContents(value.object) }
        if property.type == .objects, !property.choices.isEmpty {
            try rules.checkObjects(slot, value, property.choices)
        }
        if row.kind == .style, id == StyleProperty.of.id { try rules.checkBase(of: slot, value.object) }
        // No members: an empty list.
        let isEmptied = value == .none && property.type == .objects && property.initial == .objects([])
        assign(slot, id, isEmptied ? property.initial : value, property.effect)
        if id == LayerProperty.anchorPoint.id, outputTable.shows(slot) { outputs.outputChanged() }
    }

    /// True while dependent values are set: a style's value, or a frame that follows a size.
    var isFollowing: Bool { styleTable.isComputing || layouts.isResizing }

    /// Stores a value if it differs, with all consequences.
    func assign(_ slot: Slot, _ id: PropertyID, _ value: Value, _ effect: Effect) {
        if !isFollowing {
            if styles.isStyled(slot, id) { styles.uncover(slot, id) }
            if layouts.isTakingBack { styles.stylingFollows(takingBack: slot) }
        }
        let old = layout.computed(slot, id)
        if old == value { return }
        if let source = lineSources.current, !isFollowing, !layouts.isTakingBack {
            causes.note(self.id(of: slot), id, source)
        }
        let isAutoresizing = rows[Int(slot)].hints.contains(.isAutoresizing) || id == LayerProperty.autoresizingMask.id
        if isAutoresizing, isLayer(slot) { resizing.willSay(slot, id, value) }
        if isLayer(slot) {
            if layout.say(slot, id, value, insteadOf: old) { return }
            let follows = isFollowing && id != LayerProperty.autoresizingSize.id
            journal.append(of: slot, follows ? .followed(slot, id, old) : .value(slot, id, old))
        } else {
            journal.append(.value(slot, id, old))
        }
        if rows[Int(slot)].kind == .constraint { constraints.willChange(slot, id) }
        let resizes = id == LayerProperty.bounds.id && rows[Int(slot)].hints.contains(.resizesSublayers)
        let size = resizes ? resizing.size(of: slot) : .zero
        storage.store(slot, id, value)
        relations.follow(slot, id, old, value)
        if effect == .output { outputs.outputChanged() }
        if effect == .source { changes.sources.append(.source(slot)) }
        if slot == Scene.daemon { changes.noteSettings() }
        let kind = rows[Int(slot)].kind
        if kind == .reaction, id == ReactionProperty.event.id { relations.noteTrigger(of: slot, value) }
        if kind == .each, id >= EachProperty.axis.id, !kinds[kind][id].isReadOnly { lists.noteList(slot) }
        if presentation.isCovered(slot, id) { changes.motion.append(.covered(ObjectProperty(slot: slot, id: id))) }
        if id > Kind.componentScope, components.isInstance(slot) { variables.parameterChanged(slot) }
        if kind == .follow, id == FollowProperty.path.id || id == FollowProperty.position.id {
            relations.noteFollowed(by: slot)
            if id == FollowProperty.position.id { layout.layoutFollows(follow: slot) }
        }
        if id.raw >= LayerProperty.theme.rawValue || rows[Int(slot)].kind == .style {
            styles.stylingFollows(slot, id, old, value)
        }
        mark(slot, Dirty(effect))
        if id == LayerProperty.layoutTransition.id, isLayer(slot) {
            layout.noteTransition(slot, hasTransition: !value.string.isEmpty)
            layout.needLayout(slot)
        }
        if id == AnimationProperty.lifts.id, kind == .animation || kind == .spring, value.boolean { lifting.note(slot) }
        if id == LayerProperty.motion.id, isLayer(slot) { changes.behaviors.append(.item(slot)) }
        if effect == .content || effect == .source, !isLayer(slot) {
            contents.forEachViewer(of: slot) { contents.markPicture($0) }
        }
        if !rows[Int(slot)].flags.isDisjoint(with: [.arranges, .isArranged]) { layout.layoutFollows(slot, id) }
        // Not reported for a removed object that loses its reference to another removed object.
        if !rows[Int(slot)].flags.contains(.isRemoved) {
            changes.events.note(.changed(slot, id), isStructure: id == LayerProperty.style.id && isLayer(slot))
        }
        guard isLayer(slot) else { return }
        if resizes { resizing.follow(slot, from: size) }
        if id == LayerProperty.layoutOrigin.id { layout.originFollows(below: slot) }
        if id == LayerProperty.anchorPoint.id, layouts.isTakingBack { layout.doubtAnchor(slot) }
        if id == LayerProperty.autoresizingMask.id { resizing.noteMask(of: slot) }
        if id == LayerProperty.autoresizingSize.id, value != .none { resizing.noteBase(of: slot) }
    }

    /// The model value of a property, or its default.
    public func value(_ slot: Slot, _ id: PropertyID) -> Value {
        if rows[Int(slot)].flags.contains(.isAnimated) {
            if LayerProperty.frame.id == id, isLayer(slot) { return .rect(geometry.frame(of: slot)) }
            if let model = models.value(slot, id) { return model }
            if let part = storage.derivedPart(slot, id) { return part.read(value(slot, LayerProperty.bounds.id)) }
        }
        return shown(slot, id)
    }

    /// The presentation value: an animation's, otherwise the model value.
    public func shown(_ slot: Slot, _ id: PropertyID) -> Value {
        let row = rows[Int(slot)]
        if row.flags.contains(.isLayer), let property = LayerProperty(rawValue: id.raw) {
            if let value = storage.rowValue(row, slot, property) { return value }
        }
        if row.extras >= 0, let value = extras[Int(row.extras)].value(id) { return value }
        if let part = storage.derivedPart(slot, id) { return part.read(.rect(row.bounds)) }
        let property = kinds[row.kind].properties[Int(id.raw)]
        if property.isDerived, row.flags.contains(.isLayer) {
            return services.measurer?.computed(id, of: slot, in: self) ?? property.initial
        }
        if property.isParameter, let unset = property.unset { return unset }
        return property.initial
    }

    /// The stored value of a rare property; nil when it has its default.
    public func rare(_ slot: Slot, _ property: LayerProperty) -> Value? {
        let at = rows[Int(slot)].extras
        return at < 0 ? nil : extras[Int(at)].value(property.id)
    }

    public func number(_ slot: Slot, _ property: LayerProperty) -> Double {
        (rare(slot, property) ?? LayerProperty.schema[Int(property.rawValue)].initial).number
    }

    /// Selects one of a property's values.
    public enum Reading: Sendable {
        /// The model value, set by clients or layouts.
        case model
        /// The presentation value.
        case shown
        /// The value that clients specified: a dump with these values creates the scene again.
        case given
    }
}
