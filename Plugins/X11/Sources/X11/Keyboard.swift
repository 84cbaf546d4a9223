import CXcb
import Glibc
import OutputSupport
import ScrimPluginKit

/// The server's core keyboard: keys with names and texts.
@safe
final class Keyboard {
    private let desktop: Desktop
    private let context: OpaquePointer?
    private var keymap: OpaquePointer?
    private var state: OpaquePointer?
    /// Codes of the keys that are down, in the order of pressing.
    private var held: [UInt8] = []
    /// The number of the keyboard extension's events; 0 when it is missing.
    private(set) var event: UInt8 = 0

    /// 0x100 denotes the core keyboard.
    private static let device: UInt16 = 0x100

    init(_ desktop: Desktop) {
        self.desktop = desktop
        unsafe context = unsafe xkb_context_new(XKB_CONTEXT_NO_FLAGS)
        let status = unsafe xkb_x11_setup_xkb_extension(
            desktop.connection, UInt16(XKB_X11_MIN_MAJOR_XKB_VERSION), UInt16(XKB_X11_MIN_MINOR_XKB_VERSION),
            XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS, nil, nil, &event, nil)
        guard status != 0 else { return }
        // Makes repetitions arrive as presses without releases.
        unsafe xcb_discard_reply(
            desktop.connection, xcb_xkb_per_client_flags(desktop.connection, Self.device, 1, 1, 0, 0, 0).sequence)
        // Selects events for new keyboards and keymaps.
        unsafe xcb_xkb_select_events(desktop.connection, Self.device, 3, 0, 3, 0xFF, 0xFF, nil)
        learn()
    }

    deinit {
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
        unsafe xkb_context_unref(context)
    }

    /// Requests the keymap.
    func learn() {
        let device = unsafe xkb_x11_get_core_keyboard_device_id(desktop.connection)
        guard device >= 0, let context = unsafe context,
            let fresh = unsafe xkb_x11_keymap_new_from_device(
                context, desktop.connection, device, XKB_KEYMAP_COMPILE_NO_FLAGS)
        else { return }
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
        unsafe keymap = unsafe fresh
        unsafe state = unsafe xkb_state_new(fresh)
    }

    /// Modifiers from an event's state: 1 shift, 2 control, 4 alt, 8 super.
    static func modifiers(_ mask: UInt16) -> UInt32 {
        (mask & 1 != 0 ? 1 : 0) | (mask & 4 != 0 ? 2 : 0) | (mask & 8 != 0 ? 4 : 0) | (mask & 64 != 0 ? 8 : 0)
    }

    /// Handles a key, with the modifiers and the group in `mask`.
    func key(_ code: UInt8, isDown: Bool, _ mask: UInt16) -> Act {
        let wasDown = held.contains(code)
        held.removeAll { $0 == code }
        if isDown, held.count < 64 { held.append(code) }
        return act(code, isDown ? wasDown ? .again : .down : .up, mask)
    }

    private func act(_ code: UInt8, _ press: Act.Press, _ mask: UInt16) -> Act {
        var act = Act(.key, time: nanoseconds())
        (act.press, act.modifiers) = (press, Self.modifiers(mask))
        guard let state = unsafe state else { return act }
        _ = unsafe xkb_state_update_mask(state, UInt32(mask & 0xFF), 0, 0, 0, 0, UInt32(mask >> 13 & 3))
        var bytes = [CChar](repeating: 0, count: 64)
        func text(_ count: Int32) -> String {
            String(decoding: bytes.prefix(max(0, min(63, Int(count)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        let symbol = unsafe xkb_state_key_get_one_sym(state, UInt32(code))
        act.key = unsafe text(xkb_keysym_get_name(symbol, &bytes, bytes.count))
        if press != .up {
            let typed = unsafe text(xkb_state_key_get_utf8(state, UInt32(code), &bytes, bytes.count))
            // Control characters are not text.
            if !typed.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) { act.text = typed }
        }
        return act
    }

    /// Releases all held keys, because the focus was lost.
    func release() -> [Act] {
        defer { held.removeAll() }
        return held.reversed().map { act($0, .up, 0) }
    }
}
