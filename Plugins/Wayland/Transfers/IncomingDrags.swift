import CWayland
import Glibc
import OutputSupport
import ScrimPluginKit

/// Drags of other programs over the output's surfaces: accepted where a layer accepts them, and read when dropped.
///
///     idle ──enter──▶ over ──drop on a layer that takes it──▶ read ──to its end──▶ told, finished
///                      │ leave, drop elsewhere                 │ too long, too late, no UTF-8
///                      ▼                                       ▼
///                    told as gone ◀────────────────────────────┘
///
/// While one is read another may come.
@safe
final class IncomingDrags {
    /// Maximum number of bytes read, as in the contract with the host.
    private static let longest = 1 << 19
    /// Timeout for the other program to write, in nanoseconds.
    private static let timeout: UInt64 = 5_000_000_000
    /// Interval of timeout checks, in milliseconds.
    private static let step = 500
    /// Maximum number of drops being read.
    private static let mostReads = 4

    /// The current drag.
    @safe
    private struct Drag {
        let number: UInt32
        let offer: DataOffer
        /// The serial of its enter event.
        let serial: UInt32
        let surface: OpaquePointer
        var x = 0.0
        var y = 0.0
        /// The type accepted last; nil for none.
        var type: String?
        /// True when it moved since the last report to the host.
        var isMoved = false
    }

    /// A drop being read.
    private struct Read {
        let number: UInt32
        let offer: DataOffer
        let type: String
        let descriptor: Int32
        let deadline: UInt64
        var bytes: [UInt8] = []
    }

    private unowned let connection: Connection
    private let wakeups: Wakeups
    private let hand: (Act, OpaquePointer?) -> Void
    private var drag: Drag?
    /// True when its surface is gone and the host has not been informed.
    private var isOrphaned = false
    private var reads: [Read] = []

    init(_ connection: Connection, _ wakeups: Wakeups, _ hand: @escaping (Act, OpaquePointer?) -> Void) {
        (self.connection, self.wakeups) = (connection, wakeups)
        unsafe self.hand = unsafe hand
    }

    deinit { end() }

    /// Ends everything, because the seat is removed.
    func end() {
        leave()
        for read in reads { close(read, nil) }
        reads = []
    }

    /// Handles a removed surface. The host is informed when it may be called.
    func forget(_ surface: OpaquePointer) {
        guard unsafe drag?.surface == surface else { return }
        isOrphaned = true
        wakeups.setTimer(.dropTime, after: 1)
    }

    // MARK: Over a surface

    func enter(_ offer: DataOffer?, _ surface: OpaquePointer?, serial: UInt32, _ x: wl_fixed_t, _ y: wl_fixed_t) {
        leave()
        guard let offer, let surface = unsafe surface else { return }
        drag = unsafe Drag(number: connection.nextDrag(), offer: offer, serial: serial, surface: surface)
        unsafe wl_data_offer_accept(offer.proxy, serial, nil)
        move(x, y)
        tell(.began)
        accept()
    }

    func move(_ x: wl_fixed_t, _ y: wl_fixed_t) {
        guard !isOrphaned else { return leave() }
        drag?.x = Double(x) / 256
        drag?.y = Double(y) / 256
        drag?.isMoved = true
    }

    /// Reports the last of several motions.
    func settle() {
        guard drag?.isMoved == true else { return }
        tell(.changed)
        accept()
    }

    func leave() {
        guard drag != nil else { return }
        tell(.cancelled)
        (drag, isOrphaned) = (nil, false)
    }

    private func tell(_ phase: Act.Phase) {
        drag?.isMoved = false
        guard let drag else { return }
        var act = Act(.drop, time: nanoseconds())
        (act.phase, act.touch, act.x, act.y) = (phase, drag.number, drag.x, drag.y)
        if phase == .began { act.text = drag.offer.types.joined(separator: "\n") }
        unsafe hand(act, drag.surface)
    }

    /// The type in which a layer accepts it; nil for none.
    private func type(of drag: Drag) -> String? {
        connection.handlers.dropType?(drag.number).flatMap { drag.offer.types.contains($0) ? $0 : nil }
    }

    /// Informs the other program whether a layer accepts it, and in which type.
    private func accept() {
        guard var drag else { return }
        let type = type(of: drag)
        guard type != drag.type else { return }
        drag.type = type
        self.drag = drag
        if let type {
            unsafe wl_data_offer_accept(drag.offer.proxy, drag.serial, type)
        } else {
            unsafe wl_data_offer_accept(drag.offer.proxy, drag.serial, nil)
        }
        drag.offer.setActions(type == nil ? 0 : WL_DATA_DEVICE_MANAGER_DND_ACTION_COPY.rawValue)
    }

    // MARK: Dropped

    func drop() {
        guard !isOrphaned else { return leave() }
        // The layer below may have changed since the last motion, but the type is the accepted one.
        tell(.changed)
        guard let drag, let type = drag.type, type == self.type(of: drag), reads.count < Self.mostReads,
            let descriptor = drag.offer.read(type)
        else { return leave() }
        connection.flush()
        self.drag = nil
        reads.append(
            Read(
                number: drag.number, offer: drag.offer, type: type, descriptor: descriptor,
                deadline: nanoseconds() + Self.timeout))
        wakeups.watch(descriptor, .drop)
        wakeups.setTimer(.dropTime, after: Self.step, again: Self.step)
    }

    var isReading: Bool { !reads.isEmpty }

    /// Handles readable pipes and timeouts.
    func pump() {
        if isOrphaned { leave() }
        let now = nanoseconds()
        reads = reads.compactMap { before in
            var read = before
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while read.bytes.count <= Self.longest {
                let count = unsafe Glibc.read(read.descriptor, &bytes, bytes.count)
                if count > 0 {
                    read.bytes += bytes[..<count]
                } else if count < 0, errno == EAGAIN, now < read.deadline {
                    return read
                } else {
                    close(read, count == 0 ? String(validating: read.bytes.filter { $0 != 0 }, as: UTF8.self) : nil)
                    return nil
                }
            }
            // Too long.
            close(read, nil)
            return nil
        }
    }

    /// Reports a drop; with nil it could not be read, and the other program is informed that it failed.
    private func close(_ read: Read, _ text: String?) {
        wakeups.forget(read.descriptor)
        Glibc.close(read.descriptor)
        var act = Act(.drop, time: nanoseconds())
        (act.phase, act.touch) = (text == nil ? .cancelled : .ended, read.number)
        (act.key, act.text) = (read.type, text ?? "")
        hand(act, nil)
        if text != nil { read.offer.finish() }
    }
}
