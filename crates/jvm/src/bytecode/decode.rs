//! Bytes of a method's code to instructions.

use crate::bytecode::{Code, Condition, FloatOp, Handler, Invoke, Op};
use crate::class_file::{ClassFile, CodeInfo, FormatError, MemberRef, PoolConstant, Reader};
use crate::descriptor::{JavaType, Kind};
use crate::symbol::{Symbol, Symbols};
use ir::{BinaryOp, LiteralId, Primitive};

/// Why a method's code is none, and where in it.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{what}, at byte {offset} of the code")]
pub struct DecodeError {
    /// Where the instruction starts, in bytes of the code; its length for a table behind it.
    pub offset: u32,
    /// What is wrong there.
    pub what: DecodeErrorKind,
}

/// What can be wrong with an instruction or a handler.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum DecodeErrorKind {
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error("unknown opcode {0}")]
    Opcode(u8),
    #[error("wide before opcode {0}")]
    Wide(u8),
    #[error("newarray of the unknown type {0}")]
    ElementType(u8),
    #[error("tableswitch with its bounds exchanged")]
    SwitchBounds,
    #[error("lookupswitch with a negative number of cases")]
    SwitchCases,
    #[error("constant {index} is no {wanted}")]
    Constant { index: u16, wanted: &'static str },
    #[error("a jump leads to byte {0}, where no instruction starts")]
    Jump(u32),
    #[error("an exception handler starts or ends at byte {0}, where no instruction starts")]
    Handler(u32),
}

type Result<T, E = DecodeErrorKind> = std::result::Result<T, E>;

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
) -> Result<Code, DecodeError> {
    let bytes = &file.bytes()[..info.range.end];
    let mut decoder = Decoder {
        file,
        symbols,
        literal,
        reader: Reader::new(bytes, info.range.start),
        start: info.range.start,
        offset: 0,
    };
    let code = decoder.code(info);
    code.map_err(|what| DecodeError {
        offset: decoder.offset,
        what,
    })
}

/// Index of the instruction at each byte of the code, and their number at its end.
struct Starts(Vec<Option<u32>>);

impl Starts {
    fn at(&self, offset: u32) -> Option<u32> {
        self.0.get(offset as usize).copied().flatten()
    }

    /// Makes the offsets in an instruction indices.
    fn resolve_jumps(&self, op: &mut Op) -> Result<()> {
        let resolve = |to: &mut u32| match self.at(*to) {
            Some(index) => {
                *to = index;
                Ok(())
            }
            None => Err(DecodeErrorKind::Jump(*to)),
        };
        match op {
            Op::If(_, to)
            | Op::IfCompare(_, to)
            | Op::IfSame(_, to)
            | Op::IfNull(_, to)
            | Op::Goto(to)
            | Op::Jsr(to) => resolve(to)?,
            Op::Switch(cases, default) => {
                cases.iter_mut().try_for_each(|(_, to)| resolve(to))?;
                resolve(default)?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn wrong(index: u16, wanted: &'static str) -> DecodeErrorKind {
    DecodeErrorKind::Constant { index, wanted }
}

impl Decoder<'_> {
    fn code(&mut self, info: &CodeInfo) -> Result<Code> {
        let length = info.range.len();
        let mut starts = Starts(vec![None; length + 1]);
        let mut code = Code {
            max_locals: info.max_locals,
            ..Code::default()
        };
        while self.reader.at < info.range.end {
            self.offset = (self.reader.at - self.start) as u32;
            starts.0[self.offset as usize] = Some(code.ops.len() as u32);
            code.offsets.push(self.offset);
            code.ops.push(self.instruction()?);
        }
        let end = code.ops.len() as u32;
        starts.0[length] = Some(end);
        for (op, offset) in code.ops.iter_mut().zip(&code.offsets) {
            self.offset = *offset;
            starts.resolve_jumps(op)?;
        }
        self.offset = length as u32;
        for handler in &info.handlers {
            let class = match handler.class {
                0 => None,
                index => Some(self.class(index)?),
            };
            let place = |byte: u16| {
                let byte = u32::from(byte);
                starts.at(byte).ok_or(DecodeErrorKind::Handler(byte))
            };
            let first = place(handler.handler)?;
            if first >= end {
                return Err(DecodeErrorKind::Handler(u32::from(handler.handler)));
            }
            code.handlers.push(Handler {
                start: place(handler.start)?,
                end: place(handler.end)?,
                handler: first,
                class,
            });
        }
        Ok(code)
    }

    fn constant(&self, index: u16) -> Result<PoolConstant> {
        Ok(self.file.constant(index, self.symbols)?)
    }

    fn class(&self, index: u16) -> Result<Symbol> {
        match self.constant(index)? {
            PoolConstant::Class(name) => Ok(name),
            _ => Err(wrong(index, "class")),
        }
    }

    fn member(&mut self) -> Result<MemberRef> {
        let index = self.reader.u16()?;
        match self.constant(index)? {
            PoolConstant::Member(member) => Ok(member),
            _ => Err(wrong(index, "field or method")),
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
                return Err(wrong(index, "value"));
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
                    _ => return Err(wrong(index, "dynamic call site")),
                }
            }
            187 => {
                let index = self.reader.u16()?;
                Op::New(self.class(index)?)
            }
            188 => {
                const NAMES: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
                let code = self.reader.u8()?;
                let name = usize::from(code).checked_sub(4);
                let name = name.and_then(|index| NAMES.get(index));
                let name = name.ok_or(DecodeErrorKind::ElementType(code))?;
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
            _ => return Err(DecodeErrorKind::Opcode(opcode)),
        })
    }

    fn array_of(&self, element: Symbol) -> Symbol {
        let name = self.symbols.text(element);
        let array = format!("[{}", JavaType::Reference(name).descriptor());
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
            _ => return Err(DecodeErrorKind::Wide(opcode)),
        })
    }

    fn switch(&mut self, table: bool) -> Result<Op> {
        while !(self.reader.at - self.start).is_multiple_of(4) {
            self.reader.u8()?;
        }
        let mut word = || Ok::<i32, DecodeErrorKind>(self.reader.u32()? as i32);
        let default = word()?;
        let mut cases = Vec::new();
        if table {
            let (low, high) = (word()?, word()?);
            if high < low {
                return Err(DecodeErrorKind::SwitchBounds);
            }
            for value in low..=high {
                cases.push((value, word()?));
            }
        } else {
            let count = word()?;
            if count < 0 {
                return Err(DecodeErrorKind::SwitchCases);
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
