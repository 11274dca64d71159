//! Random blocks.

use super::{Random, location, text, ty};
use ir::{
    BinaryOp, Block, BlockId, CastOp, CompareOp, Constant, Edge, ErrorKind, FloatBinaryOp,
    FloatCompareOp, FloatFormat, FloatUnaryOp, Function, FunctionId, GlobalId, Instruction,
    InstructionKind, Intrinsic, Module, Operand, Reg, Rounding, Terminator, TerminatorKind, Type,
    UnaryOp,
};

const BINARY: [BinaryOp; 15] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Udiv,
    BinaryOp::Sdiv,
    BinaryOp::Urem,
    BinaryOp::Srem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Lshr,
    BinaryOp::Ashr,
    BinaryOp::RotateLeft,
    BinaryOp::RotateRight,
];
const UNARY: [UnaryOp; 7] = [
    UnaryOp::Not,
    UnaryOp::Negate,
    UnaryOp::CountOnes,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::ByteSwap,
    UnaryOp::BitReverse,
];
const COMPARE: [CompareOp; 16] = [
    CompareOp::Eq,
    CompareOp::Ne,
    CompareOp::Ult,
    CompareOp::Ule,
    CompareOp::Ugt,
    CompareOp::Uge,
    CompareOp::Slt,
    CompareOp::Sle,
    CompareOp::Sgt,
    CompareOp::Sge,
    CompareOp::UaddOverflows,
    CompareOp::SaddOverflows,
    CompareOp::UsubOverflows,
    CompareOp::SsubOverflows,
    CompareOp::UmulOverflows,
    CompareOp::SmulOverflows,
];
const FLOAT_BINARY: [FloatBinaryOp; 9] = [
    FloatBinaryOp::Add,
    FloatBinaryOp::Sub,
    FloatBinaryOp::Mul,
    FloatBinaryOp::Div,
    FloatBinaryOp::Fmod,
    FloatBinaryOp::Remainder,
    FloatBinaryOp::Min,
    FloatBinaryOp::Max,
    FloatBinaryOp::CopySign,
];
const FLOAT_UNARY: [FloatUnaryOp; 8] = [
    FloatUnaryOp::Negate,
    FloatUnaryOp::Absolute,
    FloatUnaryOp::Sqrt,
    FloatUnaryOp::Round(Rounding::NearestEven),
    FloatUnaryOp::Round(Rounding::NearestAway),
    FloatUnaryOp::Round(Rounding::TowardPositive),
    FloatUnaryOp::Round(Rounding::TowardNegative),
    FloatUnaryOp::Round(Rounding::TowardZero),
];
const FLOAT_COMPARE: [FloatCompareOp; 14] = [
    FloatCompareOp::Oeq,
    FloatCompareOp::Ogt,
    FloatCompareOp::Oge,
    FloatCompareOp::Olt,
    FloatCompareOp::Ole,
    FloatCompareOp::One,
    FloatCompareOp::Ord,
    FloatCompareOp::Uno,
    FloatCompareOp::Ueq,
    FloatCompareOp::Ugt,
    FloatCompareOp::Uge,
    FloatCompareOp::Ult,
    FloatCompareOp::Ule,
    FloatCompareOp::Une,
];
const FORMATS: [FloatFormat; 5] = [
    FloatFormat::Half,
    FloatFormat::Single,
    FloatFormat::Double,
    FloatFormat::X87,
    FloatFormat::Quad,
];

/// Gives a function random blocks.
pub fn fill(
    random: &mut Random,
    function: &mut Function,
    signatures: &[Function],
    module: &Module,
) {
    let mut body = Body {
        random,
        function,
        signatures,
        module,
        blocks: 0,
        decisions: 0,
    };
    for _ in 0..body.random.below(6) {
        let ty = ty(body.random);
        body.function.registers.push(ty);
    }
    body.blocks = 1 + body.random.below(5);
    for _ in 0..body.blocks {
        let instructions = (0..body.random.below(6))
            .map(|_| body.instruction())
            .collect();
        let terminator = body.terminator();
        body.function.blocks.push(Block {
            instructions,
            terminator,
        });
    }
}

struct Body<'a> {
    random: &'a mut Random,
    function: &'a mut Function,
    signatures: &'a [Function],
    module: &'a Module,
    blocks: usize,
    decisions: u32,
}

impl Body<'_> {
    fn location(&mut self) -> ir::Location {
        location(self.random, self.module.files.len())
    }

    /// A register of that type, new if need be.
    fn register(&mut self, ty: Type) -> Reg {
        let all: Vec<u32> = (0..self.function.registers.len() as u32)
            .filter(|index| self.function.registers[*index as usize] == ty)
            .collect();
        if all.is_empty() || self.random.chance(1, 5) {
            self.function.registers.push(ty);
            return Reg(self.function.registers.len() as u32 - 1);
        }
        Reg(*self.random.pick(&all))
    }

    fn constant(&mut self, ty: Type) -> Constant {
        let functions = self.signatures.len();
        let globals = self.module.globals.len();
        if ty == Type::Ptr && globals > 0 && self.random.chance(1, 3) {
            let id = GlobalId(self.random.below(globals) as u32);
            return Constant::Global(id, self.random.offset());
        }
        if ty == Type::Ptr && functions > 0 && self.random.chance(1, 3) {
            return Constant::Function(FunctionId(self.random.below(functions) as u32));
        }
        self.number(ty.width())
    }

    fn number(&mut self, width: u32) -> Constant {
        let limbs = width.div_ceil(64) as usize;
        let mut value: Vec<u64> = match self.random.below(4) {
            0 => vec![0; limbs],
            1 => vec![u64::MAX; limbs],
            _ => (0..limbs).map(|_| self.random.next()).collect(),
        };
        if self.random.chance(1, 2) {
            value[0] = self.random.small();
        }
        if !width.is_multiple_of(64) {
            value[limbs - 1] &= (1 << (width % 64)) - 1;
        }
        if width <= 64 {
            Constant::Bits(value[0])
        } else {
            Constant::Wide(value.into())
        }
    }

    fn operand(&mut self, ty: Type) -> Operand {
        if self.random.chance(2, 3) {
            Operand::Register(self.register(ty))
        } else {
            Operand::Constant(self.constant(ty))
        }
    }

    fn instruction(&mut self) -> Instruction {
        let kind = self.instruction_kind();
        Instruction {
            kind,
            location: self.location(),
        }
    }

    fn int(&mut self) -> Type {
        Type::Int(*self.random.pick(&[1, 8, 32, 64, 65, 128]))
    }

    fn instruction_kind(&mut self) -> InstructionKind {
        match self.random.below(22) {
            0 => {
                let ty = ty(self.random);
                InstructionKind::Copy {
                    to: self.register(ty),
                    value: self.operand(ty),
                }
            }
            1 => {
                let ty = self.int();
                InstructionKind::Binary {
                    op: *self.random.pick(&BINARY),
                    to: self.register(ty),
                    left: self.operand(ty),
                    right: self.operand(ty),
                }
            }
            2 => self.unary(),
            3 => {
                let op = *self.random.pick(&COMPARE);
                let ty = if self.random.chance(1, 3) {
                    Type::Ptr
                } else {
                    self.int()
                };
                InstructionKind::Compare {
                    op,
                    ty,
                    to: self.register(Type::Int(1)),
                    left: self.operand(ty),
                    right: self.operand(ty),
                }
            }
            4..=7 => self.float(),
            8 => self.cast(),
            9 => {
                let ty = ty(self.random);
                InstructionKind::Select {
                    to: self.register(ty),
                    condition: self.operand(Type::Int(1)),
                    then: self.operand(ty),
                    otherwise: self.operand(ty),
                }
            }
            10 => {
                let ty = ty(self.random);
                InstructionKind::Load {
                    to: self.register(ty),
                    address: self.operand(Type::Ptr),
                }
            }
            11 => {
                let ty = ty(self.random);
                InstructionKind::Store {
                    ty,
                    value: self.operand(ty),
                    address: self.operand(Type::Ptr),
                }
            }
            12 => InstructionKind::Alloca {
                to: self.register(Type::Ptr),
                size: self.operand(Type::Int(64)),
                align: 1 << self.random.below(5),
                name: text(self.random),
            },
            13 | 14 => self.call(),
            15 => self.call_indirect(),
            16 => self.intrinsic(),
            17..=20 => self.object(),
            _ => InstructionKind::Unsupported {
                what: text(self.random),
            },
        }
    }

    /// An instruction on objects, or one on classes if the module has what it needs.
    fn object(&mut self) -> InstructionKind {
        let slot = *self.random.pick(&[
            Type::Int(8),
            Type::Int(16),
            Type::Int(32),
            Type::Int(64),
            Type::Ptr,
            Type::Float(FloatFormat::Single),
            Type::Float(FloatFormat::Double),
        ]);
        let classes = self.module.objects.classes.len();
        let (first, limit) = if classes == 0 { (2, 9) } else { (0, 14) };
        match first + self.random.below(limit - first) {
            0 => InstructionKind::GetField {
                to: self.register(slot),
                object: self.operand(Type::Ptr),
                class: self.class(classes),
                offset: self.random.small() as u32,
            },
            1 => InstructionKind::PutField {
                ty: slot,
                object: self.operand(Type::Ptr),
                class: self.class(classes),
                offset: self.random.small() as u32,
                value: self.operand(slot),
            },
            2 => InstructionKind::ArrayLoad {
                to: self.register(slot),
                array: self.operand(Type::Ptr),
                index: self.operand(Type::Int(32)),
            },
            3 => InstructionKind::ArrayStore {
                ty: slot,
                array: self.operand(Type::Ptr),
                index: self.operand(Type::Int(32)),
                value: self.operand(slot),
            },
            4 => InstructionKind::ArrayLength {
                to: self.register(Type::Int(32)),
                array: self.operand(Type::Ptr),
            },
            5 => InstructionKind::ClassOf {
                to: self.register(Type::Int(32)),
                object: self.operand(Type::Ptr),
            },
            6 => InstructionKind::Resolve {
                to: self.register(Type::Ptr),
                value: self.operand(Type::Ptr),
            },
            7 => InstructionKind::IsNull {
                to: self.register(Type::Int(1)),
                value: self.operand(Type::Ptr),
            },
            8 => self.selector_or_literal(),
            kind => self.on_class(kind, classes),
        }
    }

    fn selector_or_literal(&mut self) -> InstructionKind {
        let (selectors, literals) = (
            self.module.objects.selectors.len(),
            self.module.objects.literals.len(),
        );
        if literals > 0 && self.random.chance(1, 2) {
            return InstructionKind::StringLiteral {
                to: self.register(Type::Ptr),
                literal: ir::LiteralId(self.random.below(literals) as u32),
            };
        }
        if selectors == 0 {
            return self.cast();
        }
        let results = [ty(self.random), Type::Ptr];
        let results = self.results(&results);
        let (arguments, types, _) = self.arguments(&[Type::Ptr]);
        InstructionKind::CallVirtual {
            results,
            selector: ir::SelectorId(self.random.below(selectors) as u32),
            arguments,
            types,
        }
    }

    fn class(&mut self, classes: usize) -> ir::ClassId {
        ir::ClassId(self.random.below(classes) as u32)
    }

    fn on_class(&mut self, kind: usize, classes: usize) -> InstructionKind {
        let class = self.class(classes);
        let found = self.module.objects.classes[class.0 as usize].class.kind;
        let to = self.register(Type::Ptr);
        match kind {
            9 | 10 if matches!(found, ir::ClassKind::Array { .. }) => InstructionKind::NewArray {
                to,
                class,
                length: self.operand(Type::Int(32)),
            },
            9 | 10 => InstructionKind::New { to, class },
            11 => InstructionKind::IsInstance {
                to: self.register(Type::Int(1)),
                object: self.operand(Type::Ptr),
                class,
            },
            12 => InstructionKind::Statics { to, class },
            _ => InstructionKind::ClassObject { to, class },
        }
    }

    fn unary(&mut self) -> InstructionKind {
        let op = *self.random.pick(&UNARY);
        let ty = if op == UnaryOp::ByteSwap {
            Type::Int(32)
        } else {
            self.int()
        };
        InstructionKind::Unary {
            op,
            to: self.register(ty),
            value: self.operand(ty),
        }
    }

    fn float(&mut self) -> InstructionKind {
        let format = *self.random.pick(&FORMATS);
        let ty = Type::Float(format);
        match self.random.below(4) {
            0 => InstructionKind::FloatBinary {
                op: *self.random.pick(&FLOAT_BINARY),
                format,
                to: self.register(ty),
                left: self.operand(ty),
                right: self.operand(ty),
            },
            1 => InstructionKind::FloatUnary {
                op: *self.random.pick(&FLOAT_UNARY),
                format,
                to: self.register(ty),
                value: self.operand(ty),
            },
            2 => InstructionKind::FloatFma {
                format,
                to: self.register(ty),
                a: self.operand(ty),
                b: self.operand(ty),
                c: self.operand(ty),
            },
            _ => InstructionKind::FloatCompare {
                op: *self.random.pick(&FLOAT_COMPARE),
                format,
                to: self.register(Type::Int(1)),
                left: self.operand(ty),
                right: self.operand(ty),
            },
        }
    }

    fn cast(&mut self) -> InstructionKind {
        let float = Type::Float(*self.random.pick(&FORMATS));
        let int = self.int();
        let (op, from, to) = match self.random.below(8) {
            0 => (CastOp::ZeroExtend, Type::Int(8), Type::Int(65)),
            1 => (CastOp::SignExtend, Type::Int(1), Type::Int(32)),
            2 => (CastOp::Truncate, Type::Int(65), Type::Int(8)),
            3 => (CastOp::FloatToSigned, float, int),
            4 => (CastOp::FloatToUnsigned, float, int),
            5 => (CastOp::SignedToFloat, int, float),
            6 => (CastOp::UnsignedToFloat, int, float),
            _ => (
                CastOp::FloatToFloat,
                Type::Float(FloatFormat::X87),
                Type::Float(FloatFormat::Single),
            ),
        };
        InstructionKind::Cast {
            op,
            from,
            to: self.register(to),
            value: self.operand(from),
        }
    }

    /// Destinations of different registers.
    fn results(&mut self, types: &[Type]) -> Vec<Reg> {
        let mut results = Vec::new();
        for ty in types {
            let register = self.register(*ty);
            if results.contains(&register) {
                break;
            }
            results.push(register);
        }
        results
    }

    fn arguments(&mut self, types: &[Type]) -> (Vec<Operand>, Vec<Type>, Vec<(u32, u64)>) {
        let mut types = types.to_vec();
        let fixed = types.len();
        types.extend((0..self.random.below(3)).map(|_| ty(self.random)));
        let by_value = (fixed..types.len())
            .filter(|index| types[*index] == Type::Ptr)
            .map(|index| (index as u32, self.random.small()))
            .collect();
        (
            types.iter().map(|ty| self.operand(*ty)).collect(),
            types,
            by_value,
        )
    }

    fn call(&mut self) -> InstructionKind {
        let function = self.random.below(self.signatures.len());
        let callee = &self.signatures[function];
        let parameters: Vec<Type> = callee
            .parameters
            .iter()
            .map(|p| callee.registers[p.register.0 as usize])
            .collect();
        let results = self.results(&callee.results);
        let (mut arguments, mut types, mut by_value) = self.arguments(&parameters);
        if !callee.variadic {
            arguments.truncate(parameters.len());
            types.truncate(parameters.len());
            by_value.clear();
        }
        let function = FunctionId(function as u32);
        InstructionKind::Call {
            results,
            function,
            arguments,
            types,
            by_value,
        }
    }

    fn call_indirect(&mut self) -> InstructionKind {
        let types: Vec<Type> = (0..self.random.below(3)).map(|_| ty(self.random)).collect();
        let results = self.results(&types);
        let callee = self.operand(Type::Ptr);
        let (arguments, types, by_value) = self.arguments(&[]);
        InstructionKind::CallIndirect {
            results,
            callee,
            arguments,
            types,
            by_value,
        }
    }

    fn intrinsic(&mut self) -> InstructionKind {
        let all: Vec<Intrinsic> = Intrinsic::all().collect();
        let intrinsic = *self.random.pick(&all);
        let signature = intrinsic.signature();
        let result = signature.result.filter(|_| self.random.chance(2, 3));
        InstructionKind::CallIntrinsic {
            result: result.map(|ty| self.register(ty)),
            intrinsic,
            arguments: signature
                .parameters
                .iter()
                .map(|ty| self.operand(*ty))
                .collect(),
        }
    }

    fn terminator(&mut self) -> Terminator {
        let kind = self.terminator_kind();
        Terminator {
            kind,
            location: self.location(),
        }
    }

    fn edge(&mut self) -> Edge {
        let target = BlockId(1 + self.random.below(self.blocks - 1) as u32);
        let types: Vec<Type> = (0..self.random.below(3)).map(|_| ty(self.random)).collect();
        let targets = self.results(&types);
        let moves = targets
            .into_iter()
            .map(|to| (to, self.operand(self.function.registers[to.0 as usize])))
            .collect();
        Edge { target, moves }
    }

    fn terminator_kind(&mut self) -> TerminatorKind {
        let decision = self.random.chance(1, 2).then_some(self.decisions);
        self.decisions += 1;
        match self.random.below(6) {
            0 => {
                let kind = *self.random.pick(ErrorKind::ALL);
                TerminatorKind::Error {
                    kind,
                    message: text(self.random),
                }
            }
            1 | 2 if self.blocks > 1 => TerminatorKind::Branch {
                condition: self.operand(Type::Int(1)),
                then: self.edge(),
                otherwise: self.edge(),
                decision,
            },
            3 if self.blocks > 1 => {
                let ty = self.int();
                let mut cases: Vec<(Constant, Edge)> = Vec::new();
                for _ in 0..self.random.below(4) {
                    let case = self.number(ty.width());
                    if cases.iter().all(|(other, _)| *other != case) {
                        cases.push((case, self.edge()));
                    }
                }
                let value = self.operand(ty);
                TerminatorKind::Switch {
                    value,
                    ty,
                    cases,
                    default: self.edge(),
                    decision,
                }
            }
            4 if self.blocks > 1 => TerminatorKind::Jump(self.edge()),
            _ => {
                let results = self.function.results.clone();
                TerminatorKind::Return(results.iter().map(|ty| self.operand(*ty)).collect())
            }
        }
    }
}
