#pragma once

// libwayland's client side, and the protocols beyond its own: C in `generated` that wayland-scanner made of the files in `protocols`
// (`make protocols`; a test compares).

#include <wayland-client.h>
#include <wayland-cursor.h>

#include "../generated/alpha-modifier-v1.h"
#include "../generated/content-type-v1.h"
#include "../generated/cursor-shape-v1.h"
#include "../generated/ext-session-lock-v1.h"
#include "../generated/fractional-scale-v1.h"
#include "../generated/idle-inhibit-unstable-v1.h"
#include "../generated/pointer-constraints-unstable-v1.h"
#include "../generated/pointer-gestures-unstable-v1.h"
#include "../generated/presentation-time.h"
#include "../generated/primary-selection-unstable-v1.h"
#include "../generated/relative-pointer-unstable-v1.h"
#include "../generated/tablet-unstable-v2.h"
#include "../generated/tearing-control-v1.h"
#include "../generated/text-input-unstable-v3.h"
#include "../generated/viewporter.h"
#include "../generated/wlr-layer-shell-unstable-v1.h"
#include "../generated/xdg-activation-v1.h"
#include "../generated/xdg-decoration-unstable-v1.h"
#include "../generated/xdg-output-unstable-v1.h"
#include "../generated/xdg-shell.h"
#include "../generated/xdg-toplevel-icon-v1.h"

// The interfaces' addresses. Swift would copy the variables to its stack in a release build, and libwayland keeps what it
// is given.
#define SCRIM_ADDRESS(name) \
    static inline const struct wl_interface *name##_address(void) { return &name##_interface; }

SCRIM_ADDRESS(ext_session_lock_manager_v1)
SCRIM_ADDRESS(wl_compositor)
SCRIM_ADDRESS(wl_data_device_manager)
SCRIM_ADDRESS(wl_output)
SCRIM_ADDRESS(wl_seat)
SCRIM_ADDRESS(wl_shm)
SCRIM_ADDRESS(wp_alpha_modifier_v1)
SCRIM_ADDRESS(wp_content_type_manager_v1)
SCRIM_ADDRESS(wp_cursor_shape_manager_v1)
SCRIM_ADDRESS(wp_fractional_scale_manager_v1)
SCRIM_ADDRESS(wp_presentation)
SCRIM_ADDRESS(wp_tearing_control_manager_v1)
SCRIM_ADDRESS(wp_viewporter)
SCRIM_ADDRESS(xdg_activation_v1)
SCRIM_ADDRESS(xdg_toplevel_icon_manager_v1)
SCRIM_ADDRESS(xdg_wm_base)
SCRIM_ADDRESS(zwlr_layer_shell_v1)
SCRIM_ADDRESS(zwp_idle_inhibit_manager_v1)
SCRIM_ADDRESS(zwp_pointer_constraints_v1)
SCRIM_ADDRESS(zwp_pointer_gestures_v1)
SCRIM_ADDRESS(zwp_primary_selection_device_manager_v1)
SCRIM_ADDRESS(zwp_relative_pointer_manager_v1)
SCRIM_ADDRESS(zwp_tablet_manager_v2)
SCRIM_ADDRESS(zwp_text_input_manager_v3)
SCRIM_ADDRESS(zxdg_decoration_manager_v1)
SCRIM_ADDRESS(zxdg_output_manager_v1)

#undef SCRIM_ADDRESS
