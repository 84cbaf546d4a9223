/// Objects whose styled values, or values with variables, may have changed since they were found last.
package struct RestyleQueue: Equatable, Sendable {
    package var layers: Set<Slot> = []
    /// Layers below which, with themselves, everything inherited may be another.
    package var subtrees: Set<Slot> = []
    /// Styles that changed.
    package var styles: Set<Slot> = []
    /// Variables that changed.
    package var variables: Set<String> = []
    /// A theme, or a name of one, was taken away: what misses it is denied.
    package var losesNames = false

    package var isEmpty: Bool {
        layers.isEmpty && subtrees.isEmpty && styles.isEmpty && variables.isEmpty && !losesNames
    }

    mutating func removeAll() { if !isEmpty { self = RestyleQueue() } }
}

/// What a layer has to do with styles, beside its properties.
package struct Styling: Equatable, Sendable {
    /// States in which input, or a list, has put it: bits as in `StyleProperty.states`.
    package var states: UInt32 = 0
    /// Styles in force when it was styled last, the strongest first.
    package var inForce: [ObjectID] = []

    package init() {}
}
