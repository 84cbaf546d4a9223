/// Columns of the table of verbs: where a verb's line is allowed, and what its effect depends on.
package struct VerbTraits: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The verb may change the scene. True for every verb whose target is the scene.
    package static let changesScene = Self(rawValue: 1 << 0)
    /// Words may be `key:=expression`. True for every verb with properties, bindings or a condition.
    package static let takesExpressions = Self(rawValue: 1 << 1)
    /// The effect depends on files, which may have changed when the journal is replayed.
    package static let readsFiles = Self(rawValue: 1 << 2)
    /// The effect depends on earlier lines of the connection.
    package static let readsHistory = Self(rawValue: 1 << 3)
    /// Executes the lines stored since `begin` or `define`.
    package static let carriesOutLines = Self(rawValue: 1 << 4)
    /// The line is allowed between `define` and `end`.
    package static let mayStandInDefinition = Self(rawValue: 1 << 5)
    /// The line is allowed after `inside INSTANCE`, in a dump.
    package static let mayStandInside = Self(rawValue: 1 << 6)
    /// The line becomes a dormant object when it fails while the journal is replayed.
    package static let mayBecomeDormant = Self(rawValue: 1 << 7)
    /// Changes the object named by the first word, and creates nothing independent of it.
    package static let changesOne = Self(rawValue: 1 << 8)
    /// Some values of words require full access. True for every verb with such an argument.
    package static let hasGuardedWords = Self(rawValue: 1 << 9)
}
