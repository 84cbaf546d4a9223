public import Schema

/// Objects whose values from styles or variables may have changed since they were last computed.
public struct RestyleQueue: Equatable, Sendable {
    public var layers: Set<Slot> = []
    /// Subtrees with possibly changed inherited values.
    public var subtrees: Set<Slot> = []
    /// Changed styles.
    public var styles: Set<Slot> = []
    /// Changed variables.
    public var variables: Set<String> = []
    /// True when a theme or a name of one was removed: references to it are denied.
    public var losesNames = false
    /// True when the theme of the root was unset: references to it keep their values.
    public var losesRootTheme = false
    /// Changed lists.
    public var lists: Set<Slot> = []
    /// True when data or components that lists use have changed.
    public var hasListSources = false

    public var isEmpty: Bool { !hasStyles && lists.isEmpty && !hasListSources }

    /// True when something has to be styled again.
    public var hasStyles: Bool {
        !(layers.isEmpty && subtrees.isEmpty && styles.isEmpty && variables.isEmpty && !losesNames)
    }

    /// Empties the queue.
    public mutating func removeAll() { if !isEmpty { self = RestyleQueue() } }

    /// Removes what concerns lists; objects to style remain.
    public mutating func removeLists() { (lists, hasListSources) = ([], false) }

    /// Takes the layers to be styled again; lists remain.
    public mutating func takeStyles() -> RestyleQueue {
        guard hasStyles else { return RestyleQueue() }
        var taken = self
        (taken.lists, taken.hasListSources) = ([], false)
        let (lists, hasSources) = (lists, hasListSources)
        self = RestyleQueue()
        (self.lists, hasListSources) = (lists, hasSources)
        return taken
    }
}

/// Styling state of a layer.
public struct Styling: Equatable, Sendable {
    /// States set by input or a list: bits as in `StyleProperty.states`.
    public var states: UInt32 = 0
    /// Active styles when it was last styled, strongest first.
    public var inForce: [ObjectID] = []

    public init() {}
}
