/// One property of a kind: its type, default and range. `Properties` reads properties by their index in the kind's
/// schema.
public struct Property: Sendable {
    /// The type of a property, with its default.
    public enum Form: Sendable {
        /// Any finite number.
        case number(Double)
        /// A whole number.
        case integer(Double)
        /// True or false.
        case boolean(Bool)
        /// Seconds.
        case time(Double)
        /// Radians.
        case angle(Double)
        /// x, y.
        case point(Double, Double)
        /// Width, height.
        case size(Double, Double)
        /// x, y, width, height.
        case rect(Double, Double, Double, Double)
        /// Nil: none.
        case color(Color?)
        /// The names, and the index of the default.
        case choice([String], Int)
        /// The names (at most 32), and the bits of the default.
        case choices([String], UInt32)
        /// A list of numbers, initially empty.
        case numbers
        /// A list of colours, initially empty.
        case colors
        /// A transform, initially the identity.
        case transform
        /// A path, initially none.
        case path
        /// Objects of these kinds, or of any kind if the list is empty; initially none.
        case objects([String])
        /// A picture for sprites: an image, a buffer, a file; initially none. For plain kinds, once in a schema.
        case contents
        /// Any text.
        case text(String)
        /// x, y and a radius of at least 0; read with `numbers`. Initially zeros.
        case circle
        /// A list of rectangles, for computed properties.
        case rects
        /// Operations, to which `draw ID OP…` appends one at a time; initially none. At most one such property per
        /// kind; read with `Properties.forEachOperation`.
        case operations([Operation])
        /// An object, initially none.
        case object
    }

    /// `[A-Za-z][A-Za-z0-9._-]*`, and not a name common to all layers or outputs.
    public var name: String
    /// Its type and default.
    public var form: Form
    /// The range of numbers, inclusive; also applies to the members of lists, points, sizes and rectangles.
    public var range: ClosedRange<Double>
    /// A unit for users: "points", "seconds"; may be empty.
    public var unit: String
    /// True when intermediate values are meaningful, so that the property can animate.
    public var animates: Bool
    /// True when a change is visible, so that the object is drawn again.
    public var redraws: Bool
    /// True when the numbers of a list must be in ascending order.
    public var isRising: Bool
    /// The allowed number of members in a list of numbers, colours or objects, and of commands in a path.
    public var counts: ClosedRange<Int>
    /// For an operation's parameter: true when it is required.
    public var isRequired: Bool
    /// For an operation's parameter: true when it is positional, given without its name.
    public var isPositional: Bool
    /// True for a read-only property with a value from `LayerKind.compute`, or `computeList` for a list. False by default.
    public var isComputed = false
    /// True for a text that `LayerKind.refusal` may reject. False by default.
    public var isChecked = false
    /// True when it is initially "none", which is a valid value: for a number, a point or a rectangle. False by
    /// default.
    public var isOptional = false
    /// Removed together with the referenced object. False by default.
    public var isAttached = false
    /// True when the name ends with a dot, after which clients add a name of their own: paths, read with
    /// `Properties.namedPaths`. False by default.
    public var isOpen = false
    /// True for a secret text, which clients cannot read. False by default.
    public var isSecret = false
    /// One line for `describe`.
    public var help: String

    /// By default the range is unlimited and a change redraws.
    public init(
        _ name: String, _ form: Form, range: ClosedRange<Double> = -Double.infinity...Double.infinity,
        unit: String = "", animates: Bool = false, redraws: Bool = true, isRising: Bool = false,
        counts: ClosedRange<Int> = 0...Int.max, isRequired: Bool = false, isPositional: Bool = false, help: String
    ) {
        self.name = name
        self.form = form
        self.range = range
        self.unit = unit
        self.animates = animates
        self.redraws = redraws
        self.isRising = isRising
        self.counts = counts
        self.isRequired = isRequired
        self.isPositional = isPositional
        self.help = help
    }
}

/// One operation allowed in a list: `fill path=… color=…`. Its number is its index in the schema's list.
public struct Operation: Sendable {
    /// The effect on the nesting of levels.
    public enum Role: UInt32, Sendable {
        /// No effect.
        case plain = 0
        /// Opens a level, which another operation has to close; at most 256 levels.
        case opens = 1
        /// Closes a level; rejected when none is open.
        case closes = 2
    }

    /// `[A-Za-z][A-Za-z0-9._-]*`
    public var name: String
    /// The effect on the nesting of levels.
    public var role: Role
    /// At most 64. They are read by index.
    public var parameters: [Property]
    /// One line for `describe`.
    public var help: String

    /// By default there are no parameters.
    public init(_ name: String, role: Role = .plain, _ parameters: [Property] = [], help: String) {
        self.name = name
        self.role = role
        self.parameters = parameters
        self.help = help
    }
}
