import Glibc

/// A failed system call and its error.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The name of the call.
    package let call: String
    /// The value of errno.
    package let code: Int32

    package init(_ call: String, _ code: Int32) {
        self.call = call
        self.code = code
    }

    /// The error for the current value of `errno`.
    package static func last(_ call: String) -> SystemError { SystemError(call, errno) }

    package var description: String {
        guard let text = unsafe strerror(code) else { return "\(call): error \(code)" }
        return unsafe "\(call): \(String(cString: text))"
    }

    /// Checks a call that returns a descriptor or a count: returns it, or throws when it is negative.
    @inline(__always)
    static func check(_ call: StaticString, _ result: Int32) throws(SystemError) -> Int32 {
        if result < 0 { throw last("\(call)") }
        return result
    }
}
