//! The LLVM context: owner of types and constants, and where LLVM's messages arrive.

use super::owned_message;
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::{
    LLVMContextCreate, LLVMContextDispose, LLVMContextSetDiagnosticHandler,
    LLVMContextSetDiscardValueNames, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef};
use std::cell::RefCell;
use std::ffi::c_void;

/// Errors and warnings that LLVM reported.
#[derive(Default)]
struct Messages {
    errors: RefCell<Vec<String>>,
    warnings: RefCell<Vec<String>>,
}

/// An LLVM context whose messages are collected instead of printed (LLVM's own handler would end
/// the process on an error).
pub struct Context {
    raw: LLVMContextRef,
    messages: Box<Messages>,
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: `messages` is the box that lives as long as the context; LLVM calls this only from
    // within calls made on the context's thread.
    let (messages, severity, description) = unsafe {
        (
            &*messages.cast::<Messages>(),
            LLVMGetDiagInfoSeverity(info),
            LLVMGetDiagInfoDescription(info),
        )
    };
    let description = owned_message(description);
    match severity {
        LLVMDiagnosticSeverity::LLVMDSError => messages.errors.borrow_mut().push(description),
        LLVMDiagnosticSeverity::LLVMDSWarning => messages.warnings.borrow_mut().push(description),
        LLVMDiagnosticSeverity::LLVMDSRemark | LLVMDiagnosticSeverity::LLVMDSNote => {}
    }
}

impl Context {
    /// A fresh context.
    pub fn new() -> Context {
        let messages = Box::<Messages>::default();
        // SAFETY: the box's address is stable and the context is disposed before it (see `Drop`).
        let raw = unsafe {
            let raw = LLVMContextCreate();
            let target: *const Messages = &raw const *messages;
            LLVMContextSetDiagnosticHandler(raw, Some(collect), target.cast_mut().cast());
            LLVMContextSetDiscardValueNames(raw, 0);
            raw
        };
        Context { raw, messages }
    }

    pub(super) fn raw(&self) -> LLVMContextRef {
        self.raw
    }

    /// Errors reported since the last call.
    pub fn take_errors(&self) -> Vec<String> {
        self.messages.errors.take()
    }

    /// Warnings reported since the last call.
    pub fn take_warnings(&self) -> Vec<String> {
        self.messages.warnings.take()
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: modules borrow the context, so none is left.
        unsafe { LLVMContextDispose(self.raw) };
    }
}
