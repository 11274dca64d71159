//! Values: constants, globals, functions, instructions.

use super::{Block, Module, Ty, owned_message, sized_bytes, sized_text};
use llvm_sys::core::*;
use llvm_sys::debuginfo::{
    LLVMDILocationGetColumn, LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile,
    LLVMInstructionGetDebugLoc,
};
use llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMAttributeFunctionIndex, LLVMIntPredicate, LLVMLinkage, LLVMOpcode,
    LLVMRealPredicate,
};
use std::marker::PhantomData;

pub use llvm_sys::LLVMValueKind as ValueKind;

/// A value of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m Module<'m>>,
}

/// Where an instruction comes from; `file` identifies the file node of the debug information.
pub struct RawLocation {
    /// Line from 1, or 0.
    pub line: u32,
    /// Column from 1, or 0.
    pub column: u32,
    /// The file.
    pub file: Option<FileNode>,
}

/// A file node of the debug information.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileNode(LLVMMetadataRef);

impl FileNode {
    /// Directory of compilation and file name.
    pub fn path(self) -> (String, String) {
        use llvm_sys::debuginfo::{LLVMDIFileGetDirectory, LLVMDIFileGetFilename};
        let mut length = 0;
        // SAFETY: the node is a file, as `LLVMDIScopeGetFile` promises.
        unsafe {
            let directory = LLVMDIFileGetDirectory(self.0, &raw mut length);
            let directory = sized_text(directory, length as usize);
            let name = LLVMDIFileGetFilename(self.0, &raw mut length);
            (directory, sized_text(name, length as usize))
        }
    }
}

impl<'m> Value<'m> {
    pub(super) fn new(raw: LLVMValueRef) -> Value<'m> {
        debug_assert!(!raw.is_null());
        Value {
            raw,
            module: PhantomData,
        }
    }

    pub(super) fn optional(raw: LLVMValueRef) -> Option<Value<'m>> {
        (!raw.is_null()).then(|| Value::new(raw))
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.raw
    }

    /// Sort of value.
    pub fn kind(self) -> ValueKind {
        // SAFETY: the value is alive.
        unsafe { LLVMGetValueKind(self.raw) }
    }

    /// Its type.
    pub fn ty(self) -> Ty<'m> {
        // SAFETY: the value is alive.
        Ty::new(unsafe { LLVMTypeOf(self.raw) })
    }

    /// Its name, or empty.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the value is alive.
        unsafe { sized_text(LLVMGetValueName2(self.raw, &raw mut length), length) }
    }

    /// As LLVM prints it.
    pub fn print(self) -> String {
        // SAFETY: the value is alive; the text is handed over.
        owned_message(unsafe { LLVMPrintValueToString(self.raw) })
    }

    /// True if something uses it.
    pub fn is_used(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { !LLVMGetFirstUse(self.raw).is_null() }
    }

    /// What uses it.
    pub fn users(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the value is alive; LLVM returns null after the last use, and every use has a
        // user.
        unsafe {
            let first = LLVMGetFirstUse(self.raw);
            std::iter::successors((!first.is_null()).then_some(first), |&at| {
                let next = LLVMGetNextUse(at);
                (!next.is_null()).then_some(next)
            })
            .map(|at| Value::new(LLVMGetUser(at)))
        }
    }

    /// Number of operands of an instruction or constant.
    pub fn operand_count(self) -> u32 {
        // SAFETY: the value is alive.
        u32::try_from(unsafe { LLVMGetNumOperands(self.raw) }).unwrap_or(0)
    }

    /// An operand of an instruction or constant expression.
    pub fn operand(self, index: u32) -> Value<'m> {
        debug_assert!(index < self.operand_count());
        // SAFETY: the index is in range, as asserted.
        Value::new(unsafe { LLVMGetOperand(self.raw, index) })
    }

    /// Operation of an instruction or constant expression.
    pub fn opcode(self) -> LLVMOpcode {
        // SAFETY: the value is alive; each function is called on the kind it is made for.
        unsafe {
            if self.kind() == ValueKind::LLVMConstantExprValueKind {
                LLVMGetConstOpcode(self.raw)
            } else {
                LLVMGetInstructionOpcode(self.raw)
            }
        }
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// True for a constant whose bits are all zero.
    pub fn is_null(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { LLVMIsNull(self.raw) != 0 }
    }

    /// Bits of an integer constant of at most 64 bits.
    pub fn small_integer(self) -> u64 {
        debug_assert!(self.kind() == ValueKind::LLVMConstantIntValueKind);
        // SAFETY: an integer constant, as asserted.
        unsafe { LLVMConstIntGetZExtValue(self.raw) }
    }

    /// The number, if it is an integer constant of at most 64 bits.
    pub fn constant(self) -> Option<u64> {
        let is_known = self.kind() == ValueKind::LLVMConstantIntValueKind;
        is_known.then(|| self.small_integer())
    }

    /// Bytes of the constant text that it points to the beginning of.
    pub fn string_at(self) -> Option<Vec<u8>> {
        match self.kind() {
            ValueKind::LLVMGlobalVariableValueKind => self.initialiser()?.string_bytes(),
            _ => None,
        }
    }

    /// The integer constant with the bits of a floating-point constant.
    pub fn float_bits(self, module: &'m Module<'_>, width: u32) -> Value<'m> {
        debug_assert!(self.kind() == ValueKind::LLVMConstantFPValueKind);
        // SAFETY: a float constant of that width; LLVM folds the cast to an integer constant.
        unsafe { Value::new(LLVMConstBitCast(self.raw, module.integer_type(width))) }
    }

    /// Element of a constant aggregate, vector or string.
    pub fn element(self, index: u32) -> Option<Value<'m>> {
        // SAFETY: LLVM returns null for an index out of range.
        Value::optional(unsafe { LLVMGetAggregateElement(self.raw, index) })
    }

    /// Bytes of a constant `i8` array.
    pub fn string_bytes(self) -> Option<Vec<u8>> {
        if self.kind() != ValueKind::LLVMConstantDataArrayValueKind {
            return None;
        }
        // SAFETY: a data array, as checked; the bytes are asked for only if it is a string.
        unsafe {
            if LLVMIsConstantString(self.raw) == 0 {
                return None;
            }
            let mut length = 0;
            let bytes = LLVMGetAsString(self.raw, &raw mut length);
            Some(sized_bytes(bytes, length).to_vec())
        }
    }

    /// Function and block of a `blockaddress`.
    pub fn block_address(self) -> (Value<'m>, Block<'m>) {
        debug_assert!(self.kind() == ValueKind::LLVMBlockAddressValueKind);
        // SAFETY: a block address, as asserted.
        unsafe {
            (
                Value::new(LLVMGetBlockAddressFunction(self.raw)),
                Block::new(LLVMGetBlockAddressBasicBlock(self.raw)),
            )
        }
    }
}

/// Globals and functions.
impl<'m> Value<'m> {
    /// True if it is defined elsewhere.
    pub fn is_declaration(self) -> bool {
        // SAFETY: a global value.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// Linkage of a global value.
    pub fn linkage(self) -> LLVMLinkage {
        // SAFETY: a global value.
        unsafe { LLVMGetLinkage(self.raw) }
    }

    /// True if the name is not visible outside its source file.
    pub fn is_internal(self) -> bool {
        matches!(
            self.linkage(),
            LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
        )
    }

    /// True if each thread has a variable of its own.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: a global variable.
        unsafe { LLVMIsThreadLocal(self.raw) != 0 }
    }

    /// Type of a global's contents, or a function's type.
    pub fn value_type(self) -> Ty<'m> {
        // SAFETY: a global value.
        Ty::new(unsafe { LLVMGlobalGetValueType(self.raw) })
    }

    /// Alignment of a global, alloca, load or store in bytes; 0 if not given.
    pub fn alignment(self) -> u64 {
        // SAFETY: called on kinds that have an alignment only.
        u64::from(unsafe { LLVMGetAlignment(self.raw) })
    }

    /// Initial contents of a global variable.
    pub fn initialiser(self) -> Option<Value<'m>> {
        // SAFETY: a global variable.
        Value::optional(unsafe { LLVMGetInitializer(self.raw) })
    }

    /// True for a global variable never written.
    pub fn is_global_constant(self) -> bool {
        // SAFETY: a global variable.
        unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Value<'m> {
        debug_assert!(self.kind() == ValueKind::LLVMGlobalAliasValueKind);
        // SAFETY: an alias, as asserted.
        Value::new(unsafe { LLVMAliasGetAliasee(self.raw) })
    }

    /// True for an `llvm.*` intrinsic function.
    pub fn is_intrinsic(self) -> bool {
        // SAFETY: a function.
        unsafe { LLVMGetIntrinsicID(self.raw) != 0 }
    }

    /// Parameters of a function.
    pub fn parameters(self) -> Vec<Value<'m>> {
        // SAFETY: a function; indices below the count.
        unsafe {
            (0..LLVMCountParams(self.raw))
                .map(|i| Value::new(LLVMGetParam(self.raw, i)))
                .collect()
        }
    }

    /// Blocks of a function in order.
    pub fn blocks(self) -> Vec<Block<'m>> {
        // SAFETY: a function; the buffer has room for all blocks.
        unsafe {
            let mut blocks = vec![std::ptr::null_mut(); LLVMCountBasicBlocks(self.raw) as usize];
            LLVMGetBasicBlocks(self.raw, blocks.as_mut_ptr());
            blocks.into_iter().map(Block::new).collect()
        }
    }

    /// True if a function has the attribute.
    pub fn has_attribute(self, name: &str) -> bool {
        // SAFETY: a function; the name is only read.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(self.raw, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    /// True for a function with landing pads, or that was compiled as if it had some.
    pub fn has_personality(self) -> bool {
        // SAFETY: a function.
        unsafe { LLVMHasPersonalityFn(self.raw) != 0 }
    }

    /// True if a parameter of a function has an enum attribute (`signext`).
    pub fn parameter_has_attribute(self, index: u32, name: &str) -> bool {
        // SAFETY: the function is alive; an index beyond its parameters has no attributes.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(self.raw, index + 1, kind).is_null()
        }
    }

    /// Alignment that a pointer parameter of a function is declared to have.
    pub fn parameter_alignment(self, index: u32) -> Option<u64> {
        // SAFETY: as above.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(c"align".as_ptr(), 5);
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw, index + 1, kind);
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }

    /// Bytes that a pointer parameter of a function leads to at the least.
    pub fn parameter_dereferenceable(self, index: u32) -> Option<u64> {
        // SAFETY: the function is alive; an index beyond its parameters has no attributes.
        unsafe {
            let name = c"dereferenceable";
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr(), name.count_bytes());
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw, index + 1, kind);
            (!attribute.is_null()).then(|| LLVMGetEnumAttributeValue(attribute))
        }
    }

    /// Type of a `byval` parameter.
    pub fn parameter_by_value(self, index: u32) -> Option<Ty<'m>> {
        // SAFETY: a function with that parameter; attribute index 0 is the result.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw, index + 1, kind);
            (!attribute.is_null()).then(|| Ty::new(LLVMGetTypeAttributeValue(attribute)))
        }
    }
}

/// Instructions.
impl<'m> Value<'m> {
    /// Place in the source.
    pub fn location(self) -> Option<RawLocation> {
        // SAFETY: an instruction; LLVM returns null where there is nothing.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.raw);
            if location.is_null() {
                return None;
            }
            let scope = LLVMDILocationGetScope(location);
            let file = LLVMDIScopeGetFile(scope);
            Some(RawLocation {
                line: LLVMDILocationGetLine(location),
                column: LLVMDILocationGetColumn(location),
                file: (!file.is_null()).then_some(FileNode(file)),
            })
        }
    }

    /// True for a function of C++ that a header of the system defines: it is compiled with the program, but is
    /// as little of its code as the library of C is. So is what clang adds.
    pub fn is_of_system_headers(self) -> bool {
        const HEADERS: [&str; 3] = ["/usr/include/", "/usr/lib/", "/usr/local/include/"];
        let name = self.name();
        if name == "__clang_call_terminate" {
            return true;
        }
        let file = self.subprogram().and_then(|location| location.file);
        name.starts_with("_Z")
            && file.is_some_and(|file| {
                let (directory, name) = file.path();
                let path = std::path::Path::new(&directory).join(name);
                HEADERS.iter().any(|headers| path.starts_with(headers))
            })
    }

    /// Line and file of a function's definition.
    pub fn subprogram(self) -> Option<RawLocation> {
        use llvm_sys::debuginfo::{LLVMDISubprogramGetLine, LLVMGetSubprogram};
        // SAFETY: a function; LLVM returns null where there is nothing.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.raw);
            if subprogram.is_null() {
                return None;
            }
            let file = LLVMDIScopeGetFile(subprogram);
            Some(RawLocation {
                line: LLVMDISubprogramGetLine(subprogram),
                column: 0,
                file: (!file.is_null()).then_some(FileNode(file)),
            })
        }
    }

    /// Predicate of an integer comparison.
    pub fn integer_predicate(self) -> LLVMIntPredicate {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMICmp);
        // SAFETY: an `icmp`, as asserted.
        unsafe { LLVMGetICmpPredicate(self.raw) }
    }

    /// Predicate of a float comparison.
    pub fn float_predicate(self) -> LLVMRealPredicate {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMFCmp);
        // SAFETY: an `fcmp`, as asserted.
        unsafe { LLVMGetFCmpPredicate(self.raw) }
    }

    /// True if signed overflow is undefined.
    pub fn no_signed_wrap(self) -> bool {
        // SAFETY: an instruction that may overflow (add, sub, mul, shl), as the translator asks.
        unsafe { LLVMGetNSW(self.raw) != 0 }
    }

    /// True for a GEP that stays in its object.
    pub fn is_in_bounds(self) -> bool {
        // SAFETY: a `getelementptr`.
        unsafe { LLVMIsInBounds(self.raw) != 0 }
    }

    /// Type that the first index of a GEP counts.
    pub fn gep_source(self) -> Ty<'m> {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMGetElementPtr);
        // SAFETY: a `getelementptr`, as asserted.
        Ty::new(unsafe { LLVMGetGEPSourceElementType(self.raw) })
    }

    /// Indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        // SAFETY: one of the two instructions; LLVM gives the number of indices.
        unsafe {
            let count = LLVMGetNumIndices(self.raw) as usize;
            let indices = LLVMGetIndices(self.raw);
            (0..count).map(|i| *indices.add(i)).collect()
        }
    }

    /// Mask of a shuffle, `None` for elements that do not matter.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        // SAFETY: a `shufflevector`; indices below the count.
        unsafe {
            (0..LLVMGetNumMaskElements(self.raw))
                .map(|i| u32::try_from(LLVMGetMaskValue(self.raw, i)).ok())
                .collect()
        }
    }

    /// Type that an alloca makes room for.
    pub fn allocated_type(self) -> Ty<'m> {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMAlloca);
        // SAFETY: an `alloca`, as asserted.
        Ty::new(unsafe { LLVMGetAllocatedType(self.raw) })
    }

    /// True for what an `alloca` makes.
    pub fn is_local_variable(self) -> bool {
        self.kind() == ValueKind::LLVMInstructionValueKind
            && self.opcode() == LLVMOpcode::LLVMAlloca
    }

    /// Operation of an `atomicrmw`.
    pub fn atomic_operation(self) -> LLVMAtomicRMWBinOp {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMAtomicRMW);
        // SAFETY: an `atomicrmw`, as asserted.
        unsafe { LLVMGetAtomicRMWBinOp(self.raw) }
    }

    /// Values and blocks of a phi.
    pub fn incoming(self) -> Vec<(Value<'m>, Block<'m>)> {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMPHI);
        // SAFETY: a phi, as asserted; indices below the count.
        unsafe {
            (0..LLVMCountIncoming(self.raw))
                .map(|i| {
                    let value = Value::new(LLVMGetIncomingValue(self.raw, i));
                    (value, Block::new(LLVMGetIncomingBlock(self.raw, i)))
                })
                .collect()
        }
    }

    /// Blocks a terminator may go to, in order.
    pub fn successors(self) -> Vec<Block<'m>> {
        // SAFETY: a terminator; indices below the count.
        unsafe {
            (0..LLVMGetNumSuccessors(self.raw))
                .map(|i| Block::new(LLVMGetSuccessor(self.raw, i)))
                .collect()
        }
    }

    /// True for a conditional branch or a switch: what decisions count.
    pub fn is_decision(self) -> bool {
        match self.opcode() {
            // SAFETY: a branch.
            LLVMOpcode::LLVMBr => unsafe { LLVMIsConditional(self.raw) != 0 },
            LLVMOpcode::LLVMSwitch => true,
            _ => false,
        }
    }

    /// True for an instruction that calls.
    pub fn is_call(self) -> bool {
        matches!(
            self.opcode(),
            LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr
        )
    }

    /// True for a call of the function of that name that ends where it stands.
    pub fn is_call_of(self, name: &str) -> bool {
        self.kind() == ValueKind::LLVMInstructionValueKind
            && self.opcode() == LLVMOpcode::LLVMCall
            && self.callee().name() == name
    }

    /// What a call calls.
    pub fn callee(self) -> Value<'m> {
        // SAFETY: a call, invoke or callbr.
        Value::new(unsafe { LLVMGetCalledValue(self.raw) })
    }

    /// Function type that a call uses.
    pub fn callee_type(self) -> Ty<'m> {
        // SAFETY: a call, invoke or callbr.
        Ty::new(unsafe { LLVMGetCalledFunctionType(self.raw) })
    }

    /// Arguments of a call.
    pub fn arguments(self) -> Vec<Value<'m>> {
        // SAFETY: a call, invoke or callbr: arguments are the first operands.
        let count = unsafe { LLVMGetNumArgOperands(self.raw) };
        (0..count).map(|i| self.operand(i)).collect()
    }

    /// Type of a `byval` argument of a call.
    pub fn argument_by_value(self, index: u32) -> Option<Ty<'m>> {
        // SAFETY: a call; attribute index 0 is the result.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
            let attribute = LLVMGetCallSiteEnumAttribute(self.raw, index + 1, kind);
            (!attribute.is_null()).then(|| Ty::new(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// True if a call has the attribute itself.
    pub fn call_has_attribute(self, name: &str) -> bool {
        // SAFETY: a call, invoke or callbr; the name is only read.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetCallSiteEnumAttribute(self.raw, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    /// Clauses of a landing pad: types, or arrays of them.
    pub fn clauses(self) -> Vec<Value<'m>> {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMLandingPad);
        // SAFETY: a landing pad, as asserted; indices below the count.
        unsafe {
            (0..LLVMGetNumClauses(self.raw))
                .map(|index| Value::new(LLVMGetClause(self.raw, index)))
                .collect()
        }
    }

    /// True for a landing pad that takes every exception, for what is to be destroyed.
    pub fn is_cleanup(self) -> bool {
        debug_assert!(self.opcode() == LLVMOpcode::LLVMLandingPad);
        // SAFETY: a landing pad, as asserted.
        unsafe { LLVMIsCleanup(self.raw) != 0 }
    }

    /// Text and constraints of inline assembly.
    pub fn inline_assembly(self) -> (String, String) {
        debug_assert!(self.kind() == ValueKind::LLVMInlineAsmValueKind);
        let mut length = 0;
        // SAFETY: inline assembly, as asserted.
        unsafe {
            let code = LLVMGetInlineAsmAsmString(self.raw, &raw mut length);
            let code = sized_text(code, length);
            let constraints = LLVMGetInlineAsmConstraintString(self.raw, &raw mut length);
            (code, sized_text(constraints, length))
        }
    }
}
