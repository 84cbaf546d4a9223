/// `link`: one scene on many machines. A program of its own speaks to the broker, as which this process goes on (`exec`).
enum LinkCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        var passed = ["scrim-link"]
        // `status` asks the broker alone.
        if words.first != "status", let path = try? SocketAddress.path(socket: target.socket, name: target.name) {
            passed += ["--socket", try FileName.absolute(path)]
        }
        throw SiblingProgram.start(passed + words)
    }
}
