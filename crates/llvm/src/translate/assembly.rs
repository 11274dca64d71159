//! Inline assembly of x86-64: the arithmetic on registers and memory that programs write so, in the syntax
//! of AT&T, statement by statement. What is not understood is named.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::Value;
use ir::builder::constant;
use ir::{BinaryOp, CastOp, CompareOp, Operand, Type, UnaryOp};
use std::collections::BTreeMap;

/// What does nothing that a single thread could see.
const HARMLESS: &[&str] = &["nop", "pause", "mfence", "lfence", "sfence", "cld"];

/// Instructions, which may have a letter for the width behind them.
const INSTRUCTIONS: &[&str] = &[
    "mov", "add", "adc", "sub", "sbb", "and", "or", "xor", "not", "neg", "inc", "dec", "shl",
    "sal", "shr", "sar", "rol", "ror", "bswap", "bsf", "bsr", "popcnt", "mul", "xchg", "xadd",
    "cmpxchg", "test", "cmp",
];

/// Registers by their names at each width: the first is what constraints call them.
const REGISTERS: &[(&str, [&str; 4])] = &[
    ("ax", ["al", "ax", "eax", "rax"]),
    ("bx", ["bl", "bx", "ebx", "rbx"]),
    ("cx", ["cl", "cx", "ecx", "rcx"]),
    ("dx", ["dl", "dx", "edx", "rdx"]),
    ("si", ["sil", "si", "esi", "rsi"]),
    ("di", ["dil", "di", "edi", "rdi"]),
];

/// What an operand of a statement is.
#[derive(Clone)]
enum AssemblyPlace {
    /// A register, by its number among those that the statement's text has.
    Register(usize),
    /// Memory at an address.
    Memory(Operand),
    /// A number.
    Number(u64),
}

/// An operand as a statement writes it: with the width that it asks for, if it does.
#[derive(Clone)]
struct Written {
    place: AssemblyPlace,
    width: Option<u32>,
}

/// The registers and flags on the way through the text.
#[derive(Default)]
struct Registers {
    /// What is in each, and how many bits of it are known; `None` before it is written.
    values: Vec<Option<(Operand, u32)>>,
    /// Those with names.
    named: BTreeMap<&'static str, usize>,
    /// Those that the text calls by numbers: registers or memory.
    operands: Vec<AssemblyPlace>,
    /// Types of those, where they have a width of their own.
    widths: Vec<Option<u32>>,
    carry: Option<Operand>,
    zero: Option<Operand>,
}

impl Registers {
    fn new_register(&mut self) -> usize {
        self.values.push(None);
        self.values.len() - 1
    }

    fn named(&mut self, name: &'static str) -> usize {
        match self.named.get(name) {
            Some(&register) => register,
            None => {
                let register = self.new_register();
                self.named.insert(name, register);
                register
            }
        }
    }
}

fn refuse<T>(what: impl std::fmt::Display) -> Result<T> {
    Err(Unsupported(format!("inline assembly {what}")))
}

/// The register that a constraint names, as `{ax}` does.
fn named_register(constraint: &str) -> Option<&'static str> {
    let name = constraint.split_once('{')?.1.split_once('}')?.0;
    let known = REGISTERS
        .iter()
        .find(|(register, names)| *register == name || names.contains(&name));
    known.map(|(register, _)| *register)
}

fn width_of(ty: Type) -> Result<u32> {
    match ty {
        Type::Int(width @ (8 | 16 | 32 | 64)) => Ok(width),
        _ => refuse("with an operand that is no integer of 8 to 64 bits"),
    }
}

/// The statements of a text, the first of the alternatives for dialects, without comments.
fn statements(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("$(") {
        plain.push_str(&rest[..start]);
        let Some(length) = rest[start..].find("$)") else {
            break;
        };
        let all = &rest[start + 2..start + length];
        plain.push_str(all.split("$|").next().unwrap_or_default());
        rest = &rest[start + length + 2..];
    }
    plain.push_str(rest);
    let lines = plain.split(['\n', ';']);
    let code = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
    code.filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The width that a letter stands for, behind an instruction or before an operand's number.
fn width_of_letter(letter: char) -> Option<u32> {
    match letter {
        'b' => Some(8),
        'w' => Some(16),
        'l' | 'k' => Some(32),
        'q' => Some(64),
        _ => None,
    }
}

/// An instruction and its width.
fn instruction(word: &str) -> Option<(&'static str, Option<u32>)> {
    let known = |word: &str| INSTRUCTIONS.iter().find(|known| **known == word).copied();
    if let Some(name) = known(word) {
        return Some((name, None));
    }
    let last = word.chars().last()?;
    let name = known(&word[..word.len() - last.len_utf8()])?;
    Some((name, Some(width_of_letter(last)?)))
}

fn number(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(match negative {
        true => value.wrapping_neg(),
        false => value,
    })
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// The outputs of inline assembly.
    pub fn inline_assembly(&mut self, value: Value<'m>, callee: Value<'m>) -> Result<Vec<Operand>> {
        let (text, constraints) = callee.inline_assembly();
        let statements = statements(&text);
        let is_harmless = |line: &String| {
            let words = line.trim_start_matches("rep").trim_start_matches("lock");
            words.trim().is_empty() || HARMLESS.contains(&words.trim())
        };
        if statements.iter().all(is_harmless) {
            return self.barrier(value, &constraints);
        }
        let mut registers = Registers::default();
        let outputs = self.assembly_operands(value, &constraints, &mut registers)?;
        for statement in &statements {
            // The prefix may stand alone; nobody else writes to memory here.
            let code = statement.trim_start_matches("lock").trim();
            if !is_harmless(statement) {
                self.statement(code, &mut registers)
                    .map_err(|Unsupported(why)| Unsupported(format!("{why}: \"{statement}\"")))?;
            }
        }
        let mut results = Vec::with_capacity(outputs.len());
        for (register, ty) in outputs {
            let width = width_of(ty)?;
            let Some((found, known)) = registers.values[register].clone() else {
                return refuse("that leaves an output as it was");
            };
            if known < width {
                return refuse("that writes only a part of an output");
            }
            results.push(self.b.resize(Type::Int(known), ty, found));
        }
        Ok(results)
    }

    /// Barriers for the compiler do nothing: outputs tied to an input have its value.
    fn barrier(&mut self, value: Value<'m>, constraints: &str) -> Result<Vec<Operand>> {
        let wanted = self.program.layouts.of(value.ty())?.leaves.len();
        if wanted == 0 {
            return Ok(Vec::new());
        }
        // Outputs come first; `=*m` outputs are arguments instead. An input whose constraint is a
        // number is tied to the output of that number.
        let parts: Vec<&str> = constraints.split(',').collect();
        let outputs: Vec<usize> = (0..parts.len())
            .filter(|&i| parts[i].starts_with('=') && !parts[i].contains('*'))
            .collect();
        let mut results = Vec::with_capacity(wanted);
        for output in &outputs {
            let tied = parts
                .iter()
                .filter(|part| !part.starts_with('=') || part.contains('*'))
                .position(|part| part.parse() == Ok(*output));
            let Some(argument) = tied.and_then(|at| value.arguments().get(at).copied()) else {
                return refuse("with an output that no input is tied to");
            };
            results.extend(self.operands(argument)?);
        }
        match results.len() == wanted {
            true => Ok(results),
            false => refuse("with outputs that are not understood"),
        }
    }

    /// Gives each operand of the text its place; the registers of the outputs, with their types.
    fn assembly_operands(
        &mut self,
        value: Value<'m>,
        constraints: &str,
        registers: &mut Registers,
    ) -> Result<Vec<(usize, Type)>> {
        let mut outputs = Vec::new();
        let leaves = self.program.layouts.of(value.ty())?.leaves.clone();
        let mut types = leaves.iter().map(|leaf| leaf.ty);
        let mut arguments = value.arguments().into_iter();
        for constraint in constraints.split(',').filter(|part| !part.starts_with('~')) {
            let is_output = constraint.starts_with('=');
            if is_output && !constraint.contains('*') {
                let register = match named_register(constraint) {
                    Some(name) => registers.named(name),
                    None => registers.new_register(),
                };
                let Some(ty) = types.next() else {
                    return refuse("with outputs that are not understood");
                };
                outputs.push((register, ty));
                registers.operands.push(AssemblyPlace::Register(register));
                registers.widths.push(Some(width_of(ty)?));
                continue;
            }
            let Some(argument) = arguments.next() else {
                return refuse("with operands that are not understood");
            };
            if constraint.contains('*') {
                let address = self.scalar(argument)?;
                registers.operands.push(AssemblyPlace::Memory(address));
                registers.widths.push(None);
                continue;
            }
            let ty = self.element_type(argument)?;
            let width = width_of(ty)?;
            let operand = self.scalar(argument)?;
            let tied = constraint.trim_start_matches('%').parse::<usize>().ok();
            let tied = tied.and_then(|number| registers.operands.get(number).cloned());
            let register = match (tied, named_register(constraint)) {
                (Some(AssemblyPlace::Register(register)), _) => register,
                (_, Some(name)) => registers.named(name),
                _ => registers.new_register(),
            };
            registers.values[register] = Some((operand, width));
            registers.operands.push(AssemblyPlace::Register(register));
            registers.widths.push(Some(width));
        }
        Ok(outputs)
    }

    /// An operand of a statement: `$0`, `${0:q}`, `$$8`, `%eax`.
    fn written(&mut self, text: &str, registers: &mut Registers) -> Result<Written> {
        if let Some(digits) = text.strip_prefix("$$") {
            return match number(digits) {
                Some(number) => Ok(Written {
                    place: AssemblyPlace::Number(number),
                    width: None,
                }),
                None => refuse(format!("with the operand {digits}")),
            };
        }
        if let Some(name) = text.strip_prefix('%') {
            for (register, names) in REGISTERS {
                if let Some(at) = names.iter().position(|known| *known == name) {
                    return Ok(Written {
                        place: AssemblyPlace::Register(registers.named(register)),
                        width: Some(8 << at),
                    });
                }
            }
            return refuse(format!("with the register {name}"));
        }
        let Some(inner) = text.strip_prefix('$') else {
            return refuse(format!("with the operand {text}"));
        };
        let inner = inner.trim_start_matches('{').trim_end_matches('}');
        let (digits, modifier) = inner.split_once(':').unwrap_or((inner, ""));
        let place = digits.parse::<usize>().ok();
        let place =
            place.and_then(|at| registers.operands.get(at).cloned().map(|place| (at, place)));
        let width = match modifier {
            "" | "c" => None,
            letter => match letter.chars().next().and_then(width_of_letter) {
                Some(width) if letter.len() == 1 => Some(width),
                _ => return refuse(format!("with the operand {text}")),
            },
        };
        match place {
            Some((at, place)) => Ok(Written {
                place,
                width: width.or(registers.widths[at]),
            }),
            None => refuse(format!("with the operand {text}")),
        }
    }

    fn statement(&mut self, code: &str, registers: &mut Registers) -> Result<()> {
        let (word, rest) = code.split_once([' ', '\t']).unwrap_or((code, ""));
        let mut operands = Vec::new();
        for text in rest
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            operands.push(self.written(text, registers)?);
        }
        if let Some(condition) = word.strip_prefix("set") {
            return self.set_by_flag(condition, &operands, registers);
        }
        let Some((name, suffix)) = instruction(word) else {
            return refuse("that is not understood");
        };
        let of_registers = operands
            .iter()
            .rev()
            .filter(|operand| matches!(operand.place, AssemblyPlace::Register(_)));
        let width = suffix.or_else(|| of_registers.filter_map(|operand| operand.width).next());
        let Some(width) = width else {
            return refuse("of no known width");
        };
        match &operands[..] {
            [target] => self.with_one(name, width, target, registers),
            [source, target] => self.with_two(name, width, source, target, registers),
            _ => refuse("with operands that are not understood"),
        }
    }

    fn read_place(
        &mut self,
        operand: &Written,
        width: u32,
        registers: &Registers,
    ) -> Result<Operand> {
        let ty = Type::Int(width);
        match &operand.place {
            AssemblyPlace::Number(number) => Ok(constant(ty, number & (u64::MAX >> (64 - width)))),
            AssemblyPlace::Memory(address) => Ok(self.b.load(ty, address.clone())),
            AssemblyPlace::Register(register) => match &registers.values[*register] {
                Some((value, known)) if *known >= width => {
                    Ok(self.b.resize(Type::Int(*known), ty, value.clone()))
                }
                Some(_) => refuse("that reads more of a register than was written"),
                None => refuse("that reads a register that was not written"),
            },
        }
    }

    fn write_place(
        &mut self,
        operand: &Written,
        width: u32,
        value: Operand,
        registers: &mut Registers,
    ) -> Result<()> {
        match &operand.place {
            AssemblyPlace::Number(_) => refuse("that writes to a number"),
            AssemblyPlace::Memory(address) => {
                self.b.store(Type::Int(width), value, address.clone());
                Ok(())
            }
            AssemblyPlace::Register(register) => {
                let old = registers.values[*register].take();
                let whole = match old {
                    Some((old, known)) if width < 32 && known > width => {
                        (self.with_low_bits(old, known, value, width), known)
                    }
                    // The processor leaves zeros above half a register.
                    _ if width == 32 => {
                        let (half, whole) = (Type::Int(32), Type::Int(64));
                        (self.b.cast(CastOp::ZeroExtend, half, whole, value), 64)
                    }
                    _ => (value, width),
                };
                registers.values[*register] = Some(whole);
                Ok(())
            }
        }
    }

    /// A value whose lowest bits are others.
    fn with_low_bits(&mut self, old: Operand, known: u32, value: Operand, width: u32) -> Operand {
        let ty = Type::Int(known);
        let mask = constant(ty, !(u64::MAX >> (64 - width)) & (u64::MAX >> (64 - known)));
        let high = self.b.binary(BinaryOp::And, ty, old, mask);
        let low = self.b.resize(Type::Int(width), ty, value);
        self.b.binary(BinaryOp::Or, ty, high, low)
    }

    fn is_zero(&mut self, width: u32, value: &Operand) -> Operand {
        let ty = Type::Int(width);
        self.b
            .compare(CompareOp::Eq, ty, value.clone(), constant(ty, 0))
    }

    fn set_by_flag(
        &mut self,
        condition: &str,
        operands: &[Written],
        registers: &mut Registers,
    ) -> Result<()> {
        let (flag, holds) = match condition {
            "c" | "b" | "nae" => (&registers.carry, true),
            "nc" | "ae" | "nb" => (&registers.carry, false),
            "z" | "e" => (&registers.zero, true),
            "nz" | "ne" => (&registers.zero, false),
            _ => return refuse("of a condition that is not understood"),
        };
        let ([target], Some(flag)) = (operands, flag.clone()) else {
            return refuse("of a flag that is not known");
        };
        let flag = match holds {
            true => flag,
            false => self.b.unary(UnaryOp::Not, Type::Int(1), flag),
        };
        let byte = self
            .b
            .cast(CastOp::ZeroExtend, Type::Int(1), Type::Int(8), flag);
        self.write_place(target, 8, byte, registers)
    }

    fn with_one(
        &mut self,
        name: &str,
        width: u32,
        target: &Written,
        registers: &mut Registers,
    ) -> Result<()> {
        let ty = Type::Int(width);
        if name == "mul" {
            return self.multiply(width, target, registers);
        }
        let value = self.read_place(target, width, registers)?;
        let one = constant(ty, 1);
        let result = match name {
            "not" => self.b.unary(UnaryOp::Not, ty, value),
            "neg" => {
                let is_zero = self.is_zero(width, &value);
                registers.carry = Some(self.b.unary(UnaryOp::Not, Type::Int(1), is_zero));
                self.b.unary(UnaryOp::Negate, ty, value)
            }
            "inc" => self.b.binary(BinaryOp::Add, ty, value, one),
            "dec" => self.b.binary(BinaryOp::Sub, ty, value, one),
            "bswap" if width >= 32 => self.b.unary(UnaryOp::ByteSwap, ty, value),
            // By one place.
            "shl" | "sal" | "shr" | "sar" | "rol" | "ror" => {
                self.shifted(name, width, value, one, registers)
            }
            _ => return refuse("that is not understood"),
        };
        if matches!(name, "neg" | "inc" | "dec") {
            registers.zero = Some(self.is_zero(width, &result));
        }
        self.write_place(target, width, result, registers)
    }

    /// The product of the accumulator and an operand, into two registers.
    fn multiply(&mut self, width: u32, by: &Written, registers: &mut Registers) -> Result<()> {
        if width < 32 {
            return refuse("that multiplies halves of a word");
        }
        let (ty, wide) = (Type::Int(width), Type::Int(2 * width));
        let [low, high] = ["ax", "dx"].map(|name| Written {
            place: AssemblyPlace::Register(registers.named(name)),
            width: None,
        });
        let left = self.read_place(&low, width, registers)?;
        let right = self.read_place(by, width, registers)?;
        let left = self.b.cast(CastOp::ZeroExtend, ty, wide, left);
        let right = self.b.cast(CastOp::ZeroExtend, ty, wide, right);
        let product = self.b.binary(BinaryOp::Mul, wide, left, right);
        let upper = self.b.binary(
            BinaryOp::Lshr,
            wide,
            product.clone(),
            constant(wide, u64::from(width)),
        );
        let lower = self.b.cast(CastOp::Truncate, wide, ty, product);
        let upper = self.b.cast(CastOp::Truncate, wide, ty, upper);
        let is_small = self.is_zero(width, &upper);
        registers.carry = Some(self.b.unary(UnaryOp::Not, Type::Int(1), is_small));
        registers.zero = None;
        self.write_place(&low, width, lower, registers)?;
        self.write_place(&high, width, upper, registers)
    }

    /// A value shifted or rotated as the processor does, which takes the number of places modulo the width
    /// (at least 32). Flags are not known then.
    fn shifted(
        &mut self,
        name: &str,
        width: u32,
        value: Operand,
        by: Operand,
        registers: &mut Registers,
    ) -> Operand {
        let ty = Type::Int(width);
        registers.carry = None;
        registers.zero = None;
        let is_rotation = name.starts_with("ro");
        let most = if is_rotation { width } else { width.max(32) };
        let mask = constant(ty, u64::from(most - 1));
        let by = self.b.binary(BinaryOp::And, ty, by, mask);
        let op = match name {
            "rol" => BinaryOp::RotateLeft,
            "ror" => BinaryOp::RotateRight,
            "shr" => BinaryOp::Lshr,
            "sar" => BinaryOp::Ashr,
            _ => BinaryOp::Shl,
        };
        self.b.binary(op, ty, value, by)
    }

    fn with_two(
        &mut self,
        name: &str,
        width: u32,
        source: &Written,
        target: &Written,
        registers: &mut Registers,
    ) -> Result<()> {
        let ty = Type::Int(width);
        match name {
            "xchg" | "xadd" | "cmpxchg" => {
                return self.exchange(name, width, source, target, registers);
            }
            "shl" | "sal" | "shr" | "sar" | "rol" | "ror" => {
                if width < 32 && !name.starts_with("ro") {
                    return refuse("that shifts a part of a word");
                }
                let by = self.read_place(source, 8, registers)?;
                let by = self.b.resize(Type::Int(8), ty, by);
                let value = self.read_place(target, width, registers)?;
                let result = self.shifted(name, width, value, by, registers);
                return self.write_place(target, width, result, registers);
            }
            _ => {}
        }
        let right = self.read_place(source, width, registers)?;
        let result = match name {
            "mov" => right,
            "bsf" | "bsr" | "popcnt" => self.counted(name, width, right, target, registers)?,
            _ => {
                // A register less itself is 0, whatever was in it.
                let clears = matches!(name, "xor" | "sub") && is_same_register(source, target);
                let left = match clears {
                    true => right.clone(),
                    false => self.read_place(target, width, registers)?,
                };
                self.arithmetic(name, width, left, right, registers)?
            }
        };
        match name {
            "test" | "cmp" => Ok(()),
            _ => self.write_place(target, width, result, registers),
        }
    }

    fn counted(
        &mut self,
        name: &str,
        width: u32,
        value: Operand,
        target: &Written,
        registers: &mut Registers,
    ) -> Result<Operand> {
        let ty = Type::Int(width);
        let is_zero = self.is_zero(width, &value);
        registers.zero = Some(is_zero.clone());
        registers.carry = None;
        if name == "popcnt" {
            return Ok(self.b.unary(UnaryOp::CountOnes, ty, value));
        }
        let place = match name {
            "bsf" => self.b.unary(UnaryOp::TrailingZeros, ty, value),
            _ => {
                let zeros = self.b.unary(UnaryOp::LeadingZeros, ty, value);
                let last = constant(ty, u64::from(width - 1));
                self.b.binary(BinaryOp::Sub, ty, last, zeros)
            }
        };
        // Of 0 the processor leaves the target as it was.
        let old = self
            .read_place(target, width, registers)
            .unwrap_or_else(|_| constant(ty, 0));
        Ok(self.b.select(ty, is_zero, old, place))
    }

    fn arithmetic(
        &mut self,
        name: &str,
        width: u32,
        left: Operand,
        right: Operand,
        registers: &mut Registers,
    ) -> Result<Operand> {
        let ty = Type::Int(width);
        let no_carry = constant(Type::Int(1), 0);
        let (op, overflows) = match name {
            "add" | "adc" => (BinaryOp::Add, CompareOp::UaddOverflows),
            "sub" | "sbb" | "cmp" => (BinaryOp::Sub, CompareOp::Ult),
            "and" | "test" => (BinaryOp::And, CompareOp::Eq),
            "or" => (BinaryOp::Or, CompareOp::Eq),
            "xor" => (BinaryOp::Xor, CompareOp::Eq),
            _ => return refuse("that is not understood"),
        };
        let is_bitwise = overflows == CompareOp::Eq;
        let mut carry = match is_bitwise {
            true => no_carry,
            false => self.b.compare(overflows, ty, left.clone(), right.clone()),
        };
        let mut result = self.b.binary(op, ty, left, right);
        if matches!(name, "adc" | "sbb") {
            let Some(before) = registers.carry.take() else {
                return refuse("of a flag that is not known");
            };
            let more = self.b.cast(CastOp::ZeroExtend, Type::Int(1), ty, before);
            let again = self.b.compare(overflows, ty, result.clone(), more.clone());
            carry = self.b.binary(BinaryOp::Or, Type::Int(1), carry, again);
            result = self.b.binary(op, ty, result, more);
        }
        registers.carry = Some(carry);
        registers.zero = Some(self.is_zero(width, &result));
        Ok(result)
    }

    fn exchange(
        &mut self,
        name: &str,
        width: u32,
        source: &Written,
        target: &Written,
        registers: &mut Registers,
    ) -> Result<()> {
        let ty = Type::Int(width);
        let new = self.read_place(source, width, registers)?;
        let old = self.read_place(target, width, registers)?;
        if name == "cmpxchg" {
            let accumulator = Written {
                place: AssemblyPlace::Register(registers.named("ax")),
                width: None,
            };
            let expected = self.read_place(&accumulator, width, registers)?;
            let equal = self.b.compare(CompareOp::Eq, ty, old.clone(), expected);
            let stored = self.b.select(ty, equal.clone(), new, old.clone());
            self.write_place(target, width, stored, registers)?;
            registers.zero = Some(equal);
            registers.carry = None;
            return self.write_place(&accumulator, width, old, registers);
        }
        let stored = match name {
            "xadd" => self.arithmetic("add", width, old.clone(), new, registers)?,
            _ => new,
        };
        self.write_place(source, width, old, registers)?;
        self.write_place(target, width, stored, registers)
    }
}

fn is_same_register(a: &Written, b: &Written) -> bool {
    matches!((&a.place, &b.place), (AssemblyPlace::Register(a), AssemblyPlace::Register(b)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_has_statements() {
        let text = "lock; xaddl $0, $1 # c\n\tmovq $$-0x10, ${2:q}; $(a$|b$) sete %al";
        let all = statements(text);
        assert_eq!(
            all,
            ["lock", "xaddl $0, $1", "movq $$-0x10, ${2:q}", "a sete %al"]
        );
        mutants::check(
            &mutants::texts(&[text, "={ax},0,r,~{memory}"]),
            10_000,
            |bytes| {
                let text = String::from_utf8_lossy(bytes);
                for constraint in text.split(',') {
                    let _ = named_register(constraint);
                }
                for word in statements(&text)
                    .iter()
                    .flat_map(|it| it.split_whitespace())
                {
                    let (_, _) = (instruction(word), number(word));
                }
            },
        );
    }
}
