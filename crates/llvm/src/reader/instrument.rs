//! Changes to instructions: the calls that log decisions.

use super::{Module, Value, c_string};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::{LLVMBuilderRef, LLVMTypeRef, LLVMValueRef};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

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
                let value = way(builder, terminator, long);
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

/// Which way a terminator goes, as the machine numbers ways: the condition of a branch; for a switch
/// the index of the case, the number of cases for the default.
///
/// # Safety
/// The builder stands right before the branch or switch; `long` is `i64` of its context.
unsafe fn way(
    builder: LLVMBuilderRef,
    terminator: LLVMValueRef,
    long: LLVMTypeRef,
) -> LLVMValueRef {
    // SAFETY: as the caller promises; a switch has the operands value, default, then case and
    // target in turn.
    unsafe {
        let value = LLVMGetOperand(terminator, 0);
        if LLVMGetInstructionOpcode(terminator) != LLVMOpcode::LLVMSwitch {
            return LLVMBuildZExt(builder, value, long, c"".as_ptr());
        }
        let cases = LLVMGetNumSuccessors(terminator) - 1;
        let mut index = LLVMConstInt(long, u64::from(cases), 0);
        for case in 0..cases {
            let constant = LLVMGetOperand(terminator, 2 * case + 2);
            let same = LLVMBuildICmp(
                builder,
                LLVMIntPredicate::LLVMIntEQ,
                value,
                constant,
                c"".as_ptr(),
            );
            let number = LLVMConstInt(long, u64::from(case), 0);
            index = LLVMBuildSelect(builder, same, number, index, c"".as_ptr());
        }
        index
    }
}
