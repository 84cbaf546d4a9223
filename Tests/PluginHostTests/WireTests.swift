import ScrimPluginABI
import Testing

/// The functions of the contract that calls into another process have to carry.
@Suite struct WireTests {
    /// A function that is appended to a table has to be put on the wire: kinds in `WireContract`, `IsolatedTables`, `IsolatedPlugin` and
    /// `PluginWorker`, the canvas in `WireCanvas`, what a call may read in `WireObjects`. Sizes in bytes.
    @Test func theWireHasAllFunctions() {
        let sizes = unsafe [
            "host": MemoryLayout<scrim_host>.size, "canvas": MemoryLayout<scrim_canvas>.size,
            "layer": MemoryLayout<scrim_layer>.size, "filter": MemoryLayout<scrim_filter>.size,
            "behavior": MemoryLayout<scrim_behavior>.size,
        ]
        #expect(sizes == ["host": 224, "canvas": 144, "layer": 88, "filter": 24, "behavior": 88])
    }
}
