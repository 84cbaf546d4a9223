import ScrimPluginABI

// C functions have no generics: `context` is a box whose overrides know the kind's type.

/// The object behind a filter's context.
private class FilterBox {
    func reach(_ use: FilterUse) throws(PluginFailure) -> Reach { throw .unsupported }
    func apply(_ use: FilterUse, _ source: PixelImage, _ target: PixelImage) throws(PluginFailure) {}
}

private final class TypedFilterBox<Kind: FilterKind>: FilterBox {
    override func reach(_ use: FilterUse) throws(PluginFailure) -> Reach { try Kind(use).reach }

    override func apply(_ use: FilterUse, _ source: PixelImage, _ target: PixelImage) throws(PluginFailure) {
        try Kind(use).apply(source, to: target)
    }
}

/// Runs `body` with the filter behind a context; returns the status of its error.
private func run(
    _ context: UnsafeMutableRawPointer?, _ body: (FilterBox) throws(PluginFailure) -> Void
) -> UInt32 {
    guard let context = unsafe context else { return 6 }
    return unsafe Unmanaged<FilterBox>.fromOpaque(context)._withUnsafeGuaranteedRef { box in
        do throws(PluginFailure) {
            try body(box)
            return 0
        } catch {
            return error.status
        }
    }
}

/// Creates the table of a filter.
func filterTable<Kind: FilterKind>(_ kind: Kind.Type) -> scrim_kind {
    let table = unsafe forever(
        scrim_filter(
            size: UInt32(MemoryLayout<scrim_filter>.size), flags: UInt32(Kind.weight),
            reach: { _, context, use, reach in
                unsafe run(context) { box throws(PluginFailure) in
                    unsafe reach.pointee = try unsafe box.reach(FilterUse(use))
                }
            },
            apply: { _, context, use, source, target in
                unsafe run(context) { box throws(PluginFailure) in
                    guard let from = unsafe PixelImage(source), let to = unsafe PixelImage(target) else {
                        throw PluginFailure(status: 6)
                    }
                    try unsafe box.apply(FilterUse(use), from, to)
                }
            }))
    return unsafe kindTable(kind, "scrim.filter/1", UnsafeRawPointer(table), TypedFilterBox<Kind>())
}
