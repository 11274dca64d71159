//! What must hold at a point so that the target is reached from there.

use crate::address::{AddressSpace, Distance};
use crate::code::ProgramCode;
use crate::heap::Space;
use crate::origins::Origins;
use crate::pointers::{Base, Pointer};
use crate::region::Region;
use ir::{BlockId, Constant, FunctionId, GlobalId, Operand, Reg, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::memory;
pub(crate) use semantics::precondition::Cell;
use std::collections::BTreeMap;
use term::{Bits, Pool, Sort, Term};

/// Free variables by what they stand for. Registers and cells of memory have one variable each, whatever
/// the point: crossing an instruction replaces all of them at once, so that a variable always means
/// the value at the point where the condition is.
#[derive(Default)]
pub(crate) struct Variables {
    registers: FxHashMap<(usize, FunctionId, Reg), Term>,
    /// What registers those are.
    owners: FxHashMap<Term, (usize, FunctionId, Reg)>,
    cells: FxHashMap<(Space, Term, u32), Term>,
    forgotten: FxHashMap<(u32, u32), Term>,
    /// Where registers of a function point to.
    pointers: FxHashMap<(FunctionId, Reg), Pointer>,
    /// Variables of functions that may be pointed to by what is not known where it points.
    escaped: FxHashSet<(FunctionId, Reg)>,
    pub(crate) addresses: AddressSpace,
}

impl Variables {
    /// For conditions on a program.
    pub(crate) fn of(code: &ProgramCode<'_>) -> Variables {
        Variables {
            addresses: AddressSpace::with_escaped(code.escaped.clone()),
            ..Variables::default()
        }
    }

    /// Takes note of where the registers of a function point to.
    pub(crate) fn note_pointers(
        &mut self,
        function: FunctionId,
        pointers: &[Option<Pointer>],
        escaped: &FxHashSet<Reg>,
    ) {
        let escaped = escaped.iter().map(|&register| (function, register));
        self.escaped.extend(escaped);
        for (number, pointer) in pointers.iter().enumerate() {
            if let Some(pointer) = pointer {
                let key = (function, Reg(number as u32));
                self.pointers.insert(key, *pointer);
            }
        }
    }

    /// The variable of a register. What is a variable's address in one function is none in another, so
    /// that functions do not share them.
    fn register(
        &mut self,
        pool: &mut Pool,
        (depth, function): (usize, FunctionId),
        register: Reg,
        width: u32,
    ) -> Term {
        let key = (depth, function, register);
        let variable = *self.registers.entry(key).or_insert_with(|| {
            let name = format!("r{depth}_{}_{}", function.0, register.0);
            pool.input(&name, Sort::BitVec(width))
        });
        self.owners.insert(variable, key);
        variable
    }

    /// The register of the outermost frame that a variable stands for, if it stands for one.
    pub(crate) fn owner_in_outermost(&self, variable: Term) -> Option<Reg> {
        let owner = self.owners.get(&variable)?;
        (owner.0 == 0).then_some(owner.2)
    }

    fn cell(&mut self, pool: &mut Pool, (space, address): (Space, Term), width: u32) -> Term {
        let next = self.cells.len();
        *self
            .cells
            .entry((space, address, width))
            .or_insert_with(|| pool.input(&format!("m{next}"), Sort::BitVec(width)))
    }

    /// The variable of that number for things forgotten of that width.
    fn forgotten(&mut self, pool: &mut Pool, number: u32, width: u32) -> Term {
        *self
            .forgotten
            .entry((number, width))
            .or_insert_with(|| pool.input(&format!("any{number}_{width}"), Sort::BitVec(width)))
    }
}

/// A store that is crossed.
#[derive(Clone, Copy)]
pub(crate) struct Store {
    pub(crate) space: Space,
    pub(crate) address: Term,
    pub(crate) value: Term,
    pub(crate) width: u32,
}

/// A call that was entered from its return: where its function goes on when the entry of the callee is
/// reached.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Call {
    pub(crate) function: FunctionId,
    pub(crate) block: BlockId,
    pub(crate) instruction: u32,
}

/// What must hold.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// Function of the innermost frame.
    pub(crate) function: FunctionId,
    /// Conjuncts, none of them constant, each with those that it comes from.
    pub(crate) constraints: BTreeMap<Term, Origins>,
    /// Registers that are read, by frame (that of the target's function first, or of the outermost caller
    /// reached) with their variables.
    registers: BTreeMap<(usize, Reg), Term>,
    /// Cells that are read.
    pub(crate) cells: Vec<Cell>,
    /// Calls entered, outermost first.
    pub(crate) calls: Vec<Call>,
    /// Values at the point where the search began.
    pub(crate) outputs: Vec<Term>,
    /// Number of things forgotten.
    forgotten: u32,
    /// Number of objects that are made on the way to the target.
    pub(crate) made: u32,
    /// Something was forgotten that the condition depends on: to satisfy it need not lead to the target.
    pub(crate) approximate: bool,
    /// Nothing satisfies it.
    pub(crate) is_false: bool,
    /// What that comes from.
    pub(crate) false_from: Origins,
}

impl Condition {
    /// What always holds, at a point of a function.
    pub(crate) fn always(function: FunctionId) -> Condition {
        Condition {
            function,
            constraints: BTreeMap::new(),
            registers: BTreeMap::new(),
            cells: Vec::new(),
            calls: Vec::new(),
            outputs: Vec::new(),
            forgotten: 0,
            made: 0,
            approximate: false,
            is_false: false,
            false_from: Origins::NONE,
        }
    }

    /// Number of the innermost frame.
    pub(crate) fn depth(&self) -> usize {
        self.calls.len()
    }

    /// True if a register of the innermost frame is read.
    pub(crate) fn reads(&self, register: Reg) -> bool {
        self.registers.contains_key(&(self.depth(), register))
    }

    /// True if one of these registers of the innermost frame is read.
    pub(crate) fn reads_any(&self, wanted: impl Fn(Reg) -> bool) -> bool {
        let of_frame = self.registers.range((self.depth(), Reg(0))..);
        of_frame
            .into_iter()
            .any(|(&(_, register), _)| wanted(register))
    }

    /// The registers of a frame that are read.
    pub(crate) fn registers_of(&self, depth: usize) -> impl Iterator<Item = Reg> {
        let of_frame = self.registers.range((depth, Reg(0))..(depth + 1, Reg(0)));
        of_frame.map(|(&(_, register), _)| register)
    }

    /// The registers that are read, with their frames, of which the outermost is number 0, and variables.
    pub(crate) fn registers(&self) -> impl Iterator<Item = (usize, Reg, Term)> {
        let all = self.registers.iter();
        all.map(|(&(frame, register), &variable)| (frame, register, variable))
    }

    /// True if memory is read.
    pub(crate) fn reads_memory(&self) -> bool {
        !self.cells.is_empty()
    }

    /// True if it depends on what a variable stands for.
    pub(crate) fn depends_on(&self, pool: &Pool, variable: Term) -> bool {
        let has = |term: Term| {
            let inputs = pool.inputs_of(term);
            inputs
                .iter()
                .any(|&input| pool.input_term(input) == variable)
        };
        let addresses = self.cells.iter().map(|cell| cell.address);
        let all = self.constraints.keys().chain(&self.outputs);
        all.copied().chain(addresses).any(has)
    }

    /// The term of an operand of the innermost frame.
    pub(crate) fn operand(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        operand: &Operand,
        ty: Type,
    ) -> Term {
        match operand {
            Operand::Register(register) => self.register(pool, variables, *register, ty.width()),
            Operand::Constant(Constant::Bits(bits)) => pool.bv(ty.width(), *bits),
            Operand::Constant(Constant::Wide(limbs)) => {
                let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                pool.constant(&Bits::from_le_bytes(ty.width(), &bytes))
            }
            Operand::Constant(Constant::Global(global, offset)) => {
                let base = variables.addresses.global(pool, *global);
                let offset = pool.bv(64, *offset as u64);
                pool.add(base, offset)
            }
            Operand::Constant(Constant::Function(function)) => {
                variables.addresses.function(pool, *function)
            }
        }
    }

    /// The value of a register of the innermost frame: its variable, unless it is known where it points.
    pub(crate) fn register(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        register: Reg,
        width: u32,
    ) -> Term {
        let pointer = variables.pointers.get(&(self.function, register)).copied();
        let Some(Pointer { base, offset }) = pointer else {
            return self.own(pool, variables, register, width);
        };
        let base = match base {
            Base::Global(global) => variables.addresses.global(pool, global),
            Base::Variable(base) => {
                let private = !variables.escaped.contains(&(self.function, base));
                let base = self.own(pool, variables, base, width);
                variables.addresses.add(base, private);
                base
            }
        };
        match offset {
            Some(offset) => {
                let offset = pool.bv(width, offset);
                pool.add(base, offset)
            }
            None => {
                let variable = self.own(pool, variables, register, width);
                variables.addresses.point(variable, base);
                variable
            }
        }
    }

    /// The register's own variable.
    fn own(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        register: Reg,
        width: u32,
    ) -> Term {
        let depth = self.depth();
        let frame = (depth, self.function);
        let variable = variables.register(pool, frame, register, width);
        self.registers.insert((depth, register), variable);
        variable
    }

    /// Takes out registers of the innermost frame that are read, with their variables.
    pub(crate) fn take_registers(&mut self, wanted: impl Fn(Reg) -> bool) -> Vec<(Reg, Term)> {
        let depth = self.depth();
        let of_frame = self.registers.range((depth, Reg(0))..);
        let taken: Vec<(Reg, Term)> = of_frame
            .map(|(&(_, register), &variable)| (register, variable))
            .filter(|&(register, _)| wanted(register))
            .collect();
        for (register, _) in &taken {
            self.registers.remove(&(depth, *register));
        }
        taken
    }

    /// Adds a conjunct that comes from no other one: what holds whenever control goes this way.
    pub(crate) fn require(&mut self, pool: &Pool, constraint: Term) {
        self.require_from(pool, constraint, Origins::NONE);
    }

    /// Adds a conjunct that comes from others.
    fn require_from(&mut self, pool: &Pool, constraint: Term, origins: Origins) {
        for conjunct in pool.conjuncts(constraint) {
            match pool.constant_bool(conjunct) {
                Some(true) => {}
                Some(false) => {
                    if !std::mem::replace(&mut self.is_false, true) {
                        self.false_from = origins;
                    }
                }
                None => {
                    let known = self.constraints.entry(conjunct).or_insert(origins);
                    *known = known.fewer(origins);
                }
            }
        }
    }

    /// From here on, conjuncts come from those that there are now, which are given.
    pub(crate) fn begin_origins(&mut self) -> Vec<(Term, Origins)> {
        let before = self.constraints.iter();
        let before = before.map(|(&term, &origins)| (term, origins)).collect();
        for (number, origins) in self.constraints.values_mut().enumerate() {
            *origins = Origins::of(number);
        }
        before
    }

    /// True if all of these are among its conjuncts.
    pub(crate) fn has_all(&self, conjuncts: &[Term]) -> bool {
        conjuncts.iter().all(|it| self.constraints.contains_key(it))
    }

    /// What some conjuncts come from.
    pub(crate) fn origins_of(&self, conjuncts: &[Term]) -> Origins {
        let origins = conjuncts.iter().filter_map(|it| self.constraints.get(it));
        origins.fold(Origins::NONE, |all, origins| all.and(*origins))
    }

    /// The first condition where something holds, and the second where it does not. Both are at one point.
    pub(crate) fn either(
        pool: &mut Pool,
        holds: Term,
        first: Condition,
        second: Condition,
    ) -> Condition {
        let (mut then, mut otherwise) = (pool.bool(!first.is_false), pool.bool(!second.is_false));
        let mut both = Condition {
            constraints: BTreeMap::new(),
            forgotten: first.forgotten.max(second.forgotten),
            made: first.made.max(second.made),
            approximate: first.approximate || second.approximate,
            is_false: false,
            ..first.clone()
        };
        both.registers.extend(&second.registers);
        for cell in second.cells {
            if !both.cells.contains(&cell) {
                both.cells.push(cell);
            }
        }
        let mut origins = first.false_from.and(second.false_from);
        // What both ask for need not wait for what holds.
        for (&constraint, &from) in &first.constraints {
            match second.constraints.get(&constraint) {
                Some(also) => both.require_from(pool, constraint, from.and(*also)),
                None => {
                    then = pool.and(then, constraint);
                    origins = origins.and(from);
                }
            }
        }
        for (&constraint, &from) in &second.constraints {
            if !first.constraints.contains_key(&constraint) {
                otherwise = pool.and(otherwise, constraint);
                origins = origins.and(from);
            }
        }
        let either = pool.ite(holds, then, otherwise);
        both.require_from(pool, either, origins);
        both
    }

    /// Replaces variables by what they were assigned, all at once.
    pub(crate) fn assign(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        values: FxHashMap<Term, Term>,
    ) {
        if !values.is_empty() {
            self.cross(pool, variables, values, None);
        }
    }

    /// Crosses a store of a value of that width: cells that it surely is have that value, cells that it
    /// surely is not stay, and others are one or the other.
    pub(crate) fn cross_store(&mut self, pool: &mut Pool, variables: &mut Variables, store: Store) {
        self.cross(pool, variables, FxHashMap::default(), Some(store));
    }

    /// Replaces variables, and cells by what a store leaves in them. A variable of a cell was made after
    /// those that its address has, so that in this order each address is rewritten once.
    fn cross(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        mut values: FxHashMap<Term, Term>,
        store: Option<Store>,
    ) {
        let mut cells = std::mem::take(&mut self.cells);
        cells.sort_by_key(|cell| cell.variable);
        for cell in cells {
            if values.contains_key(&cell.variable) {
                continue;
            }
            let (width, address) = (cell.width, pool.substitute(cell.address, &values));
            let value = match store {
                Some(store) => {
                    self.behind_store(pool, variables, (cell.space, address, width), store)
                }
                None => self.cell_in(pool, variables, (cell.space, address), width),
            };
            if value != cell.variable {
                values.insert(cell.variable, value);
            }
        }
        self.rewrite(pool, &values);
    }

    /// Replaces terms in what must hold, and in the values at the point where the search began.
    pub(crate) fn rewrite(&mut self, pool: &mut Pool, values: &FxHashMap<Term, Term>) {
        for (constraint, origins) in std::mem::take(&mut self.constraints) {
            let rewritten = pool.substitute(constraint, values);
            self.require_from(pool, rewritten, origins);
        }
        for output in &mut self.outputs {
            *output = pool.substitute(*output, values);
        }
    }

    /// What a cell holds behind a store.
    fn behind_store(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        (space, at, cell_width): (Space, Term, u32),
        Store {
            space: written,
            address,
            value,
            width,
        }: Store,
    ) -> Term {
        if space == Space::Memory && written == space {
            return self.behind_memory_store(
                pool,
                variables,
                (at, cell_width),
                (address, value, width),
            );
        }
        // Of one class, fields at one offset have one width; so have the elements of an array.
        if space != written || cell_width != width {
            return self.cell_in(pool, variables, (space, at), cell_width);
        }
        let same = pool.eq(at, address);
        match pool.constant_bool(same) {
            Some(true) => value,
            Some(false) => self.cell_in(pool, variables, (space, at), cell_width),
            None => {
                let before = self.cell_in(pool, variables, (space, at), cell_width);
                pool.ite(same, value, before)
            }
        }
    }

    /// The same in memory.
    fn behind_memory_store(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        (at, cell_width): (Term, u32),
        (address, value, width): (Term, Term, u32),
    ) -> Term {
        match Distance::between(pool, &variables.addresses, at, address) {
            Distance::OtherObject => self.cell(pool, variables, at, cell_width),
            Distance::Bytes(distance) => {
                let read = (distance, cell_width);
                memory::read_behind_write(pool, read, value, |pool| {
                    self.cell(pool, variables, at, cell_width)
                })
            }
            Distance::Unknown => {
                let before = self.cell(pool, variables, at, cell_width);
                let mut met = self.unknown(pool, variables, cell_width);
                if cell_width == width {
                    let same = pool.eq(at, address);
                    met = pool.ite(same, value, met);
                }
                let apart = apart(pool, (at, cell_width), (address, width));
                pool.ite(apart, before, met)
            }
        }
    }

    /// The variable of a cell of memory.
    pub(crate) fn cell(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        address: Term,
        width: u32,
    ) -> Term {
        self.cell_in(pool, variables, (Space::Memory, address), width)
    }

    /// The variable of a cell of any kind.
    pub(crate) fn cell_in(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        (space, address): (Space, Term),
        width: u32,
    ) -> Term {
        let variable = variables.cell(pool, (space, address), width);
        let cell = Cell {
            space,
            address,
            width,
            variable,
        };
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
        variable
    }

    /// Something of that width that may be anything.
    pub(crate) fn anything(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        width: u32,
    ) -> Term {
        let number = self.forgotten;
        self.forgotten += 1;
        variables.forgotten(pool, number, width)
    }

    /// True if the address of a cell depends on what cells hold.
    pub(crate) fn is_addressed_by_cells(&self, pool: &Pool, cell: &Cell) -> bool {
        let inputs = pool.inputs_of(cell.address);
        let mut inputs = inputs.iter().map(|&input| pool.input_term(input));
        inputs.any(|input| self.cells.iter().any(|cell| cell.variable == input))
    }

    /// The same in place of what the program computes.
    pub(crate) fn unknown(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        width: u32,
    ) -> Term {
        self.approximate = true;
        self.anything(pool, variables, width)
    }

    /// Registers of the innermost frame may hold anything.
    pub(crate) fn forget_registers(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        wanted: impl Fn(Reg) -> bool,
    ) {
        let mut values = FxHashMap::default();
        for (_, variable) in self.take_registers(wanted) {
            let width = pool.width(variable);
            values.insert(variable, self.unknown(pool, variables, width));
        }
        self.assign(pool, variables, values);
    }

    /// Memory may hold anything, where something unknown may have written it. `writes` says whether a
    /// global may be written.
    pub(crate) fn forget_memory(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        writes: impl Fn(GlobalId) -> bool,
    ) {
        let stays = |cell: &&Cell| {
            let Some((base, _)) = variables.addresses.base(pool, cell.address) else {
                return false;
            };
            match variables.addresses.global_of(base) {
                Some(global) => !writes(global),
                None => variables.addresses.is_private(base),
            }
        };
        let stay: FxHashSet<Term> = self
            .cells
            .iter()
            .filter(stays)
            .map(|it| it.variable)
            .collect();
        self.forget_cells(pool, variables, |cell| !stay.contains(&cell.variable));
    }

    /// Memory that a loop of the innermost frame may write may hold anything.
    pub(crate) fn forget_written(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        code: &ProgramCode<'_>,
        region: &Region,
    ) {
        let (depth, function) = (self.depth(), self.function);
        let written = |cell: &&Cell| {
            let Some((base, _)) = variables.addresses.base(pool, cell.address) else {
                return true;
            };
            if let Some(global) = variables.addresses.global_of(base) {
                return region.writes_global(code, global);
            }
            let owner = variables.owners.get(&base);
            let own = owner.filter(|(at, of, _)| (*at, *of) == (depth, function));
            let own = own.map(|&(_, _, register)| register);
            region.writes_variable(own, variables.addresses.is_private(base))
        };
        let written: FxHashSet<Term> = self
            .cells
            .iter()
            .filter(written)
            .map(|it| it.variable)
            .collect();
        self.forget_cells(pool, variables, |cell| written.contains(&cell.variable));
    }

    /// These cells may hold anything.
    pub(crate) fn forget_cells(
        &mut self,
        pool: &mut Pool,
        variables: &mut Variables,
        wanted: impl Fn(&Cell) -> bool,
    ) {
        let cells: Vec<Cell> = self
            .cells
            .iter()
            .filter(|cell| wanted(cell))
            .cloned()
            .collect();
        let mut values = FxHashMap::default();
        for cell in cells {
            values.insert(cell.variable, self.unknown(pool, variables, cell.width));
        }
        self.assign(pool, variables, values);
    }
}

/// The ranges of two accesses do not meet, as a condition on the distance between them, in which a common
/// base cancels out.
fn apart(pool: &mut Pool, (a, a_width): (Term, u32), (b, b_width): (Term, u32)) -> Term {
    let distance = pool.sub(a, b);
    let back = pool.sub(b, a);
    let a_size = pool.bv(64, u64::from(a_width.div_ceil(8)));
    let b_size = pool.bv(64, u64::from(b_width.div_ceil(8)));
    let (behind, before) = (pool.ule(b_size, distance), pool.ule(a_size, back));
    pool.and(behind, before)
}
