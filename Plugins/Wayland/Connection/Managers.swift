import CWayland

/// The bound optional globals: nil if not offered.
@safe
struct Managers: ~Copyable {
    private(set) var idleInhibitors: OpaquePointer?
    private(set) var contentTypes: OpaquePointer?
    private(set) var tearingControls: OpaquePointer?
    private(set) var activation: OpaquePointer?
    private(set) var sessionLocks: OpaquePointer?
    private(set) var gestures: OpaquePointer?
    private(set) var gesturesVersion: UInt32 = 0
    private(set) var dataDevices: OpaquePointer?
    private(set) var primarySelections: OpaquePointer?
    private(set) var textInputs: OpaquePointer?
    private(set) var constraints: OpaquePointer?
    private(set) var relativePointers: OpaquePointer?
    private(set) var tablets: OpaquePointer?
    private(set) var alphaModifiers: OpaquePointer?

    deinit {
        if let idleInhibitors = unsafe idleInhibitors { unsafe zwp_idle_inhibit_manager_v1_destroy(idleInhibitors) }
        if let contentTypes = unsafe contentTypes { unsafe wp_content_type_manager_v1_destroy(contentTypes) }
        if let tearing = unsafe tearingControls { unsafe wp_tearing_control_manager_v1_destroy(tearing) }
        if let activation = unsafe activation { unsafe xdg_activation_v1_destroy(activation) }
        if let sessionLocks = unsafe sessionLocks { unsafe ext_session_lock_manager_v1_destroy(sessionLocks) }
        if let gestures = unsafe gestures {
            if gesturesVersion >= 2 {
                unsafe zwp_pointer_gestures_v1_release(gestures)
            } else {
                unsafe zwp_pointer_gestures_v1_destroy(gestures)
            }
        }
        if let dataDevices = unsafe dataDevices { unsafe wl_data_device_manager_destroy(dataDevices) }
        if let primary = unsafe primarySelections { unsafe zwp_primary_selection_device_manager_v1_destroy(primary) }
        if let textInputs = unsafe textInputs { unsafe zwp_text_input_manager_v3_destroy(textInputs) }
        if let constraints = unsafe constraints { unsafe zwp_pointer_constraints_v1_destroy(constraints) }
        if let relative = unsafe relativePointers { unsafe zwp_relative_pointer_manager_v1_destroy(relative) }
        if let tablets = unsafe tablets { unsafe zwp_tablet_manager_v2_destroy(tablets) }
        if let alphaModifiers = unsafe alphaModifiers { unsafe wp_alpha_modifier_v1_destroy(alphaModifiers) }
    }

    /// Binds an offered global if it is one of these.
    mutating func bind(_ offer: Offer) {
        switch offer.interface {
        case "zwp_idle_inhibit_manager_v1":
            unsafe idleInhibitors = unsafe offer.bind(zwp_idle_inhibit_manager_v1_address(), 1)
        case "wp_content_type_manager_v1":
            unsafe contentTypes = unsafe offer.bind(wp_content_type_manager_v1_address(), 1)
        case "wp_tearing_control_manager_v1":
            unsafe tearingControls = unsafe offer.bind(wp_tearing_control_manager_v1_address(), 1)
        case "xdg_activation_v1": unsafe activation = unsafe offer.bind(xdg_activation_v1_address(), 1)
        case "ext_session_lock_manager_v1":
            unsafe sessionLocks = unsafe offer.bind(ext_session_lock_manager_v1_address(), 1)
        case "zwp_pointer_gestures_v1":
            unsafe gestures = unsafe offer.bind(zwp_pointer_gestures_v1_address(), 2)
            gesturesVersion = min(offer.version, 2)
        case "wl_data_device_manager": unsafe dataDevices = unsafe offer.bind(wl_data_device_manager_address(), 3)
        case "zwp_primary_selection_device_manager_v1":
            unsafe primarySelections = unsafe offer.bind(zwp_primary_selection_device_manager_v1_address(), 1)
        case "zwp_text_input_manager_v3":
            unsafe textInputs = unsafe offer.bind(zwp_text_input_manager_v3_address(), 1)
        case "zwp_pointer_constraints_v1":
            unsafe constraints = unsafe offer.bind(zwp_pointer_constraints_v1_address(), 1)
        case "zwp_relative_pointer_manager_v1":
            unsafe relativePointers = unsafe offer.bind(zwp_relative_pointer_manager_v1_address(), 1)
        case "zwp_tablet_manager_v2": unsafe tablets = unsafe offer.bind(zwp_tablet_manager_v2_address(), 1)
        case "wp_alpha_modifier_v1": unsafe alphaModifiers = unsafe offer.bind(wp_alpha_modifier_v1_address(), 1)
        default: break
        }
    }
}
