import CSystem
import Contents
import Glibc
import PluginHost
import Reactor
import Schema

/// `scrim-decoder MEMORY LIBRARY…`: decodes pictures for the daemon, which started it, over the socket at file
/// descriptor 3.
///
/// SVG and Lottie files are drawn by programs beside it (`ScenePrograms`), which it confines when the first such file comes.
///
/// `scrim-decoder --plugin LIBRARY`: runs a plugin in a separate process (`--plugin-unconfined` for sanitizers).
///
/// It loads the decoders (those after `--others` already confined), confines itself, and then answers requests until
/// the daemon ends. MEMORY is the maximum number of bytes that it may allocate after that; 0, for sanitizers only:
/// unlimited and unconfined.
@main
enum Program {
    private static let socket: Int32 = 3
    /// Maximum seconds of CPU time; the daemon starts another process well before.
    private static let seconds: UInt64 = 60
    private static let descriptors: UInt64 = 64

    static func main() {
        let words = CommandLine.arguments
        if words.count == 3, words[1].hasPrefix("--plugin"), isSocket {
            PluginWorker.run(words[2], isConfined: words[1] == "--plugin")
        }
        if words.count > 2, words[1] == ScenePrograms.option, isSocket {
            ScenePrograms.run(words[2...])
            exit(1)
        }
        guard words.count >= 2, let memory = UInt64(words[1]), isSocket else {
            print("scrim-decoder is started by scrimd, which reads pictures with it.")
            exit(64)
        }
        // (If the daemon has ended before this line, the socket reports it.)
        _ = sys_die_with_parent(SIGKILL)
        // Frames have priority: several of these processes may run next to the daemon.
        _ = nice(5)
        // Before there is a second thread, and before anything is denied.
        let stage = SceneStage(memory: memory)
        let decoders = Decoders()
        var complaints: [String] = []
        // Without a closure, whose executor check would need Swift's concurrency library.
        let libraries = words.dropFirst(2)
        let end = libraries.firstIndex(of: PluginHost.othersFollow) ?? libraries.endIndex
        let others = Array(libraries[end...].dropFirst())
        load(Array(libraries[..<end]), into: decoders, &complaints)
        if !others.isEmpty, memory > 0 {
            do throws(SceneError) {
                try LoadingFiles.confine(to: others)
                guard sys_confine_loading() == 0 else {
                    throw SceneError(.unsupported, "decoders of others are not loaded: error \(errno)")
                }
                load(others, into: decoders, &complaints)
            } catch {
                complaints.append(error.message)
            }
        } else {
            load(others, into: decoders, &complaints)
        }
        var hello = DecoderMessage(.hello)
        let bound = memory > 0 ? MemoryBound() : nil
        if memory > 0 {
            let space = sys_address_space() + memory
            if sys_limit(space, seconds, descriptors) < 0 { complaints.append("no limits: error \(errno)") }
            hello.value = sys_confine() == 0 ? 1 : 0
            if hello.value == 0 { complaints.append("system calls are not filtered: error \(errno)") }
        }
        hello.text = complaints.joined(separator: "; ")
        let bench = Workbench(socket: FileDescriptor(owning: socket), decoders, bound, stage)
        bench.send(hello)
        bench.run()
    }

    private static func load(_ libraries: [String], into decoders: Decoders, _ complaints: inout [String]) {
        for library in libraries {
            do throws(SceneError) {
                try decoders.load(library)
            } catch {
                complaints.append(error.message)
            }
        }
    }

    private static var isSocket: Bool {
        var type: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) == 0
            && type == Int32(SOCK_SEQPACKET.rawValue)
    }
}
