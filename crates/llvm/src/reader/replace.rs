//! Having functions called in place of others.

use super::{Module, Value, c_string};
use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::LLVMValueRef;

impl Module<'_> {
    /// True if a function of this module has the type that one of another module has; also if there is no
    /// such function.
    pub fn has_same_type(&self, name: &str, other: &Module<'_>, other_name: &str) -> bool {
        let (Some(one), Some(two)) = (self.function(name), other.function(other_name)) else {
            return true;
        };
        // SAFETY: both are functions of modules that are alive; types are the same objects in one context.
        unsafe { LLVMGlobalGetValueType(one.raw()) == LLVMGlobalGetValueType(two.raw()) }
    }

    /// Has whatever names a function name another one instead, which is declared.
    pub fn call_instead(&mut self, name: &str, instead: &str) {
        let Some(function) = self.function(name).map(|function| function.raw()) else {
            return;
        };
        let instead = c_string(instead);
        // SAFETY: the module is borrowed mutably; the new function has the type of the old one.
        unsafe {
            let ty = LLVMGlobalGetValueType(function);
            let known = LLVMGetNamedFunction(self.raw(), instead.as_ptr());
            let to = match known.is_null() {
                true => LLVMAddFunction(self.raw(), instead.as_ptr(), ty),
                false => known,
            };
            LLVMReplaceAllUsesWith(function, to);
        }
    }

    /// Has each call of a function that gives a pointer be one of another function, which `chosen` names, takes no
    /// arguments, and ends by nothing but its return.
    pub fn call_without_arguments(
        &mut self,
        name: &str,
        chosen: impl Fn(Value<'_>) -> &'static str,
    ) {
        let Some(function) = self.function(name) else {
            return;
        };
        let calls = function.users().filter(|user| user.is_call_of(name));
        let calls: Vec<(LLVMValueRef, &str)> =
            calls.map(|call| (call.raw(), chosen(call))).collect();
        // SAFETY: the module is borrowed mutably; each call is replaced by one of the same type right before it. The
        // builder is disposed at the end.
        unsafe {
            let context = LLVMGetModuleContext(self.raw());
            let pointer = LLVMPointerTypeInContext(context, 0);
            let ty = LLVMFunctionType(pointer, std::ptr::null_mut(), 0, 0);
            let builder = LLVMCreateBuilderInContext(context);
            for (call, name) in calls {
                let name = c_string(name);
                let known = LLVMGetNamedFunction(self.raw(), name.as_ptr());
                let to = match known.is_null() {
                    true => LLVMAddFunction(self.raw(), name.as_ptr(), ty),
                    false => known,
                };
                LLVMPositionBuilderBefore(builder, call);
                let none = std::ptr::null_mut();
                let new = LLVMBuildCall2(builder, ty, to, none, 0, c"".as_ptr());
                LLVMInstructionSetDebugLoc(new, LLVMInstructionGetDebugLoc(call));
                let kind = LLVMGetEnumAttributeKindForName(c"nounwind".as_ptr(), "nounwind".len());
                let nounwind = LLVMCreateEnumAttribute(context, kind, 0);
                LLVMAddCallSiteAttribute(new, LLVMAttributeFunctionIndex, nounwind);
                LLVMReplaceAllUsesWith(call, new);
                LLVMInstructionEraseFromParent(call);
            }
            LLVMDisposeBuilder(builder);
        }
    }

    /// Has a declared function be another one: that of the other name, or it gets that name.
    pub fn resolve(&mut self, name: &str, other: &str) {
        let Some(declared) = self.function(name).map(|function| function.raw()) else {
            return;
        };
        let target = self.function(other).map(|function| function.raw());
        let other_name = c_string(other);
        // SAFETY: the module is borrowed mutably; what is replaced is a declaration, without uses afterwards.
        unsafe {
            match target {
                Some(target) => {
                    LLVMReplaceAllUsesWith(declared, target);
                    LLVMDeleteFunction(declared);
                }
                None => LLVMSetValueName2(declared, other_name.as_ptr(), other.len()),
            }
        }
    }
}
