//! @NAME@: a layer kind that draws a diamond in the layer's bounds.
#![allow(non_snake_case)]

use scrim_plugin_sys::*;
use std::ffi::c_void;
use std::mem::size_of;

// The places of the properties in the schema.
const FILL_COLOR: u32 = 0;

static PROPERTIES: [scrim_property; 1] = [scrim_property {
    name: text("fillColor"),
    r#type: SCRIM_COLOR,
    effect: SCRIM_EFFECT_CONTENT,
    animates: 1,
    initial: scrim_default { is_set: 1, bits: 0x000000FF, ..scrim_default::ZERO },
    help: text("fills the diamond"),
    ..scrim_property::ZERO
}];

unsafe extern "C" fn draw(
    _: *mut c_void, host: *const scrim_host, request: *const scrim_draw, canvas: *const scrim_canvas,
) -> scrim_status {
    let mut rgba = 0;
    if ((*host).get_color)(host, (*request).object, FILL_COLOR, &mut rgba) != SCRIM_OK {
        return SCRIM_OK; // none
    }
    let r = (*request).bounds;
    let points = [
        scrim_point { x: r.x + r.width / 2.0, y: r.y },
        scrim_point { x: r.x + r.width, y: r.y + r.height / 2.0 },
        scrim_point { x: r.x + r.width / 2.0, y: r.y + r.height },
        scrim_point { x: r.x, y: r.y + r.height / 2.0 },
    ];
    let commands = [SCRIM_MOVE, SCRIM_LINE, SCRIM_LINE, SCRIM_LINE, SCRIM_CLOSE].map(|command| command as u8);
    let path = scrim_path { commands: commands.as_ptr(), command_count: 5, points: points.as_ptr(), point_count: 4 };
    ((*canvas).fill_path)(canvas, &path, SCRIM_NON_ZERO, rgba)
}

static TABLE: scrim_layer = scrim_layer {
    size: size_of::<scrim_layer>() as u32,
    flags: SCRIM_LAYER_USES_BOUNDS,
    draw: Some(draw),
    ..scrim_layer::ZERO
};

static KIND: scrim_kind = scrim_kind {
    size: size_of::<scrim_kind>() as u32,
    name: text("@name@"),
    interface: SCRIM_LAYER_INTERFACE,
    help: text("a diamond within the bounds"),
    properties: PROPERTIES.as_ptr(),
    property_count: PROPERTIES.len() as u32,
    property_size: size_of::<scrim_property>() as u32,
    table: &TABLE as *const _ as *const c_void,
    ..scrim_kind::ZERO
};

static KINDS: List = List([&KIND]);
struct List([*const scrim_kind; 1]);
unsafe impl Sync for List {}

static PLUGIN: scrim_plugin = scrim_plugin {
    size: size_of::<scrim_plugin>() as u32,
    abi: SCRIM_ABI,
    id: text("@NAME@"),
    version: text("1.0.0"),
    kind_count: 1,
    reserved: 0,
    kinds: &KINDS.0 as *const _,
};

#[no_mangle]
pub extern "C" fn scrim_plugin_entry(host_abi: u32) -> *const scrim_plugin {
    if host_abi >> 16 == SCRIM_ABI_MAJOR { &PLUGIN } else { std::ptr::null() }
}
