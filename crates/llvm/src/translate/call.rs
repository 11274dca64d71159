//! Calls: direct, indirect, and of the machine.

use super::exceptions::called_for_exceptions;
use super::function::FunctionTranslator;
use super::intrinsic::base_name;
use super::module::FINALISE;
use super::{Result, Unsupported, float_intrinsic};
use crate::reader::{TyKind, Value, ValueKind};
use ir::{
    CIntrinsic, Constant, FloatFormat, FunctionId, InstructionKind, Intrinsic, Operand, Reg, Type,
};

/// The arguments of a call as scalars.
struct Arguments {
    operands: Vec<Operand>,
    types: Vec<Type>,
    by_value: Vec<(u32, u64)>,
    /// How many belong to the parameters of the type the call uses.
    fixed: usize,
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub fn call(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let callee = through_aliases(value.callee());
        if callee.kind() == ValueKind::LLVMInlineAsmValueKind {
            return self.inline_assembly(value, callee);
        }
        if callee.kind() != ValueKind::LLVMFunctionValueKind {
            return self.call_indirect(value, callee);
        }
        let name = callee.name();
        if callee.is_intrinsic() {
            return self.intrinsic(value, &name);
        }
        // A weak definition of one is what native runs have.
        let is_weak = callee.linkage() == llvm_sys::LLVMLinkage::LLVMWeakAnyLinkage;
        if (callee.is_declaration() || is_weak)
            && let Some(intrinsic) = machine_intrinsic(&name)
        {
            return self.call_machine(value, intrinsic);
        }
        if callee.is_declaration() {
            if SET_JUMP.contains(&name.as_str()) {
                return self.set_jump(value);
            }
            if callee.linkage() == llvm_sys::LLVMLinkage::LLVMExternalWeakLinkage {
                return self.call_indirect(value, callee);
            }
        }
        if name == FINALISE && !self.program.has_destructors() {
            return Ok(Vec::new());
        }
        self.bytes_seen_by_call(value, callee)?;
        self.call_direct(value, callee)
    }

    /// Splits the arguments of a call. An aggregate passed in memory to a parameter is copied
    /// here, into one object for each call in the source: the callee owns the copy.
    fn arguments(&mut self, value: Value<'m>) -> Result<Arguments> {
        let ty = value.callee_type();
        let parameters = ty.parameters().len();
        let mut arguments = Arguments {
            operands: Vec::new(),
            types: Vec::new(),
            by_value: Vec::new(),
            fixed: 0,
        };
        for (index, argument) in value.arguments().into_iter().enumerate() {
            let variadic = index >= parameters;
            let by_value = value.argument_by_value(index as u32);
            let mut operands = self.operands(argument)?;
            let mut types: Vec<Type> = self.program.layouts.of(argument.ty())?.types().collect();
            if let Some(ty) = by_value {
                let size = ty.alloc_size(self.program.module);
                if variadic {
                    arguments
                        .by_value
                        .push((arguments.operands.len() as u32, size));
                } else {
                    let align = ty.align(self.program.module).max(8);
                    operands = vec![self.argument_copy(operands, size, align)];
                }
            } else if variadic && matches!(argument.ty().kind(), TyKind::Vector(..)) {
                (operands, types) = self.variadic_vector(&types, operands)?;
            }
            arguments.operands.append(&mut operands);
            arguments.types.append(&mut types);
            if !variadic {
                arguments.fixed = arguments.operands.len();
            }
        }
        Ok(arguments)
    }

    fn argument_copy(&mut self, from: Vec<Operand>, size: u64, align: u64) -> Operand {
        let to = self.b.register(Type::Ptr);
        self.b.emit_in_entry(InstructionKind::Alloca {
            to,
            size: Operand::bits(size),
            align,
            name: String::new(),
        });
        let mut arguments = vec![Operand::from(to)];
        arguments.extend(from);
        arguments.push(Operand::bits(size));
        self.b.intrinsic(CIntrinsic::Memcpy, arguments);
        to.into()
    }

    /// A small vector as a variadic argument fills one SSE register: a float of its size.
    fn variadic_vector(
        &mut self,
        types: &[Type],
        operands: Vec<Operand>,
    ) -> Result<(Vec<Operand>, Vec<Type>)> {
        let whole = match types.iter().map(|ty| ty.width()).sum() {
            64 => Type::Float(FloatFormat::Double),
            128 => Type::Float(FloatFormat::Quad),
            bits => return Err(Unsupported(format!("a variadic argument of {bits} bits"))),
        };
        Ok((self.regroup(types, &[whole], operands), vec![whole]))
    }

    fn call_direct(&mut self, value: Value<'m>, callee: Value<'m>) -> Result<Vec<Operand>> {
        let function = self.program.function_id(callee);
        let signature = self.program.signature(callee.value_type())?;
        let wanted: Vec<Type> = self.program.layouts.of(value.ty())?.types().collect();
        let mut arguments = self.arguments(value)?;
        let exact = arguments.types.get(..signature.parameters.len())
            == Some(signature.parameters.as_slice())
            && (signature.variadic || arguments.types.len() == signature.parameters.len());
        if !exact {
            let enough = arguments.types.len() >= signature.parameters.len();
            let convertible = arguments
                .types
                .iter()
                .zip(&signature.parameters)
                .all(|(from, to)| same_register_class(*from, *to));
            if !enough || !convertible || !arguments.by_value.is_empty() {
                return self.call_through(Constant::Function(function).into(), arguments, &wanted);
            }
            self.convert_arguments(&mut arguments, &signature.parameters, signature.variadic);
        }
        let compatible = wanted.len() <= signature.results.len()
            && wanted
                .iter()
                .zip(&signature.results)
                .all(|(a, b)| same_register_class(*a, *b));
        if !compatible {
            return self.call_through(Constant::Function(function).into(), arguments, &wanted);
        }
        let mut results: Vec<Reg> = Vec::new();
        if !wanted.is_empty() && value.is_used() {
            results = signature
                .results
                .iter()
                .map(|ty| self.b.register(*ty))
                .collect();
        }
        self.b.emit(InstructionKind::Call {
            results: results.clone(),
            function,
            arguments: arguments.operands,
            types: arguments.types,
            by_value: arguments.by_value,
        });
        let found = results.into_iter().zip(signature.results).zip(wanted);
        Ok(found
            .map(|((reg, from), to)| self.resize_scalar(from, to, reg.into()))
            .collect())
    }

    /// Arguments as the callee's parameters take them: what a call without a prototype relies on
    /// is that both sides use the same machine register.
    fn convert_arguments(
        &mut self,
        arguments: &mut Arguments,
        parameters: &[Type],
        variadic: bool,
    ) {
        for (index, to) in parameters.iter().enumerate() {
            let from = arguments.types[index];
            let operand = arguments.operands[index].clone();
            arguments.operands[index] = self.resize_scalar(from, *to, operand);
            arguments.types[index] = *to;
        }
        if !variadic {
            arguments.operands.truncate(parameters.len());
            arguments.types.truncate(parameters.len());
        }
        arguments.fixed = parameters.len();
    }

    fn call_indirect(&mut self, value: Value<'m>, callee: Value<'m>) -> Result<Vec<Operand>> {
        let wanted: Vec<Type> = self.program.layouts.of(value.ty())?.types().collect();
        let callee = self.scalar(callee)?;
        let arguments = self.arguments(value)?;
        self.call_through(callee, arguments, &wanted)
    }

    /// A call through a pointer, where the machine compares the types.
    fn call_through(
        &mut self,
        callee: Operand,
        arguments: Arguments,
        wanted: &[Type],
    ) -> Result<Vec<Operand>> {
        let results: Vec<Reg> = wanted.iter().map(|ty| self.b.register(*ty)).collect();
        self.b.emit(InstructionKind::CallIndirect {
            results: results.clone(),
            callee,
            arguments: arguments.operands,
            types: arguments.types,
            by_value: arguments.by_value,
        });
        Ok(results.into_iter().map(Operand::from).collect())
    }

    /// An operation of the machine; integers are converted to the widths of its table.
    fn call_machine(&mut self, value: Value<'m>, intrinsic: Intrinsic) -> Result<Vec<Operand>> {
        let signature = intrinsic.signature();
        let arguments = self.arguments(value)?;
        let types = &arguments.types;
        let fits = types.len() >= signature.parameters.len()
            && types
                .iter()
                .zip(signature.parameters)
                .all(|(a, b)| same_register_class(*a, *b));
        if !fits {
            return Err(Unsupported(format!(
                "a call of {} with other types",
                intrinsic.name()
            )));
        }
        let mut operands = Vec::with_capacity(signature.parameters.len());
        for (index, to) in signature.parameters.iter().enumerate() {
            let operand = arguments.operands[index].clone();
            operands.push(self.resize_scalar(types[index], *to, operand));
        }
        let result = self.b.intrinsic(intrinsic, operands);
        let wanted: Vec<Type> = self.program.layouts.of(value.ty())?.types().collect();
        match (result, signature.result, wanted.as_slice()) {
            (_, _, []) => Ok(Vec::new()),
            (Some(result), Some(from), [to]) if same_register_class(from, *to) => {
                Ok(vec![self.resize_scalar(from, *to, result)])
            }
            _ => Err(Unsupported(format!("a result of {}", intrinsic.name()))),
        }
    }

    /// Fills a `jmp_buf`: the library with the mask of signals, the machine with the place.
    fn set_jump(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let arguments = self.arguments(value)?;
        let mut given = arguments.types.into_iter().zip(arguments.operands);
        let buffer = given.next();
        let buffer = buffer.ok_or_else(|| Unsupported("setjmp without a buffer".to_owned()))?;
        let saves = given.next().map_or(Operand::bits(0), |(ty, saves)| {
            self.b.resize(ty, Type::Int(32), saves)
        });
        let int = Type::Int(32);
        self.call_library(SAVE_MASK, vec![buffer, (int, saves)], int);
        self.mark_place(value)
    }

    /// Notes a place to jump to, in the buffer that is the first argument.
    pub fn mark_place(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let depth = self.try_depth();
        let results = self.call_machine(value, CIntrinsic::SetJump.into())?;
        if let Some(depth) = depth {
            self.restore_try_depth(depth);
        }
        Ok(results)
    }

    /// Calls a library function that an LLVM intrinsic, or `setjmp`, stands for.
    pub fn call_library(
        &mut self,
        name: &str,
        arguments: Vec<(Type, Operand)>,
        result: Type,
    ) -> Vec<Operand> {
        let (types, operands): (Vec<Type>, Vec<Operand>) = arguments.into_iter().unzip();
        let function: FunctionId = self.program.named_function(name, &types, &[result]);
        let to = self.b.register(result);
        self.b.emit(InstructionKind::Call {
            results: vec![to],
            function,
            arguments: operands,
            types,
            by_value: Vec::new(),
        });
        vec![to.into()]
    }
}

/// What is called: an alias of a function is that function.
pub fn through_aliases(mut callee: Value<'_>) -> Value<'_> {
    for _ in 0..64 {
        if callee.kind() != ValueKind::LLVMGlobalAliasValueKind {
            break;
        }
        callee = callee.aliasee();
    }
    callee
}

/// Forms of `setjmp`; some have a second argument, whether to save the mask of signals.
const SET_JUMP: &[&str] = &["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];

/// The part of these that is a library function.
const SAVE_MASK: &str = "wfl_save_mask";

/// Library functions that calls of a declared function may become, by [`FunctionTranslator::call_library`].
pub fn called_instead(declared: &str) -> Vec<String> {
    if SET_JUMP.contains(&declared) {
        return vec![SAVE_MASK.to_owned()];
    }
    let for_exceptions = called_for_exceptions(declared);
    if !for_exceptions.is_empty() {
        return for_exceptions.iter().map(|&name| name.to_owned()).collect();
    }
    match declared.starts_with("llvm.") {
        true => float_intrinsic::library_functions(base_name(declared)),
        false => Vec::new(),
    }
}

/// What a declared function is to the machine.
fn machine_intrinsic(name: &str) -> Option<Intrinsic> {
    let name = name.strip_prefix("wf__")?;
    Intrinsic::find(name).filter(|found| !matches!(found, Intrinsic::Java(_)))
}

/// True if a value of one type may be passed where the other is expected, as the calling
/// convention passes both in the same kind of register.
fn same_register_class(a: Type, b: Type) -> bool {
    match (a, b) {
        (Type::Float(a), Type::Float(b)) => a == b,
        (Type::Float(_), _) | (_, Type::Float(_)) => false,
        (a, b) => a.width() <= 64 && b.width() <= 64 || a.width() == b.width(),
    }
}
