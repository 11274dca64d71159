//! Modules: reading, linking, changing, writing.

use super::{Context, Value, c_string, owned_message};
use crate::LlvmError;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::{LLVMGetBitcodeModuleInContext2, LLVMParseBitcodeInContext2};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMMemoryBufferRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use llvm_sys::target::{LLVMGetModuleDataLayout, LLVMTargetDataRef};
use llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage};
use rustc_hash::FxHashSet;
use std::path::Path;

/// A module of LLVM.
pub struct Module<'c> {
    raw: LLVMModuleRef,
    context: &'c Context,
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is owned; linking takes it out of the wrapper.
        unsafe { LLVMDisposeModule(self.raw) };
    }
}

impl<'c> Module<'c> {
    /// Reads bitcode that a tool of LLVM wrote (foreign bytes go through
    /// [`crate::foreign`] first: LLVM's parser may end the process on malformed input).
    pub fn read(context: &'c Context, path: &Path) -> Result<Module<'c>, LlvmError> {
        let buffer = buffer(path)?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: the buffer is disposed after parsing; `raw` is set on success only.
        let failed = unsafe {
            let failed = LLVMParseBitcodeInContext2(context.raw(), buffer, &raw mut raw) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            failed
        };
        Module::parsed(context, path, raw, failed)
    }

    /// The same, but the bodies of functions are read when they are linked into another module.
    pub fn read_lazily(context: &'c Context, path: &Path) -> Result<Module<'c>, LlvmError> {
        let buffer = buffer(path)?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: LLVM takes the buffer; `raw` is set on success only.
        let failed =
            unsafe { LLVMGetBitcodeModuleInContext2(context.raw(), buffer, &raw mut raw) != 0 };
        Module::parsed(context, path, raw, failed)
    }

    fn parsed(
        context: &'c Context,
        path: &Path,
        raw: LLVMModuleRef,
        failed: bool,
    ) -> Result<Module<'c>, LlvmError> {
        if failed || raw.is_null() {
            let message = context.take_errors().join("; ");
            return Err(LlvmError::Bitcode {
                path: path.to_owned(),
                message,
            });
        }
        Ok(Module { raw, context })
    }

    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.raw
    }

    pub(super) fn layout(&self) -> LLVMTargetDataRef {
        // SAFETY: the module is alive; the layout belongs to it.
        unsafe { LLVMGetModuleDataLayout(self.raw) }
    }

    pub(super) fn integer_type(&self, width: u32) -> LLVMTypeRef {
        // SAFETY: the context is alive.
        unsafe { LLVMIntTypeInContext(self.context.raw(), width) }
    }

    /// Target triple and data layout.
    pub fn target(&self) -> (String, String) {
        // SAFETY: the module is alive.
        unsafe {
            (
                super::text(LLVMGetTarget(self.raw)),
                super::text(LLVMGetDataLayoutStr(self.raw)),
            )
        }
    }

    /// True if pointers take four bytes in memory, not eight.
    pub fn has_narrow_pointers(&self) -> bool {
        let (_, layout) = self.target();
        layout.split('-').any(|part| part == "p:32:32")
    }

    /// All of it in LLVM's textual form.
    pub fn print(&self) -> String {
        // SAFETY: the module is alive; the text is handed over.
        owned_message(unsafe { LLVMPrintModuleToString(self.raw) })
    }

    /// Module-level assembly.
    pub fn assembly(&self) -> String {
        let mut length = 0;
        // SAFETY: the module is alive.
        unsafe { super::sized_text(LLVMGetModuleInlineAsm(self.raw, &raw mut length), length) }
    }

    /// Functions in order.
    pub fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is alive; LLVM returns null after the last one.
        let first = unsafe { LLVMGetFirstFunction(self.raw) };
        chain(first, LLVMGetNextFunction)
    }

    /// Global variables in order.
    pub fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: as in `functions`.
        let first = unsafe { LLVMGetFirstGlobal(self.raw) };
        chain(first, LLVMGetNextGlobal)
    }

    /// Aliases in order.
    pub fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: as in `functions`.
        let first = unsafe { LLVMGetFirstGlobalAlias(self.raw) };
        chain(first, LLVMGetNextGlobalAlias)
    }

    /// Function of that name.
    pub fn function(&self, name: &str) -> Option<Value<'_>> {
        let name = c_string(name);
        // SAFETY: the module is alive.
        Value::optional(unsafe { LLVMGetNamedFunction(self.raw, name.as_ptr()) })
    }

    /// Global variable of that name.
    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        let name = c_string(name);
        // SAFETY: the module is alive.
        Value::optional(unsafe { LLVMGetNamedGlobal(self.raw, name.as_ptr()) })
    }

    /// Moves the contents of another module into this one.
    pub fn link(&mut self, other: Module<'c>) -> Result<(), LlvmError> {
        let raw = other.raw;
        std::mem::forget(other);
        // SAFETY: both modules are of one context; LLVM takes the second one.
        let failed = unsafe { LLVMLinkModules2(self.raw, raw) != 0 };
        let errors = self.context.take_errors();
        if failed || !errors.is_empty() {
            return Err(LlvmError::Link {
                message: errors.join("; "),
            });
        }
        Ok(())
    }

    /// Makes every visible definition weak, so that definitions of a program override it, and
    /// those of `private` names invisible. What linking takes along are those that `is_root` and what they
    /// and the other module refer to.
    pub fn weaken_definitions(
        &mut self,
        private: &FxHashSet<String>,
        is_root: impl Fn(&str) -> bool,
    ) {
        let weaken = |value: Value<'_>| {
            let strong = matches!(
                value.linkage(),
                LLVMLinkage::LLVMExternalLinkage
                    | LLVMLinkage::LLVMCommonLinkage
                    | LLVMLinkage::LLVMWeakAnyLinkage
            );
            if !strong || value.is_declaration() {
                return;
            }
            let name = value.name();
            let linkage = match (private.contains(&name), is_root(&name)) {
                (true, _) => LLVMLinkage::LLVMInternalLinkage,
                (false, true) => LLVMLinkage::LLVMWeakAnyLinkage,
                (false, false) => LLVMLinkage::LLVMLinkOnceAnyLinkage,
            };
            // SAFETY: the module is borrowed mutably; the order of its lists does not change.
            unsafe { LLVMSetLinkage(value.raw(), linkage) };
        };
        self.functions().for_each(weaken);
        self.globals().for_each(weaken);
        self.aliases().for_each(weaken);
    }

    /// Runs a pass pipeline in the notation of `opt -passes=`.
    pub fn run_passes(&mut self, passes: &str) -> Result<(), LlvmError> {
        let text = c_string(passes);
        // SAFETY: the module is borrowed mutably; the options are disposed after use, and the
        // error message by its own function.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.raw, text.as_ptr(), std::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let copy = super::text(message);
            LLVMDisposeErrorMessage(message);
            Err(LlvmError::Passes { message: copy })
        }
    }

    /// Checks the module as LLVM's verifier does.
    pub fn verify(&self) -> Result<(), LlvmError> {
        let mut message = std::ptr::null_mut();
        // SAFETY: the module is alive; the message is handed over.
        let failed = unsafe {
            LLVMVerifyModule(
                self.raw,
                LLVMVerifierFailureAction::LLVMReturnStatusAction,
                &raw mut message,
            ) != 0
        };
        let message = owned_message(message);
        if failed {
            Err(LlvmError::Passes { message })
        } else {
            Ok(())
        }
    }

    /// Writes bitcode.
    pub fn write(&self, path: &Path) -> Result<(), LlvmError> {
        // LLVM's own writer of files ends the process when the disk is full.
        // SAFETY: the module is alive; the buffer is given back when it has been written.
        let written = unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.raw);
            let (start, size) = (LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
            let bytes = std::slice::from_raw_parts(start.cast::<u8>(), size);
            let written = std::fs::write(path, bytes);
            LLVMDisposeMemoryBuffer(buffer);
            written
        };
        written.map_err(|error| LlvmError::Write {
            path: path.to_owned(),
            message: error.to_string(),
        })
    }

    /// Adds or removes a function attribute on the functions that `select` names.
    pub fn set_attribute(&mut self, functions: &[String], name: &str, present: bool) {
        for function in functions {
            let Some(function) = self.function(function) else {
                continue;
            };
            // SAFETY: the module is borrowed mutably; the attribute is one of LLVM's own.
            unsafe {
                let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                if present {
                    let attribute = LLVMCreateEnumAttribute(self.context.raw(), kind, 0);
                    LLVMAddAttributeAtIndex(function.raw(), LLVMAttributeFunctionIndex, attribute);
                } else {
                    LLVMRemoveEnumAttributeAtIndex(
                        function.raw(),
                        LLVMAttributeFunctionIndex,
                        kind,
                    );
                }
            }
        }
    }
}

/// A file in memory of LLVM.
fn buffer(path: &Path) -> Result<LLVMMemoryBufferRef, LlvmError> {
    let bytes = std::fs::read(path).map_err(|error| LlvmError::read(path, &error))?;
    // SAFETY: LLVM copies the bytes into the buffer.
    Ok(unsafe {
        LLVMCreateMemoryBufferWithMemoryRangeCopy(
            bytes.as_ptr().cast(),
            bytes.len(),
            c"bitcode".as_ptr(),
        )
    })
}

fn chain<'m>(
    first: LLVMValueRef,
    next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
) -> impl Iterator<Item = Value<'m>> {
    // SAFETY: `next` belongs to the kind of `first`; LLVM returns null after the last one.
    std::iter::successors(Value::optional(first), move |value| {
        Value::optional(unsafe { next(value.raw()) })
    })
}
