/// One property of a kind: its type, default and range. The order of a kind's schema gives the numbers by which
/// `Properties` reads them.
public struct Property: Sendable {
    /// Type of a property, with its default.
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
        /// Empty at first.
        case numbers
        /// Empty at first.
        case colors
        /// The identity at first.
        case transform
        /// None at first.
        case path
        /// Objects of these kinds, or, when there are none, of any; none at first.
        case objects([String])
        /// A picture for sprites: an image, a buffer, a file; none at first. Of plain kinds, once in a schema.
        case contents
        /// Any text.
        case text(String)
        /// x, y and a radius of at least 0; read with `numbers`. Zeros at first.
        case circle
        /// Operations, to which `draw ID OP…` appends one at a time; none at first. At most one property of a kind; read with
        /// `Properties.forEachOperation`.
        case operations([Operation])
        /// None at first.
        case object
    }

    /// `[A-Za-z][A-Za-z0-9._-]*`, and none of the names that every layer or output has.
    public var name: String
    /// Its type and default.
    public var form: Form
    /// Allowed numbers, inclusive; of the members of lists, points, sizes and rectangles too.
    public var range: ClosedRange<Double>
    /// For people: "points", "seconds"; may be empty.
    public var unit: String
    /// Values between two others have a meaning.
    public var animates: Bool
    /// A change can be seen: the object draws itself again.
    public var redraws: Bool
    /// The numbers of a list never decrease.
    public var isRising: Bool
    /// How many members a list of numbers, colours or objects may have, and how many commands a path.
    public var counts: ClosedRange<Int>
    /// Of an operation's parameter: it has to be given.
    public var isRequired: Bool
    /// Of an operation's parameter: it is given without its name, in its turn.
    public var isPositional: Bool
    /// Read only, its value given by `LayerKind.compute`. False unless it is set.
    public var isComputed = false
    /// A text that `LayerKind.refusal` may refuse. False unless it is set.
    public var isChecked = false
    /// At first it is none, which is a value of its own: a number, a point or a rectangle. False unless it is set.
    public var isOptional = false
    /// The object goes when the one that the property names goes. False unless it is set.
    public var isAttached = false
    /// The name ends with a dot, and clients put a name of their own behind it: paths, read by `Properties.namedPaths`. False
    /// unless it is set.
    public var isOpen = false
    /// A text that is kept and shown to nobody. False unless it is set.
    public var isSecret = false
    /// One line for `describe`.
    public var help: String

    /// Any range, and a change that redraws, unless said otherwise.
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

/// One operation that a list of them may hold: `fill path=… color=…`. The order of a list of these gives their numbers.
public struct Operation: Sendable {
    /// Effect on the open levels.
    public enum Role: UInt32, Sendable {
        /// Nothing.
        case plain = 0
        /// Opens one, which another has to close; at most 256 are open at a time.
        case opens = 1
        /// Closes one; refused where none is open.
        case closes = 2
    }

    /// `[A-Za-z][A-Za-z0-9._-]*`
    public var name: String
    /// Effect on the open levels.
    public var role: Role
    /// At most 64. Their order gives the numbers by which they are read.
    public var parameters: [Property]
    /// One line for `describe`.
    public var help: String

    /// One without parameters, unless said otherwise.
    public init(_ name: String, role: Role = .plain, _ parameters: [Property] = [], help: String) {
        self.name = name
        self.role = role
        self.parameters = parameters
        self.help = help
    }
}
