//! Changes to instructions: the calls that log decisions, and those that keep variables in memory.

use super::{Module, Value, c_string};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{
    LLVMDIBuilderCreateDebugLocation, LLVMGetSubprogram, LLVMInstructionGetDebugLoc,
    LLVMInstructionSetDebugLoc,
};
use llvm_sys::prelude::{LLVMBuilderRef, LLVMTypeRef, LLVMValueRef};
use llvm_sys::target::LLVMABISizeOfType;
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use std::ffi::CStr;

/// A function that is declared while passes run, and called with what they must not promote.
const KEEP: &str = "__wayfarer_keep";

impl Module<'_> {
    /// Keeps the variables (`alloca`s) that `choose` finds in a function in memory, whatever passes
    /// are run until [`Module::forget_kept`].
    pub fn keep_in_memory(&mut self, choose: impl Fn(Value<'_>) -> Vec<Value<'_>>) {
        let kept = self.places(choose).into_iter();
        // SAFETY: what is kept are `alloca`s, which are followed by another instruction.
        let calls = kept.map(|it| (unsafe { LLVMGetNextInstruction(it) }, vec![it]));
        // SAFETY: the module is alive.
        let pointer = unsafe { LLVMPointerTypeInContext(LLVMGetModuleContext(self.raw()), 0) };
        self.insert_calls(&c_string(KEEP), &mut [pointer], calls.collect());
    }

    /// Calls `wf_assume(0)` before the instructions that `choose` finds in a function; true if there
    /// are any.
    pub fn fail_assumptions(&mut self, choose: impl Fn(Value<'_>) -> Vec<Value<'_>>) -> bool {
        let places = self.places(choose);
        let any = !places.is_empty();
        // SAFETY: the module is alive; the constant is of its context.
        let (int, zero) = unsafe {
            let int = LLVMInt32TypeInContext(LLVMGetModuleContext(self.raw()));
            (int, LLVMConstInt(int, 0, 0))
        };
        let calls = places.into_iter().map(|place| (place, vec![zero]));
        self.insert_calls(c"wf_assume", &mut [int], calls.collect());
        any
    }

    /// Calls `wf_reach()` before the instructions that `choose` finds in a function.
    pub fn reach_errors(&mut self, choose: impl Fn(Value<'_>) -> Vec<Value<'_>>) {
        let places = self.places(choose);
        let calls = places.into_iter().map(|place| (place, Vec::new()));
        self.insert_calls(c"wf_reach", &mut [], calls.collect());
    }

    /// Calls `wf_reach()` where a label of that name stands.
    pub fn reach_labels(&mut self, label: &str) {
        let is_label = |name: String| {
            // LLVM numbers the labels of one name that stand in a function.
            let number = name.strip_prefix(label);
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        self.reach_errors(|function| {
            let blocks = function.blocks().into_iter();
            let labelled = blocks.filter(|block| is_label(block.name()));
            let begins = labelled.filter_map(|block| {
                let mut instructions = block.instructions();
                instructions.find(|instruction| instruction.opcode() != LLVMOpcode::LLVMPHI)
            });
            begins.collect()
        });
    }

    /// Tells the function of that name of each local variable that is numbered, and of its size.
    pub fn tell_variables(&mut self, name: &str) {
        let variables = self.places(|function| {
            let blocks = function.blocks().into_iter();
            let all = blocks.flat_map(|block| block.instructions().collect::<Vec<_>>());
            let numbered = all.filter(|value| {
                let name = value.name();
                value.is_local_variable()
                    && ir::is_numbered_variable(name.strip_suffix(".addr").unwrap_or(&name))
            });
            numbered.collect()
        });
        // SAFETY: the module is borrowed mutably; each place is an `alloca`, which is followed by
        // another instruction.
        let (calls, mut parameters) = unsafe {
            let context = LLVMGetModuleContext(self.raw());
            let long = LLVMInt64TypeInContext(context);
            let builder = LLVMCreateBuilderInContext(context);
            let mut calls = Vec::new();
            for variable in variables {
                let next = LLVMGetNextInstruction(variable);
                LLVMPositionBuilderBefore(builder, next);
                let element = LLVMABISizeOfType(self.layout(), LLVMGetAllocatedType(variable));
                let count = LLVMGetOperand(variable, 0);
                let count = LLVMBuildZExtOrBitCast(builder, count, long, c"".as_ptr());
                let element = LLVMConstInt(long, element, 0);
                let size = LLVMBuildMul(builder, count, element, c"".as_ptr());
                calls.push((next, vec![variable, size]));
            }
            LLVMDisposeBuilder(builder);
            let pointer = LLVMPointerTypeInContext(context, 0);
            (calls, [pointer, long])
        };
        self.insert_calls(&c_string(name), &mut parameters, calls);
    }

    /// What `choose` finds in the functions with a body.
    fn places(&self, choose: impl Fn(Value<'_>) -> Vec<Value<'_>>) -> Vec<LLVMValueRef> {
        let defined = self
            .functions()
            .filter(|function| !function.is_declaration());
        defined.flat_map(choose).map(|place| place.raw()).collect()
    }

    /// Calls a function of that name and type, which returns nothing, before each of these
    /// instructions.
    fn insert_calls(
        &mut self,
        name: &CStr,
        parameters: &mut [LLVMTypeRef],
        calls: Vec<(LLVMValueRef, Vec<LLVMValueRef>)>,
    ) {
        if calls.is_empty() {
            return;
        }
        let count = parameters.len() as u32;
        // SAFETY: the module is borrowed mutably, and no block is added or removed; the callers give
        // instructions of this module and arguments of the parameters' types that are known there.
        // The builder is disposed at the end.
        unsafe {
            let context = LLVMGetModuleContext(self.raw());
            let void = LLVMVoidTypeInContext(context);
            let ty = LLVMFunctionType(void, parameters.as_mut_ptr(), count, 0);
            let known = LLVMGetNamedFunction(self.raw(), name.as_ptr());
            let function = match known.is_null() {
                true => LLVMAddFunction(self.raw(), name.as_ptr(), ty),
                false => known,
            };
            let builder = LLVMCreateBuilderInContext(context);
            for (place, mut arguments) in calls {
                LLVMPositionBuilderBefore(builder, place);
                let arguments = arguments.as_mut_ptr();
                let call = LLVMBuildCall2(builder, ty, function, arguments, count, c"".as_ptr());
                place_call(call, place);
            }
            LLVMDisposeBuilder(builder);
        }
    }

    /// Removes what [`Module::keep_in_memory`] added.
    pub fn forget_kept(&mut self) {
        let Some(function) = self.function(KEEP) else {
            return;
        };
        let calls: Vec<LLVMValueRef> = function.users().map(|user| user.raw()).collect();
        let function = function.raw();
        // SAFETY: the module is borrowed mutably; the users of a function that only this crate knows
        // are calls without result, and with them its last uses are gone.
        unsafe {
            for call in calls {
                LLVMInstructionEraseFromParent(call);
            }
            LLVMDeleteFunction(function);
        }
    }

    /// Calls the function of that name before every conditional branch and switch.
    pub fn log_decisions(&mut self, name: &str) {
        let mut places: Vec<(u64, u64, LLVMValueRef)> = Vec::new();
        let defined = self
            .functions()
            .filter(|function| !function.is_declaration());
        let logged = defined
            .enumerate()
            .filter(|(_, value)| !value.is_of_system_headers());
        for (function, value) in logged {
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

/// Gives a call the place of the instruction behind it; the verifier wants one in functions that have
/// debug information.
///
/// # Safety
/// Both are instructions of one block.
unsafe fn place_call(call: LLVMValueRef, behind: LLVMValueRef) {
    // SAFETY: as the caller promises; a function without debug information has no scope.
    unsafe {
        let mut location = LLVMInstructionGetDebugLoc(behind);
        if location.is_null() {
            let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(behind));
            let scope = LLVMGetSubprogram(function);
            if scope.is_null() {
                return;
            }
            let context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
            let none = std::ptr::null_mut();
            location = LLVMDIBuilderCreateDebugLocation(context, 0, 0, scope, none);
        }
        LLVMInstructionSetDebugLoc(call, location);
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
