//! @NAME@: a filter that makes colours darker.
#![allow(non_snake_case)]

use scrim_plugin_sys::*;
use std::ffi::c_void;
use std::mem::size_of;

static PROPERTIES: [scrim_property; 1] = [scrim_property {
    name: text("amount"),
    r#type: SCRIM_NUMBER,
    minimum: 0.0,
    maximum: 1.0,
    initial: scrim_default { is_set: 1, numbers: [0.5, 0.0, 0.0, 0.0], ..scrim_default::ZERO },
    help: text("0: as it was, 1: black"),
    ..scrim_property::ZERO
}];

unsafe extern "C" fn apply(
    _: *const scrim_host, _: *mut c_void, filter_use: *const scrim_filter_use, source: *const scrim_image, target: *const scrim_image,
) -> scrim_status {
    // Of 256; pixels are 0xAARRGGBB, premultiplied, so that less of a channel is a darker colour.
    let rest = 256 - (*(*filter_use).numbers * 256.0) as u32;
    let (from, to) = ((*source).rect, (*target).rect);
    // The target is transparent, and so is the source beyond its rectangle.
    for y in from.y0.max(to.y0)..from.y1.min(to.y1) {
        let input = (*source).argb.byte_add((y - from.y0) as usize * (*source).stride as usize) as *const u32;
        let output = (*target).argb.byte_add((y - to.y0) as usize * (*target).stride as usize) as *mut u32;
        for x in from.x0.max(to.x0)..from.x1.min(to.x1) {
            let argb = *input.add((x - from.x0) as usize);
            let dark = (argb & 0x00FF00FF) * rest >> 8 & 0x00FF00FF | (argb & 0x0000FF00) * rest >> 8 & 0x0000FF00;
            *output.add((x - to.x0) as usize) = argb & 0xFF000000 | dark;
        }
    }
    SCRIM_OK
}

// Without `reach`: a pixel has an effect on itself only.
static TABLE: scrim_filter =
    scrim_filter { size: size_of::<scrim_filter>() as u32, apply: Some(apply), ..scrim_filter::ZERO };

static KIND: scrim_kind = scrim_kind {
    size: size_of::<scrim_kind>() as u32,
    name: text("@name@"),
    interface: SCRIM_FILTER_INTERFACE,
    help: text("makes colours darker"),
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
