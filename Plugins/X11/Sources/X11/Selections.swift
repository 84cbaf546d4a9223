import CXcb
import Glibc
import OutputSupport
import ScrimPluginKit

/// The clipboard and the primary selection by ICCCM: our texts for other programs, and theirs.
///
/// Never blocks: all steps of other programs are events, and unresponsive programs are dropped.
@safe
final class Selections {
    /// Handlers for the output.
    struct Handlers {
        /// Types a text as keys.
        var type: ([Act]) -> Void = { _ in }
        /// Called when another program took over.
        var lost: (_ isPrimary: Bool) -> Void = { _ in }
        /// Called when waiting begins or ends; see `expire`.
        var wait: (_ isWaiting: Bool) -> Void = { _ in }
    }

    /// Timeout without progress, in nanoseconds.
    private static let timeout: UInt64 = 5_000_000_000
    /// Maximum number of forms requested at once.
    private static let mostForms = 16
    /// Maximum number of pending answers.
    private static let longestWait = 64

    /// A selection that we own, or are about to own.
    private struct Own {
        var text: [UInt8] = []
        /// The server's time since which we own it; nil when we do not.
        var since: UInt32?
        /// True while its time is being requested.
        var isComing = false
    }

    /// A text being received from another program.
    private struct Paste {
        var isPrimary: Bool
        var property: xcb_atom_t
        var target: xcb_atom_t
        var time: UInt32
        /// The event to report when there is no text.
        var otherwise: Act?
        var bytes: [UInt8] = []
        var isInPieces = false
        var touched = nanoseconds()
    }

    /// The server's answer to a request; nil when it was refused.
    @safe
    private struct Answer {
        var raw: UnsafeMutableRawPointer?
    }

    private let desktop: Desktop
    private let handlers: Handlers
    /// Owns selections and receives properties; never shown.
    private let window: xcb_window_t
    private var own = [Own(), Own()]
    private var paste: Paste?
    private var pastes = 0
    private let transfers: Transfers
    /// Pending answers of the server, the oldest first.
    private var awaited: [(sequence: UInt32, act: (Answer) -> Void)] = []

    init(_ desktop: Desktop, _ handlers: Handlers) {
        (self.desktop, self.handlers) = (desktop, handlers)
        window = unsafe xcb_generate_id(desktop.connection)
        transfers = Transfers(desktop, window)
        let events = [XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue]
        unsafe xcb_create_window(
            desktop.connection, 0, window, desktop.root, -1, -1, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue),
            0, XCB_CW_EVENT_MASK.rawValue, events)
    }

    deinit { unsafe xcb_destroy_window(desktop.connection, window) }

    private func atom(_ isPrimary: Bool) -> xcb_atom_t {
        isPrimary ? XCB_ATOM_PRIMARY.rawValue : desktop.atom("CLIPBOARD")
    }

    private func index(_ selection: xcb_atom_t) -> Int? { [false, true].firstIndex { atom($0) == selection } }

    // MARK: For other programs

    /// Offers a text, unless it is offered already; an empty one withdraws the offer.
    func offer(_ text: String, isPrimary: Bool) {
        let at = isPrimary ? 1 : 0
        let bytes = Array(text.utf8)
        guard bytes != own[at].text else { return }
        own[at].text = bytes
        if !bytes.isEmpty {
            own[at].isComing = true
            // Appending nothing returns the server's time.
            unsafe xcb_change_property(
                desktop.connection, UInt8(XCB_PROP_MODE_APPEND.rawValue), window, desktop.atom("_SCRIM_TIME"),
                XCB_ATOM_INTEGER.rawValue, 32, 0, nil)
        } else if let since = own[at].since {
            own[at] = Own()
            unsafe xcb_set_selection_owner(desktop.connection, 0, atom(isPrimary), since)
        }
    }

    private func own(at time: UInt32) {
        for isPrimary in [false, true] where own[isPrimary ? 1 : 0].isComing {
            let at = isPrimary ? 1 : 0
            own[at].isComing = false
            guard !own[at].text.isEmpty else { continue }
            own[at].since = time
            unsafe xcb_set_selection_owner(desktop.connection, window, atom(isPrimary), time)
            let cookie = unsafe xcb_get_selection_owner(desktop.connection, atom(isPrimary))
            ask(cookie.sequence) { [weak self] answer in
                guard let self, let answer = unsafe answer.raw else { return }
                let owner = unsafe answer.load(as: xcb_get_selection_owner_reply_t.self).owner
                if owner != window, own[at].since == time { lose(at) }
            }
        }
    }

    private func lose(_ at: Int) {
        own[at] = Own()
        handlers.lost(at == 1)
    }

    /// Handles another program's request for a form of our text.
    private func requested(_ request: xcb_selection_request_event_t) {
        // Old clients name no property; the target is used instead, as ICCCM says.
        let property = request.property == 0 ? request.target : request.property
        let refuse = { [desktop] in desktop.answer(request, property: 0) }
        guard request.owner == window, request.requestor != window, let at = index(request.selection),
            let since = own[at].since
        else { return refuse() }
        let text = own[at].text
        guard request.target == desktop.atom("MULTIPLE") else {
            let isGiven = transfers.give(text, since, request.target, to: request.requestor, property)
            desktop.answer(request, property: isGiven ? property : 0)
            handlers.wait(isWaiting)
            return
        }
        guard request.property != 0, awaited.count < Self.longestWait else { return refuse() }
        // Pairs of a form and a property.
        let cookie = unsafe xcb_get_property(
            desktop.connection, 0, request.requestor, property, 0, 0, UInt32(2 * Self.mostForms + 2))
        ask(cookie.sequence) { [weak self] answer in
            guard let self, let (_, bytes, _) = Self.value(answer) else { return refuse() }
            var words = stride(from: 0, to: bytes.count - 3, by: 4).map { at in
                bytes[at..<at + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            guard words.count % 2 == 0, words.count <= 2 * Self.mostForms else { return refuse() }
            for at in stride(from: 0, to: words.count, by: 2)
            where words[at] == desktop.atom("MULTIPLE")
                || !transfers.give(text, since, words[at], to: request.requestor, words[at + 1])
            { words[at + 1] = 0 }
            unsafe xcb_change_property(
                desktop.connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), request.requestor, property,
                desktop.atom("ATOM_PAIR"), 32, UInt32(words.count), words)
            desktop.answer(request, property: property)
            handlers.wait(isWaiting)
        }
    }

    // MARK: From other programs

    /// Types the text as soon as it is available, or reports `otherwise` when there is none; `time` is that of the key
    /// or button.
    func paste(isPrimary: Bool, time: UInt32, otherwise: Act? = nil) {
        let at = isPrimary ? 1 : 0
        if own[at].since != nil || own[at].isComing { return handlers.type(Pasting.acts(typing: own[at].text)) }
        pastes += 1
        // Different names distinguish late answers to earlier requests.
        let property = desktop.atom("_SCRIM_SELECTION_\(pastes % 4)")
        paste = Paste(
            isPrimary: isPrimary, property: property, target: desktop.atom("UTF8_STRING"), time: time,
            otherwise: otherwise)
        convert()
    }

    private func convert() {
        guard let paste else { return }
        unsafe xcb_delete_property(desktop.connection, window, paste.property)
        unsafe xcb_convert_selection(
            desktop.connection, window, atom(paste.isPrimary), paste.target, paste.property, paste.time)
        handlers.wait(true)
    }

    private func notified(_ event: xcb_selection_notify_event_t) {
        guard let paste, !paste.isInPieces, event.requestor == window, event.selection == atom(paste.isPrimary),
            event.target == paste.target, event.time == paste.time
        else { return }
        if event.property == paste.property { return fetch() }
        guard event.property == 0, paste.target != XCB_ATOM_STRING.rawValue else {
            endPaste()
            return handlers.type(paste.otherwise.map { [$0] } ?? [])
        }
        self.paste?.target = XCB_ATOM_STRING.rawValue
        convert()
    }

    private func fetch() {
        guard let paste else { return }
        self.paste?.touched = nanoseconds()
        let words = UInt32(Pasting.longest / 4 + 1)
        let cookie = unsafe xcb_get_property(desktop.connection, 1, window, paste.property, 0, 0, words)
        ask(cookie.sequence) { [weak self] answer in self?.fetched(answer, paste.property) }
    }

    private func fetched(_ answer: Answer, _ property: xcb_atom_t) {
        guard let before = paste, before.property == property else { return }
        guard let (type, bytes, rest) = Self.value(answer) else { return endPaste() }
        if type == desktop.atom("INCR"), !before.isInPieces {
            paste?.isInPieces = true
            return
        }
        if type == XCB_ATOM_STRING.rawValue {
            paste?.bytes += Pasting.utf8(latin1: bytes)
        } else {
            paste?.bytes += bytes
        }
        let text = paste?.bytes ?? []
        if before.isInPieces, !bytes.isEmpty, rest == 0, text.count <= Pasting.longest { return }
        endPaste()
        handlers.type(Pasting.acts(typing: text))
    }

    private func endPaste() {
        if let paste { unsafe xcb_delete_property(desktop.connection, window, paste.property) }
        paste = nil
        handlers.wait(isWaiting)
    }

    // MARK: The server

    /// Handles an event about selections; false for other events.
    func handle(_ raw: UnsafeRawPointer, _ type: Int32) -> Bool {
        switch type {
        case XCB_SELECTION_REQUEST: unsafe requested(raw.load(as: xcb_selection_request_event_t.self))
        case XCB_SELECTION_NOTIFY: unsafe notified(raw.load(as: xcb_selection_notify_event_t.self))
        case XCB_SELECTION_CLEAR:
            let event = unsafe raw.load(as: xcb_selection_clear_event_t.self)
            // Ignores events about an earlier ownership.
            if let at = index(event.selection), let since = own[at].since, Int32(bitPattern: event.time &- since) > 0 {
                lose(at)
            }
        case XCB_PROPERTY_NOTIFY:
            let event = unsafe raw.load(as: xcb_property_notify_event_t.self)
            let isNew = UInt32(event.state) == XCB_PROPERTY_NEW_VALUE.rawValue
            if event.window != window {
                if !isNew { transfers.taken(event.window, event.atom) }
                handlers.wait(isWaiting)
            } else if event.atom == desktop.atom("_SCRIM_TIME") {
                own(at: event.time)
            } else if isNew, let paste, paste.isInPieces, event.atom == paste.property {
                fetch()
            }
        case XCB_DESTROY_NOTIFY:
            transfers.forget(unsafe raw.load(as: xcb_destroy_notify_event_t.self).window)
        default: return false
        }
        return true
    }

    /// Handles available answers of the server. False when there are none.
    @discardableResult
    func settle() -> Bool {
        var hasSettled = false
        while let first = awaited.first {
            var answer: UnsafeMutableRawPointer?
            var error: UnsafeMutablePointer<xcb_generic_error_t>?
            guard unsafe xcb_poll_for_reply(desktop.connection, first.sequence, &answer, &error) != 0 else {
                return hasSettled
            }
            hasSettled = true
            awaited.removeFirst()
            unsafe first.act(Answer(raw: answer))
            unsafe free(answer)
            unsafe free(error)
        }
        return hasSettled
    }

    private func ask(_ sequence: UInt32, _ act: @escaping (Answer) -> Void) {
        awaited.append((sequence, act))
    }

    /// The type, the bytes, and the number of remaining bytes.
    private static func value(_ answer: Answer) -> (xcb_atom_t, [UInt8], UInt32)? {
        guard let answer = unsafe answer.raw?.assumingMemoryBound(to: xcb_get_property_reply_t.self) else { return nil }
        let count = Int(unsafe xcb_get_property_value_length(answer))
        guard unsafe answer.pointee.type != 0, count >= 0, let start = unsafe xcb_get_property_value(answer) else {
            return nil
        }
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
        return unsafe (answer.pointee.type, bytes, answer.pointee.bytes_after)
    }

    private var isWaiting: Bool { paste != nil || !transfers.isEmpty }

    /// Drops programs without progress.
    func expire() {
        let now = nanoseconds()
        if let paste, now &- paste.touched > Self.timeout { endPaste() }
        transfers.expire(before: now &- Self.timeout)
        handlers.wait(isWaiting)
    }
}
