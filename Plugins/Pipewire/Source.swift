import Glibc
import ScrimPluginKit
import VideoSource

/// A node in PipeWire's graph, with the connection that it lives by.
@safe
final class Source {
    /// A connection could not be made.
    struct Fault: Error {
        let message: String
    }

    /// What the node is called, and what it has for consumers.
    struct Offer: Equatable {
        var name = "", title = ""
        var width = 0, height = 0
        /// Frames per 1000 seconds at most.
        var rate = 0
        var hasAlpha = true, resizes = false
    }

    private let raw: OpaquePointer
    private(set) var offer: Offer?

    /// Connects to the PipeWire with a name, or to the usual one with an empty one.
    init(_ remote: String) throws(Fault) {
        var bytes = [CChar](repeating: 0, count: Int(VIDEO_FAULT_LENGTH))
        guard let raw = unsafe video_source_open(remote, &bytes) else {
            let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Fault(message: String(decoding: text, as: UTF8.self))
        }
        unsafe self.raw = unsafe raw
    }

    deinit { unsafe video_source_close(raw) }

    var descriptor: Int32 { unsafe video_source_descriptor(raw) }
    /// Takes what has come: bits `VIDEO_NEWS_…`.
    func dispatch() -> UInt32 { unsafe video_source_dispatch(raw) }
    /// Why the connection is of no use.
    var fault: String { unsafe String(cString: video_source_fault(raw)) }
    /// Frames are taken.
    var isRunning: Bool { unsafe video_source_is_running(raw) }
    var hasConsumers: Bool { unsafe video_source_consumers(raw) > 0 }
    var chosen: video_source_format { unsafe video_source_chosen(raw) }

    /// PipeWire's number of the node; nil while it has none.
    var node: UInt32? {
        let node = unsafe video_source_node(raw)
        return node == UInt32.max ? nil : node
    }

    /// Makes the node, or offers something else. False when that fails.
    func make(_ fresh: Offer) -> Bool {
        if offer == fresh { return true }
        var raw = video_source_offer()
        (raw.width, raw.height) = (UInt32(fresh.width), UInt32(fresh.height))
        raw.rate = UInt32(fresh.rate)
        (raw.hasAlpha, raw.resizes) = (fresh.hasAlpha, fresh.resizes)
        guard unsafe video_source_make(self.raw, &raw, fresh.name, fresh.title) >= 0 else { return false }
        offer = fresh
        return true
    }

    /// A buffer to paint on; nil when consumers have them all.
    func take() -> video_source_buffer? {
        var buffer = unsafe video_source_buffer()
        return unsafe video_source_take(raw, &buffer) ? buffer : nil
    }

    /// Shows the buffer that was taken. True when news of its end will come.
    func show(at time: UInt64, damage: UnsafeBufferPointer<PixelRect>) -> Bool {
        unsafe damage.withMemoryRebound(to: video_source_rect.self) {
            unsafe video_source_show(raw, time, $0.baseAddress, $0.count)
        }
    }

    /// Shows the last picture once more, to those who have none.
    func showAgain(at time: UInt64) { unsafe video_source_repeat(raw, time) }
}
