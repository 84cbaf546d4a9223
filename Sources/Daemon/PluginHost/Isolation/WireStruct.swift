import ScrimPluginABI

/// A struct that goes over the wire between the daemon and a plugin's process: as it lies in memory, followed by what
/// its pointers point to.
///
/// Numbers are therefore never named: a number that is appended to a struct of the contract arrives. Only pointers are
/// described, once for both directions; `WireTests` fails for one that is not. Both sides are programs of the same
/// build. A struct has no gaps between its members, because their bytes would be random.
protocol WireStruct {
    /// Passes all pointers to `coder`, in order.
    mutating func pointers(_ coder: inout some WireCoder)
}

extension WireStruct {
    /// No pointers.
    mutating func pointers(_ coder: inout some WireCoder) {}
}

/// Visits the pointers of a struct. `WireWriter` appends what they point to; `WireReader` makes them point into the
/// message, or null, whatever they were.
protocol WireCoder {
    /// `scrim_kind.property_size` of the visited kind, which is also that of its operations' parameters.
    var propertySize: UInt32 { get set }

    /// `count` plain values.
    mutating func block<T: BitwiseCopyable>(_ start: inout UnsafePointer<T>?, count: Int)
    /// `count` structs of `size` bytes each: less than here when the plugin's header is older, more when it is newer.
    mutating func structs<T: WireStruct>(_ start: inout UnsafePointer<T>?, count: Int, size: Int)
    /// `count` pointers to structs.
    mutating func references<T: WireStruct>(_ start: inout UnsafePointer<UnsafePointer<T>?>?, count: Int)
    /// A text, and what it is.
    mutating func text(_ text: inout scrim_string) -> String?
    /// A table of functions. Of these, only which ones are not null is known to the other side, which uses the table
    /// that `proxy` makes of that.
    mutating func table<T>(_ table: inout UnsafeRawPointer?, proxy: (T) -> T)
    /// A pointer without meaning on the other side.
    mutating func omit<T>(_ pointer: inout T)
}

extension WireCoder {
    /// A list with its length, which is 0 when there is no list.
    mutating func list<T: BitwiseCopyable, Count: FixedWidthInteger>(
        _ start: inout UnsafePointer<T>?, _ count: inout Count
    ) {
        unsafe block(&start, count: Int(clamping: count))
        if unsafe start == nil { count = 0 }
    }

    /// A list of structs with its length, and the size of each, which becomes the one here.
    mutating func structs<T: WireStruct, Count: FixedWidthInteger>(
        _ start: inout UnsafePointer<T>?, _ count: inout Count, size: inout UInt32
    ) {
        unsafe structs(&start, count: Int(clamping: count), size: Int(size))
        size = UInt32(MemoryLayout<T>.stride)
        if unsafe start == nil { count = 0 }
    }

    /// A list of structs of the size that they have here.
    mutating func structs<T: WireStruct, Count: FixedWidthInteger>(
        _ start: inout UnsafePointer<T>?, _ count: inout Count
    ) {
        var size = UInt32(MemoryLayout<T>.stride)
        unsafe structs(&start, &count, size: &size)
    }
}
