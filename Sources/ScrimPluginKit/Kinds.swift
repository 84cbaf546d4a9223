public import ScrimPluginABI

/// A kind of object that a plugin brings.
public protocol ObjectKind {
    /// As the manifest has it: `[A-Za-z][A-Za-z0-9._-]*`.
    static var name: String { get }
    /// One line for `describe`.
    static var help: String { get }
    /// The kind's own properties; those that every layer or output has come before them by themselves.
    static var schema: [Property] { get }
}

/// A plain kind: its objects are no layers and do nothing; they have properties, which other kinds of the plugin read.
public protocol PlainKind: ObjectKind {}

/// A kind of layer that draws itself. A value of the type is kept for each object.
public protocol LayerKind: ObjectKind {
    /// True when the drawing depends on the layer's bounds. False unless the kind says otherwise.
    static var usesBounds: Bool { get }
    /// True when the sublayers are drawn as often, and where, `draw` says (`Canvas.drawSublayers`), not by themselves. False
    /// unless the kind says otherwise.
    static var placesSublayers: Bool { get }
    /// True when the drawing depends on time: `draw` then says how long it holds (`Canvas.hold`). The layer's own time begins
    /// when it is made, unless its `beginTime` is set. False unless the kind says otherwise.
    static var usesTime: Bool { get }
    /// True when the drawing lies above sublayers and border. False unless the kind says otherwise.
    static var drawsAbove: Bool { get }
    /// True when a pointer hits the layer where it draws, not in its bounds. False unless the kind says otherwise.
    static var isHitByDrawing: Bool { get }
    /// True when layers of the kind have a size of their own, which `measure` says. False unless the kind says otherwise.
    static var measures: Bool { get }
    /// Made before the object's first drawing.
    init(host: Host) throws(PluginFailure)
    /// The intrinsic size, in points, at least 0. `width`: the available width; infinite: as much as
    /// it likes. `bounds` as they were set: their size may be zero.
    mutating func measure(width: Double, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point
    /// The value of a computed property, `number` being its index in the schema: one number, or two or four from the left.
    mutating func compute(_ number: Int, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> SIMD4<Double>
    /// Reason against a text for a property with `isChecked`, `number` being its index in the schema; nil: it is valid. Restored
    /// values are not checked.
    static func refusal(of text: String, _ number: Int, host: Host) -> String?
    /// Records the picture. The same properties and bounds give the same drawing.
    mutating func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure)
}

extension LayerKind {
    /// False: the drawing does not depend on the bounds.
    public static var usesBounds: Bool { false }
    /// False: the sublayers are drawn once, where they are.
    public static var placesSublayers: Bool { false }
    /// False: the drawing is the same at all times.
    public static var usesTime: Bool { false }
    /// False: sublayers and border lie above the drawing.
    public static var drawsAbove: Bool { false }
    /// False: the layer is hit in its rounded bounds.
    public static var isHitByDrawing: Bool { false }
    /// False: only bounds say how large a layer is.
    public static var measures: Bool { false }
    /// Any is taken.
    public static func refusal(of text: String, _ number: Int, host: Host) -> String? { nil }
    /// Nothing.
    public mutating func measure(width: Double, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point {
        throw .unsupported
    }
    /// Nothing.
    public mutating func compute(
        _ number: Int, bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> SIMD4<Double> {
        throw .unsupported
    }
}

/// Size, density and pace of an output.
public struct Mode: Equatable, Sendable {
    /// In pixels, 1…32000.
    public var width: Int
    /// In pixels, 1…32000.
    public var height: Int
    /// Pixels per point.
    public var scale: Double
    /// Frames a second.
    public var refresh: Double
}

/// The memory for one frame: rows of premultiplied 0xAARRGGBB words.
@safe
public struct Buffer {
    /// Valid until the buffer is acquired again, or the output is configured or destroyed.
    public var pixels: UnsafeMutableRawPointer
    /// Bytes from row to row: a multiple of 4, at least 4·width.
    public var stride: Int
    /// Age of its contents in frames, as of EGL_EXT_buffer_age; 0: undefined.
    public var age: Int
    /// The same memory for clients; the plugin keeps owning it. Nil: not shared.
    public var descriptor: Int32?
    /// Where the pixels begin behind the descriptor, in bytes.
    public var offset: Int
    /// The plugin's own name for the buffer.
    public var id: UInt64

    /// A buffer that is not shared and of the name 0, unless said otherwise.
    public init(
        pixels: UnsafeMutableRawPointer, stride: Int, age: Int, descriptor: Int32? = nil, offset: Int = 0,
        id: UInt64 = 0
    ) {
        unsafe self.pixels = unsafe pixels
        self.stride = stride
        self.age = age
        self.descriptor = descriptor
        self.offset = offset
        self.id = id
    }
}

/// A frame to be presented.
public struct Frame: Sendable {
    /// `Buffer.id`.
    public var buffer: UInt64
    /// Counts up by one.
    public var number: UInt64
    /// When it should be seen: CLOCK_MONOTONIC, nanoseconds.
    public var time: UInt64
}

/// A kind of output. `configure` comes first, then `acquire` and `present` in turn.
public protocol OutputKind: ObjectKind, AnyObject {
    /// `object` names the output to `Host.presented`.
    init(host: Host, object: UInt64) throws(PluginFailure)
    /// Takes a mode, and reads its properties again. Throwing keeps the mode before.
    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure)
    /// Gives the memory for the next frame; throws `none` when there is none now.
    func acquire() throws(PluginFailure) -> Buffer
    /// Shows the buffer acquired last, and calls `Host.presented` for it. `damage`: rectangles that differ from the frame before.
    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure)
}

/// State of an output as its screen decides. Zero: as before.
public struct Screen: Equatable, Sendable {
    /// In points, 1…16384.
    public var width = 0.0
    /// In points, 1…16384.
    public var height = 0.0
    /// Pixels per point.
    public var scale = 0.0
    /// Frames a second.
    public var refresh = 0.0
    /// There is nothing to show frames on: none are asked for.
    public var isAbsent = false
    /// For people: the reason of its absence, or another difference from the request.
    public var message = ""

    /// An active screen, nothing said of it.
    public init() {}
}

/// An input event at an output, as `scrim_input`.
public struct Act: Equatable, Sendable {
    /// Kind of event.
    public enum Kind: UInt32, Sendable {
        /// The pointer is at a point, or has left; a button; a wheel.
        case move, leave, button, scroll
        /// Of one touch.
        case touchDown, touchMove, touchUp, touchCancel
        /// Of the keyboard.
        case key
        /// An input method composes `text`; empty: nothing any more.
        case compose
        /// Fingers on a touchpad, where the pointer is.
        case pinch, swipe
        /// Another program drags something, the drag numbered `touch`: `text` has its types between line feeds, at `ended` its data, read as
        /// the type `key`.
        case drop
        /// The pointer is locked, and would have gone by `dx`, `dy`.
        case motion
    }

    /// What the pointer is.
    public enum Tool: UInt32, Sendable {
        /// `none`: a mouse or a touchpad; the others are a tablet's.
        case none, pen, eraser, brush, pencil, airbrush, mouse, lens
    }

    /// Phase of a gesture on a touchpad.
    public enum Phase: UInt32, Sendable {
        /// It begins, goes on, ends, or is taken away by the system.
        case began, changed, ended, cancelled
    }

    /// State of a button or a key.
    public enum Press: UInt32, Sendable {
        /// It is released, pressed, pressed again by holding it.
        case up, down, again
    }

    /// Kind of event.
    public var kind: Kind
    /// CLOCK_MONOTONIC, nanoseconds.
    public var time: UInt64
    /// In points of the output.
    public var x = 0.0
    /// In points of the output.
    public var y = 0.0
    /// Points scrolled to the right, or swiped since the gesture began.
    public var dx = 0.0
    /// Points scrolled or swiped down.
    public var dy = 0.0
    /// 0 left, 1 right, 2 middle, 3 back, 4 forward.
    public var button: UInt32 = 0
    /// Of buttons and keys.
    public var press = Press.up
    /// Which touch.
    public var touch: UInt32 = 0
    /// Bits: 1 shift, 2 control, 4 alt, 8 super.
    public var modifiers: UInt32 = 0
    /// The key's name, as X names keysyms.
    public var key = ""
    /// Text that the key types, or that is composed.
    public var text = ""
    /// Of a pinch: the distance of the fingers, 1 at first.
    public var scale = 1.0
    /// Of a pinch: the angle by which the fingers have turned, in radians, clockwise.
    public var rotation = 0.0
    /// Of a gesture.
    public var phase = Phase.began
    /// Of a gesture.
    public var fingers: UInt32 = 0
    /// Of a move or a button.
    public var tool = Tool.none
    /// Of a tool, 0 to 1.
    public var pressure = 0.0
    /// Of a tool, in degrees to the right.
    public var tiltX = 0.0
    /// Of a tool, in degrees towards its user.
    public var tiltY = 0.0

    /// An event of a kind at a time, everything else at its default.
    public init(_ kind: Kind, time: UInt64) {
        self.kind = kind
        self.time = time
    }
}

/// Regions of an output's picture, in its pixels; valid during the call.
@safe
public struct Shape {
    /// A frame that shows the shape is presented at once.
    public let presents: Bool
    /// Where nothing behind the output can be seen.
    public let opaque: UnsafeBufferPointer<PixelRect>
    /// Where some layer takes input.
    public let input: UnsafeBufferPointer<PixelRect>

    init(_ raw: scrim_shape) {
        presents = unsafe raw.presents != 0
        unsafe opaque = unsafe UnsafeBufferPointer(start: raw.opaque, count: Int(raw.opaque_count))
        unsafe input = unsafe UnsafeBufferPointer(start: raw.input, count: Int(raw.input_count))
    }
}

/// What keys are typed into.
public struct TextInput: Equatable, Sendable {
    /// Where it is, in points of the output.
    public var x = 0.0
    /// The upper edge.
    public var y = 0.0
    /// In points.
    public var width = 0.0
    /// In points.
    public var height = 0.0
    /// It is hidden, and nobody should learn it.
    public var isPassword = false

    /// Nil for none.
    init?(_ raw: scrim_text_input) {
        guard raw.purpose != 0 else { return nil }
        (x, y, width, height) = (raw.place.x, raw.place.y, raw.place.width, raw.place.height)
        isPassword = raw.purpose == 2
    }
}

/// A kind of output whose screen decides its own size, scale and refresh (`Host.screen`), and when another frame
/// may come (`Host.presented`).
public protocol ScreenKind: OutputKind {
    /// What was presented is still shown, and buffers and their ages hold, after a `configure` with the same mode.
    static var keepsPicture: Bool { get }
    /// The descriptor given to `Host.watch` can be read.
    func dispatch() throws(PluginFailure)
    /// Takes the shape of the next frame.
    func shape(_ shape: Shape) throws(PluginFailure)
    /// Keys are typed into something else from now on; nil: into nothing that takes text.
    func textInput(_ input: TextInput?) throws(PluginFailure)
}

extension ScreenKind {
    /// Of an output without input methods and a clipboard.
    public func textInput(_ input: TextInput?) {}
    /// A frame follows each `configure`.
    public static var keepsPicture: Bool { false }
}
