/// The events of protocol 1.
enum EventName: String, CaseIterable {
    case frame, animation, pointer, tap, pan, longPress, pinch, rotate, scroll, key, output, content
    case created, changed, removed, collision, plugin, transaction, reaction

    /// Events about the scene's objects, which begin with the whole state.
    var isOfScene: Bool { self == .created || self == .changed || self == .removed }

    /// Position among all cases.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
