//! LLVM's intrinsics: the table of them.

use super::function::FunctionTranslator;
use super::initialiser::is_distance_table;
use super::{Result, Unsupported};
use crate::reader::Value;
use ir::builder::constant;
use ir::{BinaryOp, CIntrinsic, CastOp, Constant, ErrorKind, Operand, Type};

impl<'m> FunctionTranslator<'_, 'm> {
    /// A call of `llvm.…`.
    pub fn intrinsic(&mut self, value: Value<'m>, name: &str) -> Result<Vec<Operand>> {
        let base = base_name(name);
        if let Some(reduction) = base.strip_prefix("vector.reduce.") {
            return self.reduce(value, reduction);
        }
        if is_ignored(base) {
            return self.zeros(value.ty());
        }
        match base {
            "memcpy" | "memcpy.inline" => self.memory_block(value, CIntrinsic::Memcpy),
            "memmove" => self.memory_block(value, CIntrinsic::Memmove),
            "memset" | "memset.inline" => self.memory_block(value, CIntrinsic::Memset),
            "va_start" => self.machine(CIntrinsic::VaStart, value),
            "va_copy" => self.machine(CIntrinsic::VaCopy, value),
            "stacksave" => self.machine(CIntrinsic::StackSave, value),
            "stackrestore" => self.machine(CIntrinsic::StackRestore, value),
            "trap" => self.trap("__builtin_trap", ErrorKind::Trap),
            "debugtrap" => self.trap("__builtin_debugtrap", ErrorKind::Trap),
            "ubsantrap" => self.sanitizer_trap(value),
            "eh.sjlj.setjmp" => self.mark_place(value),
            "eh.sjlj.longjmp" => {
                let arguments = vec![self.scalar(value.operand(0))?, constant(Type::Int(32), 1)];
                self.b.intrinsic(CIntrinsic::LongJump, arguments);
                Ok(Vec::new())
            }
            "eh.sjlj.setup.dispatch" => Err(Unsupported("exceptions by jumps".to_owned())),
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "threadlocal.address"
            | "annotation"
            | "ptr.annotation"
            | "arithmetic.fence"
            | "preserve.static.offset" => self.operands(value.operand(0)),
            "eh.typeid.for" => Ok(self.type_number(value)),
            "ptrmask" => self.pointer_mask(value),
            "objectsize" => self.object_size(value),
            "returnaddress"
            | "frameaddress"
            | "sponentry"
            | "addressofreturnaddress"
            | "is.constant"
            | "invariant.start" => self.zeros(value.ty()),
            "allow.ubsan.check" | "allow.runtime.check" => Ok(vec![Operand::bits(1)]),
            "get.rounding" => Ok(vec![constant(Type::Int(32), 1)]),
            "load.relative" => self.load_relative(value),
            _ => match self.integer_intrinsic(value, base)? {
                Some(operands) => Ok(operands),
                None => match self.float_intrinsic(value, base)? {
                    Some(operands) => Ok(operands),
                    None => self.vector_intrinsic(value, base, name),
                },
            },
        }
    }

    /// An intrinsic that the machine has, with the same arguments.
    fn machine(&mut self, intrinsic: CIntrinsic, value: Value<'m>) -> Result<Vec<Operand>> {
        let mut arguments = Vec::new();
        for argument in value.arguments() {
            arguments.push(self.scalar(argument)?);
        }
        Ok(self.b.intrinsic(intrinsic, arguments).into_iter().collect())
    }

    /// `memcpy`, `memmove`, `memset`: the third argument is the size.
    fn memory_block(&mut self, value: Value<'m>, intrinsic: CIntrinsic) -> Result<Vec<Operand>> {
        let to = self.scalar(value.operand(0))?;
        let from_type = self.element_type(value.operand(1))?;
        let mut from = self.scalar(value.operand(1))?;
        if intrinsic == CIntrinsic::Memset {
            from = self.b.resize(from_type, Type::Int(32), from);
        }
        let size_type = self.element_type(value.operand(2))?;
        let size = self.scalar(value.operand(2))?;
        let size = self.b.resize(size_type, Type::Int(64), size);
        self.b.intrinsic(intrinsic, vec![to, from, size]);
        Ok(Vec::new())
    }

    fn trap(&mut self, message: &str, kind: ErrorKind) -> Result<Vec<Operand>> {
        self.b.fail(kind, message);
        Ok(Vec::new())
    }

    /// What `-fsanitize-trap` makes of an error: the argument is clang's number of the check.
    fn sanitizer_trap(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let number = self.scalar(value.operand(0))?;
        let kind = match ir::builder::known(&number) {
            Some(0 | 12 | 13 | 21) => ErrorKind::SignedOverflow,
            Some(1 | 11) => ErrorKind::Unreachable,
            Some(3) => ErrorKind::DivisionByZero,
            Some(5) => ErrorKind::FloatCastOverflow,
            Some(6) => ErrorKind::BadCall,
            Some(18) => ErrorKind::OutOfBounds,
            Some(19) => ErrorKind::PointerOverflow,
            Some(20) => ErrorKind::BadShift,
            Some(22) => ErrorKind::InvalidPointer,
            Some(24) => ErrorKind::VlaBound,
            _ => ErrorKind::Trap,
        };
        self.trap(
            "a check of the sanitizer the program was compiled with",
            kind,
        )
    }

    fn pointer_mask(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let from = self.element_type(value.operand(1))?;
        let pairs = self.pairs(value.operand(0), value.operand(1))?;
        let mut results = Vec::with_capacity(pairs.len());
        for (pointer, mask) in pairs {
            let number = Type::Int(self.program.memory_bits(Type::Ptr));
            let mask = self.b.resize(from, number, mask);
            let bits = self.resize_scalar(Type::Ptr, number, pointer);
            let bits = self.b.binary(BinaryOp::And, number, bits, mask);
            results.push(self.resize_scalar(number, Type::Ptr, bits));
        }
        Ok(results)
    }

    /// Sizes that LLVM could not tell when it lowered this intrinsic are unknown: 0 or -1.
    fn object_size(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let ty = self.element_type(value)?;
        let least = self.scalar(value.operand(1))?;
        let unknown = match ir::builder::known(&least) {
            Some(0) => ir::builder::all_ones(ty),
            _ => constant(ty, 0),
        };
        Ok(vec![unknown])
    }

    /// Reads an offset from a table and adds it to the table's address.
    fn load_relative(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let base = self.scalar(value.operand(0))?;
        let offset = self.scalar(value.operand(1))?;
        let offset = self.index(value.operand(1), offset)?;
        if is_distance_table(value.operand(0)) {
            // Objects are too far apart for distances of 32 bits: read the address itself.
            let table = self.program.address_table(value.operand(0));
            let twice = self
                .b
                .binary(BinaryOp::Mul, Type::Int(64), offset, Operand::bits(2));
            let table = Operand::Constant(Constant::Global(table, 0));
            let address = self.b.binary(BinaryOp::Add, Type::Ptr, table, twice);
            return Ok(vec![self.b.load(Type::Ptr, address)]);
        }
        let address = self
            .b
            .binary(BinaryOp::Add, Type::Ptr, base.clone(), offset);
        let distance = self.b.load(Type::Int(32), address);
        let distance = self
            .b
            .cast(CastOp::SignExtend, Type::Int(32), Type::Int(64), distance);
        Ok(vec![self.b.binary(
            BinaryOp::Add,
            Type::Ptr,
            base,
            distance,
        )])
    }
}

/// Intrinsics without an effect on what the program computes.
fn is_ignored(base: &str) -> bool {
    base.starts_with("dbg.")
        || base.starts_with("lifetime.")
        || base.starts_with("experimental.noalias.")
        || base.starts_with("instrprof.")
        || matches!(
            base,
            "assume"
                | "var.annotation"
                | "codeview.annotation"
                | "donothing"
                | "sideeffect"
                | "pseudoprobe"
                | "prefetch"
                | "invariant.end"
                | "va_end"
                | "clear_cache"
                | "x86.sse2.pause"
                | "x86.sse2.mfence"
                | "x86.sse2.lfence"
                | "x86.sse.sfence"
                | "reset.fpenv"
                | "reset.fpmode"
        )
}

/// `llvm.memcpy.p0.p0.i64` → `memcpy`: without prefix and mangled types.
pub fn base_name(name: &str) -> &str {
    let mut base = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((rest, last)) = base.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        base = rest;
    }
    base
}

/// True for a type as intrinsic names mangle it.
fn is_type(part: &str) -> bool {
    let rest = part
        .strip_prefix("bf")
        .or_else(|| part.strip_prefix(['p', 'i', 'f', 'v', 'a']));
    let mangled = rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    mangled || part.starts_with("sl_") || part.starts_with("s_") || part == "isVoid"
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn names_lose_their_types() {
        for (name, base) in [
            ("llvm.memcpy.p0.p0.i64", "memcpy"),
            ("llvm.sadd.with.overflow.i32", "sadd.with.overflow"),
            ("llvm.vector.reduce.add.v4i32", "vector.reduce.add"),
            ("llvm.exp2.f64", "exp2"),
            ("llvm.fma.v2f64", "fma"),
            ("llvm.trap", "trap"),
            ("llvm.va_start.p0", "va_start"),
            ("llvm.powi.f64.i32", "powi"),
            ("llvm.x86.sse2.pause", "x86.sse2.pause"),
        ] {
            assert_eq!(base_name(name), base);
        }
    }
}
