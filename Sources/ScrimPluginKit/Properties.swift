public import ScrimPluginABI

/// The properties of the object of the running call. Valid during that call.
///
/// Properties are identified by their index in the kind's schema; use an enum with `Int` raw values in the schema's
/// order. Reading a property with another type than in the schema is an error of the plugin and gives zero.
@safe
public struct Properties {
    private let host: UnsafePointer<scrim_host>
    /// The object, for `Host.presented`.
    public let object: UInt64

    /// The number of the first property: 0, or SCRIM_PARAMETER for those of an operation.
    private let first: UInt32

    /// In `LayerKind.measure`: true when they are those of the last call of it. False when unknown.
    public let areUnchanged: Bool

    init(_ host: UnsafePointer<scrim_host>, _ object: UInt64, first: UInt32 = 0, areUnchanged: Bool = false) {
        unsafe self.host = unsafe host
        self.object = object
        self.first = first
        self.areUnchanged = areUnchanged
    }

    private func number(of property: some RawRepresentable<Int>) -> UInt32 {
        first + UInt32(truncatingIfNeeded: property.rawValue)
    }

    /// Calls `body` with each operation of a list, in order: its index in the schema, and its parameters, which are
    /// valid until `body` returns. A host without operations has none.
    public func forEachOperation(
        _ property: some RawRepresentable<Int>, _ body: (Int, Properties) throws(PluginFailure) -> Void
    ) throws(PluginFailure) {
        // The table ended at byte 120 before operations were added.
        guard unsafe host.pointee.size > 120 else { return }
        let parameters = unsafe Properties(host, object, first: 0x10000)
        var index: UInt64 = 0
        var form: UInt32 = 0
        while unsafe host.pointee.get_operation(host, object, number(of: property), index, &form) == 0 {
            try body(Int(form), parameters)
            index += 1
        }
    }

    /// A number, time, angle or integer.
    public func number(_ property: some RawRepresentable<Int>) -> Double {
        var value = 0.0
        _ = unsafe host.pointee.get_number(host, object, number(of: property), &value)
        return value
    }

    /// A boolean.
    public func boolean(_ property: some RawRepresentable<Int>) -> Bool {
        var value: UInt8 = 0
        _ = unsafe host.pointee.get_boolean(host, object, number(of: property), &value)
        return value != 0
    }

    /// The index of a choice in the schema, or the bits of choices.
    public func choice(_ property: some RawRepresentable<Int>) -> UInt32 {
        var value: UInt32 = 0
        _ = unsafe host.pointee.get_choice(host, object, number(of: property), &value)
        return value
    }

    /// A colour; nil for none.
    public func color(_ property: some RawRepresentable<Int>) -> Color? {
        var value: UInt32 = 0
        let status = unsafe host.pointee.get_color(host, object, number(of: property), &value)
        return status == 0 ? Color(rgba: value) : nil
    }

    /// A point or a size.
    public func point(_ property: some RawRepresentable<Int>) -> Point {
        var value = Point(x: 0, y: 0)
        _ = unsafe host.pointee.get_point(host, object, number(of: property), &value)
        return value
    }

    /// A rectangle.
    public func rect(_ property: some RawRepresentable<Int>) -> Rect {
        var value = Rect(x: 0, y: 0, width: 0, height: 0)
        _ = unsafe host.pointee.get_rect(host, object, number(of: property), &value)
        return value
    }

    /// A transform; "none" gives the identity.
    public func transform(_ property: some RawRepresentable<Int>) -> Transform3D {
        var numbers = Transform3D.identity.numbers
        _ = unsafe numbers.withUnsafeMutableBufferPointer { list in
            unsafe list.baseAddress.map {
                unsafe host.pointee.get_transform(host, object, number(of: property), $0)
            }
        }
        return Transform3D(numbers)
    }

    /// A list of numbers, copied.
    public func numbers(_ property: some RawRepresentable<Int>) -> [Double] {
        var values: UnsafePointer<Double>?
        var count: UInt64 = 0
        let status = unsafe host.pointee.get_numbers(host, object, number(of: property), &values, &count)
        return status == 0 ? unsafe Array(UnsafeBufferPointer(start: values, count: Int(count))) : []
    }

    /// A list of colours, copied.
    public func colors(_ property: some RawRepresentable<Int>) -> [Color] {
        var values: UnsafePointer<UInt32>?
        var count: UInt64 = 0
        let status = unsafe host.pointee.get_colors(host, object, number(of: property), &values, &count)
        return status == 0 ? unsafe UnsafeBufferPointer(start: values, count: Int(count)).map(Color.init(rgba:)) : []
    }

    /// The ids of the objects named by a property.
    public func objects(_ property: some RawRepresentable<Int>) -> [UInt64] {
        guard unsafe host.pointee.size > 168 else { return [] }
        var values: UnsafePointer<UInt64>?
        var count: UInt64 = 0
        let status = unsafe host.pointee.get_objects(host, object, number(of: property), &values, &count)
        return status == 0 ? unsafe Array(UnsafeBufferPointer(start: values, count: Int(count))) : []
    }

    /// The properties of one of these objects.
    public func properties(of object: UInt64) -> Properties { unsafe Properties(host, object) }

    /// The state of the picture that sprites show for the object.
    public var picture: PictureState {
        guard unsafe host.pointee.size > 176 else { return .none }
        var size = Point(x: 0, y: 0)
        let status = unsafe host.pointee.get_picture_size(host, object, &size)
        return status == 0 ? .ready(size) : status == 1 ? .missing : .none
    }

    /// A path, in the host's memory until the call returns; nil for none.
    public func path(_ property: some RawRepresentable<Int>) -> Path? {
        var value = unsafe scrim_path()
        let status = unsafe host.pointee.get_path(host, object, number(of: property), &value)
        return status == 0 ? unsafe Path(borrowed: value) : nil
    }

    /// A number; nil for none.
    public func optionalNumber(_ property: some RawRepresentable<Int>) -> Double? {
        var value = 0.0
        return unsafe host.pointee.get_number(host, object, UInt32(property.rawValue), &value) == 0 ? value : nil
    }

    /// A point; nil for none.
    public func optionalPoint(_ property: some RawRepresentable<Int>) -> Point? {
        var value = Point(x: 0, y: 0)
        return unsafe host.pointee.get_point(host, object, UInt32(property.rawValue), &value) == 0 ? value : nil
    }

    /// A rectangle; nil for none.
    public func optionalRect(_ property: some RawRepresentable<Int>) -> Rect? {
        var value = Rect(x: 0, y: 0, width: 0, height: 0)
        return unsafe host.pointee.get_rect(host, object, UInt32(property.rawValue), &value) == 0 ? value : nil
    }

    /// The paths that clients have set below an open property (`NAME.*`), with their names, in the order in which the
    /// names were first used. The paths are in the host's memory until the call returns.
    public func namedPaths(_ property: some RawRepresentable<Int>) -> [(name: String, path: Path)] {
        var found: [(name: String, path: Path)] = []
        var index: UInt64 = 0
        while true {
            var name = unsafe scrim_string()
            var path = unsafe scrim_path()
            let status = unsafe host.pointee.get_named_path(
                host, object, UInt32(property.rawValue), index, &name, &path)
            index += 1
            if status == 5 { continue }
            guard status == 0 else { return found }
            let text = unsafe String(
                decoding: UnsafeRawBufferPointer(start: name.bytes, count: Int(name.length)), as: UTF8.self)
            found.append((text, unsafe Path(borrowed: path)))
        }
    }

    /// Sets a number of the call's object or, as 0 or 1, a boolean. For behaviors, during `change`.
    public func set(_ property: some RawRepresentable<Int>, _ value: Double) {
        _ = unsafe host.pointee.set_number(host, object, UInt32(property.rawValue), value)
    }

    /// A text, copied.
    public func string(_ property: some RawRepresentable<Int>) -> String {
        var value = unsafe scrim_string()
        _ = unsafe host.pointee.get_string(host, object, number(of: property), &value)
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: value.bytes, count: Int(value.length)), as: UTF8.self)
    }
}

/// The host; a plugin may store it.
@safe
public struct Host {
    /// The severity of a log line.
    public enum Level: UInt32, Sendable {
        /// Something does not work.
        case error = 0
        /// Something works worse than it should.
        case warning = 1
        /// Worth knowing.
        case notice = 2
        /// Progress.
        case info = 3
        /// For debugging.
        case debug = 4
    }

    let raw: UnsafePointer<scrim_host>

    init(_ raw: UnsafePointer<scrim_host>) { unsafe self.raw = unsafe raw }

    /// True for the same host; hosts share no state. (A test may have several, a daemon has one.)
    public func isSame(as other: Host) -> Bool { unsafe raw == other.raw }

    /// Writes a line to the daemon's log.
    public func log(_ level: Level, _ message: String) {
        var message = message
        message.withUTF8 { bytes in
            let text = unsafe scrim_string(
                bytes: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                length: UInt64(bytes.count))
            unsafe raw.pointee.log(raw, level.rawValue, text)
        }
    }

    /// Reports that a frame of an output is visible since `time` (CLOCK_MONOTONIC, nanoseconds; 0: not known yet), and
    /// that the output accepts another.
    public func presented(object: UInt64, frame: UInt64, time: UInt64) {
        _ = unsafe raw.pointee.presented(raw, object, frame, time)
    }

    /// True when the host supports outputs with screens: `watch`, `screen`, `input`.
    public var knowsScreens: Bool { unsafe Int(raw.pointee.size) >= MemoryLayout<scrim_host>.size }

    /// Requests `ScreenKind.dispatch` whenever `descriptor` is readable; nil ends that. The plugin owns the descriptor.
    public func watch(object: UInt64, descriptor: Int32?) {
        guard knowsScreens else { return }
        _ = unsafe raw.pointee.watch(raw, object, descriptor ?? -1)
    }

    /// Reports the state of an output's screen.
    public func screen(object: UInt64, _ screen: Screen) {
        guard knowsScreens else { return }
        unsafe withText(screen.message) { message in
            var value = unsafe scrim_screen(
                size: UInt32(MemoryLayout<scrim_screen>.size), state: screen.isAbsent ? 1 : 0, width: screen.width,
                height: screen.height, scale: screen.scale, refresh: screen.refresh, message: message)
            _ = unsafe raw.pointee.screen(raw, object, &value)
        }
    }

    /// Sets a text of an output, because its meaning changed.
    public func setText<Key: SchemaKey>(object: UInt64, _ key: Key, _ text: String) {
        guard knowsScreens else { return }
        unsafe withText(text) { text in
            _ = unsafe raw.pointee.set_string(raw, object, UInt32(key.rawValue), text)
        }
    }

    /// The type in which the layer below would accept a drag, given by its number; nil for none.
    public func dropType(object: UInt64, drag: UInt32) -> String? {
        guard knowsScreens else { return nil }
        var type = unsafe scrim_string()
        guard unsafe raw.pointee.get_drop_type(raw, object, drag, &type) == 0 else { return nil }
        return unsafe string(type)
    }

    /// The data and type that other programs would get for the layer being dragged by the pointer; nil for none.
    public func drag(object: UInt64) -> (type: String, text: String)? {
        guard knowsScreens else { return nil }
        var (type, text) = unsafe (scrim_string(), scrim_string())
        guard unsafe raw.pointee.get_drag(raw, object, &type, &text) == 0 else { return nil }
        return unsafe (string(type), string(text))
    }

    /// Reports an input event of an output.
    public func input(object: UInt64, _ act: Act) {
        guard knowsScreens else { return }
        unsafe withText(act.key) { key in
            unsafe withText(act.text) { text in
                var value = unsafe scrim_input(
                    size: UInt32(MemoryLayout<scrim_input>.size), kind: act.kind.rawValue, time: act.time, x: act.x,
                    y: act.y, dx: act.dx, dy: act.dy, button: act.button, is_down: act.press.rawValue,
                    touch: act.touch, modifiers: act.modifiers, key: key, text: text, scale: act.scale,
                    rotation: act.rotation, phase: act.phase.rawValue, fingers: act.fingers, tool: act.tool.rawValue,
                    padding: 0, pressure: act.pressure, tilt_x: act.tiltX, tilt_y: act.tiltY)
                _ = unsafe raw.pointee.input(raw, object, &value)
            }
        }
    }
}

private func string(_ text: scrim_string) -> String {
    guard let bytes = unsafe text.bytes else { return "" }
    return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(text.length)), as: UTF8.self)
}

private func withText(_ text: String, _ body: (scrim_string) -> Void) {
    var text = text
    text.withUTF8 { bytes in
        unsafe body(
            scrim_string(
                bytes: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
                length: UInt64(bytes.count)))
    }
}
