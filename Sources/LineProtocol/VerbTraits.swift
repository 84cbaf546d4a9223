/// Columns of the table of verbs: where a verb's line may stand, and what its effect depends on.
package struct VerbTraits: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The scene may be another one behind the verb. Every verb whose target is the scene has it.
    package static let changesScene = Self(rawValue: 1 << 0)
    /// Words may be `key:=expression`. Every verb with properties, bindings or a condition has it.
    package static let takesExpressions = Self(rawValue: 1 << 1)
    /// The effect depends on files, which may be others when the journal is run again.
    package static let readsFiles = Self(rawValue: 1 << 2)
    /// The effect depends on earlier lines of the connection.
    package static let readsHistory = Self(rawValue: 1 << 3)
    /// Carries out the lines that were kept since `begin` or `define`.
    package static let carriesOutLines = Self(rawValue: 1 << 4)
    /// The line may stand between `define` and `end`.
    package static let mayStandInDefinition = Self(rawValue: 1 << 5)
    /// The line may stand behind `inside INSTANCE`, in a dump.
    package static let mayStandInside = Self(rawValue: 1 << 6)
    /// The line is kept as a dormant object when it cannot be carried out while the journal is run again.
    package static let mayBecomeDormant = Self(rawValue: 1 << 7)
    /// Changes the object that the first word names, and makes nothing that could stand alone.
    package static let changesOne = Self(rawValue: 1 << 8)
    /// Some words need full access with some values. Every verb with an argument that says so has it.
    package static let hasGuardedWords = Self(rawValue: 1 << 9)
}
