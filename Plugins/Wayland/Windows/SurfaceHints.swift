import CWayland
import Glibc
import OutputSupport

/// Hints about a surface for the compositor: idle inhibition, the type of contents, and a request for attention.
@safe
final class SurfaceHints {
    private unowned let connection: Connection
    private let surface: OpaquePointer
    private var inhibitor: OpaquePointer?
    private var contentType: OpaquePointer?
    private var tearing: OpaquePointer?
    private var alpha: OpaquePointer?
    /// A requested token for bringing the surface to the front.
    private var token: OpaquePointer?
    private var applied = Wishes.Hints()

    init(_ connection: Connection, _ surface: OpaquePointer) {
        self.connection = connection
        unsafe self.surface = unsafe surface
    }

    /// Call before the surface is destroyed.
    func destroy() {
        if let inhibitor = unsafe inhibitor { unsafe zwp_idle_inhibitor_v1_destroy(inhibitor) }
        if let contentType = unsafe contentType { unsafe wp_content_type_v1_destroy(contentType) }
        if let tearing = unsafe tearing { unsafe wp_tearing_control_v1_destroy(tearing) }
        if let alpha = unsafe alpha { unsafe wp_alpha_modifier_surface_v1_destroy(alpha) }
        if let token = unsafe token { unsafe xdg_activation_token_v1_destroy(token) }
    }

    /// Sends the changed hints, some of them with the next commit.
    func apply(_ hints: Wishes.Hints) {
        if hints.inhibitsIdle != (unsafe inhibitor != nil) { setInhibitor(hints.inhibitsIdle) }
        if hints.contentType != applied.contentType, let types = unsafe connection.globals.managers.contentTypes {
            if unsafe contentType == nil {
                unsafe contentType = unsafe wp_content_type_manager_v1_get_surface_content_type(types, surface)
            }
            if let contentType = unsafe contentType {
                unsafe wp_content_type_v1_set_content_type(contentType, hints.contentType)
            }
        }
        if hints.mayTear != applied.mayTear, let controls = unsafe connection.globals.managers.tearingControls {
            if unsafe tearing == nil {
                unsafe tearing = unsafe wp_tearing_control_manager_v1_get_tearing_control(controls, surface)
            }
            if let tearing = unsafe tearing {
                unsafe wp_tearing_control_v1_set_presentation_hint(tearing, hints.mayTear ? 1 : 0)
            }
        }
        if hints.opacity != applied.opacity, let modifiers = unsafe connection.globals.managers.alphaModifiers {
            if unsafe alpha == nil { unsafe alpha = unsafe wp_alpha_modifier_v1_get_surface(modifiers, surface) }
            if let alpha = unsafe alpha {
                unsafe wp_alpha_modifier_surface_v1_set_multiplier(
                    alpha, UInt32(max(0, min(1, hints.opacity)) * Double(UInt32.max)))
            }
        }
        if hints.demandsAttention, !applied.demandsAttention { demandAttention() }
        applied = hints
    }

    private func setInhibitor(_ isWanted: Bool) {
        if let inhibitor = unsafe inhibitor { unsafe zwp_idle_inhibitor_v1_destroy(inhibitor) }
        unsafe inhibitor = nil
        guard isWanted, let inhibitors = unsafe connection.globals.managers.idleInhibitors else { return }
        unsafe inhibitor = unsafe zwp_idle_inhibit_manager_v1_create_inhibitor(inhibitors, surface)
    }

    // MARK: Attention

    /// The token passed by the program that started the daemon, for its first window.
    private nonisolated(unsafe) static var startupToken: String? = {
        let token = environment("XDG_ACTIVATION_TOKEN")
        // It must not be inherited by programs started by plugins.
        unsafe unsetenv("XDG_ACTIVATION_TOKEN")
        return token
    }()

    /// Brings the first window of a daemon started by a user to the front.
    func activateAtStart() {
        guard let activation = unsafe connection.globals.managers.activation, let token = unsafe Self.startupToken
        else {
            return
        }
        unsafe Self.startupToken = nil
        unsafe xdg_activation_v1_activate(activation, token, surface)
    }

    /// Requests a token and uses it for the surface itself: compositors then mark the window, or bring it to the front.
    private func demandAttention() {
        guard let activation = unsafe connection.globals.managers.activation, unsafe token == nil else { return }
        unsafe token = unsafe xdg_activation_v1_get_activation_token(activation)
        guard let token = unsafe token else { return }
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe xdg_activation_token_v1_add_listener(token, Self.tokenListener, me)
        unsafe xdg_activation_token_v1_set_surface(token, surface)
        unsafe xdg_activation_token_v1_commit(token)
    }

    nonisolated(unsafe) private static let tokenListener = unsafe forever(
        xdg_activation_token_v1_listener(done: { data, token, words in
            let hints = unsafe this(data, SurfaceHints.self)
            if let activation = unsafe hints.connection.globals.managers.activation, let words = unsafe words {
                unsafe xdg_activation_v1_activate(activation, words, hints.surface)
            }
            unsafe xdg_activation_token_v1_destroy(token)
            unsafe hints.token = nil
        }))
}
