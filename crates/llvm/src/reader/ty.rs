//! Types.

use super::{Module, text};
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::{
    LLVMCountParamTypes, LLVMCountStructElementTypes, LLVMGetArrayLength2, LLVMGetElementType,
    LLVMGetIntTypeWidth, LLVMGetParamTypes, LLVMGetReturnType, LLVMGetTypeKind, LLVMGetVectorSize,
    LLVMIsFunctionVarArg, LLVMIsOpaqueStruct, LLVMPrintTypeToString, LLVMStructGetTypeAtIndex,
    LLVMTypeIsSized,
};
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMOffsetOfElement, LLVMStoreSizeOfType,
};
use std::marker::PhantomData;

/// A type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ty<'m> {
    raw: LLVMTypeRef,
    module: PhantomData<&'m Module<'m>>,
}

/// What a type is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum TyKind<'m> {
    /// No value.
    Void,
    /// Integer of that many bits.
    Int(u32),
    /// Floating-point format.
    Float(ir::FloatFormat),
    /// Pointer of any address space.
    Ptr,
    /// Structure of that many members.
    Struct(u32),
    /// Array.
    Array(Ty<'m>, u64),
    /// Vector of fixed length.
    Vector(Ty<'m>, u32),
    /// Function.
    Function,
    /// Metadata passed to intrinsics.
    Metadata,
    /// A type that no C program for x86-64 needs, with no representation here.
    Other,
}

impl<'m> Ty<'m> {
    pub(super) fn new(raw: LLVMTypeRef) -> Ty<'m> {
        debug_assert!(!raw.is_null());
        Ty {
            raw,
            module: PhantomData,
        }
    }

    /// What it is.
    pub fn kind(self) -> TyKind<'m> {
        use ir::FloatFormat;
        // SAFETY: the type is alive; each function is called on the kind it is made for.
        unsafe {
            match LLVMGetTypeKind(self.raw) {
                LLVMTypeKind::LLVMVoidTypeKind => TyKind::Void,
                LLVMTypeKind::LLVMHalfTypeKind => TyKind::Float(FloatFormat::Half),
                LLVMTypeKind::LLVMFloatTypeKind => TyKind::Float(FloatFormat::Single),
                LLVMTypeKind::LLVMDoubleTypeKind => TyKind::Float(FloatFormat::Double),
                LLVMTypeKind::LLVMX86_FP80TypeKind => TyKind::Float(FloatFormat::X87),
                LLVMTypeKind::LLVMFP128TypeKind => TyKind::Float(FloatFormat::Quad),
                LLVMTypeKind::LLVMIntegerTypeKind => TyKind::Int(LLVMGetIntTypeWidth(self.raw)),
                LLVMTypeKind::LLVMPointerTypeKind => TyKind::Ptr,
                LLVMTypeKind::LLVMFunctionTypeKind => TyKind::Function,
                LLVMTypeKind::LLVMStructTypeKind if LLVMIsOpaqueStruct(self.raw) != 0 => {
                    TyKind::Other
                }
                LLVMTypeKind::LLVMStructTypeKind => {
                    TyKind::Struct(LLVMCountStructElementTypes(self.raw))
                }
                LLVMTypeKind::LLVMArrayTypeKind => TyKind::Array(
                    Ty::new(LLVMGetElementType(self.raw)),
                    LLVMGetArrayLength2(self.raw),
                ),
                LLVMTypeKind::LLVMVectorTypeKind => TyKind::Vector(
                    Ty::new(LLVMGetElementType(self.raw)),
                    LLVMGetVectorSize(self.raw),
                ),
                LLVMTypeKind::LLVMMetadataTypeKind => TyKind::Metadata,
                LLVMTypeKind::LLVMPPC_FP128TypeKind
                | LLVMTypeKind::LLVMLabelTypeKind
                | LLVMTypeKind::LLVMX86_MMXTypeKind
                | LLVMTypeKind::LLVMTokenTypeKind
                | LLVMTypeKind::LLVMScalableVectorTypeKind
                | LLVMTypeKind::LLVMBFloatTypeKind
                | LLVMTypeKind::LLVMX86_AMXTypeKind
                | LLVMTypeKind::LLVMTargetExtTypeKind => TyKind::Other,
            }
        }
    }

    /// Member of a structure.
    pub fn member(self, index: u32) -> Ty<'m> {
        debug_assert!(matches!(self.kind(), TyKind::Struct(n) if index < n));
        // SAFETY: a structure with that many members, as asserted.
        Ty::new(unsafe { LLVMStructGetTypeAtIndex(self.raw, index) })
    }

    /// Result of a function type.
    pub fn result(self) -> Ty<'m> {
        debug_assert!(self.kind() == TyKind::Function);
        // SAFETY: a function type, as asserted.
        Ty::new(unsafe { LLVMGetReturnType(self.raw) })
    }

    /// Parameters of a function type.
    pub fn parameters(self) -> Vec<Ty<'m>> {
        debug_assert!(self.kind() == TyKind::Function);
        // SAFETY: a function type, as asserted; the buffer has room for all parameters.
        unsafe {
            let mut types = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.raw) as usize];
            LLVMGetParamTypes(self.raw, types.as_mut_ptr());
            types.into_iter().map(Ty::new).collect()
        }
    }

    /// True for a function type that ends in `...`.
    pub fn is_variadic(self) -> bool {
        debug_assert!(self.kind() == TyKind::Function);
        // SAFETY: a function type, as asserted.
        unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    /// True if the type has a size.
    pub fn is_sized(self) -> bool {
        // SAFETY: the type is alive.
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// Distance between array elements of this type in bytes; 0 for a type without size.
    pub fn alloc_size(self, module: &Module<'_>) -> u64 {
        if !self.is_sized() {
            return 0;
        }
        // SAFETY: the layout belongs to the module; the type has a size.
        unsafe { LLVMABISizeOfType(module.layout(), self.raw) }
    }

    /// Bytes that a store of this type writes; 0 for a type without size.
    pub fn store_size(self, module: &Module<'_>) -> u64 {
        if !self.is_sized() {
            return 0;
        }
        // SAFETY: as in `alloc_size`.
        unsafe { LLVMStoreSizeOfType(module.layout(), self.raw) }
    }

    /// Alignment in bytes; 1 for a type without size.
    pub fn align(self, module: &Module<'_>) -> u64 {
        if !self.is_sized() {
            return 1;
        }
        // SAFETY: as in `alloc_size`.
        u64::from(unsafe { LLVMABIAlignmentOfType(module.layout(), self.raw) })
    }

    /// Offset of a member of a structure in bytes.
    pub fn member_offset(self, module: &Module<'_>, index: u32) -> u64 {
        debug_assert!(matches!(self.kind(), TyKind::Struct(n) if index < n));
        // SAFETY: a sized structure with that many members.
        unsafe { LLVMOffsetOfElement(module.layout(), self.raw, index) }
    }

    /// As LLVM prints it.
    pub fn print(self) -> String {
        // SAFETY: the type is alive.
        let message = unsafe { LLVMPrintTypeToString(self.raw) };
        let printed = text(message);
        // SAFETY: LLVM hands over the printed text.
        unsafe { llvm_sys::core::LLVMDisposeMessage(message) };
        printed
    }
}
