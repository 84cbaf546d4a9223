import CXcb
import Glibc

/// A program that asks for a selection, and does no more than it is told.
@safe
final class XRequestor {
    private let connection: OpaquePointer?
    private let window: xcb_window_t

    struct Failure: Error { var words: String }

    init(_ server: XServer) throws {
        unsafe connection = unsafe xcb_connect(server.display, nil)
        guard unsafe xcb_connection_has_error(connection) == 0,
            let screen = unsafe xcb_setup_roots_iterator(xcb_get_setup(connection)).data
        else { throw Failure(words: "no X server") }
        window = unsafe xcb_generate_id(connection)
        unsafe xcb_create_window(
            connection, 0, window, screen.pointee.root, 0, 0, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0,
            0,
            nil)
    }

    deinit { unsafe xcb_disconnect(connection) }

    func atom(_ name: String) -> xcb_atom_t {
        let reply = unsafe xcb_intern_atom_reply(
            connection, xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name), nil)
        defer { unsafe free(reply) }
        return unsafe reply?.pointee.atom ?? 0
    }

    func set(_ property: String, _ type: String, _ words: [UInt32]) {
        unsafe xcb_change_property(
            connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(property), atom(type), 32,
            UInt32(words.count), words)
    }

    /// The window that has a selection; 0: none.
    func owner(_ selection: String) -> xcb_window_t {
        let reply = unsafe xcb_get_selection_owner_reply(
            connection, xcb_get_selection_owner(connection, atom(selection)), nil)
        defer { unsafe free(reply) }
        return unsafe reply?.pointee.owner ?? 0
    }

    /// Asks, and waits for the answer: the property's name; 0: refused.
    func ask(_ selection: String, _ target: String, _ property: String) throws -> xcb_atom_t {
        unsafe xcb_convert_selection(
            connection, window, atom(selection), atom(target), atom(property), UInt32(XCB_CURRENT_TIME))
        unsafe xcb_flush(connection)
        for _ in 0..<1000 {
            guard let event = unsafe xcb_poll_for_event(connection) else {
                usleep(10_000)
                continue
            }
            defer { unsafe free(event) }
            if unsafe Int32(event.pointee.response_type & 0x7F) == XCB_SELECTION_NOTIFY {
                return unsafe UnsafeRawPointer(event).load(as: xcb_selection_notify_event_t.self).property
            }
        }
        throw Failure(words: "no answer")
    }

    /// What a property is, in bytes.
    func value(_ property: String) -> (type: xcb_atom_t, bytes: [UInt8]) {
        let reply = unsafe xcb_get_property_reply(
            connection, xcb_get_property(connection, 0, window, atom(property), 0, 0, 1 << 20), nil)
        guard let reply = unsafe reply else { return (0, []) }
        defer { unsafe free(reply) }
        let count = Int(unsafe xcb_get_property_value_length(reply))
        return unsafe (
            reply.pointee.type, Array(UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: count))
        )
    }

    func words(_ property: String) -> [UInt32] {
        let bytes = value(property).bytes
        return stride(from: 0, to: bytes.count, by: 4).map { at in
            bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
