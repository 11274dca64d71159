//! Changes to instructions: the calls that log decisions.

use super::{Module, Value, c_string};
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::{LLVMBuilderRef, LLVMTypeRef, LLVMValueRef};

impl Module<'_> {
    /// Calls the function of that name before every conditional branch and switch.
    pub fn log_decisions(&mut self, name: &str) {
        let mut places: Vec<(u64, u64, LLVMValueRef)> = Vec::new();
        let defined = self
            .functions()
            .filter(|function| !function.is_declaration());
        for (function, value) in defined.enumerate() {
            let terminators = value
                .blocks()
                .into_iter()
                .filter_map(|block| block.terminator());
            let decisions = terminators.filter(|terminator: &Value<'_>| terminator.is_decision());
            for (number, terminator) in decisions.enumerate() {
                places.push((function as u64, number as u64, terminator.raw()));
            }
        }
        let name = c_string(name);
        // SAFETY: the module is borrowed mutably and no block is added or removed while the
        // collected terminators are visited; the builder is disposed at the end.
        unsafe {
            let context = LLVMGetModuleContext(self.raw());
            let int = LLVMInt32TypeInContext(context);
            let long = LLVMInt64TypeInContext(context);
            let void = LLVMVoidTypeInContext(context);
            let mut parameters = [int, int, long];
            let ty = LLVMFunctionType(void, parameters.as_mut_ptr(), 3, 0);
            let known = LLVMGetNamedFunction(self.raw(), name.as_ptr());
            let function = match known.is_null() {
                true => LLVMAddFunction(self.raw(), name.as_ptr(), ty),
                false => known,
            };
            let builder = LLVMCreateBuilderInContext(context);
            for (index, number, terminator) in places {
                LLVMPositionBuilderBefore(builder, terminator);
                let value = as_long(builder, LLVMGetOperand(terminator, 0), long);
                let mut arguments = [
                    LLVMConstInt(int, index, 0),
                    LLVMConstInt(int, number, 0),
                    value,
                ];
                let call = LLVMBuildCall2(
                    builder,
                    ty,
                    function,
                    arguments.as_mut_ptr(),
                    3,
                    c"".as_ptr(),
                );
                let location = LLVMInstructionGetDebugLoc(terminator);
                if !location.is_null() {
                    LLVMInstructionSetDebugLoc(call, location);
                }
            }
            LLVMDisposeBuilder(builder);
        }
    }
}

/// An integer as 64 bits: extended with zeros or cut off.
///
/// # Safety
/// The builder stands where the value may be used; both types are of its context.
unsafe fn as_long(builder: LLVMBuilderRef, value: LLVMValueRef, long: LLVMTypeRef) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe {
        let ty = LLVMTypeOf(value);
        debug_assert!(LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMIntegerTypeKind);
        match LLVMGetIntTypeWidth(ty) {
            0..=63 => LLVMBuildZExt(builder, value, long, c"".as_ptr()),
            64 => value,
            _ => LLVMBuildTrunc(builder, value, long, c"".as_ptr()),
        }
    }
}
