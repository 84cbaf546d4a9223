public import Geometry
public import Schema

/// A component, with the lines from `define` on without `end`, or a function, with its line.
public struct Definition: Equatable, Sendable {
    public var name: String
    /// Nil for a function.
    public var kind: KindID?
    /// The line `define …`, and the lines that create the parts; for a function `function …`.
    public var lines: [[UInt8]]
    /// Names of the components that its lines instantiate, and of the functions that they call.
    public var uses: [String]
    /// The file of `use` that contains it.
    public var file: String?
    /// True with a parameter `step`: the ends of its steps are reported.
    public var hasSteps: Bool
    /// Frames of parts that its lines specify, by the parts' names, such as `.knob`. These parts keep their frames when
    /// their default anchor point changes. Sides by content are `auto`.
    public var frames: [String: Rect]

    public init(
        name: String, kind: KindID?, lines: [[UInt8]], uses: [String], file: String? = nil, hasSteps: Bool = false,
        frames: [String: Rect] = [:]
    ) {
        self.name = name
        self.kind = kind
        self.lines = lines
        self.uses = uses
        self.file = file
        self.hasSteps = hasSteps
        self.frames = frames
    }

    /// Maximum number in one scene.
    public static let most = 1000
    /// Maximum nesting depth.
    public static let deepest = 16
}

/// A file of definitions, styles, themes and data that was run once.
public struct UsedFile: Equatable, Sendable {
    public var path: String
    /// Checksum of the content that was run; nil while a dormant object has the file's line.
    public var checksum: UInt64?

    public init(path: String, checksum: UInt64?) {
        self.path = path
        self.checksum = checksum
    }
}

/// Components of a scene: their definitions, and the assignment of parts to instances.
public struct ComponentTable {
    public var definitions: [Definition] = []
    public var files: [UsedFile] = []
    /// Styles, themes and data created by files, with a checksum of their state then.
    public var brought: [ObjectID: UInt64] = [:]
    /// Indices in `definitions`.
    public var indices: [KindID: Int] = [:]
    /// The compiled functions, which this target does not know; nil when they have to be compiled again.
    public var functions: AnyObject?
    public var hasFunctions = false
    /// Counts changes of the definitions.
    public var revision = 0
    /// True while the lines of a file are run.
    public var readsFile = false
    /// Kinds of the definitions that have steps.
    public var stepKinds: Set<KindID> = []
    /// Instances by slot of their parts: layers, and objects attached to these.
    public var owners = OwnerTable()
    /// Timers that are parts, by instance: they have to be removed with it explicitly.
    public var timers: [Slot: Set<Slot>] = [:]
    /// Parts that take the sublayers of their instances.
    public var slots: [Slot: Slot] = [:]
    /// Changes made by instances' own lines to parts, rows and the instances.
    public var alterations: [Slot: Alterations] = [:]
    /// True while a definition's lines create parts.
    public var isMaking = false
    /// The instance whose component's lines are run.
    public var lineOwner: ObjectID?
    /// Plans by kind index; created on demand.
    public var plans: [ComponentPlan?] = []
    /// The parts last created from a template: scratch storage.
    public var stamped: [Slot] = []

    public init() {}

    /// True when there are no definitions, and no objects from files.
    public var isEmpty: Bool { definitions.isEmpty && files.isEmpty && brought.isEmpty }
}
