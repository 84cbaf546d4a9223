import Glibc

/// A system call that failed: which one, and why.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The name of the call.
    package let call: String
    /// The value of errno.
    package let code: Int32

    package init(_ call: String, _ code: Int32) {
        self.call = call
        self.code = code
    }

    /// The failure that errno tells of now.
    package static func last(_ call: String) -> SystemError { SystemError(call, errno) }

    package var description: String {
        guard let text = unsafe strerror(code) else { return "\(call): error \(code)" }
        return unsafe "\(call): \(String(cString: text))"
    }

    /// A call that yields a descriptor or a count: its result, or the error when below zero.
    @inline(__always)
    static func check(_ call: StaticString, _ result: Int32) throws(SystemError) -> Int32 {
        if result < 0 { throw last("\(call)") }
        return result
    }
}
