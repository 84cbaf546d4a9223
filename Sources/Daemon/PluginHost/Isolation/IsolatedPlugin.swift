import Schema
import ScrimPluginABI

/// A plugin in a process of its own. The rest of the host uses tables of functions, as for any plugin; each call
/// becomes a question to that process.
@safe
final class IsolatedPlugin: PluginProgram {
    /// Maximum size of the plugin's glyphs, in bytes.
    static let glyphBytes = 16 << 20

    let conversation: PluginConversation
    let services: Services
    /// The index of each kind in the process.
    private var numbers: [String: Int] = [:]

    init(_ services: Services, program: String, library: String) {
        self.services = services
        conversation = PluginConversation(program: program, library: library, services)
    }

    var identifier: Int32? { conversation.identifier }
    var hasEngine: Bool { conversation.hasEngine }
    var wire: WireWriter { conversation.wire }

    /// Starts the process, which loads the plugin.
    func begin() throws(SceneError) { try conversation.begin() }

    /// The plugin's contract, from its process; nil when it is not loaded within `timeout` nanoseconds. Throws the
    /// errors of `Contract`, and `plugin` for a process that ends or takes too long.
    func open(within timeout: UInt64) throws(SceneError) -> Contract? {
        guard var reader = try conversation.open(within: timeout) else { return nil }
        let contract = unsafe try reader.contract { number in
            unsafe Unmanaged.passRetained(IsolatedKind(self, number)).toOpaque()
        }
        conversation.news.id = contract.id
        for (number, kind) in contract.kinds.enumerated() { numbers[kind.name] = number }
        return contract
    }

    func rest() { conversation.rest() }

    func close() { conversation.close() }

    /// Appends the values that a call about an object may read.
    func writeObjects(_ object: UInt64) {
        services.call.writeObjects(
            object, to: wire, number: { [numbers] in numbers[$0.name] }, pictureSize: services.pictureSize)
    }
}
