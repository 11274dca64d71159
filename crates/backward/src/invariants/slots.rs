//! The registers and cells that invariants speak of.

use crate::code::Body;
use crate::condition::{Cell, Condition, Variables};
use crate::heap::Space;
use crate::heap_effects::{field_space, value_width};
use crate::pointers::{Base, of_operand};
use ir::{Constant, InstructionKind, Operand, Reg, Type};
use rustc_hash::FxHashMap;
use term::{Pool, Term};

/// A register of a function, or a cell of one of its variables or of a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slot {
    Register(Reg),
    Cell {
        base: Base,
        /// Bytes behind the base.
        offset: u64,
        /// In bits.
        width: u32,
    },
    /// A field, or the length, of the object that a register refers to.
    Object {
        space: Space,
        register: Reg,
        width: u32,
    },
    /// A static field, or the state of a class.
    Class {
        space: Space,
        width: u32,
    },
}

impl Slot {
    /// Its value at the point of a condition.
    pub(crate) fn value(
        self,
        pool: &mut Pool,
        variables: &mut Variables,
        condition: &mut Condition,
        types: &[Type],
    ) -> Term {
        match self {
            Slot::Register(register) => {
                let ty = types[register.0 as usize];
                condition.operand(pool, variables, &Operand::Register(register), ty)
            }
            Slot::Cell {
                base,
                offset,
                width,
            } => {
                let base = match base {
                    Base::Variable(register) => Operand::Register(register),
                    Base::Global(global) => Operand::Constant(Constant::Global(global, 0)),
                };
                let base = condition.operand(pool, variables, &base, Type::Ptr);
                let offset = pool.bv(64, offset);
                let address = pool.add(base, offset);
                condition.cell(pool, variables, address, width)
            }
            Slot::Object {
                space,
                register,
                width,
            } => {
                let register = Operand::Register(register);
                let object = condition.operand(pool, variables, &register, Type::Ptr);
                condition.cell_in(pool, variables, (space, object), width)
            }
            Slot::Class { space, width } => {
                let nowhere = pool.bv(64, 0);
                condition.cell_in(pool, variables, (space, nowhere), width)
            }
        }
    }

    /// The slot that a cell of an object or a class is at a point of the outermost frame.
    fn of_cell(variables: &Variables, cell: &Cell) -> Option<Slot> {
        let (space, width) = (cell.space, cell.width);
        match space {
            Space::Static { .. } | Space::State(_) => Some(Slot::Class { space, width }),
            Space::Field { .. } | Space::Length => {
                let register = variables.owner_in_outermost(cell.address)?;
                Some(Slot::Object {
                    space,
                    register,
                    width,
                })
            }
            Space::Memory | Space::Element { .. } | Space::Class | Space::Instance(_) => None,
        }
    }
}

/// Where registers are defined: blocks from whose beginning, or somewhere in which, they have a value.
pub(crate) struct Definitions {
    blocks: FxHashMap<Reg, Vec<ir::BlockId>>,
}

impl Definitions {
    pub(crate) fn of(body: &Body) -> Definitions {
        let mut blocks: FxHashMap<Reg, Vec<ir::BlockId>> = FxHashMap::default();
        for parameter in &body.function.parameters {
            blocks
                .entry(parameter.register)
                .or_default()
                .push(ir::BlockId(0));
        }
        for (number, block) in body.function.blocks.iter().enumerate() {
            let here = ir::BlockId(number as u32);
            for instruction in &block.instructions {
                for &register in instruction.kind.destinations() {
                    blocks.entry(register).or_default().push(here);
                }
            }
            for edge in block.terminator.kind.edges() {
                for (register, _) in &edge.moves {
                    blocks.entry(*register).or_default().push(edge.target);
                }
            }
        }
        Definitions { blocks }
    }

    /// Registers that are written in a loop and, on all ways to it, before.
    fn changed_by_loops(&self, body: &Body) -> Vec<Slot> {
        let mut changed = Vec::new();
        for (&register, blocks) in &self.blocks {
            let mut loops = body.loops.all().iter();
            let is_changed = loops.any(|around| {
                let (inside, outside): (Vec<ir::BlockId>, Vec<ir::BlockId>) =
                    blocks.iter().partition(|it| around.blocks.contains(it));
                let mut before = outside.iter();
                !inside.is_empty() && before.any(|&it| body.dominators.dominates(it, around.header))
            });
            if is_changed {
                changed.push(Slot::Register(register));
            }
        }
        changed
    }

    /// True if a slot has a value at the beginning of a block.
    pub(crate) fn reach(&self, body: &Body, slot: Slot, block: ir::BlockId) -> bool {
        let register = match slot {
            Slot::Register(register) | Slot::Object { register, .. } => register,
            Slot::Cell {
                base: Base::Variable(register),
                ..
            } => register,
            Slot::Cell { .. } | Slot::Class { .. } => return true,
        };
        let blocks = self.blocks.get(&register).into_iter().flatten();
        let mut blocks = blocks.filter(|it| body.cfg.is_reachable(**it));
        blocks.any(|&it| body.dominators.dominates(it, block))
    }
}

/// Widths of values that invariants speak of.
pub(crate) fn is_scalar(ty: Type) -> bool {
    matches!(ty, Type::Ptr | Type::Int(2..=64))
}

/// Where the search for slots begins: what edges to headers assign, what loops change that was there before, and
/// the cells at known places that the function loads.
pub(crate) fn first(body: &Body, headers: &[ir::BlockId], definitions: &Definitions) -> Vec<Slot> {
    let mut slots = definitions.changed_by_loops(body);
    let types = &body.function.registers;
    for block in &body.function.blocks {
        for edge in block.terminator.kind.edges() {
            let moves = edge.moves.iter().map(|(register, _)| *register);
            if headers.contains(&edge.target) {
                slots.extend(moves.map(Slot::Register));
            }
        }
        for instruction in &block.instructions {
            slots.extend(of_object(body, &instruction.kind));
            let InstructionKind::Load { to, address } = &instruction.kind else {
                continue;
            };
            let place = of_operand(address, &body.pointers);
            let place = place.and_then(|place| Some((place.base, place.offset?)));
            if let Some((base, offset)) = place {
                let width = (types[to.0 as usize].store_size() * 8) as u32;
                slots.push(Slot::Cell {
                    base,
                    offset,
                    width,
                });
            }
        }
    }
    tidy(slots, body)
}

/// The slot of an object or a class that an instruction reads.
fn of_object(body: &Body, kind: &InstructionKind) -> Option<Slot> {
    let (space, object, to) = match kind {
        InstructionKind::GetField {
            to,
            object,
            class,
            offset,
        } => {
            let ty = body.function.registers[to.0 as usize];
            let space = field_space(&body.statics, object, (*class, *offset), ty);
            (space, object, *to)
        }
        InstructionKind::ArrayLength { to, array } => (Space::Length, array, *to),
        _ => return None,
    };
    let width = value_width(body.function.registers[to.0 as usize]);
    match (space, object) {
        (Space::Static { .. }, _) => Some(Slot::Class { space, width }),
        (_, Operand::Register(register)) => Some(Slot::Object {
            space,
            register: *register,
            width,
        }),
        (_, Operand::Constant(_)) => None,
    }
}

/// What conditions at headers read that they are no slots of yet.
pub(crate) fn read_by(
    pool: &Pool,
    variables: &Variables,
    conditions: &[Condition],
    body: &Body,
) -> Vec<Slot> {
    let mut slots = Vec::new();
    for condition in conditions {
        slots.extend(condition.registers_of(0).map(Slot::Register));
        for cell in &condition.cells {
            if cell.space != Space::Memory {
                slots.extend(Slot::of_cell(variables, cell));
                continue;
            }
            let place = variables.addresses.base(pool, cell.address);
            let place = place.and_then(|(base, offset)| Some((base, offset?)));
            let Some((base, offset)) = place else {
                continue;
            };
            let base = match variables.addresses.global_of(base) {
                Some(global) => Some(Base::Global(global)),
                None => variables.owner_in_outermost(base).map(Base::Variable),
            };
            let width = cell.width;
            slots.extend(base.map(|base| Slot::Cell {
                base,
                offset,
                width,
            }));
        }
    }
    tidy(slots, body)
}

fn tidy(mut slots: Vec<Slot>, body: &Body) -> Vec<Slot> {
    let types = &body.function.registers;
    slots.retain(|slot| match slot {
        Slot::Register(register) => {
            let place = register.0 as usize;
            // What is made in a loop has one name in all of its turns: where there are objects, nothing is
            // said of which one something refers to.
            let names_object = body.has_objects && types[place] == Type::Ptr;
            is_scalar(types[place]) && body.pointers[place].is_none() && !names_object
        }
        Slot::Cell { width, .. } => *width <= 64,
        Slot::Object { space, width, .. } | Slot::Class { space, width } => {
            !space.is_reference() && (2..=64).contains(width)
        }
    });
    slots.sort_unstable();
    slots.dedup();
    slots
}
