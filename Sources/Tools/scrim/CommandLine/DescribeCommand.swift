/// `describe`. Needs no running daemon, as a daemon's features do not depend on its scene.
enum DescribeCommand {
    static func perform(_ words: [String], _ target: Target, _ format: OutputFormat) throws(Failure) {
        var catalog = try Catalog(target)
        try format.print(catalog.payload(WordQuoting.line(["describe"] + words)))
    }
}
