package import Schema
import ScrimPluginABI

/// Calls for validators only.
extension PluginOutput {
    /// Calls acquire in any state; true when the plugin returns a status other than SCRIM_OK.
    package func refusesAcquire() -> Bool {
        var raw = unsafe scrim_buffer()
        unsafe raw.size = UInt32(MemoryLayout<scrim_buffer>.size)
        return probe { unsafe table.acquire?(pointer, &raw) ?? 10 } != 0
    }
}

extension PluginHost {
    /// Calls the entry of the library at `path` with a version of the contract; true when it returns a table.
    package static func entry(of path: String, answers version: UInt32) throws(SceneError) -> Bool {
        unsafe try Library.entry(of: path, fresh: false)(version) != nil
    }
}
