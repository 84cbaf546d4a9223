/// Objects whose styled values, or values with variables, may have changed since they were found last.
public struct RestyleQueue: Equatable, Sendable {
    public var layers: Set<Slot> = []
    /// Layers below which, with themselves, everything inherited may be another.
    public var subtrees: Set<Slot> = []
    /// Styles that changed.
    public var styles: Set<Slot> = []
    /// Variables that changed.
    public var variables: Set<String> = []
    /// A theme, or a name of one, was taken away: references to it are denied.
    public var losesNames = false
    /// The theme of the root was taken off: references to it keep their value.
    public var losesRootTheme = false
    /// Lists that changed.
    public var lists: Set<Slot> = []
    /// Data or components changed, by which lists go.
    public var hasListSources = false

    public var isEmpty: Bool { !hasStyles && lists.isEmpty && !hasListSources }

    /// True when something has to be styled again.
    public var hasStyles: Bool {
        !(layers.isEmpty && subtrees.isEmpty && styles.isEmpty && variables.isEmpty && !losesNames)
    }

    mutating func removeAll() { if !isEmpty { self = RestyleQueue() } }

    mutating func removeLists() { (lists, hasListSources) = ([], false) }

    /// Takes the layers to be styled again; lists stay.
    mutating func takeStyles() -> RestyleQueue {
        guard hasStyles else { return RestyleQueue() }
        var taken = self
        (taken.lists, taken.hasListSources) = ([], false)
        let (lists, hasSources) = (lists, hasListSources)
        self = RestyleQueue()
        (self.lists, hasListSources) = (lists, hasSources)
        return taken
    }
}

/// A layer's facts about styles, beside its properties.
public struct Styling: Equatable, Sendable {
    /// States in which input, or a list, has put it: bits as in `StyleProperty.states`.
    public var states: UInt32 = 0
    /// Styles in force when it was styled last, the strongest first.
    public var inForce: [ObjectID] = []

    public init() {}
}
