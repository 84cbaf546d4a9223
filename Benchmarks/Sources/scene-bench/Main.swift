@unsafe @preconcurrency import Glibc

/// Draws the scenes with Scrim, with pixman alone and with cairo, frames in turn, and prints what each took.
///
///     scene-bench [-o FOLDER] [WORD…]
///
/// Words choose scenes by parts of their names. With a folder, what each drew last is written there.
@main enum Main {
    static func main() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        var folder: String?
        if let at = words.firstIndex(of: "-o"), at + 1 < words.count {
            folder = words[at + 1]
            words.removeSubrange(at...at + 1)
        }
        unsafe setvbuf(stdout, nil, _IOLBF, 0)
        print(Table.head)
        for bench in try Bench.all() where words.isEmpty || words.contains(where: { bench.name.contains($0) }) {
            print(try Contest(bench).run(folder).line)
        }
    }
}
