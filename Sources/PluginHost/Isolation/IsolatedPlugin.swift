import Scene
import ScrimPluginABI

/// A plugin that runs in a process of its own: the rest of the host sees tables of functions, as of any plugin, whose calls are
/// questions to that process.
@safe
final class IsolatedPlugin: PluginProgram {
    /// Bytes of the plugin's glyphs.
    static let glyphBytes = 16 << 20

    let conversation: PluginConversation
    let services: Services
    /// The numbers of the kinds in the process.
    private var numbers: [String: Int] = [:]
    /// Of the last step.
    let contacts = ContactList()

    init(_ services: Services, program: String, library: String) {
        self.services = services
        conversation = PluginConversation(program: program, library: library, services)
    }

    var identifier: Int32? { conversation.identifier }
    var hasEngine: Bool { conversation.hasEngine }
    var wire: WireWriter { conversation.wire }

    /// Starts the process and reads the plugin's contract. Throws the errors of `Contract`, and `io` for a process that ends.
    func open() throws(SceneError) -> Contract {
        var reader = unsafe ContractReader(try conversation.open()) { [unowned self] number in
            unsafe Unmanaged.passRetained(IsolatedKind(self, number)).toOpaque()
        }
        let contract = try reader.read()
        conversation.news.id = contract.id
        for (number, kind) in contract.kinds.enumerated() { numbers[kind.name] = number }
        return contract
    }

    func rest() { conversation.rest() }

    func close() { conversation.close() }

    /// Writes the values that a call about an object may read.
    func writeObjects(_ object: UInt64) {
        services.call.writeObjects(
            object, to: wire, number: { [numbers] in numbers[$0.name] }, pictureSize: services.pictureSize)
    }
}
