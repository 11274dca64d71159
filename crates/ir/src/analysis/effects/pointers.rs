//! Where the pointers of a function come from, flow-insensitively: each register has all roots that any
//! of its definitions gives it.

use super::parameters;
use crate::{
    CIntrinsic, ClassId, Constant, Function, GlobalId, InstructionKind, Intrinsic, Operand, Reg,
    Type,
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

/// The roots of each register.
pub(super) struct Pointers {
    roots: Vec<BTreeSet<Root>>,
    /// Bytes of the variables whose addresses registers hold; 0 for others and where it is not known.
    sizes: Vec<u64>,
    /// Registers that may hold a whole address.
    holds_address: Vec<bool>,
}

impl Pointers {
    pub(super) fn of(function: &Function) -> Pointers {
        let mut pointers = Pointers {
            roots: vec![BTreeSet::new(); function.registers.len()],
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
            pointers.add(register, vec![Root::Whole(number)]);
        }
        let private = private_variables(function);
        let mut contents = vec![BTreeSet::new(); function.registers.len()];
        while pointers.step(function, &private, &mut contents) {}
        pointers
    }

    /// Goes over the function once; false if nothing was added.
    fn step(
        &mut self,
        function: &Function,
        private: &[bool],
        contents: &mut [BTreeSet<Root>],
    ) -> bool {
        let mut added = false;
        for block in &function.blocks {
            for instruction in &block.instructions {
                added |= self.follow(&instruction.kind, private, contents);
            }
            for edge in block.terminator.kind.edges() {
                for (to, value) in &edge.moves {
                    added |= self.add(*to, self.of_operand(value));
                }
            }
        }
        added
    }

    fn follow(
        &mut self,
        kind: &InstructionKind,
        private: &[bool],
        contents: &mut [BTreeSet<Root>],
    ) -> bool {
        match kind {
            InstructionKind::Copy { to, value }
            | InstructionKind::Unary { to, value, .. }
            | InstructionKind::Cast { to, value, .. }
            | InstructionKind::Resolve { to, value } => self.add(*to, self.of_operand(value)),
            InstructionKind::Binary {
                to, left, right, ..
            } => {
                let (left, right) = (self.of_operand(left), self.of_operand(right));
                self.add(*to, combined(&left, &right))
            }
            InstructionKind::Select {
                to,
                then: left,
                otherwise: right,
                ..
            } => {
                let mut roots = self.of_operand(left);
                roots.extend(self.of_operand(right));
                self.add(*to, roots)
            }
            InstructionKind::Alloca { to, .. } => self.add(*to, vec![Root::Own(*to)]),
            InstructionKind::New { to, .. } | InstructionKind::NewArray { to, .. } => {
                self.add(*to, vec![Root::Fresh])
            }
            InstructionKind::Statics { to, class } => self.add(*to, vec![Root::Statics(*class)]),
            InstructionKind::CallIntrinsic {
                result: Some(to),
                intrinsic: Intrinsic::C(CIntrinsic::Malloc),
                ..
            } => self.add(*to, vec![Root::Fresh]),
            // What a variable holds that nobody else knows of is known.
            InstructionKind::Store { value, address, .. } => {
                let roots = self.of_operand(value);
                match variable(address).filter(|variable| private[variable.0 as usize]) {
                    Some(variable) => extend(&mut contents[variable.0 as usize], roots),
                    None => false,
                }
            }
            InstructionKind::Load { to, address } => {
                match variable(address).filter(|variable| private[variable.0 as usize]) {
                    Some(variable) => {
                        let roots = contents[variable.0 as usize].iter().copied().collect();
                        self.add(*to, roots)
                    }
                    None => self.add(*to, vec![Root::Unknown]),
                }
            }
            _ => {
                let mut added = false;
                for &to in kind.destinations() {
                    added |= self.add(to, vec![Root::Unknown]);
                }
                added
            }
        }
    }

    fn add(&mut self, register: Reg, mut roots: Vec<Root>) -> bool {
        if !self.holds_address[register.0 as usize] && !roots.is_empty() {
            roots = vec![Root::Part];
        }
        extend(&mut self.roots[register.0 as usize], roots)
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
fn private_variables(function: &Function) -> Vec<bool> {
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
