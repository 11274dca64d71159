//! Bytes of a method's code to instructions.

use crate::bytecode::{Code, Condition, FloatOp, Handler, Invoke, Op};
use crate::class_file::{ClassFile, CodeInfo, MemberRef, PoolConstant, Reader};
use crate::descriptor::Kind;
use crate::symbol::{Symbol, Symbols};
use ir::{BinaryOp, LiteralId, Primitive};

type Result<T> = std::result::Result<T, String>;

/// Kinds in the order in which opcodes have them.
const KINDS: [Kind; 5] = [
    Kind::Int,
    Kind::Long,
    Kind::Float,
    Kind::Double,
    Kind::Reference,
];

/// Elements in the order in which opcodes have them.
const ELEMENTS: [Option<Primitive>; 8] = [
    Some(Primitive::Int),
    Some(Primitive::Long),
    Some(Primitive::Float),
    Some(Primitive::Double),
    None,
    Some(Primitive::Byte),
    Some(Primitive::Char),
    Some(Primitive::Short),
];

const CONDITIONS: [Condition; 6] = [
    Condition::Eq,
    Condition::Ne,
    Condition::Lt,
    Condition::Ge,
    Condition::Gt,
    Condition::Le,
];

struct Decoder<'a> {
    file: &'a ClassFile,
    symbols: &'a Symbols,
    literal: &'a dyn Fn(Vec<u16>) -> LiteralId,
    reader: Reader<'a>,
    start: usize,
    /// Where the instruction being decoded starts, in bytes of the code.
    offset: u32,
}

/// Decodes a method's code; `literal` gives string constants their ids.
///
/// # Errors
/// If the code is malformed.
pub fn decode(
    file: &ClassFile,
    info: &CodeInfo,
    symbols: &Symbols,
    literal: &dyn Fn(Vec<u16>) -> LiteralId,
) -> Result<Code> {
    let bytes = &file.bytes()[..info.range.end];
    let mut decoder = Decoder {
        file,
        symbols,
        literal,
        reader: Reader::new(bytes, info.range.start),
        start: info.range.start,
        offset: 0,
    };
    let length = info.range.len();
    // Index of the instruction at each byte.
    let mut index_of = vec![u32::MAX; length + 1];
    let mut code = Code {
        max_locals: info.max_locals,
        ..Code::default()
    };
    while decoder.reader.at < info.range.end {
        decoder.offset = (decoder.reader.at - decoder.start) as u32;
        index_of[decoder.offset as usize] = code.ops.len() as u32;
        code.offsets.push(decoder.offset);
        code.ops.push(decoder.instruction()?);
    }
    index_of[length] = code.ops.len() as u32;
    let place = |offset: u32| match index_of.get(offset as usize) {
        Some(index) if *index != u32::MAX => Ok(*index),
        _ => Err(format!(
            "a jump leads to byte {offset}, where no instruction starts"
        )),
    };
    for op in &mut code.ops {
        resolve_jumps(op, &place)?;
    }
    let end = code.ops.len() as u32;
    for handler in &info.handlers {
        let class = match handler.class {
            0 => None,
            index => Some(decoder.class(index)?),
        };
        let target = place(u32::from(handler.handler))?;
        if target >= end {
            return Err("a handler starts behind the code".to_owned());
        }
        code.handlers.push(Handler {
            start: place(u32::from(handler.start))?,
            end: place(u32::from(handler.end))?,
            handler: target,
            class,
        });
    }
    Ok(code)
}

/// Makes offsets indices.
fn resolve_jumps(op: &mut Op, place: &dyn Fn(u32) -> Result<u32>) -> Result<()> {
    match op {
        Op::If(_, to)
        | Op::IfCompare(_, to)
        | Op::IfSame(_, to)
        | Op::IfNull(_, to)
        | Op::Goto(to)
        | Op::Jsr(to) => *to = place(*to)?,
        Op::Switch(cases, default) => {
            for (_, to) in cases.iter_mut() {
                *to = place(*to)?;
            }
            *default = place(*default)?;
        }
        _ => {}
    }
    Ok(())
}

impl Decoder<'_> {
    fn constant(&self, index: u16) -> Result<PoolConstant> {
        self.file.constant(index, self.symbols)
    }

    fn class(&self, index: u16) -> Result<Symbol> {
        match self.constant(index)? {
            PoolConstant::Class(name) => Ok(name),
            _ => Err(format!("constant {index} is no class")),
        }
    }

    fn member(&mut self) -> Result<MemberRef> {
        let index = self.reader.u16()?;
        match self.constant(index)? {
            PoolConstant::Member(member) => Ok(member),
            _ => Err(format!("constant {index} is no field or method")),
        }
    }

    fn load_constant(&self, index: u16) -> Result<Op> {
        Ok(match self.constant(index)? {
            PoolConstant::Integer(value) => Op::Number(Kind::Int, u64::from(value as u32)),
            PoolConstant::Float(bits) => Op::Number(Kind::Float, u64::from(bits)),
            PoolConstant::Long(value) => Op::Number(Kind::Long, value as u64),
            PoolConstant::Double(bits) => Op::Number(Kind::Double, bits),
            PoolConstant::Class(name) => Op::ClassConstant(name),
            PoolConstant::String(text) => Op::Literal((self.literal)(text)),
            PoolConstant::MethodHandle(handle) => Op::HandleConstant(handle),
            PoolConstant::MethodType(descriptor) => Op::MethodTypeConstant(descriptor),
            PoolConstant::Dynamic(dynamic) => Op::DynamicConstant(dynamic),
            PoolConstant::Member(_) | PoolConstant::InvokeDynamic(_) => {
                return Err(format!("constant {index} cannot be loaded"));
            }
        })
    }

    fn i16(&mut self) -> Result<i32> {
        Ok(i32::from(self.reader.u16()? as i16))
    }

    /// Byte that a jump of that distance leads to.
    fn target(&self, distance: i32) -> u32 {
        self.offset.wrapping_add(distance as u32)
    }

    fn jump(&mut self) -> Result<u32> {
        let distance = self.i16()?;
        Ok(self.target(distance))
    }

    fn instruction(&mut self) -> Result<Op> {
        let opcode = self.reader.u8()?;
        let int = |value: i32| Op::Number(Kind::Int, u64::from(value as u32));
        Ok(match opcode {
            0 => Op::Nop,
            1 => Op::Null,
            2..=8 => int(i32::from(opcode) - 3),
            9 | 10 => Op::Number(Kind::Long, u64::from(opcode) - 9),
            11..=13 => Op::Number(Kind::Float, u64::from((f32::from(opcode) - 11.0).to_bits())),
            14 | 15 => Op::Number(Kind::Double, (f64::from(opcode) - 14.0).to_bits()),
            16 => int(i32::from(self.reader.u8()? as i8)),
            17 => int(self.i16()?),
            18 => {
                let index = u16::from(self.reader.u8()?);
                self.load_constant(index)?
            }
            19 | 20 => {
                let index = self.reader.u16()?;
                self.load_constant(index)?
            }
            21..=25 => Op::Load(
                KINDS[usize::from(opcode) - 21],
                u16::from(self.reader.u8()?),
            ),
            26..=45 => {
                let which = usize::from(opcode) - 26;
                Op::Load(KINDS[which / 4], which as u16 % 4)
            }
            46..=53 => Op::ArrayLoad(ELEMENTS[usize::from(opcode) - 46]),
            54..=58 => Op::Store(
                KINDS[usize::from(opcode) - 54],
                u16::from(self.reader.u8()?),
            ),
            59..=78 => {
                let which = usize::from(opcode) - 59;
                Op::Store(KINDS[which / 4], which as u16 % 4)
            }
            79..=86 => Op::ArrayStore(ELEMENTS[usize::from(opcode) - 79]),
            87 => Op::Pop,
            88 => Op::Pop2,
            89..=91 => Op::Dup { skip: opcode - 89 },
            92..=94 => Op::Dup2 { skip: opcode - 92 },
            95 => Op::Swap,
            96..=119 => arithmetic(opcode),
            120..=131 => {
                const OPS: [BinaryOp; 6] = [
                    BinaryOp::Shl,
                    BinaryOp::Ashr,
                    BinaryOp::Lshr,
                    BinaryOp::And,
                    BinaryOp::Or,
                    BinaryOp::Xor,
                ];
                let which = usize::from(opcode) - 120;
                Op::Binary(OPS[which / 2], KINDS[which % 2])
            }
            132 => {
                let local = u16::from(self.reader.u8()?);
                Op::Increment(local, i32::from(self.reader.u8()? as i8))
            }
            133..=144 => {
                let which = usize::from(opcode) - 133;
                let from = which / 3;
                let to = (0..4).filter(|kind| *kind != from).nth(which % 3);
                Op::Convert(KINDS[from], KINDS[to.unwrap_or(0)])
            }
            145 => Op::Narrow(Primitive::Byte),
            146 => Op::Narrow(Primitive::Char),
            147 => Op::Narrow(Primitive::Short),
            148 => Op::CompareLong,
            149 => Op::CompareFloat(Kind::Float, -1),
            150 => Op::CompareFloat(Kind::Float, 1),
            151 => Op::CompareFloat(Kind::Double, -1),
            152 => Op::CompareFloat(Kind::Double, 1),
            153..=158 => Op::If(CONDITIONS[usize::from(opcode) - 153], self.jump()?),
            159..=164 => Op::IfCompare(CONDITIONS[usize::from(opcode) - 159], self.jump()?),
            165 | 166 => Op::IfSame(opcode == 165, self.jump()?),
            167 => Op::Goto(self.jump()?),
            168 => Op::Jsr(self.jump()?),
            169 => Op::Ret(u16::from(self.reader.u8()?)),
            170 | 171 => self.switch(opcode == 170)?,
            172..=176 => Op::Return(Some(KINDS[usize::from(opcode) - 172])),
            177 => Op::Return(None),
            178 => Op::GetStatic(self.member()?),
            179 => Op::PutStatic(self.member()?),
            180 => Op::GetField(self.member()?),
            181 => Op::PutField(self.member()?),
            182 => Op::Invoke(Invoke::Virtual, self.member()?),
            183 => Op::Invoke(Invoke::Special, self.member()?),
            184 => Op::Invoke(Invoke::Static, self.member()?),
            185 => {
                let member = self.member()?;
                self.reader.u16()?;
                Op::Invoke(Invoke::Interface, member)
            }
            186 => {
                let index = self.reader.u16()?;
                self.reader.u16()?;
                match self.constant(index)? {
                    PoolConstant::InvokeDynamic(dynamic) => Op::InvokeDynamic(dynamic),
                    _ => return Err(format!("constant {index} is no dynamic call site")),
                }
            }
            187 => {
                let index = self.reader.u16()?;
                Op::New(self.class(index)?)
            }
            188 => {
                const NAMES: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
                let code = usize::from(self.reader.u8()?);
                let name = code.checked_sub(4).and_then(|index| NAMES.get(index));
                let name = name.ok_or_else(|| format!("newarray of the unknown type {code}"))?;
                Op::NewArray(self.symbols.intern(name))
            }
            189 => {
                let index = self.reader.u16()?;
                let element = self.class(index)?;
                Op::NewArray(self.array_of(element))
            }
            190 => Op::ArrayLength,
            191 => Op::Throw,
            192 => {
                let index = self.reader.u16()?;
                Op::CheckCast(self.class(index)?)
            }
            193 => {
                let index = self.reader.u16()?;
                Op::InstanceOf(self.class(index)?)
            }
            194 | 195 => Op::Monitor,
            196 => self.wide()?,
            197 => {
                let index = self.reader.u16()?;
                Op::NewMultiArray(self.class(index)?, self.reader.u8()?)
            }
            198 | 199 => Op::IfNull(opcode == 198, self.jump()?),
            200 | 201 => {
                let distance = self.reader.u32()? as i32;
                let target = self.target(distance);
                if opcode == 200 {
                    Op::Goto(target)
                } else {
                    Op::Jsr(target)
                }
            }
            _ => return Err(format!("unknown opcode {opcode} at byte {}", self.offset)),
        })
    }

    fn array_of(&self, element: Symbol) -> Symbol {
        let name = self.symbols.text(element);
        let array = if name.starts_with('[') {
            format!("[{name}")
        } else {
            format!("[L{name};")
        };
        self.symbols.intern(&array)
    }

    fn wide(&mut self) -> Result<Op> {
        let opcode = self.reader.u8()?;
        let local = self.reader.u16()?;
        Ok(match opcode {
            21..=25 => Op::Load(KINDS[usize::from(opcode) - 21], local),
            54..=58 => Op::Store(KINDS[usize::from(opcode) - 54], local),
            132 => Op::Increment(local, self.i16()?),
            169 => Op::Ret(local),
            _ => return Err(format!("wide before opcode {opcode}")),
        })
    }

    fn switch(&mut self, table: bool) -> Result<Op> {
        while !(self.reader.at - self.start).is_multiple_of(4) {
            self.reader.u8()?;
        }
        let mut word = || Ok::<i32, String>(self.reader.u32()? as i32);
        let default = word()?;
        let mut cases = Vec::new();
        if table {
            let (low, high) = (word()?, word()?);
            if high < low {
                return Err("tableswitch with its bounds exchanged".to_owned());
            }
            for value in low..=high {
                cases.push((value, word()?));
            }
        } else {
            let count = word()?;
            if count < 0 {
                return Err("lookupswitch with a negative number of cases".to_owned());
            }
            for _ in 0..count {
                let value = word()?;
                cases.push((value, word()?));
            }
        }
        let cases = cases
            .into_iter()
            .map(|(value, distance)| (value, self.target(distance)));
        Ok(Op::Switch(cases.collect(), self.target(default)))
    }
}

/// `iadd` to `dneg`.
fn arithmetic(opcode: u8) -> Op {
    let which = usize::from(opcode) - 96;
    let kind = KINDS[which % 4];
    let floating = kind.format().is_some();
    match which / 4 {
        0 if floating => Op::FloatBinary(FloatOp::Add, kind),
        1 if floating => Op::FloatBinary(FloatOp::Sub, kind),
        2 if floating => Op::FloatBinary(FloatOp::Mul, kind),
        3 if floating => Op::FloatBinary(FloatOp::Div, kind),
        4 if floating => Op::FloatBinary(FloatOp::Rem, kind),
        0 => Op::Binary(BinaryOp::Add, kind),
        1 => Op::Binary(BinaryOp::Sub, kind),
        2 => Op::Binary(BinaryOp::Mul, kind),
        which @ (3 | 4) => Op::Divide {
            kind,
            remainder: which == 4,
        },
        _ => Op::Negate(kind),
    }
}
