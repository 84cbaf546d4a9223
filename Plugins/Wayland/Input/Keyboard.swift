import CSystem
import CWayland
import CXkb
import Glibc
import OutputSupport
import ScrimPluginKit

/// A keyboard: keys with names and texts from the compositor's keymap, and their repetition.
@safe
final class Keyboard {
    private let proxy: OpaquePointer
    private let version: UInt32
    private let wakeups: Wakeups
    private let hand: (Act) -> Void
    private let context: OpaquePointer?
    private var keymap: OpaquePointer?
    private var state: OpaquePointer?
    /// Codes of the keys that are down, in the order of pressing.
    private var held: [UInt32] = []
    /// The key being repeated.
    private var repeated: UInt32?
    /// Milliseconds until a held key repeats, and between repetitions; 0 means no repetition.
    private var delay = 600
    private var interval = 40
    /// The serial of the last key, or of the keyboard's enter event.
    private(set) var serial: UInt32 = 0

    /// The active modifiers, as in `Act.modifiers`.
    private(set) var modifiers: UInt32 = 0

    init(_ proxy: OpaquePointer, version: UInt32, _ wakeups: Wakeups, _ hand: @escaping (Act) -> Void) {
        unsafe self.proxy = unsafe proxy
        self.version = version
        self.wakeups = wakeups
        self.hand = hand
        unsafe context = unsafe xkb_context_new(XKB_CONTEXT_NO_FLAGS)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_keyboard_add_listener(proxy, Self.listener, me)
    }

    deinit {
        release()
        if version >= 3 { unsafe wl_keyboard_release(proxy) } else { unsafe wl_keyboard_destroy(proxy) }
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
        unsafe xkb_context_unref(context)
    }

    // MARK: Keys

    private func tell(_ code: UInt32, _ press: Act.Press) {
        guard let state = unsafe state else { return }
        var act = Act(.key, time: nanoseconds())
        act.press = press
        let symbol = unsafe xkb_state_key_get_one_sym(state, code)
        var bytes = [CChar](repeating: 0, count: 64)
        func text(_ count: Int32) -> String {
            String(decoding: bytes.prefix(max(0, min(63, Int(count)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        act.key = unsafe text(xkb_keysym_get_name(symbol, &bytes, bytes.count))
        if press != .up {
            let typed = unsafe text(xkb_state_key_get_utf8(state, code, &bytes, bytes.count))
            // Control characters are not text.
            if !typed.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) { act.text = typed }
        }
        hand(act)
    }

    private func key(_ code: UInt32, isDown: Bool) {
        held.removeAll { $0 == code }
        guard isDown else {
            if repeated == code { stopRepeating() }
            return tell(code, .up)
        }
        if held.count < 64 { held.append(code) }
        tell(code, .down)
        guard interval > 0, let keymap = unsafe keymap, unsafe xkb_keymap_key_repeats(keymap, code) != 0 else { return }
        repeated = code
        wakeups.setTimer(.keyRepeat, after: delay, again: interval)
    }

    /// Repeats the held key.
    func repeatKey() {
        if let repeated { tell(repeated, .again) }
    }

    private func stopRepeating() {
        repeated = nil
        wakeups.setTimer(.keyRepeat, after: nil)
    }

    /// Forgets held keys, because the focus was lost.
    private func release() {
        stopRepeating()
        let keys = held
        held.removeAll()
        for code in keys.reversed() { tell(code, .up) }
    }

    // MARK: What the compositor says

    private func take(_ file: Int32, _ size: UInt32) {
        defer { close(file) }
        guard size > 1, size <= 1 << 24, let context = unsafe context,
            let text = unsafe mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, file, 0), unsafe text != MAP_FAILED
        else { return }
        defer { unsafe munmap(text, Int(size)) }
        // The last byte is the terminating zero.
        let fresh = unsafe xkb_keymap_new_from_buffer(
            context, text.assumingMemoryBound(to: CChar.self), Int(size) - 1, XKB_KEYMAP_FORMAT_TEXT_V1,
            XKB_KEYMAP_COMPILE_NO_FLAGS)
        guard let fresh = unsafe fresh else { return }
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
        unsafe keymap = unsafe fresh
        unsafe state = unsafe xkb_state_new(fresh)
    }

    private func readModifiers() {
        guard let state = unsafe state else { return }
        modifiers = 0
        for (bit, name) in [XKB_MOD_NAME_SHIFT, XKB_MOD_NAME_CTRL, XKB_MOD_NAME_ALT, XKB_MOD_NAME_LOGO].enumerated()
        where unsafe xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0 {
            modifiers |= 1 << UInt32(bit)
        }
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_keyboard_listener(
            keymap: { data, _, format, file, size in
                guard format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue else {
                    close(file)
                    return
                }
                unsafe this(data, Keyboard.self).take(file, size)
            },
            enter: { data, _, serial, _, _ in unsafe this(data, Keyboard.self).serial = serial },
            leave: { data, _, _, _ in unsafe this(data, Keyboard.self).release() },
            key: { data, _, serial, _, code, state in
                unsafe this(data, Keyboard.self).serial = serial
                // X keycodes are offset by eight.
                unsafe this(data, Keyboard.self).key(code &+ 8, isDown: state != 0)
            },
            modifiers: { data, _, _, pressed, latched, locked, group in
                let keyboard = unsafe this(data, Keyboard.self)
                guard let state = unsafe keyboard.state else { return }
                _ = unsafe xkb_state_update_mask(state, pressed, latched, locked, 0, 0, group)
                keyboard.readModifiers()
            },
            repeat_info: { data, _, rate, delay in
                let keyboard = unsafe this(data, Keyboard.self)
                keyboard.interval = rate > 0 ? max(1, 1000 / Int(rate)) : 0
                keyboard.delay = max(1, Int(delay))
                keyboard.stopRepeating()
            }))
}
