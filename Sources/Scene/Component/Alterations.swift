/// What an instance's own lines made of a part, of a row or of itself after its definition had made it.
public struct Alterations: Equatable, Sendable {
    /// Properties that were set.
    public var properties: Set<PropertyID> = []
    /// Keys of `user.` that were set.
    public var users: Set<String> = []
    /// The part is none of the definition's.
    public var isLater = false
    /// Of an instance: names of parts that its definition makes, and that were removed since.
    public var gone: Set<String> = []

    public init() {}
}

extension SceneComponents {
    /// What was altered of an object; nil for most.
    public func alterations(of slot: Slot) -> Alterations? { scene.componentTable.alterations[slot] }

    /// True while a definition's lines are run to make parts, or to make them anew: these alter nothing.
    public var isMaking: Bool {
        get { scene.componentTable.isMaking }
        nonmutating set { scene.componentTable.isMaking = newValue }
    }

    /// Notes properties and keys of a part, or of a row, that were set.
    public func noteAltered(_ slot: Slot, _ properties: [PropertyID], users: [String] = []) {
        guard !isMaking, isPart(slot) || scene.lists.isRow(slot), !scene.dormancy.isDormant(slot) else { return }
        // How it moves is its behaviors' to say.
        let properties = properties.filter { $0 != scene.kind(of: slot).continuation }
        if properties.isEmpty, users.isEmpty { return }
        var all = alterations(of: slot) ?? Alterations()
        all.properties.formUnion(properties)
        all.users.formUnion(users)
        setAlterations(of: slot, all)
    }

    /// Notes a part that the instance's lines made later.
    public func noteLater(_ slot: Slot) {
        guard !isMaking, isPart(slot) else { return }
        var all = alterations(of: slot) ?? Alterations()
        all.isLater = true
        setAlterations(of: slot, all)
    }

    /// Notes a part that goes while its instance stays.
    func noteGone(_ slot: Slot, of instance: Slot) {
        guard !isMaking, alterations(of: slot)?.isLater != true else { return }
        var all = alterations(of: instance) ?? Alterations()
        all.gone.insert(scene.name(of: slot))
        setAlterations(of: instance, all)
    }

    public func setAlterations(of slot: Slot, _ new: Alterations?) {
        let old = scene.componentTable.alterations[slot]
        guard old != new else { return }
        scene.journal.append(of: slot, .alterations(slot, old))
        scene.componentTable.alterations[slot] = new
    }
}
