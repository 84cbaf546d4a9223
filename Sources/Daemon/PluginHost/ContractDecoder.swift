import Schema
import ScrimPluginABI

/// One decoder provided by a plugin.
@safe
struct ContractDecoder {
    var name: String
    var table: scrim_decoder
    var context: UnsafeMutableRawPointer?

    /// Nil for a kind that is not a decoder.
    init?(_ pointer: UnsafePointer<scrim_kind>) throws(SceneError) {
        let kind = try unsafe readSized(pointer, scrim_kind(), least: MemoryLayout<scrim_kind>.size)
        name = try unsafe readName(kind.name, "scrim_kind.name")
        guard try unsafe readText(kind.interface, "interface of \"\(name)\"") == "scrim.decoder/1" else { return nil }
        guard let table = unsafe kind.table else { throw SceneError(.value, "\"\(name)\" has no table") }
        let decoder = try unsafe readSized(
            table.assumingMemoryBound(to: scrim_decoder.self), scrim_decoder(), least: MemoryLayout<scrim_decoder>.size)
        guard unsafe decoder.probe != nil, unsafe decoder.open != nil, unsafe decoder.info != nil,
            unsafe decoder.decode != nil
        else { throw SceneError(.value, "\"\(name)\" lacks a function: a decoder has probe, open, info and decode") }
        self.table = decoder
        unsafe context = kind.context
    }
}
