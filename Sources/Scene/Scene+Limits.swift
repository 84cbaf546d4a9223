/// The settings that bound how many objects there are.
extension Scene {
    private static let limits = [SettingsProperty.limitLayers, .limitClientLayers]

    /// Runs `body` while as many objects as any setting allows may be made: what was within the limits once is restored whatever
    /// they are now. A limit that `body` sets stays.
    package func withoutLimits<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let before = Self.limits.map { value(Scene.daemon, $0.id) }
        for limit in Self.limits { store(Scene.daemon, limit.id, Self.highest(limit)) }
        defer {
            for (limit, own) in zip(Self.limits, before) where value(Scene.daemon, limit.id) == Self.highest(limit) {
                store(Scene.daemon, limit.id, own)
            }
        }
        return try body()
    }

    /// True while `withoutLimits` runs: what was there once is restored.
    package var isRestoring: Bool {
        value(Scene.daemon, SettingsProperty.limitLayers.id) == Self.highest(.limitLayers)
    }

    /// Beyond what can be set.
    private static func highest(_ limit: SettingsProperty) -> Value {
        .number(SettingsProperty.schema[Int(limit.rawValue)].maximum + 1)
    }
}
