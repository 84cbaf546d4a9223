//! @NAME@: an output whose last frame is a PPM file.
#![allow(non_snake_case)]

use scrim_plugin_sys::*;
use std::ffi::{c_char, c_void};
use std::mem::size_of;

const FILE: u32 = 0;

static PROPERTIES: [scrim_property; 1] = [scrim_property {
    name: text("file"),
    r#type: SCRIM_TEXT,
    help: text("where each frame goes; empty: nowhere"),
    ..scrim_property::ZERO
}];

struct Output {
    object: u64,
    width: u32,
    height: u32,
    argb: Vec<u32>,
    has_frame: bool,
    file: String,
}

unsafe extern "C" fn create(_: *const scrim_host, _: *mut c_void, object: u64, instance: *mut *mut c_void) -> scrim_status {
    let made = Output { object, width: 0, height: 0, argb: Vec::new(), has_frame: false, file: String::new() };
    *instance = Box::into_raw(Box::new(made)) as *mut c_void;
    SCRIM_OK
}

unsafe extern "C" fn destroy(instance: *mut c_void) {
    drop(Box::from_raw(instance as *mut Output));
}

/// Again whenever size, scale, refresh or a property changes.
unsafe extern "C" fn configure(instance: *mut c_void, host: *const scrim_host, mode: *const scrim_mode) -> scrim_status {
    let own = &mut *(instance as *mut Output);
    let mut name = scrim_string::ZERO;
    own.file.clear();
    if ((*host).get_string)(host, own.object, FILE, &mut name) == SCRIM_OK && name.length > 0 {
        let bytes = std::slice::from_raw_parts(name.bytes as *const u8, name.length as usize);
        own.file.push_str(&String::from_utf8_lossy(bytes));
    }
    let (width, height) = ((*mode).width, (*mode).height);
    if (width, height) != (own.width, own.height) {
        own.argb = vec![0; width as usize * height as usize];
        (own.width, own.height, own.has_frame) = (width, height, false);
    }
    SCRIM_OK
}

unsafe extern "C" fn acquire(instance: *mut c_void, buffer: *mut scrim_buffer) -> scrim_status {
    let own = &mut *(instance as *mut Output);
    if own.argb.is_empty() {
        return SCRIM_STATE;
    }
    let buffer = &mut *buffer;
    buffer.format = SCRIM_ARGB;
    (buffer.width, buffer.height, buffer.stride) = (own.width, own.height, own.width * 4);
    // The one buffer holds the frame before, as soon as there is one.
    buffer.age = u32::from(own.has_frame);
    buffer.descriptor = -1;
    buffer.id = 1;
    buffer.argb = own.argb.as_mut_ptr() as *mut c_void;
    SCRIM_OK
}

/// Into a file beside it, which then takes its place: whoever reads never sees half a frame.
fn write(own: &Output) -> std::io::Result<()> {
    let mut bytes = format!("P6 {} {} 255\n", own.width, own.height).into_bytes();
    // 0xAARRGGBB, premultiplied, so over black as it is.
    bytes.extend(own.argb.iter().flat_map(|argb| [(argb >> 16) as u8, (argb >> 8) as u8, *argb as u8]));
    let part = own.file.clone() + ".part";
    std::fs::write(&part, bytes)?;
    std::fs::rename(part, &own.file)
}

unsafe extern "C" fn present(instance: *mut c_void, host: *const scrim_host, frame: *const scrim_frame) -> scrim_status {
    let own = &mut *(instance as *mut Output);
    own.has_frame = true;
    if !own.file.is_empty() {
        if let Err(why) = write(own) {
            let line = format!("{}: {why}", own.file);
            let line = scrim_string { bytes: line.as_ptr() as *const c_char, length: line.len() as u64 };
            ((*host).log)(host, SCRIM_LOG_WARNING, line);
        }
    }
    // It is seen, and another one may come.
    ((*host).presented)(host, own.object, (*frame).number, (*frame).time)
}

static TABLE: scrim_output = scrim_output {
    size: size_of::<scrim_output>() as u32,
    create: Some(create),
    destroy: Some(destroy),
    configure: Some(configure),
    acquire: Some(acquire),
    present: Some(present),
    ..scrim_output::ZERO
};

static KIND: scrim_kind = scrim_kind {
    size: size_of::<scrim_kind>() as u32,
    name: text("@name@"),
    interface: SCRIM_OUTPUT_INTERFACE,
    help: text("the last frame as a PPM file"),
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
