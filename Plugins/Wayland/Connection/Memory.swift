/// Copies a value to memory that is never freed: function tables that libwayland keeps.
func forever<T>(_ value: T) -> UnsafeMutablePointer<T> {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    return unsafe memory
}

/// The object with which a listener was added. It is alive: owners of proxies destroy these before they are released.
func this<T: AnyObject>(_ data: UnsafeMutableRawPointer?, _ type: T.Type) -> T {
    guard let data = unsafe data else { preconditionFailure("a listener without its object") }
    return unsafe Unmanaged<T>.fromOpaque(data).takeUnretainedValue()
}
