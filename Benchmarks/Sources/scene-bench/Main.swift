@unsafe @preconcurrency import Glibc

/// Draws the scenes with Scrim, with pixman alone and with cairo, frames in turn, and prints what each took.
///
///     scene-bench [--ours] [-o FOLDER] [WORD…]
///
/// Words choose scenes by parts of their names. With a folder, what each drew last is written there. With `--ours` nobody
/// else draws, for as long as a profiler wants to see.
@main enum Main {
    static func main() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        var folder: String?
        if let at = words.firstIndex(of: "-o"), at + 1 < words.count {
            folder = words[at + 1]
            words.removeSubrange(at...at + 1)
        }
        unsafe setvbuf(stdout, nil, _IOLBF, 0)
        if let at = words.firstIndex(of: "--ours") {
            words.remove(at: at)
            for bench in try Bench.all() where words.contains(where: { bench.name.contains($0) }) {
                let ours = try bench.make(1, bench)
                try ours.frame(0)
                let start = Clock.thread.now
                var count: Int32 = 1
                while Clock.thread.now - start < 4000 {
                    try ours.frame(count)
                    count += 1
                }
                print("\(bench.name): \((Clock.thread.now - start) / Double(count)) ms a frame")
            }
            return
        }
        print(Table.head)
        for bench in try Bench.all() where words.isEmpty || words.contains(where: { bench.name.contains($0) }) {
            print(try Contest(bench).run(folder).line)
        }
    }
}
