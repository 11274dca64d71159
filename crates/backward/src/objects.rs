//! Crossing instructions on objects backward.

use crate::code::{Body, ProgramCode};
use crate::condition::{Cell, Condition, Store, Variables};
use crate::heap::{BEGUN, FAILED, HeapEffects, Known, STATE_WIDTH, Space};
use crate::heap_effects::{Objects, class_argument, element_space, field_space, value_width};
use ir::{
    ClassId, ClassKind, InstructionKind, Intrinsic, JavaIntrinsic, ObjectModel, Operand, Reg, Type,
};
use rustc_hash::FxHashMap;
use semantics::memory;
use term::{Bits, Pool, Term};

/// What is crossed, and by what.
pub(crate) struct Crossing<'a> {
    pub(crate) pool: &'a mut Pool,
    pub(crate) variables: &'a mut Variables,
    pub(crate) code: &'a ProgramCode<'a>,
    pub(crate) objects: &'a Objects<'a>,
    pub(crate) body: &'a Body,
    pub(crate) condition: &'a mut Condition,
}

/// What an object that is made holds.
enum Contents {
    Object,
    Array { length: Term },
}

impl Crossing<'_> {
    /// Crosses an instruction that reads, writes or makes objects; false if it is none.
    pub(crate) fn cross(&mut self, kind: &InstructionKind) -> bool {
        match kind {
            InstructionKind::New { to, class } => self.make(*to, *class, &Contents::Object),
            InstructionKind::NewArray { to, class, length } => {
                if self.condition.reads(*to) {
                    let length = self.operand(length, Type::Int(32));
                    self.make(*to, *class, &Contents::Array { length });
                }
            }
            InstructionKind::GetField {
                to,
                object,
                class,
                offset,
            } => {
                let ty = self.ty(*to);
                let space = field_space(&self.body.statics, object, (*class, *offset), ty);
                self.read(*to, space, |it| it.field_address(space, object));
            }
            InstructionKind::PutField {
                ty,
                object,
                class,
                offset,
                value,
            } => {
                let space = field_space(&self.body.statics, object, (*class, *offset), *ty);
                self.write((space, *ty, value), |it| it.field_address(space, object));
            }
            InstructionKind::ArrayLoad { to, array, index } => {
                let space = element_space(self.ty(*to));
                self.read(*to, space, |it| it.element_address(array, index));
            }
            InstructionKind::ArrayStore {
                ty,
                array,
                index,
                value,
            } => {
                let space = element_space(*ty);
                self.write((space, *ty, value), |it| it.element_address(array, index));
            }
            InstructionKind::ArrayLength { to, array } => {
                if let Some(length) = self.read(*to, Space::Length, |it| it.reference(array)) {
                    let zero = self.pool.bv(32, 0);
                    let is_length = self.pool.sle(zero, length);
                    self.condition.require(self.pool, is_length);
                }
            }
            InstructionKind::ClassOf { to, object } => {
                self.read(*to, Space::Class, |it| it.reference(object));
            }
            InstructionKind::IsInstance { to, object, class } => {
                let space = Space::Instance(*class);
                if self.read(*to, space, |it| it.reference(object)).is_some() {
                    self.relate_classes(*class, object);
                }
            }
            InstructionKind::Resolve { to, value } => {
                self.assign(*to, |it| it.reference(value));
                self.condition.forget_heap(
                    self.pool,
                    self.variables,
                    self.objects,
                    self.objects.of_inputs(),
                );
            }
            InstructionKind::IsNull { to, value } => {
                self.assign(*to, |it| {
                    let (value, null) = (it.reference(value), it.pool.bv(64, 0));
                    let is_null = it.pool.eq(value, null);
                    it.pool.bool_to_bv(is_null)
                });
                self.condition.forget_heap(
                    self.pool,
                    self.variables,
                    self.objects,
                    self.objects.of_inputs(),
                );
            }
            InstructionKind::Statics { to, class } => self.assign(*to, |it| it.statics(*class)),
            InstructionKind::ClassObject { to, class } => {
                self.assign(*to, |it| it.known(Known::ClassObject(*class)));
            }
            InstructionKind::StringLiteral { to, literal } => {
                self.assign(*to, |it| it.known(Known::Literal(*literal)));
            }
            InstructionKind::CallIntrinsic {
                result,
                intrinsic: Intrinsic::Java(intrinsic),
                arguments,
            } => return self.intrinsic(*result, *intrinsic, arguments),
            _ => return false,
        }
        true
    }

    fn intrinsic(
        &mut self,
        result: Option<Reg>,
        intrinsic: JavaIntrinsic,
        arguments: &[Operand],
    ) -> bool {
        let Some(class) = class_argument(arguments) else {
            return false;
        };
        match intrinsic {
            // The letter of a type is where others have a class.
            JavaIntrinsic::InputValue => {
                let letter = char::from_u32(class.0);
                let Some((result, letter)) = result.zip(letter) else {
                    return false;
                };
                self.assign(result, |it| it.input(letter));
            }
            JavaIntrinsic::ClassState => {
                if let Some(result) = result {
                    self.assign(result, |it| it.state(class));
                }
            }
            JavaIntrinsic::ClassBegin => {
                if let Some(result) = result {
                    self.assign(result, |it| it.known(Known::Statics(class)));
                }
                self.set_class(class, BEGUN);
            }
            JavaIntrinsic::ClassFailed => self.set_class(class, FAILED),
            _ => return false,
        }
        true
    }

    fn ty(&self, register: Reg) -> Type {
        self.body.function.registers[register.0 as usize]
    }

    fn operand(&mut self, operand: &Operand, ty: Type) -> Term {
        self.condition
            .operand(self.pool, self.variables, operand, ty)
    }

    fn reference(&mut self, operand: &Operand) -> Term {
        self.operand(operand, Type::Ptr)
    }

    fn known(&mut self, object: Known) -> Term {
        self.pool.bv(64, object.address())
    }

    fn field_address(&mut self, space: Space, object: &Operand) -> Term {
        match space {
            Space::Static { .. } => self.pool.bv(64, 0),
            _ => self.reference(object),
        }
    }

    fn element_address(&mut self, array: &Operand, index: &Operand) -> Term {
        let array = self.reference(array);
        let index = self.operand(index, Type::Int(32));
        self.pool.concat(array, index)
    }

    /// An input of the type with that letter, extended to 64 bits as its type has it.
    fn input(&mut self, letter: char) -> Term {
        let (width, signed) = match letter {
            'Z' => (1, false),
            'C' => (16, false),
            'B' => (8, true),
            'S' => (16, true),
            _ => (64, true),
        };
        let any = self.condition.anything(self.pool, self.variables, width);
        match signed {
            true => self.pool.sign_extend(any, 64),
            false => self.pool.zero_extend(any, 64),
        }
    }

    /// The state of a class.
    fn state(&mut self, class: ClassId) -> Term {
        let nowhere = self.pool.bv(64, 0);
        let place = (Space::State(class), nowhere);
        self.condition
            .cell_in(self.pool, self.variables, place, STATE_WIDTH)
    }

    /// The statics of a class: there are none before its initialisation, nor when that failed.
    fn statics(&mut self, class: ClassId) -> Term {
        let state = self.state(class);
        let begun = self.pool.bv(STATE_WIDTH, BEGUN);
        let is_begun = self.pool.eq(state, begun);
        let (statics, null) = (self.known(Known::Statics(class)), self.pool.bv(64, 0));
        self.pool.ite(is_begun, statics, null)
    }

    /// The initialisation of a class goes on to a state; as it begins, static fields are zero.
    fn set_class(&mut self, class: ClassId, state: u64) {
        let mut values = FxHashMap::default();
        for cell in &self.condition.cells {
            let value = match cell.space {
                Space::State(of) if of == class => self.pool.bv(cell.width, state),
                Space::Static { class: of, .. } if of == class && state == BEGUN => {
                    self.pool.constant(&Bits::zero(cell.width))
                }
                _ => continue,
            };
            values.insert(cell.variable, value);
        }
        self.condition.assign(self.pool, self.variables, values);
    }

    /// A register that is read has this value.
    fn assign(&mut self, to: Reg, value: impl FnOnce(&mut Self) -> Term) {
        if let Some((_, variable)) = self.condition.take_registers(|it| it == to).pop() {
            let value = value(self);
            let values = FxHashMap::from_iter([(variable, value)]);
            self.condition.assign(self.pool, self.variables, values);
        }
    }

    /// A register that is read has the value of a cell, which is given.
    fn read(
        &mut self,
        to: Reg,
        space: Space,
        address: impl FnOnce(&mut Self) -> Term,
    ) -> Option<Term> {
        let (_, variable) = self.condition.take_registers(|it| it == to).pop()?;
        let (address, own) = (address(self), self.pool.width(variable));
        let width = match space {
            Space::Instance(_) => 1,
            _ => value_width(self.ty(to)),
        };
        let place = (space, address);
        // The register may be the one that the address is in: the cell is one before it is assigned.
        let behind = std::mem::take(&mut self.condition.cells);
        let (pool, variables) = (&mut *self.pool, &mut *self.variables);
        let cell = self.condition.cell_in(pool, variables, place, width);
        let before = std::mem::replace(&mut self.condition.cells, behind);
        let value = memory::from_bytes(self.pool, cell, own);
        let values = FxHashMap::from_iter([(variable, value)]);
        self.condition.assign(self.pool, self.variables, values);
        for read in before {
            if !self.condition.cells.contains(&read) {
                self.condition.cells.push(read);
            }
        }
        Some(cell)
    }

    fn write(
        &mut self,
        (space, ty, value): (Space, Type, &Operand),
        address: impl FnOnce(&mut Self) -> Term,
    ) {
        let width = value_width(ty);
        let is_met = |cell: &Cell| cell.space == space && cell.width == width;
        if !self.condition.cells.iter().any(is_met) {
            return;
        }
        let (address, value) = (address(self), self.operand(value, ty));
        let store = Store {
            space,
            address,
            value: self.pool.zero_extend(value, width),
            width,
        };
        self.condition.cross_store(self.pool, self.variables, store);
    }

    /// A register that is read has a new object, which holds nothing yet and which nothing that was there
    /// before refers to.
    fn make(&mut self, to: Reg, class: ClassId, contents: &Contents) {
        if !self.condition.reads(to) {
            return;
        }
        let made = self.known(Known::Made(self.condition.made));
        self.condition.made += 1;
        self.assign(to, |_| made);
        self.fill(made, class, contents);
        self.tell_apart(made);
    }

    /// What a cell of a new object of a class holds.
    fn initial(
        &mut self,
        (space, width): (Space, u32),
        class: ClassId,
        contents: &Contents,
    ) -> Term {
        match (space, contents) {
            (Space::Length, Contents::Array { length }) => *length,
            (Space::Class, _) => self.pool.bv(width, u64::from(class.0)),
            (Space::Instance(of), _) => {
                let is = self.objects.model.is_subclass(class, of);
                self.pool.bv(width, u64::from(is))
            }
            _ => self.pool.constant(&Bits::zero(width)),
        }
    }

    /// Cells of a new object have what it holds. A variable of a cell was made after those that its address
    /// has, so that in this order each address is rewritten once.
    fn fill(&mut self, made: Term, class: ClassId, contents: &Contents) {
        let mut cells = std::mem::take(&mut self.condition.cells);
        cells.sort_by_key(|cell| cell.variable);
        let mut values = FxHashMap::default();
        for cell in cells {
            let address = self.pool.substitute(cell.address, &values);
            let of = cell.space.object(self.pool, address);
            let is_new = match of {
                Some(object) => self.pool.eq(object, made),
                None => self.pool.bool(false),
            };
            let new = self.initial((cell.space, cell.width), class, contents);
            let value = match self.pool.constant_bool(is_new) {
                Some(true) => new,
                known => {
                    let place = (cell.space, address);
                    let (pool, variables) = (&mut *self.pool, &mut *self.variables);
                    let before = self.condition.cell_in(pool, variables, place, cell.width);
                    match known {
                        Some(_) => before,
                        None => self.pool.ite(is_new, new, before),
                    }
                }
            };
            if value != cell.variable {
                values.insert(cell.variable, value);
            }
        }
        self.condition.rewrite(self.pool, &values);
    }

    /// What was there before a new object is not that object.
    fn tell_apart(&mut self, made: Term) {
        let functions: Vec<_> = self.condition.calls.iter().map(|it| it.function).collect();
        let frames = functions.into_iter().chain([self.condition.function]);
        let frames: Vec<_> = frames.map(|it| self.code.function(it).clone()).collect();
        let registers = self.condition.registers();
        let references = registers.filter(|(frame, register, _)| {
            let types = frames.get(*frame).map(|it| &it.registers);
            types.is_some_and(|types| types[register.0 as usize] == Type::Ptr)
        });
        let registers = references.map(|(_, _, variable)| variable);
        let cells = self.condition.cells.iter();
        let cells = cells.filter(|cell| cell.space.is_reference() && cell.width == 64);
        let all: Vec<Term> = registers.chain(cells.map(|cell| cell.variable)).collect();
        for reference in all {
            let differs = self.pool.ne(reference, made);
            self.condition.require(self.pool, differs);
        }
    }

    /// What it says of an object that it is one of a class about other classes that it may be of.
    fn relate_classes(&mut self, class: ClassId, object: &Operand) {
        let object = self.reference(object);
        let cells = self.condition.cells.iter();
        let others: Vec<(ClassId, Term)> = cells
            .filter(|cell| cell.address == object)
            .filter_map(|cell| match cell.space {
                Space::Instance(of) => Some((of, cell.variable)),
                _ => None,
            })
            .collect();
        let Some(&(_, here)) = others.iter().find(|(of, _)| *of == class) else {
            return;
        };
        let model = self.objects.model;
        for (of, there) in others.into_iter().filter(|(of, _)| *of != class) {
            let (here, there) = (self.pool.bv_to_bool(here), self.pool.bv_to_bool(there));
            let fact = if model.is_subclass(class, of) {
                self.pool.implies(here, there)
            } else if model.is_subclass(of, class) {
                self.pool.implies(there, here)
            } else if are_apart(model, class, of) {
                let both = self.pool.and(here, there);
                self.pool.not(both)
            } else {
                continue;
            };
            self.condition.require(self.pool, fact);
        }
    }
}

/// True if no object is of both classes, of which none is above the other: an object's class extends classes
/// in one line only, and is no array of any kind then.
fn are_apart(model: &dyn ObjectModel, one: ClassId, other: ClassId) -> bool {
    let kind = |class| model.class(class).ok().map(|class| class.kind);
    let extends = |kind| {
        matches!(
            kind,
            Some(ClassKind::Instance | ClassKind::Abstract | ClassKind::Enum)
        )
    };
    let is_array = |kind| matches!(kind, Some(ClassKind::Array { .. }));
    let (one, other) = (kind(one), kind(other));
    extends(one) && (extends(other) || is_array(other)) || is_array(one) && extends(other)
}

impl Condition {
    /// What code may change may hold anything.
    pub(crate) fn forget_heap(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        objects: &Objects<'_>,
        effects: &HeapEffects,
    ) {
        let changed = |cell: &Cell| objects.may_change(effects, (cell.space, cell.width));
        if self.cells.iter().any(changed) {
            self.forget_cells(pool, variables, changed);
        }
    }

    /// True if it names objects that were there before by what they are: class objects, literals.
    pub(crate) fn names_known_objects(&self, pool: &Pool) -> bool {
        let addresses = self.cells.iter().map(|cell| cell.address);
        let roots: Vec<Term> = self.constraints.keys().copied().chain(addresses).collect();
        let mut names = false;
        pool.visit_post_order(&roots, &mut |term| {
            names |= pool.constant_u64(term).is_some_and(Known::was_there);
        });
        names
    }

    /// True if code may change a cell that is read.
    pub(crate) fn is_changed(&self, objects: &Objects<'_>, effects: &HeapEffects) -> bool {
        let mut cells = self.cells.iter();
        cells.any(|cell| objects.may_change(effects, (cell.space, cell.width)))
    }
}
