//! The operand stack and local variables.

use super::Translator;
use super::error::{Result, Unverifiable};
use crate::bytecode::Op;
use crate::descriptor::Kind;
use ir::{BinaryOp, InstructionKind, Operand, Reg};

/// A value on the stack.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StackEntry {
    pub kind: Kind,
    pub value: Operand,
}

impl Translator<'_> {
    /// Register of a local variable.
    pub fn local(&mut self, slot: u16, kind: Kind) -> Reg {
        let builder = &mut self.builder;
        *self
            .locals
            .entry((slot, kind))
            .or_insert_with(|| builder.register(kind.ty()))
    }

    pub fn push(&mut self, kind: Kind, value: Operand) {
        self.stack.push(StackEntry { kind, value });
    }

    pub(super) fn pop_any(&mut self) -> Result<StackEntry> {
        self.stack.pop().ok_or(Unverifiable::Underflow)
    }

    pub fn pop(&mut self, kind: Kind) -> Result<Operand> {
        let entry = self.pop_any()?;
        if entry.kind != kind {
            return Err(Unverifiable::Kind {
                wanted: kind,
                found: entry.kind,
            });
        }
        Ok(entry.value)
    }

    /// A register for a result that is pushed next.
    pub fn target(&mut self, kind: Kind) -> Reg {
        let depth = self.stack.len();
        let known = self.depths.entry((depth, kind)).or_default();
        let free = |register: &Reg| {
            let operand = Operand::Register(*register);
            !self.stack.iter().any(|entry| entry.value == operand)
        };
        let register = known.iter().copied().find(free);
        let register = register.unwrap_or_else(|| {
            let register = self.builder.register(kind.ty());
            known.push(register);
            register
        });
        self.known.remove(&register);
        register
    }

    /// Register of a stack entry where blocks meet.
    pub fn canonical(&mut self, depth: usize, kind: Kind) -> Reg {
        let builder = &mut self.builder;
        let known = self.depths.entry((depth, kind)).or_default();
        if known.is_empty() {
            known.push(builder.register(kind.ty()));
        }
        known[0]
    }

    /// Emits an instruction with a result, and pushes that.
    pub fn push_result(&mut self, kind: Kind, make: impl FnOnce(Reg) -> InstructionKind) -> Reg {
        let to = self.target(kind);
        self.builder.emit(make(to));
        self.push(kind, to.into());
        to
    }

    fn on_stack(&self, register: Reg) -> bool {
        let operand = Operand::Register(register);
        self.stack.iter().any(|entry| entry.value == operand)
    }

    /// Copies a variable off the stack before it is written.
    fn save(&mut self, register: Reg) {
        if !self.on_stack(register) {
            return;
        }
        let kind = self
            .stack
            .iter()
            .find(|entry| entry.value == register.into());
        let kind = kind.map_or(Kind::Int, |entry| entry.kind);
        let copy = self.builder.register(kind.ty());
        self.builder.emit(InstructionKind::Copy {
            to: copy,
            value: register.into(),
        });
        if self.known.contains(&register) {
            self.known.insert(copy);
        }
        for entry in &mut self.stack {
            if entry.value == register.into() {
                entry.value = copy.into();
            }
        }
    }

    pub fn store(&mut self, kind: Kind, slot: u16) -> Result<()> {
        // A subroutine's return address is a reference here; where it leads is known otherwise.
        let value = self.pop(kind)?;
        let to = self.local(slot, kind);
        if value == Operand::Register(to) {
            return Ok(());
        }
        self.save(to);
        let known = matches!(value, Operand::Register(from) if self.is_known(from));
        let redirected = match value {
            Operand::Register(from) => {
                !self.is_local(from) && !self.on_stack(from) && self.builder.redirect(from, to)
            }
            Operand::Constant(_) => false,
        };
        if !redirected {
            self.builder.emit(InstructionKind::Copy { to, value });
        }
        self.known.remove(&to);
        if known {
            self.known.insert(to);
        }
        Ok(())
    }

    fn is_local(&self, register: Reg) -> bool {
        self.locals.values().any(|local| *local == register)
    }

    pub fn is_known(&self, register: Reg) -> bool {
        self.receiver == Some(register) || self.known.contains(&register)
    }

    pub fn increment(&mut self, slot: u16, by: i32) {
        let register = self.local(slot, Kind::Int);
        self.save(register);
        self.builder.emit(InstructionKind::Binary {
            op: BinaryOp::Add,
            to: register,
            left: register.into(),
            right: Operand::bits(u64::from(by as u32)),
        });
    }

    /// `pop` to `swap`. Entries of two slots are one entry here.
    pub fn shuffle(&mut self, op: &Op) -> Result<()> {
        match op {
            Op::Pop => {
                self.pop_any()?;
            }
            Op::Pop2 => {
                self.take_slots(2)?;
            }
            Op::Swap => {
                let (a, b) = (self.pop_any()?, self.pop_any()?);
                self.stack.extend([a, b]);
            }
            Op::Dup { skip } => self.duplicate(1, *skip)?,
            Op::Dup2 { skip } => self.duplicate(2, *skip)?,
            _ => {}
        }
        Ok(())
    }

    /// Copies the top `slots` slots below the `skip` slots under them.
    fn duplicate(&mut self, slots: u8, skip: u8) -> Result<()> {
        let top = self.take_slots(slots)?;
        let under = self.take_slots(skip)?;
        self.stack.extend(top.iter().cloned());
        self.stack.extend(under);
        self.stack.extend(top);
        Ok(())
    }

    /// Pops entries of so many slots together, in the order of the stack.
    fn take_slots(&mut self, slots: u8) -> Result<Vec<StackEntry>> {
        let mut left = u16::from(slots);
        let mut taken = Vec::new();
        while left > 0 {
            let entry = self.pop_any()?;
            left = left
                .checked_sub(entry.kind.slots())
                .ok_or(Unverifiable::Split)?;
            taken.push(entry);
        }
        taken.reverse();
        Ok(taken)
    }
}
