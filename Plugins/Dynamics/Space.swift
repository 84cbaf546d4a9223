import CChipmunk
import Glibc

/// A space of Chipmunk's and its ground. Freed when it is let go, after all that was put into it has been taken out.
@safe
final class Space {
    /// Slower than this, in points a second, for so many seconds, is at rest.
    private static let idleSpeed = 0.5
    private static let idleTime = 0.5

    let raw: UnsafeMutablePointer<cpSpace>
    let ground: UnsafeMutablePointer<cpBody>

    init() {
        unsafe raw = Self.silently { unsafe cpSpaceNew() }
        unsafe ground = unsafe cpSpaceGetStaticBody(raw)
        unsafe cpSpaceSetIterations(raw, 10)
        unsafe cpSpaceSetSleepTimeThreshold(raw, Self.idleTime)
        unsafe cpSpaceSetIdleSpeedThreshold(raw, Self.idleSpeed)
    }

    /// Constraints, and pairs of shapes that touch.
    var constraints: Int { unsafe Int(raw.pointee.constraints.pointee.num) }
    var contacts: Int { unsafe Int(raw.pointee.arbiters.pointee.num) }

    deinit { unsafe cpSpaceFree(raw) }

    /// Goes on by one sub-step.
    func step() {
        unsafe cpSpaceStep(raw, Simulation.step)
        // An impulse that is no number leaves one on what has no end of mass, too.
        if unsafe !ground.pointee.hasSoundMotion { unsafe ground.pointee.stop() }
    }

    /// Chipmunk greets on the standard output, which is not its own: a film may be going there.
    private static func silently<T>(_ body: () -> T) -> T {
        fflush(nil)
        let (output, nowhere) = unsafe (dup(STDOUT_FILENO), open("/dev/null", O_WRONLY | O_CLOEXEC))
        if nowhere >= 0 { dup2(nowhere, STDOUT_FILENO) }
        defer {
            fflush(nil)
            if output >= 0 { dup2(output, STDOUT_FILENO) }
            for descriptor in [output, nowhere] where descriptor >= 0 { close(descriptor) }
        }
        return body()
    }
}
