//! A thin safe layer over LLVM's C interface: what the translator needs to read, and the few
//! changes a build makes to a module.
//!
//! All `unsafe` of the crate is here. The rules that make it sound: a [`Module`] borrows its
//! [`Context`], values, types and blocks borrow their module, and a module is changed only through
//! `&mut Module`, so nothing read before outlives a change. Values are immutable while borrowed.

mod block;
mod context;
mod instrument;
mod module;
mod replace;
mod ty;
mod value;

pub use block::Block;
pub use context::Context;
pub use module::Module;
pub use ty::{Ty, TyKind};
pub use value::{FileNode, RawLocation, Value, ValueKind};

use std::ffi::{CStr, CString, c_char};

/// Bytes of a C string of LLVM, as text.
fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returns zero-terminated strings that live as long as their owner, which the
    // caller borrows.
    unsafe { CStr::from_ptr(pointer) }
        .to_string_lossy()
        .into_owned()
}

/// A string of LLVM with its length, as text.
fn sized_text(pointer: *const c_char, length: usize) -> String {
    String::from_utf8_lossy(sized_bytes(pointer, length)).into_owned()
}

fn sized_bytes<'a>(pointer: *const c_char, length: usize) -> &'a [u8] {
    if pointer.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: LLVM gives the length of the bytes it points to; the caller copies them at once.
    unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), length) }
}

/// A message that LLVM allocated, freed here.
fn owned_message(pointer: *mut c_char) -> String {
    let message = text(pointer);
    if !pointer.is_null() {
        // SAFETY: LLVM hands over messages to be freed by this function.
        unsafe { llvm_sys::core::LLVMDisposeMessage(pointer) };
    }
    message
}

/// A zero-terminated copy; what follows an inner zero is cut off.
fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).expect("no zero byte is left")
}
