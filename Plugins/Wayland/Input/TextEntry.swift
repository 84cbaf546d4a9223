import CWayland
import OutputSupport
import ScrimPluginKit

/// An input method of a seat: composed and committed text.
///
/// It is enabled while a text field receives the keys. The parts of an event arrive one after another, until `done`.
@safe
final class TextEntry {
    private let proxy: OpaquePointer
    private unowned let connection: Connection
    private let hand: (Act) -> Void
    /// The surface with the keyboard focus.
    private var surface: OpaquePointer?
    /// The text field as sent to the input method; nil while it is disabled.
    private var enabled: TextInput?
    /// The composed text, as last reported.
    private var composed = ""
    private var pending = (composed: "", written: "")

    /// Nil when the compositor does not support input methods.
    init?(_ connection: Connection, _ seat: OpaquePointer, _ hand: @escaping (Act) -> Void) {
        guard let manager = unsafe connection.globals.managers.textInputs,
            let proxy = unsafe zwp_text_input_manager_v3_get_text_input(manager, seat)
        else { return nil }
        self.connection = connection
        self.hand = hand
        unsafe self.proxy = unsafe proxy
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe zwp_text_input_v3_add_listener(proxy, Self.listener, me)
    }

    deinit {
        compose("")
        unsafe zwp_text_input_v3_destroy(proxy)
    }

    /// Sends the text field to the input method if it changed.
    func update() {
        guard let surface = unsafe surface, connection.wishes.textInput != enabled else { return }
        let wanted = connection.wishes.textInput
        if let wanted {
            if enabled == nil { unsafe zwp_text_input_v3_enable(proxy) }
            let hint =
                ZWP_TEXT_INPUT_V3_CONTENT_HINT_HIDDEN_TEXT.rawValue
                | ZWP_TEXT_INPUT_V3_CONTENT_HINT_SENSITIVE_DATA.rawValue
            unsafe zwp_text_input_v3_set_content_type(
                proxy, wanted.isPassword ? hint : 0,
                wanted.isPassword
                    ? ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PASSWORD.rawValue
                    : ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_NORMAL.rawValue)
            let corner = unsafe connection.handlers.corner?(surface) ?? (x: 0, y: 0)
            func whole(_ number: Double) -> Int32 { Int32(max(-1e6, min(1e6, number))) }
            unsafe zwp_text_input_v3_set_cursor_rectangle(
                proxy, whole(wanted.x) - Int32(corner.x), whole(wanted.y) - Int32(corner.y), whole(wanted.width),
                whole(wanted.height))
        } else {
            unsafe zwp_text_input_v3_disable(proxy)
        }
        unsafe zwp_text_input_v3_commit(proxy)
        enabled = wanted
        if wanted == nil { compose("") }
    }

    private func compose(_ text: String) {
        guard text != composed else { return }
        composed = text
        var act = Act(.compose, time: nanoseconds())
        act.text = text
        hand(act)
    }

    private func finish() {
        let news = pending
        pending = ("", "")
        if !news.written.isEmpty {
            compose("")
            var act = Act(.key, time: nanoseconds())
            (act.press, act.text) = (.down, news.written)
            hand(act)
        }
        compose(news.composed)
    }

    private func enter(_ surface: OpaquePointer?) {
        unsafe self.surface = unsafe surface
        enabled = nil
        pending = ("", "")
        compose("")
        update()
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        zwp_text_input_v3_listener(
            enter: { data, _, surface in unsafe this(data, TextEntry.self).enter(surface) },
            leave: { data, _, _ in unsafe this(data, TextEntry.self).enter(nil) },
            preedit_string: { data, _, text, _, _ in
                unsafe this(data, TextEntry.self).pending.composed =
                    unsafe text.map { unsafe String(cString: $0) } ?? ""
            },
            commit_string: { data, _, text in
                unsafe this(data, TextEntry.self).pending.written = unsafe text.map { unsafe String(cString: $0) } ?? ""
            },
            // No surrounding text is sent, so there is nothing to delete.
            delete_surrounding_text: { _, _, _, _ in },
            done: { data, _, _ in unsafe this(data, TextEntry.self).finish() }))
}
