public import ScrimPluginABI

/// A kind of object provided by a plugin.
public protocol ObjectKind {
    /// The name, as in the manifest: `[A-Za-z][A-Za-z0-9._-]*`.
    static var name: String { get }
    /// One line for `describe`.
    static var help: String { get }
    /// The kind's own properties, without those common to all layers or outputs, which precede them.
    static var schema: [Property] { get }
}

/// A plain kind: its objects are not layers and have no behavior, only properties that other kinds of the plugin read.
public protocol PlainKind: ObjectKind {}

/// A kind of layer with its own drawing. There is one value for each object.
public protocol LayerKind: ObjectKind {
    /// True when the drawing depends on the layer's bounds. False by default.
    static var usesBounds: Bool { get }
    /// True when `draw` determines the number and positions of the sublayers (`Canvas.drawSublayers`). False by
    /// default.
    static var placesSublayers: Bool { get }
    /// True when the drawing depends on time: `draw` then tells how long it is valid (`Canvas.hold`). The layer's local
    /// time begins at its creation, unless its `beginTime` is set. False by default.
    static var usesTime: Bool { get }
    /// True when the drawing is painted above sublayers and border. False by default.
    static var drawsAbove: Bool { get }
    /// True when a pointer hits the layer where it draws, instead of within its bounds. False by default.
    static var isHitByDrawing: Bool { get }
    /// True when the drawing is the property `path`, filled and stroked as by the kind `shape`: the host may then draw
    /// it without a call (SCRIM_LAYER_DRAWS_FIGURE). False by default.
    static var drawsFigure: Bool { get }
    /// True when layers of the kind have an intrinsic size, given by `measure`. False by default.
    static var measures: Bool { get }
    /// Called before the object's first drawing.
    init(host: Host) throws(PluginFailure)
    /// The intrinsic size, in points, at least 0. `width` is the available width; infinite means unlimited. `bounds`
    /// are those that were set, so their size may be zero.
    mutating func measure(width: Double, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point
    /// The value of a computed property; `number` is its index in the schema. One number, or the first two or four.
    mutating func compute(_ number: Int, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> SIMD4<Double>
    /// The value of a computed list of numbers, or of rectangles: four numbers for each. At most 262144.
    mutating func computeList(_ number: Int, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> [Double]
    /// Validates a text for a property with `isChecked`; `number` is its index in the schema. Returns the reason for
    /// rejecting it, or nil. Restored values are not checked.
    static func refusal(of text: String, _ number: Int, host: Host) -> String?
    /// Records the drawing. The same properties and bounds must give the same drawing.
    mutating func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure)
}

extension LayerKind {
    /// By default the drawing does not depend on the bounds.
    public static var usesBounds: Bool { false }
    /// By default the sublayers are drawn once, at their own positions.
    public static var placesSublayers: Bool { false }
    /// By default the drawing does not depend on time.
    public static var usesTime: Bool { false }
    /// By default sublayers and border are painted above the drawing.
    public static var drawsAbove: Bool { false }
    /// By default the layer is hit in its rounded bounds.
    public static var isHitByDrawing: Bool { false }
    /// By default the host calls `draw`.
    public static var drawsFigure: Bool { false }
    /// By default only the bounds determine the size.
    public static var measures: Bool { false }
    /// By default every text is valid.
    public static func refusal(of text: String, _ number: Int, host: Host) -> String? { nil }
    /// Throws by default: there is no intrinsic size.
    public mutating func measure(width: Double, bounds: Rect, _ properties: Properties) throws(PluginFailure) -> Point {
        throw .unsupported
    }
    /// Throws by default: there are no computed properties.
    public mutating func compute(
        _ number: Int, bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> SIMD4<Double> {
        throw .unsupported
    }
    /// Throws by default: there are no computed lists.
    public mutating func computeList(
        _ number: Int, bounds: Rect, _ properties: Properties
    ) throws(PluginFailure) -> [Double] {
        throw .unsupported
    }
}

/// The size, density and refresh rate of an output.
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
    /// Bytes per row: a multiple of 4, at least 4·width.
    public var stride: Int
    /// Age of its contents in frames, as of EGL_EXT_buffer_age; 0: undefined.
    public var age: Int
    /// The same memory as a descriptor for clients, owned by the plugin; nil when it is not shared.
    public var descriptor: Int32?
    /// Offset of the pixels behind the descriptor, in bytes.
    public var offset: Int
    /// An identifier chosen by the plugin.
    public var id: UInt64

    /// By default the buffer is not shared and has the id 0.
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
    /// Incremented for each frame.
    public var number: UInt64
    /// The time at which it should be visible: CLOCK_MONOTONIC, nanoseconds.
    public var time: UInt64
}

/// A kind of output. `configure` comes first, then `acquire` and `present` in turn.
public protocol OutputKind: ObjectKind, AnyObject {
    /// `object` identifies the output in `Host.presented`.
    init(host: Host, object: UInt64) throws(PluginFailure)
    /// Sets a mode, and reads the properties again. Throwing keeps the previous mode.
    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure)
    /// Returns the memory for the next frame; throws `none` when none is available.
    func acquire() throws(PluginFailure) -> Buffer
    /// Shows the acquired buffer, and calls `Host.presented` for it. `damage` contains the rectangles that differ from
    /// the previous frame.
    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure)
}

/// The state of an output as decided by its screen. Zero means unchanged.
public struct Screen: Equatable, Sendable {
    /// In points, 1…16384.
    public var width = 0.0
    /// In points, 1…16384.
    public var height = 0.0
    /// Pixels per point.
    public var scale = 0.0
    /// Frames a second.
    public var refresh = 0.0
    /// True when there is no surface to show frames on; no frames are requested.
    public var isAbsent = false
    /// A message for users: the reason of its absence, or another difference from the request.
    public var message = ""

    /// An active screen without further information.
    public init() {}
}

/// An input event at an output, as `scrim_input`.
public struct Act: Equatable, Sendable {
    /// Kind of event.
    public enum Kind: UInt32, Sendable {
        /// The pointer moved or left; a button; a wheel.
        case move, leave, button, scroll
        /// Events of a touch.
        case touchDown, touchMove, touchUp, touchCancel
        /// A key.
        case key
        /// An input method composes `text`; empty when composition ended.
        case compose
        /// Fingers on a touchpad, at the pointer.
        case pinch, swipe
        /// Another program drags something; `touch` identifies the drag. `text` contains its types, separated by line
        /// feeds; at `ended`, its data, read in the type `key`.
        case drop
        /// The relative motion `dx`, `dy` of a locked pointer.
        case motion
    }

    /// The device used as the pointer.
    public enum Tool: UInt32, Sendable {
        /// `none` is a mouse or a touchpad; the others are tablet tools.
        case none, pen, eraser, brush, pencil, airbrush, mouse, lens
    }

    /// Phase of a gesture on a touchpad.
    public enum Phase: UInt32, Sendable {
        /// The gesture begins, continues, ends, or is cancelled by the system.
        case began, changed, ended, cancelled
    }

    /// State of a button or a key.
    public enum Press: UInt32, Sendable {
        /// Released, pressed, or repeated while held.
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
    /// Points scrolled to the right, or moved since the gesture began.
    public var dx = 0.0
    /// Points scrolled or moved down.
    public var dy = 0.0
    /// 0 left, 1 right, 2 middle, 3 back, 4 forward.
    public var button: UInt32 = 0
    /// For buttons and keys.
    public var press = Press.up
    /// Identifies the touch.
    public var touch: UInt32 = 0
    /// Bits: 1 shift, 2 control, 4 alt, 8 super.
    public var modifiers: UInt32 = 0
    /// The key's name, as X names keysyms.
    public var key = ""
    /// The text produced by the key, or the composed text.
    public var text = ""
    /// For a pinch: the distance of the fingers relative to the initial one.
    public var scale = 1.0
    /// For a pinch: the rotation of the fingers, in radians, clockwise.
    public var rotation = 0.0
    /// For a gesture.
    public var phase = Phase.began
    /// For a gesture.
    public var fingers: UInt32 = 0
    /// For a move or a button.
    public var tool = Tool.none
    /// For a tool, 0 to 1.
    public var pressure = 0.0
    /// For a tool, in degrees to the right.
    public var tiltX = 0.0
    /// For a tool, in degrees toward the user.
    public var tiltY = 0.0

    /// Creates an event with everything else at its default.
    public init(_ kind: Kind, time: UInt64) {
        self.kind = kind
        self.time = time
    }
}

/// Regions of an output's picture, in its pixels; valid during the call.
@safe
public struct Shape {
    /// True when a frame with this shape is presented at once.
    public let presents: Bool
    /// The area in which nothing behind the output is visible.
    public let opaque: UnsafeBufferPointer<PixelRect>
    /// The area in which layers accept input.
    public let input: UnsafeBufferPointer<PixelRect>

    init(_ raw: scrim_shape) {
        presents = unsafe raw.presents != 0
        unsafe opaque = unsafe UnsafeBufferPointer(start: raw.opaque, count: Int(raw.opaque_count))
        unsafe input = unsafe UnsafeBufferPointer(start: raw.input, count: Int(raw.input_count))
    }
}

/// The text field that receives the keys.
public struct TextInput: Equatable, Sendable {
    /// Its left edge, in points of the output.
    public var x = 0.0
    /// The upper edge.
    public var y = 0.0
    /// In points.
    public var width = 0.0
    /// In points.
    public var height = 0.0
    /// True when the text is hidden and must not be recorded.
    public var isPassword = false

    /// Nil for none.
    init?(_ raw: scrim_text_input) {
        guard raw.purpose != 0 else { return nil }
        (x, y, width, height) = (raw.place.x, raw.place.y, raw.place.width, raw.place.height)
        isPassword = raw.purpose == 2
    }
}

/// A kind of output whose screen decides its size, scale and refresh (`Host.screen`), and when it accepts another frame
/// (`Host.presented`).
public protocol ScreenKind: OutputKind {
    /// True when the presented picture stays visible, and buffers and their ages stay valid, after a `configure` with
    /// the same mode.
    static var keepsPicture: Bool { get }
    /// Called when the descriptor passed to `Host.watch` is readable.
    func dispatch() throws(PluginFailure)
    /// Sets the shape of the next frame.
    func shape(_ shape: Shape) throws(PluginFailure)
    /// Called when the text field that receives the keys changed; nil when there is none.
    func textInput(_ input: TextInput?) throws(PluginFailure)
}

extension ScreenKind {
    /// By default ignored, for outputs without input methods and a clipboard.
    public func textInput(_ input: TextInput?) {}
    /// By default a frame follows each `configure`.
    public static var keepsPicture: Bool { false }
}
