import CXcb
import Glibc
import OutputSupport

/// Texts sent to other programs, long ones in pieces (ICCCM 2.7.2): each follows when the previous one was taken.
@safe
final class Transfers {
    private struct Transfer {
        var window: xcb_window_t
        var property: xcb_atom_t
        var type: xcb_atom_t
        var rest: ArraySlice<UInt8>
        var touched = nanoseconds()
    }

    private static let most = 32
    /// Size of a piece, in bytes.
    private static let piece = 65_536

    private let desktop: Desktop
    private let own: xcb_window_t
    private var transfers: [Transfer] = []

    /// `own` is our window, to which nothing is sent.
    init(_ desktop: Desktop, _ own: xcb_window_t) { (self.desktop, self.own) = (desktop, own) }

    var isEmpty: Bool { transfers.isEmpty }

    /// Writes a form of a text to a property, or starts to. False when there is no such form, or there are too many
    /// transfers.
    func give(
        _ text: [UInt8], _ since: UInt32, _ target: xcb_atom_t, to window: xcb_window_t, _ property: xcb_atom_t
    ) -> Bool {
        switch target {
        case desktop.atom("TARGETS"):
            let targets = [
                "TARGETS", "MULTIPLE", "TIMESTAMP", "UTF8_STRING", "STRING", "TEXT", "text/plain;charset=utf-8",
            ].map(desktop.atom)
            put(targets, XCB_ATOM_ATOM.rawValue, window, property)
        case desktop.atom("TIMESTAMP"): put([since], XCB_ATOM_INTEGER.rawValue, window, property)
        case desktop.atom("UTF8_STRING"), desktop.atom("text/plain;charset=utf-8"):
            return give(text, target, window, property)
        case XCB_ATOM_STRING.rawValue:
            return give(Pasting.latin1(String(decoding: text, as: UTF8.self)), target, window, property)
        case desktop.atom("TEXT"):
            let isPlain = text.allSatisfy { $0 < 128 }
            return give(text, isPlain ? XCB_ATOM_STRING.rawValue : desktop.atom("UTF8_STRING"), window, property)
        default: return false
        }
        return true
    }

    private func put(_ words: [UInt32], _ type: xcb_atom_t, _ window: xcb_window_t, _ property: xcb_atom_t) {
        unsafe xcb_change_property(
            desktop.connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 32,
            UInt32(words.count), words)
    }

    private func put(_ bytes: ArraySlice<UInt8>, _ type: xcb_atom_t, _ window: xcb_window_t, _ property: xcb_atom_t) {
        unsafe bytes.withUnsafeBytes {
            _ = unsafe xcb_change_property(
                desktop.connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 8, UInt32($0.count),
                $0.baseAddress)
        }
    }

    private func give(
        _ bytes: [UInt8], _ type: xcb_atom_t, _ window: xcb_window_t, _ property: xcb_atom_t
    ) -> Bool {
        guard bytes.count > Self.piece else {
            put(bytes[...], type, window, property)
            return true
        }
        guard transfers.count < Self.most, window != own else { return false }
        transfers.removeAll { $0.window == window && $0.property == property }
        watch(window, true)
        transfers.append(Transfer(window: window, property: property, type: type, rest: bytes[...]))
        put([UInt32(bytes.count)], desktop.atom("INCR"), window, property)
        return true
    }

    private func watch(_ window: xcb_window_t, _ isWatched: Bool) {
        let events = isWatched ? XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue : 0
        unsafe xcb_change_window_attributes(desktop.connection, window, XCB_CW_EVENT_MASK.rawValue, [events])
    }

    /// Handles a deleted property: the next piece follows, and finally an empty one.
    func taken(_ window: xcb_window_t, _ property: xcb_atom_t) {
        guard let at = transfers.firstIndex(where: { $0.window == window && $0.property == property }) else { return }
        let transfer = transfers[at]
        let piece = transfer.rest.prefix(Self.piece)
        put(piece, transfer.type, window, property)
        if piece.isEmpty {
            remove { $0.window == window && $0.property == property }
        } else {
            transfers[at].rest = transfer.rest.dropFirst(piece.count)
            transfers[at].touched = nanoseconds()
        }
    }

    /// Handles a destroyed window.
    func forget(_ window: xcb_window_t) { transfers.removeAll { $0.window == window } }

    /// Drops transfers without progress since a time.
    func expire(before time: UInt64) { remove { $0.touched < time } }

    private func remove(_ isOver: (Transfer) -> Bool) {
        let windows = Set(transfers.filter(isOver).map(\.window))
        transfers.removeAll(where: isOver)
        for window in windows where !transfers.contains(where: { $0.window == window }) { watch(window, false) }
    }
}
