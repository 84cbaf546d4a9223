import CWayland
import Glibc
import OutputSupport
import ScrimPluginKit

/// A seat's clipboard or primary selection: the text offered by other programs, and the text for them.
@safe
final class Selection {

    let isPrimary: Bool
    private unowned let connection: Connection
    private let wakeups: Wakeups
    private let hand: (Act) -> Void
    private let device: OpaquePointer
    /// An announced offer whose use is not known yet.
    private var announced: DataOffer?
    private var offer: DataOffer?
    /// Only for the clipboard.
    let drags: IncomingDrags?
    private var outgoing: OutgoingDrag?
    /// Our source, while no other program has taken over.
    private var source: OpaquePointer?
    private var text: [UInt8] = []
    /// A unique type offered only by this selection, to recognize our own offer.
    private let mark = "application/x-scrim-selection;of=\(UInt64.random(in: .min ... .max))"
    /// A callback that shows that the compositor has handled the source.
    private var settling: OpaquePointer?
    /// The paste in progress.
    private var reading: (descriptor: Int32, bytes: [UInt8])?
    /// The programs that are reading our text.
    private var writing: [(descriptor: Int32, rest: ArraySlice<UInt8>)] = []

    /// Nil when the compositor does not support it.
    init?(
        _ connection: Connection, _ seat: OpaquePointer, isPrimary: Bool, _ wakeups: Wakeups,
        _ hand: @escaping (Act, OpaquePointer?) -> Void
    ) {
        let managers = unsafe (
            data: connection.globals.managers.dataDevices, primary: connection.globals.managers.primarySelections
        )
        let device: OpaquePointer? =
            if isPrimary {
                unsafe managers.primary.flatMap {
                    unsafe zwp_primary_selection_device_manager_v1_get_device($0, seat)
                }
            } else {
                unsafe managers.data.flatMap { unsafe wl_data_device_manager_get_data_device($0, seat) }
            }
        guard let device = unsafe device else { return nil }
        (self.connection, self.isPrimary, self.wakeups) = (connection, isPrimary, wakeups)
        self.hand = { hand($0, nil) }
        drags = unsafe isPrimary ? nil : IncomingDrags(connection, wakeups, hand)
        unsafe self.device = unsafe device
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        if isPrimary {
            _ = unsafe zwp_primary_selection_device_v1_add_listener(device, Self.primaryListener, me)
        } else {
            _ = unsafe wl_data_device_add_listener(device, Self.listener, me)
        }
    }

    deinit {
        drags?.end()
        outgoing = nil
        stopReading()
        for pipe in writing { end(pipe.descriptor) }
        stopSettling()
        destroySource()
        if isPrimary {
            unsafe zwp_primary_selection_device_v1_destroy(device)
        } else if unsafe wl_proxy_get_version(device) >= 2 {
            unsafe wl_data_device_release(device)
        } else {
            unsafe wl_data_device_destroy(device)
        }
    }

    // MARK: For other programs

    /// Offers a text, with the serial of an input event; an empty text withdraws the offer.
    func offer(_ text: String, serial: UInt32) {
        let before = unsafe source
        unsafe source = nil
        if !text.isEmpty { unsafe source = unsafe makeSource() }
        self.text = Array(text.utf8)
        if unsafe before != nil || source != nil {
            if isPrimary {
                unsafe zwp_primary_selection_device_v1_set_selection(device, source, serial)
            } else {
                unsafe wl_data_device_set_selection(device, source, serial)
            }
        }
        if let before = unsafe before { unsafe destroy(before) }
        stopSettling()
        guard unsafe source != nil else { return }
        unsafe settling = unsafe wl_display_sync(connection.display)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_callback_add_listener(settling, Self.settlingListener, me)
    }

    private func stopSettling() {
        if let settling = unsafe settling { unsafe wl_callback_destroy(settling) }
        unsafe settling = nil
    }

    nonisolated(unsafe) private static let settlingListener = unsafe forever(
        wl_callback_listener(done: { data, _, _ in unsafe this(data, Selection.self).stopSettling() }))

    private func makeSource() -> OpaquePointer? {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        if isPrimary {
            guard let manager = unsafe connection.globals.managers.primarySelections,
                let source = unsafe zwp_primary_selection_device_manager_v1_create_source(manager)
            else { return nil }
            _ = unsafe zwp_primary_selection_source_v1_add_listener(source, Self.primarySourceListener, me)
            for type in DataOffer.texts + [mark] { unsafe zwp_primary_selection_source_v1_offer(source, type) }
            return unsafe source
        }
        guard let manager = unsafe connection.globals.managers.dataDevices,
            let source = unsafe wl_data_device_manager_create_data_source(manager)
        else { return nil }
        _ = unsafe wl_data_source_add_listener(source, Self.sourceListener, me)
        for type in DataOffer.texts + [mark] { unsafe wl_data_source_offer(source, type) }
        return unsafe source
    }

    private func destroy(_ source: OpaquePointer) {
        if isPrimary {
            unsafe zwp_primary_selection_source_v1_destroy(source)
        } else {
            unsafe wl_data_source_destroy(source)
        }
    }

    private func destroySource() {
        if let source = unsafe source { unsafe destroy(source) }
        unsafe source = nil
    }

    /// Handles the takeover by another program; ignored for an earlier source.
    private func lose(_ lost: OpaquePointer?) {
        guard let source = unsafe source, unsafe source == lost else { return }
        destroySource()
        connection.handlers.selectionLost?(isPrimary)
    }

    private func send(_ text: [UInt8], into descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        writing.append((descriptor, text[...]))
        write()
    }

    /// Starts a drag from a surface; `serial` is that of the press.
    func drag(_ what: (type: String, text: String), from surface: OpaquePointer, serial: UInt32) {
        outgoing = unsafe OutgoingDrag(connection, device, what, from: surface, serial: serial) {
            [unowned self] text, descriptor in
            send(text, into: descriptor)
        }
        outgoing?.onEnd = { [unowned self] in outgoing = nil }
    }

    /// Continues writing to programs that have read enough.
    private func write() {
        writing = writing.compactMap { pipe in
            var rest = pipe.rest
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe Glibc.write(pipe.descriptor, $0.baseAddress, $0.count)
                }
                if count < 0, errno == EAGAIN {
                    wakeups.watch(pipe.descriptor, .copy, writing: true)
                    return (pipe.descriptor, rest)
                }
                guard count > 0 else { break }
                rest = rest.dropFirst(count)
            }
            end(pipe.descriptor)
            return nil
        }
    }

    private func end(_ descriptor: Int32) {
        wakeups.forget(descriptor)
        close(descriptor)
    }

    // MARK: From other programs

    /// Types the text as soon as it is available. False when there is none.
    func paste() -> Bool {
        if unsafe source != nil {
            type(text)
            return true
        }
        guard let offer, let type = offer.text else { return false }
        stopReading()
        guard let descriptor = offer.read(type) else { return false }
        connection.flush()
        reading = (descriptor, [])
        wakeups.watch(descriptor, .paste)
        return true
    }

    /// Handles ready pipes.
    func pump() {
        write()
        guard let reading else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(reading.descriptor, &bytes, bytes.count)
            if count < 0, errno == EAGAIN { return }
            if count > 0 { self.reading?.bytes += bytes[..<count] }
            guard count > 0, self.reading?.bytes.count ?? 0 <= Pasting.longest else { break }
        }
        let text = self.reading?.bytes ?? []
        stopReading()
        // If the focus was lost meanwhile, the text is dropped.
        if connection.wishes.textInput != nil { type(text) }
    }

    private func stopReading() {
        if let reading { end(reading.descriptor) }
        reading = nil
    }

    private func type(_ bytes: some Collection<UInt8>) {
        for act in Pasting.acts(typing: bytes) { hand(act) }
    }

    // MARK: What the compositor says

    private func announce(_ proxy: OpaquePointer?) {
        announced = unsafe proxy.map { unsafe DataOffer($0, isPrimary: isPrimary) }
    }

    private func take(_ proxy: OpaquePointer?) -> DataOffer? {
        defer { announced = nil }
        guard let announced, unsafe announced.proxy == proxy else { return nil }
        return announced
    }

    /// Handles a changed selection. If it belongs to another program while ours was neither taken over nor is pending,
    /// the compositor did not accept ours, as happens without the keyboard focus.
    private func select(_ offer: DataOffer?) {
        self.offer = offer
        guard let offer, unsafe settling == nil, !offer.types.contains(mark) else { return }
        unsafe lose(source)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_data_device_listener(
            data_offer: { data, _, offer in unsafe this(data, Selection.self).announce(offer) },
            enter: { data, _, serial, surface, x, y, offer in
                let selection = unsafe this(data, Selection.self)
                unsafe selection.drags?.enter(selection.take(offer), surface, serial: serial, x, y)
            },
            leave: { data, _ in unsafe this(data, Selection.self).drags?.leave() },
            motion: { data, _, _, x, y in unsafe this(data, Selection.self).drags?.move(x, y) },
            drop: { data, _ in unsafe this(data, Selection.self).drags?.drop() },
            selection: { data, _, offer in
                let selection = unsafe this(data, Selection.self)
                unsafe selection.select(selection.take(offer))
            }))

    nonisolated(unsafe) private static let primaryListener = unsafe forever(
        zwp_primary_selection_device_v1_listener(
            data_offer: { data, _, offer in unsafe this(data, Selection.self).announce(offer) },
            selection: { data, _, offer in
                let selection = unsafe this(data, Selection.self)
                unsafe selection.select(selection.take(offer))
            }))

    nonisolated(unsafe) private static let sourceListener = unsafe forever(
        wl_data_source_listener(
            target: { _, _, _ in },
            send: { data, _, _, descriptor in
                let selection = unsafe this(data, Selection.self)
                selection.send(selection.text, into: descriptor)
            },
            cancelled: { data, source in unsafe this(data, Selection.self).lose(source) },
            dnd_drop_performed: { _, _ in }, dnd_finished: { _, _ in }, action: { _, _, _ in }))

    nonisolated(unsafe) private static let primarySourceListener = unsafe forever(
        zwp_primary_selection_source_v1_listener(
            send: { data, _, _, descriptor in
                let selection = unsafe this(data, Selection.self)
                selection.send(selection.text, into: descriptor)
            },
            cancelled: { data, source in unsafe this(data, Selection.self).lose(source) }))
}
