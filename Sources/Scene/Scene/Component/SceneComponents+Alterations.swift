public import SceneTables
public import Schema

extension SceneComponents {
    /// Alterations of an object; nil for most.
    public func alterations(of slot: Slot) -> Alterations? { scene.componentTable.alterations[slot] }

    /// True while a definition's lines create parts: these are no alterations.
    public var isMaking: Bool {
        get { scene.componentTable.isMaking }
        nonmutating set { scene.componentTable.isMaking = newValue }
    }

    /// Records properties and keys of a part or row that were set.
    public func noteAltered(_ slot: Slot, _ properties: [PropertyID], users: [String] = []) {
        guard !isMaking, isPart(slot) || scene.lists.isRow(slot), !scene.dormancy.isDormant(slot) else { return }
        // Motion is not recorded: behaviors control it.
        let properties = properties.filter { $0 != scene.kind(of: slot).continuation }
        if properties.isEmpty, users.isEmpty { return }
        var all = alterations(of: slot) ?? Alterations()
        all.properties.formUnion(properties)
        all.users.formUnion(users)
        setAlterations(of: slot, all)
    }

    /// Records a part that the instance's lines created later.
    public func noteLater(_ slot: Slot) {
        guard !isMaking, isPart(slot) else { return }
        var all = alterations(of: slot) ?? Alterations()
        all.isLater = true
        setAlterations(of: slot, all)
    }

    /// Records a part that was removed without its instance.
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
