import Glibc
import Reactor
import Schema

/// Writes bytes to a pipe, socket or device without blocking, as fast as the reader takes them.
final class Delivery: DescriptorHandler, HeldWork {
    private let bytes: [UInt8]
    private var done = 0
    private let descriptor: FileDescriptor
    private let isSocket: Bool
    private weak var reactor: Reactor?
    private var registration: Registration?
    /// Called once, when everything is written, or with the error.
    private var finished: ((SceneError?) -> Void)?

    /// Takes a file descriptor that a client passed, or one opened with O_NONBLOCK. Throws `io`.
    init(_ bytes: [UInt8], to passed: consuming FileDescriptor) throws(SceneError) {
        self.bytes = bytes
        isSocket = Files.type(passed) == S_IFSOCK
        descriptor = try Files.unblocked(passed)
    }

    deinit { cancel() }

    /// Writes as much as possible now. Returns true when everything is written; otherwise `body` is called later.
    func start(_ reactor: Reactor, _ body: @escaping (SceneError?) -> Void) throws(SceneError) -> Bool {
        if try write() { return true }
        self.reactor = reactor
        finished = body
        do throws(SystemError) {
            registration = try reactor.add(descriptor.raw, .writing, self)
        } catch {
            throw SceneError(.io, "the descriptor: \(error)")
        }
        return false
    }

    func abandon() { cancel() }

    private func cancel() {
        if let registration { reactor?.remove(registration) }
        registration = nil
        finished = nil
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        var failure: SceneError?
        do throws(SceneError) {
            guard try write() else { return }
        } catch {
            failure = error
        }
        let finished = finished
        cancel()
        finished?(failure)
    }

    private func write() throws(SceneError) -> Bool {
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[done...])
                return isSocket
                    ? unsafe send(
                        descriptor.raw, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                    : unsafe Glibc.write(descriptor.raw, rest.baseAddress, rest.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { return false }
                throw Files.failure("the descriptor")
            }
            done += count
        }
        return true
    }
}
