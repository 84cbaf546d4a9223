//! @NAME@: a decoder of farbfeld: "farbfeld", width and height, then rows of 16-bit red, green, blue, alpha; all big-endian.
#![allow(non_snake_case)]

use scrim_plugin_sys::*;
use std::ffi::{c_char, c_void};
use std::mem::size_of;

struct Farbfeld {
    /// Of the file, which stays readable until `close`.
    pixels: &'static [u8],
    width: u32,
    height: u32,
}

unsafe extern "C" fn probe(_: *mut c_void, bytes: *const u8, length: u64) -> u8 {
    let start = std::slice::from_raw_parts(bytes, length as usize);
    u8::from(length >= 16 && start.starts_with(b"farbfeld"))
}

/// Tells the user why.
unsafe fn refuse(host: *const scrim_host, why: &str) -> scrim_status {
    let line = scrim_string { bytes: why.as_ptr() as *const c_char, length: why.len() as u64 };
    ((*host).log)(host, SCRIM_LOG_ERROR, line);
    SCRIM_FAILED
}

unsafe extern "C" fn open(
    host: *const scrim_host, _: *mut c_void, bytes: *const u8, length: u64, instance: *mut *mut c_void,
) -> scrim_status {
    let file: &'static [u8] = std::slice::from_raw_parts(bytes, length as usize);
    let number = |at: usize| u32::from_be_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]);
    let (width, height) = (number(8), number(12));
    if width == 0 || height == 0 {
        return refuse(host, "the picture has no pixels");
    }
    // Divided, so that nothing overflows.
    if (length - 16) / 8 / u64::from(width) < u64::from(height) {
        return refuse(host, "the file ends too soon");
    }
    *instance = Box::into_raw(Box::new(Farbfeld { pixels: &file[16..], width, height })) as *mut c_void;
    SCRIM_OK
}

unsafe extern "C" fn close(instance: *mut c_void) {
    drop(Box::from_raw(instance as *mut Farbfeld));
}

unsafe extern "C" fn info(instance: *mut c_void, _: *const scrim_host, picture: *mut scrim_picture) -> scrim_status {
    let own = &*(instance as *const Farbfeld);
    ((*picture).width, (*picture).height) = (own.width, own.height);
    ((*picture).frame_count, (*picture).loop_count, (*picture).flags) = (1, 1, 0);
    SCRIM_OK
}

unsafe extern "C" fn decode(instance: *mut c_void, _: *const scrim_host, request: *const scrim_decode) -> scrim_status {
    let own = &*(instance as *const Farbfeld);
    for (y, row) in own.pixels.chunks_exact(own.width as usize * 8).take(own.height as usize).enumerate() {
        let out = (*request).argb.byte_add(y * (*request).stride as usize) as *mut u32;
        for (x, pixel) in row.chunks_exact(8).enumerate() {
            // The upper byte of each channel; premultiplied.
            let alpha = u32::from(pixel[6]);
            let by = |channel: u8| (u32::from(channel) * alpha + 127) / 255;
            *out.add(x) = alpha << 24 | by(pixel[0]) << 16 | by(pixel[2]) << 8 | by(pixel[4]);
        }
    }
    SCRIM_OK
}

static TABLE: scrim_decoder = scrim_decoder {
    size: size_of::<scrim_decoder>() as u32,
    probe: Some(probe),
    open: Some(open),
    close: Some(close),
    info: Some(info),
    decode: Some(decode),
    ..scrim_decoder::ZERO
};

static KIND: scrim_kind = scrim_kind {
    size: size_of::<scrim_kind>() as u32,
    name: text("@name@"),
    interface: SCRIM_DECODER_INTERFACE,
    help: text("pictures in farbfeld"),
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
