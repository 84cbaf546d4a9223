// The one thing that cursor-shape-v1 wants of the protocol of drawing tablets: the type of a request's argument. Nobody here
// makes an object of it, so that it needs no requests and no events.

#include <wayland-util.h>

const struct wl_interface zwp_tablet_tool_v2_interface = {"zwp_tablet_tool_v2", 1, 0, 0, 0, 0};
