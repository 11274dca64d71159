//! Blocks, jumps, subroutines, switches, returns.

use super::Translator;
use super::error::{Result, Unverifiable};
use super::stack::StackEntry;
use crate::bytecode::{Code, Condition, Op};
use crate::descriptor::Kind;
use ir::{
    BlockId, CompareOp, Constant, Edge, FloatCompareOp, InstructionKind, Operand, Reg,
    TerminatorKind, Type,
};

/// An instruction in a context of subroutine calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub op: u32,
    pub context: u32,
}

/// Marks the instructions where a block starts.
pub(super) fn leaders(code: &Code) -> Vec<bool> {
    let mut leaders = vec![false; code.ops.len() + 1];
    let mut mark = |index: u32| {
        if let Some(leader) = leaders.get_mut(index as usize) {
            *leader = true;
        }
    };
    for (index, op) in code.ops.iter().enumerate() {
        match op {
            Op::If(_, to) | Op::IfCompare(_, to) | Op::IfSame(_, to) | Op::IfNull(_, to) => {
                mark(*to);
            }
            Op::Goto(to) => mark(*to),
            Op::Jsr(to) => {
                mark(*to);
                mark(index as u32 + 1);
            }
            Op::Switch(cases, default) => {
                cases.iter().for_each(|(_, to)| mark(*to));
                mark(*default);
            }
            _ => {}
        }
    }
    for handler in &code.handlers {
        mark(handler.handler);
    }
    leaders
}

/// Numbers branches and switches in order.
pub(super) fn decisions(code: &Code) -> Vec<u32> {
    let mut next = 0;
    let mut number = |op: &Op| {
        let this = next;
        if matches!(
            op,
            Op::If(..) | Op::IfCompare(..) | Op::IfSame(..) | Op::IfNull(..) | Op::Switch(..)
        ) {
            next += 1;
        }
        this
    };
    code.ops.iter().map(&mut number).collect()
}

impl Translator<'_> {
    /// Translates all that control reaches.
    pub fn blocks(&mut self) -> Result<()> {
        if self.source.code.ops.is_empty() {
            return Err(Unverifiable::Empty);
        }
        let entry = self.builder.block();
        self.builder.enter(entry);
        let start = self.place(0, 0)?;
        self.builder.location = self.location();
        self.builder.jump(start);
        while let Some(place) = self.pending.pop() {
            self.run(place)?;
        }
        Ok(())
    }

    /// The block of an instruction that is entered with the stack as it is.
    fn place(&mut self, op: u32, context: u32) -> Result<BlockId> {
        let kinds: Vec<Kind> = self.stack.iter().map(|entry| entry.kind).collect();
        self.place_with(Place { op, context }, kinds)
    }

    fn place_with(&mut self, place: Place, kinds: Vec<Kind>) -> Result<BlockId> {
        if place.op as usize >= self.source.code.ops.len() {
            return Err(Unverifiable::End);
        }
        if let Some((block, known)) = self.places.get(&place) {
            if *known != kinds {
                return Err(Unverifiable::StacksDiffer);
            }
            return Ok(*block);
        }
        let block = self.builder.block();
        self.places.insert(place, (block, kinds));
        self.pending.push(place);
        Ok(block)
    }

    /// Translates from the start of a block until control does not go on.
    fn run(&mut self, place: Place) -> Result<()> {
        let (block, kinds) = self.places[&place].clone();
        self.context = place.context;
        self.builder.enter(block);
        self.known.clear();
        self.initialised.clear();
        self.stack.clear();
        for (depth, kind) in kinds.into_iter().enumerate() {
            let register = self.canonical(depth, kind);
            self.push(kind, register.into());
        }
        self.at = place.op as usize;
        loop {
            let Some(op) = self.source.code.ops.get(self.at) else {
                return Err(Unverifiable::End);
            };
            self.builder.location = self.location();
            if !self.op(op)? {
                return Ok(());
            }
            self.at += 1;
            if self.leaders[self.at] {
                let edge = self.edge(self.at as u32)?;
                self.builder.jump_with(edge.target, edge.moves);
                return Ok(());
            }
        }
    }

    /// The way to an instruction with the stack as it is.
    fn edge(&mut self, op: u32) -> Result<Edge> {
        self.edge_in(op, self.context)
    }

    fn edge_in(&mut self, op: u32, context: u32) -> Result<Edge> {
        let target = self.place(op, context)?;
        let moves = self.stack_moves();
        Ok(Edge { target, moves })
    }

    /// Moves that put the stack where blocks meet.
    fn stack_moves(&mut self) -> Vec<(Reg, Operand)> {
        let entries = self.stack.clone();
        let mut moves = Vec::new();
        for (depth, entry) in entries.into_iter().enumerate() {
            let register = self.canonical(depth, entry.kind);
            if entry.value != register.into() {
                moves.push((register, entry.value));
            }
        }
        moves
    }

    /// The way to a handler, with an exception alone on the stack.
    pub fn handler_edge(&mut self, op: u32, exception: Reg) -> Result<Edge> {
        let place = Place {
            op,
            context: self.context,
        };
        let target = self.place_with(place, vec![Kind::Reference])?;
        let register = self.canonical(0, Kind::Reference);
        Ok(Edge {
            target,
            moves: vec![(register, exception.into())],
        })
    }

    /// Jumps, switches, returns; false as control does not go on, but for conditional jumps.
    pub fn control(&mut self, op: &Op) -> Result<bool> {
        match op {
            Op::If(condition, to) => {
                let left = self.pop(Kind::Int)?;
                self.compare(*condition, Type::Int(32), left, Operand::bits(0));
                self.conditional(*to)
            }
            Op::IfCompare(condition, to) => {
                let right = self.pop(Kind::Int)?;
                let left = self.pop(Kind::Int)?;
                self.compare(*condition, Type::Int(32), left, right);
                self.conditional(*to)
            }
            Op::IfSame(same, to) => {
                let right = self.pop(Kind::Reference)?;
                let left = self.pop(Kind::Reference)?;
                let left = self.resolve(left);
                let right = self.resolve(right);
                let condition = if *same { Condition::Eq } else { Condition::Ne };
                self.compare(condition, Type::Ptr, left, right);
                self.conditional(*to)
            }
            Op::IfNull(null, to) => {
                let value = self.pop(Kind::Reference)?;
                let condition = self.condition;
                self.builder.emit(InstructionKind::IsNull {
                    to: condition,
                    value,
                });
                if *null {
                    self.conditional(*to)
                } else {
                    self.conditional_not(*to)
                }
            }
            Op::Goto(to) => {
                let edge = self.edge(*to)?;
                self.builder.jump_with(edge.target, edge.moves);
                Ok(false)
            }
            Op::Jsr(to) => self.call_subroutine(*to),
            Op::Ret(slot) => self.return_from_subroutine(*slot),
            Op::Switch(cases, default) => self.switch(cases, *default),
            Op::Return(kind) => self.return_value(*kind),
            Op::Throw => {
                let value = self.pop(Kind::Reference)?;
                let value = self.check_null(value);
                self.go_to_handlers(value);
                Ok(false)
            }
            _ => Ok(true),
        }
    }

    fn compare(&mut self, condition: Condition, ty: Type, left: Operand, right: Operand) {
        let op = match condition {
            Condition::Eq => CompareOp::Eq,
            Condition::Ne => CompareOp::Ne,
            Condition::Lt => CompareOp::Slt,
            Condition::Ge => CompareOp::Sge,
            Condition::Gt => CompareOp::Sgt,
            Condition::Le => CompareOp::Sle,
        };
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op,
            ty,
            to,
            left,
            right,
        });
    }

    /// Branches on the condition to an instruction or the one that follows.
    fn conditional(&mut self, to: u32) -> Result<bool> {
        let then = self.edge(to)?;
        self.conditional_end(then, true)
    }

    fn conditional_not(&mut self, to: u32) -> Result<bool> {
        let otherwise = self.edge(to)?;
        self.conditional_end(otherwise, false)
    }

    fn conditional_end(&mut self, away: Edge, when: bool) -> Result<bool> {
        let next = self.at + 1;
        let decision = Some(self.decisions[self.at]);
        let condition = self.condition.into();
        let goes_on = !self.leaders[next];
        let stay = if goes_on {
            Edge {
                target: self.builder.block(),
                moves: Vec::new(),
            }
        } else {
            self.edge(next as u32)?
        };
        let block = stay.target;
        let (then, otherwise) = if when { (away, stay) } else { (stay, away) };
        self.builder.end(TerminatorKind::Branch {
            condition,
            then,
            otherwise,
            decision,
        });
        if goes_on {
            self.builder.enter(block);
        }
        Ok(goes_on)
    }

    /// A comparison whose result the conditional jump behind it tests: whether control goes on.
    pub fn compare_and_jump(&mut self, op: &Op) -> Result<Option<bool>> {
        let Some(Op::If(condition, to)) = self.source.code.ops.get(self.at + 1) else {
            return Ok(None);
        };
        if self.leaders[self.at + 1] {
            return Ok(None);
        }
        match op {
            Op::CompareLong => {
                let right = self.pop(Kind::Long)?;
                let left = self.pop(Kind::Long)?;
                self.compare(*condition, Type::Int(64), left, right);
            }
            Op::CompareFloat(kind, unordered) => {
                let right = self.pop(*kind)?;
                let left = self.pop(*kind)?;
                let low = *unordered < 0;
                let op = match condition {
                    Condition::Eq => FloatCompareOp::Oeq,
                    Condition::Ne => FloatCompareOp::Une,
                    Condition::Lt if low => FloatCompareOp::Ult,
                    Condition::Lt => FloatCompareOp::Olt,
                    Condition::Le if low => FloatCompareOp::Ule,
                    Condition::Le => FloatCompareOp::Ole,
                    Condition::Gt if low => FloatCompareOp::Ogt,
                    Condition::Gt => FloatCompareOp::Ugt,
                    Condition::Ge if low => FloatCompareOp::Oge,
                    Condition::Ge => FloatCompareOp::Uge,
                };
                let to = self.condition;
                if let Some(format) = kind.format() {
                    self.builder.emit(InstructionKind::FloatCompare {
                        op,
                        format,
                        to,
                        left,
                        right,
                    });
                }
            }
            _ => return Ok(None),
        }
        // The jump is done here; what follows it is next.
        self.at += 1;
        self.builder.location = self.location();
        self.conditional(*to).map(Some)
    }

    fn switch(&mut self, cases: &[(i32, u32)], default: u32) -> Result<bool> {
        let value = self.pop(Kind::Int)?;
        let mut edges = Vec::new();
        for (case, to) in cases {
            edges.push((Constant::Bits(u64::from(*case as u32)), self.edge(*to)?));
        }
        let default = self.edge(default)?;
        let decision = Some(self.decisions[self.at]);
        self.builder.end(TerminatorKind::Switch {
            value,
            ty: Type::Int(32),
            cases: edges,
            default,
            decision,
        });
        Ok(false)
    }

    fn return_value(&mut self, kind: Option<Kind>) -> Result<bool> {
        if kind != self.source.result {
            return Err(Unverifiable::Return);
        }
        let mut values = Vec::new();
        if let Some(kind) = kind {
            values.push(self.pop(kind)?);
        }
        values.push(Operand::bits(0));
        self.builder.end(TerminatorKind::Return(values));
        Ok(false)
    }

    /// `jsr`: the subroutine is translated anew for each place that calls it.
    fn call_subroutine(&mut self, to: u32) -> Result<bool> {
        // A subroutine that was left other than by `ret` may be entered again from its own code.
        let mut parent = self.context;
        let mut walk = self.context;
        while walk != 0 {
            let (outer, _, start) = self.contexts[walk as usize];
            if start == to {
                parent = outer;
            }
            walk = outer;
        }
        let wanted = (parent, self.at as u32 + 1, to);
        let found = self.contexts.iter().position(|known| *known == wanted);
        let context = found.unwrap_or_else(|| {
            self.contexts.push(wanted);
            self.contexts.len() - 1
        });
        self.stack.push(StackEntry {
            kind: Kind::Reference,
            value: Operand::bits(0),
        });
        let edge = self.edge_in(to, context as u32)?;
        self.builder.jump_with(edge.target, edge.moves);
        Ok(false)
    }

    /// `ret`: back to where the subroutine that keeps its return address in that variable was
    /// called; the first instruction of a subroutine puts it there.
    fn return_from_subroutine(&mut self, slot: u16) -> Result<bool> {
        let mut context = self.context;
        while context != 0 {
            let (parent, back, start) = self.contexts[context as usize];
            let first = &self.source.code.ops[start as usize];
            if *first == Op::Store(Kind::Reference, slot) {
                let edge = self.edge_in(back, parent)?;
                self.builder.jump_with(edge.target, edge.moves);
                return Ok(false);
            }
            context = parent;
        }
        Err(Unverifiable::Ret)
    }
}
