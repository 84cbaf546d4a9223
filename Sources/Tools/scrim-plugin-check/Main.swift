import CSystem
import Glibc
import GuardedMemory

/// `scrim-plugin-check FILE…`: checks whether plugins fulfill the contract. FILE is a manifest or a library.
///
/// Each check runs in its own process, so that a crash can be reported. Exit status: 0 when all checks pass, 1 when one
/// fails, 64 for usage errors.
@main
enum Program {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        if words.count == 3, words[0] == "--run", let check = Check(rawValue: words[1]) {
            exit(run(check, words[2]))
        }
        guard !words.isEmpty, !words.contains(where: { $0.hasPrefix("-") }) else {
            let isHelp = words == ["--help"]
            let usage =
                "usage: scrim-plugin-check FILE…\nFILE is a plugin's manifest (.scrimplugin) or library (.so).\n"
            _ = unsafe usage.withCString { unsafe write(isHelp ? 1 : 2, $0, strlen($0)) }
            exit(isHelp ? 0 : 64)
        }
        var isGood = true
        for file in words {
            print(file)
            for check in Check.allCases {
                let (verdict, detail) = Child.run(check, file.contains("/") ? file : "./\(file)")
                if verdict == .failed { isGood = false }
                let name = check.rawValue.padded(10) + verdict.rawValue.padded(9)
                print("  \(name)\(detail.isEmpty ? check.promise : detail)")
                // Nothing else can be checked for a plugin that cannot be loaded.
                if check == .load, verdict == .failed { break }
            }
        }
        exit(isGood ? 0 : 1)
    }

    /// In the child process: the reason is printed on standard output.
    private static func run(_ check: Check, _ file: String) -> Int32 {
        // Before the plugin is loaded: its allocations end at inaccessible pages.
        _ = guard_memory()
        do throws(Fault) {
            try check.run(file)
            return 0
        } catch {
            print(error.message)
            return error.isSkip ? 2 : 1
        }
    }
}

/// The reason why a check fails, or does not apply to the plugin.
struct Fault: Error {
    var message: String
    var isSkip = false

    init(_ message: String) { self.message = message }

    static func skip(_ message: String) -> Fault {
        var fault = Fault(message)
        fault.isSkip = true
        return fault
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
