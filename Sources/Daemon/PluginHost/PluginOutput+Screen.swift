package import Geometry
package import Schema
import ScrimPluginABI

/// Outputs whose screens decide about their state, and send input.
extension PluginOutput {
    /// The state of an output as decided by its screen; nil means unchanged.
    package struct Screen: Equatable, Sendable {
        /// In points.
        package var size: Size?
        /// Pixels per point.
        package var scale: Double?
        /// Frames a second.
        package var refresh: Double?
        /// False when there is no surface to show frames on.
        package var isActive: Bool
        /// A message for users; may be empty.
        package var message: String

        package init(size: Size? = nil, scale: Double? = nil, refresh: Double? = nil, isActive: Bool, message: String) {
            (self.size, self.scale, self.refresh) = (size, scale, refresh)
            (self.isActive, self.message) = (isActive, message)
        }
    }

    /// An input event at the output. Points are in points of the output.
    package enum Input: Equatable, Sendable {
        case move(Point)
        /// The relative motion of a locked pointer.
        case motion(Point)
        case leave
        /// 0 left, 1 right, 2 middle, 3 back, 4 forward.
        case button(UInt32, isDown: Bool)
        /// Points scrolled.
        case scroll(Point)
        case touch(UInt32, Contact, Point)
        /// Bits of modifiers: 1 shift, 2 control, 4 alt, 8 super.
        case key(String, isDown: Bool, text: String, modifiers: UInt32)
        /// Text composed by an input method.
        case compose(String)
        /// The ratio of the fingers' distance to the initial one, and their rotation in radians.
        case pinch(Phase, scale: Double, rotation: Double)
        /// The fingers' movement since they began.
        case swipe(Phase, Point, fingers: Int)
        /// A drag by another program, identified by its number: types, one a line, while it moves; its data when it has ended.
        case drop(UInt32, Phase, Point, type: String, text: String)

        package enum Contact: Sendable {
            case down, move, up, cancel
        }

        package enum Phase: UInt32, Sendable {
            case began, changed, ended, cancelled
        }

        /// A tablet tool used as the pointer.
        package struct Tool: Equatable, Sendable {
            package enum Kind: UInt32, Sendable {
                case pen = 1
                case eraser, brush, pencil, airbrush, mouse, lens
            }

            package var kind: Kind
            /// 0 to 1.
            package var pressure: Double
            /// In degrees to the right and towards the user, -90 to 90.
            package var tilt: Point
        }
    }

    /// Maximum size of dropped data, in bytes.
    package static let mostDropped = 1 << 19

    /// The text field that receives the keys.
    package struct TextInput: Equatable, Sendable {
        /// In points of the output.
        package var place: Rect
        package var isPassword: Bool

        package init(place: Rect, isPassword: Bool) { (self.place, self.isPassword) = (place, isPassword) }
    }

    /// True when the plugin wants to know which text field receives the keys.
    package var takesText: Bool { unsafe table.text_input != nil }

    /// Reports the text field that receives the keys; nil when there is none. False while the plugin must not be
    /// called.
    package func textInput(_ input: TextInput?) throws(SceneError) -> Bool {
        guard state == .configured else { return false }
        try checkLife()
        let place = input?.place ?? Rect(0, 0, 0, 0)
        var raw = scrim_text_input(
            size: UInt32(MemoryLayout<scrim_text_input>.size), purpose: input.map { $0.isPassword ? 2 : 1 } ?? 0,
            place: scrim_rect(place))
        try check("text_input", call(nil) { unsafe table.text_input?(pointer, calls.table.host, &raw) ?? 0 })
        return true
    }

    /// True when a configure with the same mode changes neither the picture nor the buffers.
    package var keepsPicture: Bool { table.flags & 1 != 0 }

    /// True when the plugin wants to know the shape of frames.
    package var takesShape: Bool { unsafe table.shape != nil }

    /// Call when the watched descriptor is readable.
    package func dispatch() throws(SceneError) {
        try checkLife()
        try check("dispatch", call(nil) { unsafe table.dispatch?(pointer, calls.table.host) ?? 0 })
    }

    /// Reports the opaque region and the input region of the picture. `presents`: a frame with it follows at once.
    package func shape(opaque: [PixelRect], input: [PixelRect], presents: Bool) throws(SceneError) {
        precondition(state == .configured, "shape between acquire and present, or before configure")
        try checkLife()
        let status = unsafe opaque.withUnsafeBytes { opaqueBytes in
            unsafe input.withUnsafeBytes { inputBytes in
                // PixelRect and scrim_pixels are both four numbers.
                var raw = unsafe scrim_shape(
                    size: UInt32(MemoryLayout<scrim_shape>.size), presents: presents ? 1 : 0,
                    opaque: opaqueBytes.baseAddress?.assumingMemoryBound(to: scrim_pixels.self),
                    opaque_count: UInt64(opaque.count),
                    input: inputBytes.baseAddress?.assumingMemoryBound(to: scrim_pixels.self),
                    input_count: UInt64(input.count))
                return call(nil) { unsafe table.shape?(pointer, calls.table.host, &raw) ?? 0 }
            }
        }
        try check("shape", status)
    }

    // MARK: What the plugin calls

    func watch(_ descriptor: Int32?) -> Status {
        watched = descriptor
        onWatch?(descriptor)
        return .ok
    }

    func take(_ screen: UnsafePointer<scrim_screen>) -> Status {
        guard let raw = try? unsafe readSized(screen, scrim_screen(), least: MemoryLayout<scrim_screen>.size),
            unsafe raw.state <= 1, let message = try? unsafe readText(raw.message, "message")
        else { return .invalid }
        func given(_ number: Double, _ range: ClosedRange<Double>) -> Double? { range.contains(number) ? number : nil }
        let width = unsafe given(raw.width, 1...16384)
        let height = unsafe given(raw.height, 1...16384)
        var screen = unsafe Screen(isActive: raw.state == 0, message: message)
        if let width, let height { screen.size = Size(width, height) }
        screen.scale = unsafe given(raw.scale, 0.1...16)
        screen.refresh = unsafe given(raw.refresh, 1...1000)
        onScreen?(screen)
        return .ok
    }

    func set(_ property: UInt32, _ text: scrim_string) -> Status {
        guard let text = try? unsafe readText(text, "set_string") else { return .invalid }
        guard let onText else { return .state }
        onText(Int(property), text)
        return .ok
    }

    func dropType(_ drag: UInt32) -> String? { drags.dropType?(drag) }

    func dragged() -> (type: String, text: String)? { drags.dragged?() }

    /// Minimum size of `scrim_input`, without gestures.
    private static let leastInput = 96

    /// The plugin's requests about drag and drop.
    package struct Drags {
        /// The type in which the data of a drag would be accepted; the drag is given by its number.
        package var dropType: ((UInt32) -> String?)?
        /// The data that other programs would get for the layer being dragged.
        package var dragged: (() -> (type: String, text: String)?)?
    }

    func take(_ input: UnsafePointer<scrim_input>) -> Status {
        guard let raw = try? unsafe readSized(input, scrim_input(), least: Self.leastInput),
            let input = unsafe Input(raw), unsafe raw.tool <= Input.Tool.Kind.lens.rawValue
        else { return .invalid }
        unsafe onInput?(input, Input.Tool(raw))
        return .ok
    }
}

extension PluginOutput.Input {
    /// The values of `scrim_input.kind`.
    private enum Kind: UInt32 {
        case move, leave, button, scroll, touchDown, touchMove, touchUp, touchCancel, key, compose, pinch, swipe, drop
        case motion
    }

    /// Nil for values that are none.
    fileprivate init?(_ raw: scrim_input) {
        guard let kind = unsafe Kind(rawValue: raw.kind), let phase = unsafe Phase(rawValue: raw.phase),
            // Up, down, or down again.
            unsafe raw.is_down <= 2,
            unsafe [raw.x, raw.y, raw.dx, raw.dy, raw.scale, raw.rotation].allSatisfy(\.isFinite),
            unsafe [raw.pressure, raw.tilt_x, raw.tilt_y].allSatisfy(\.isFinite),
            let key = try? unsafe readText(raw.key, "key"),
            let text = try? unsafe readText(raw.text, "text", most: kind == .drop ? PluginOutput.mostDropped : 4096)
        else { return nil }
        let (point, delta, isDown) = unsafe (Point(raw.x, raw.y), Point(raw.dx, raw.dy), raw.is_down != 0)
        self =
            switch kind {
            case .move: .move(point)
            case .leave: .leave
            case .button: unsafe .button(raw.button, isDown: isDown)
            case .scroll: .scroll(delta)
            case .touchDown: unsafe .touch(raw.touch, .down, point)
            case .touchMove: unsafe .touch(raw.touch, .move, point)
            case .touchUp: unsafe .touch(raw.touch, .up, point)
            case .touchCancel: unsafe .touch(raw.touch, .cancel, point)
            case .key: unsafe .key(key, isDown: isDown, text: text, modifiers: raw.modifiers & 15)
            case .compose: .compose(text)
            case .pinch: unsafe .pinch(phase, scale: raw.scale, rotation: raw.rotation)
            case .swipe: unsafe .swipe(phase, delta, fingers: Int(min(raw.fingers, 16)))
            case .drop: unsafe .drop(raw.touch, phase, point, type: key, text: text)
            case .motion: .motion(delta)
            }
    }
}

extension PluginOutput.Input.Tool {
    /// Nil for a mouse or a touchpad.
    fileprivate init?(_ raw: scrim_input) {
        guard let kind = unsafe Kind(rawValue: raw.tool) else { return nil }
        func angle(_ degrees: Double) -> Double { max(-90, min(90, degrees)) }
        unsafe self.init(
            kind: kind, pressure: max(0, min(1, raw.pressure)), tilt: Point(angle(raw.tilt_x), angle(raw.tilt_y)))
    }
}
