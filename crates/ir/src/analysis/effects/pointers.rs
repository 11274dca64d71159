//! Where the pointers of a function come from, flow-insensitively: each register has all roots that any
//! of its definitions gives it.

use super::parameters;
use crate::{
    BinaryOp, CIntrinsic, ClassId, Constant, Function, GlobalId, InstructionKind, Intrinsic,
    Operand, Reg, Type,
};
use std::collections::BTreeSet;

/// Where a pointer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// Memory, a callee, or a number: it may point anywhere that was ever told of.
    Unknown,
    /// Into a global.
    Global(GlobalId),
    /// An argument, or an offset that was added to something else that is an address.
    Parameter(u32),
    /// An argument with nothing added but numbers.
    Whole(u32),
    /// The statics of a class.
    Statics(ClassId),
    /// A stack object of the call itself, by its register.
    Own(Reg),
    /// An object that the call made.
    Fresh,
    /// A number that may be a part of an address, since it has fewer bits or is made of such: an offset
    /// where it is added to an address, and an address of anything where it stands alone.
    Part,
}

/// What all definitions of a register add to the arguments that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Offset {
    /// There is no definition yet.
    None,
    Known(u64),
    Any,
}

impl Offset {
    /// With another definition.
    fn or(self, other: Offset) -> Offset {
        match (self, other) {
            (Offset::None, one) | (one, Offset::None) => one,
            (one, other) if one == other => one,
            _ => Offset::Any,
        }
    }

    fn plus(self, by: u64) -> Offset {
        match self {
            Offset::Known(offset) => Offset::Known(offset.wrapping_add(by)),
            other => other,
        }
    }
}

/// The roots of each register.
pub(super) struct Pointers {
    roots: Vec<BTreeSet<Root>>,
    /// What was added to the arguments that they come from.
    offsets: Vec<Offset>,
    /// Bytes of the variables whose addresses registers hold; 0 for others and where it is not known.
    sizes: Vec<u64>,
    /// Registers that may hold a whole address.
    holds_address: Vec<bool>,
}

impl Pointers {
    pub(super) fn of(function: &Function) -> Pointers {
        let mut pointers = Pointers {
            roots: vec![BTreeSet::new(); function.registers.len()],
            offsets: vec![Offset::None; function.registers.len()],
            sizes: vec![0; function.registers.len()],
            holds_address: function.registers.iter().map(may_be_address).collect(),
        };
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let InstructionKind::Alloca { to, size, .. } = &instruction.kind
                && let Operand::Constant(Constant::Bits(size)) = size
            {
                pointers.sizes[to.0 as usize] = *size;
            }
        }
        for (number, register) in parameters(function) {
            pointers.add(register, vec![Root::Whole(number)], Offset::Known(0));
        }
        let private = private_variables(function);
        let mut contents = vec![(BTreeSet::new(), Offset::None); function.registers.len()];
        while pointers.step(function, &private, &mut contents) {}
        pointers
    }

    /// Goes over the function once; false if nothing was added.
    fn step(
        &mut self,
        function: &Function,
        private: &[bool],
        contents: &mut [(BTreeSet<Root>, Offset)],
    ) -> bool {
        let mut added = false;
        for block in &function.blocks {
            for instruction in &block.instructions {
                added |= self.follow(&instruction.kind, private, contents);
            }
            for edge in block.terminator.kind.edges() {
                for (to, value) in &edge.moves {
                    added |= self.add(*to, self.of_operand(value), self.offset(value));
                }
            }
        }
        added
    }

    fn follow(
        &mut self,
        kind: &InstructionKind,
        private: &[bool],
        contents: &mut [(BTreeSet<Root>, Offset)],
    ) -> bool {
        match kind {
            InstructionKind::Copy { to, value } | InstructionKind::Resolve { to, value } => {
                self.add(*to, self.of_operand(value), self.offset(value))
            }
            InstructionKind::Unary { to, value, .. } | InstructionKind::Cast { to, value, .. } => {
                self.add(*to, self.of_operand(value), Offset::Any)
            }
            InstructionKind::Binary {
                to,
                op,
                left,
                right,
            } => {
                let offset = self.sum(*op, left, right);
                let (left, right) = (self.of_operand(left), self.of_operand(right));
                self.add(*to, combined(&left, &right), offset)
            }
            InstructionKind::Select {
                to,
                then: left,
                otherwise: right,
                ..
            } => {
                let mut roots = self.of_operand(left);
                roots.extend(self.of_operand(right));
                self.add(*to, roots, self.offset(left).or(self.offset(right)))
            }
            InstructionKind::Alloca { to, .. } => self.add(*to, vec![Root::Own(*to)], Offset::Any),
            InstructionKind::New { to, .. } | InstructionKind::NewArray { to, .. } => {
                self.add(*to, vec![Root::Fresh], Offset::Any)
            }
            InstructionKind::Statics { to, class } => {
                self.add(*to, vec![Root::Statics(*class)], Offset::Any)
            }
            InstructionKind::CallIntrinsic {
                result: Some(to),
                intrinsic: Intrinsic::C(CIntrinsic::Malloc),
                ..
            } => self.add(*to, vec![Root::Fresh], Offset::Any),
            // What a variable holds that nobody else knows of is known.
            InstructionKind::Store { value, address, .. } => {
                let roots = self.of_operand(value);
                match variable(address).filter(|variable| private[variable.0 as usize]) {
                    Some(variable) => {
                        let (known, offset) = &mut contents[variable.0 as usize];
                        let before = *offset;
                        *offset = before.or(self.offset(value));
                        extend(known, roots) | (before != *offset)
                    }
                    None => false,
                }
            }
            InstructionKind::Load { to, address } => {
                match variable(address).filter(|variable| private[variable.0 as usize]) {
                    Some(variable) => {
                        let (roots, offset) = &contents[variable.0 as usize];
                        let (roots, offset) = (roots.iter().copied().collect(), *offset);
                        self.add(*to, roots, offset)
                    }
                    None => self.add(*to, vec![Root::Unknown], Offset::Any),
                }
            }
            _ => {
                let mut added = false;
                for &to in kind.destinations() {
                    added |= self.add(to, vec![Root::Unknown], Offset::Any);
                }
                added
            }
        }
    }

    fn add(&mut self, register: Reg, mut roots: Vec<Root>, offset: Offset) -> bool {
        if !self.holds_address[register.0 as usize] && !roots.is_empty() {
            roots = vec![Root::Part];
        }
        let known = &mut self.offsets[register.0 as usize];
        let before = *known;
        *known = before.or(offset);
        let moved = before != *known;
        extend(&mut self.roots[register.0 as usize], roots) | moved
    }

    /// What an operation of two values has added, where it adds or subtracts a number that the code says.
    fn sum(&self, op: BinaryOp, left: &Operand, right: &Operand) -> Offset {
        match (op, constant(left), constant(right)) {
            (BinaryOp::Add, None, Some(by)) => self.offset(left).plus(by),
            (BinaryOp::Add, Some(by), None) => self.offset(right).plus(by),
            (BinaryOp::Sub, None, Some(by)) => self.offset(left).plus(by.wrapping_neg()),
            _ => Offset::Any,
        }
    }

    fn offset(&self, operand: &Operand) -> Offset {
        match operand {
            Operand::Register(register) => self.offsets[register.0 as usize],
            Operand::Constant(_) => Offset::Any,
        }
    }

    /// How far behind the arguments that it comes from an operand points, if that is always the same.
    pub(super) fn offset_of(&self, operand: &Operand) -> Option<u64> {
        match self.offset(operand) {
            Offset::Known(offset) => Some(offset),
            Offset::None | Offset::Any => None,
        }
    }

    /// The roots of an operand: none for a number that the code itself says.
    pub(super) fn of_operand(&self, operand: &Operand) -> Vec<Root> {
        match operand {
            Operand::Register(register) => {
                self.roots[register.0 as usize].iter().copied().collect()
            }
            Operand::Constant(Constant::Global(global, _)) => vec![Root::Global(*global)],
            Operand::Constant(Constant::Bits(_) | Constant::Wide(_) | Constant::Function(_)) => {
                Vec::new()
            }
        }
    }

    /// True if an address is a variable of the function itself with room for so many bytes: an access
    /// cannot fail.
    pub(super) fn is_own(&self, address: &Operand, bytes: u64) -> bool {
        variable(address).is_some_and(|register| {
            if self.sizes[register.0 as usize] < bytes {
                return false;
            }
            let roots = &self.roots[register.0 as usize];
            roots.len() == 1 && roots.contains(&Root::Own(register))
        })
    }
}

fn constant(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(Constant::Bits(bits)) => Some(*bits),
        _ => None,
    }
}

/// The roots of what an operation makes of two values: an address and a number give an address of the same
/// object, two numbers a number.
fn combined(left: &[Root], right: &[Root]) -> Vec<Root> {
    let may_be_number = |roots: &[Root]| roots.is_empty() || roots.contains(&Root::Part);
    let one_side = |roots: &[Root], other: &[Root]| {
        let beside_number = may_be_number(other);
        let kept = |root: &Root| match *root {
            Root::Part => beside_number.then_some(Root::Part),
            Root::Whole(number) if !beside_number => Some(Root::Parameter(number)),
            root => Some(root),
        };
        roots.iter().filter_map(kept).collect::<Vec<Root>>()
    };
    let mut roots = one_side(left, right);
    roots.extend(one_side(right, left));
    roots
}

fn may_be_address(ty: &Type) -> bool {
    match ty {
        Type::Ptr => true,
        Type::Int(width) => *width >= Type::Ptr.width(),
        Type::Float(_) => false,
    }
}

fn extend(set: &mut BTreeSet<Root>, roots: Vec<Root>) -> bool {
    let before = set.len();
    set.extend(roots);
    set.len() != before
}

fn variable(address: &Operand) -> Option<Reg> {
    match address {
        Operand::Register(register) => Some(*register),
        Operand::Constant(_) => None,
    }
}

/// Registers of variables whose address is used for nothing but loads and stores of the whole variable
/// right there.
pub(super) fn private_variables(function: &Function) -> Vec<bool> {
    let mut private = vec![false; function.registers.len()];
    let instructions = || {
        let blocks = function.blocks.iter();
        blocks.flat_map(|block| &block.instructions)
    };
    for instruction in instructions() {
        if let InstructionKind::Alloca { to, .. } = instruction.kind {
            private[to.0 as usize] = true;
        }
    }
    let mut seen = |operand: &Operand| {
        if let Operand::Register(register) = operand {
            private[register.0 as usize] = false;
        }
    };
    for instruction in instructions() {
        match &instruction.kind {
            InstructionKind::Load { .. } => {}
            InstructionKind::Store { value, .. } => seen(value),
            kind => kind.operands().into_iter().for_each(&mut seen),
        }
    }
    for block in &function.blocks {
        let terminator = &block.terminator.kind;
        terminator.operands().into_iter().for_each(&mut seen);
        for edge in terminator.edges() {
            edge.moves.iter().for_each(|(_, value)| seen(value));
        }
    }
    private
}
