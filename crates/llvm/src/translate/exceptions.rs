//! Exceptions of C++, as plain code.
//!
//! A function that throws returns with the exception in a variable of the library ([`PENDING`]), and behind each
//! call of what may throw stands a branch on that variable: to the landing pad of an `invoke`, or out of the
//! function, of which the results are then of no matter. So whatever looks at programs (distances, effects,
//! backward search, pruning) sees loads, branches and returns. Where a handler is, and whether there is one, the
//! library finds out (`library/cpp/exception.cpp`) from tables of the clauses of landing pads, which calls
//! within `try` put on a stack: the stack is not unwound for an exception that nothing catches.

use super::Result;
use super::call::through_aliases;
use super::function::FunctionTranslator;
use super::module::ModuleTranslator;
use crate::reader::{Block, Module, TyKind, Value, ValueKind};
use ir::builder::constant;
use ir::{
    CompareOp, Constant, Edge, Global, GlobalId, Initialiser, InstructionKind, Operand,
    TerminatorKind, Type,
};
use llvm_sys::LLVMOpcode;
use rustc_hash::{FxHashMap, FxHashSet};

/// What every function with landing pads refers to.
const PERSONALITY: &str = "__gxx_personality_v0";

/// The variable of the library that holds the exception under way, or null.
const PENDING: &str = "wfl_pending_exception";

/// The variable of the library that says which clause of a landing pad takes the exception.
const SELECTOR: &str = "wfl_selector";

/// The variable of the library that holds how many calls within `try` are under way.
const DEPTH: &str = "wfl_try_depth";

/// Puts the table of a landing pad on the stack of those that may take an exception.
const BEGIN_TRY: &str = "wfl_begin_try";

/// Takes it off.
const END_TRY: &str = "wfl_end_try";

/// Finds the clause of a table that takes the exception under way.
const SELECT: &str = "wfl_select";

/// The functions of the library with which exceptions begin.
const RAISING: &[&str] = &["__cxa_throw", "__cxa_rethrow", "wfl_rethrow_exception"];

/// What the front end alone refers to in the library, for a program that declares this name.
pub fn called_for_exceptions(declared: &str) -> &'static [&'static str] {
    match declared == PERSONALITY {
        true => &[PENDING, SELECTOR, DEPTH, BEGIN_TRY, END_TRY, SELECT],
        false => &[],
    }
}

/// What of a program throws, and what its handlers are numbered by.
pub struct Exceptions<'m> {
    /// Functions that may return with an exception under way.
    throwing: FxHashSet<Value<'m>>,
    /// Whether a function whose address is known may.
    indirect: bool,
    /// Numbers of the types that handlers name.
    selectors: FxHashMap<Value<'m>, u32>,
    /// Landing pads by the tables of their clauses.
    tables: FxHashMap<GlobalId, Value<'m>>,
    table_ids: FxHashMap<Value<'m>, GlobalId>,
}

/// What the calls of a function say of it.
#[derive(Default)]
struct Calls<'m> {
    direct: FxHashSet<Value<'m>>,
    indirect: bool,
}

impl<'m> Exceptions<'m> {
    /// Finds out which functions throw.
    pub fn of(module: &'m Module<'m>) -> Exceptions<'m> {
        let mut found = Exceptions {
            throwing: FxHashSet::default(),
            indirect: false,
            selectors: FxHashMap::default(),
            tables: FxHashMap::default(),
            table_ids: FxHashMap::default(),
        };
        let raising = RAISING.iter().filter_map(|name| module.function(name));
        found.throwing = raising.filter(|value| !value.is_declaration()).collect();
        if !found.throwing.is_empty() && module.global(PENDING).is_some() {
            found.close(module);
        }
        found
    }

    /// Adds those that call what throws, until nothing is added.
    fn close(&mut self, module: &'m Module<'m>) {
        let defined = module.functions().filter(|value| !value.is_declaration());
        let calls: Vec<(Value<'m>, Calls<'m>)> = defined
            .filter(|function| !catches_all(*function))
            .map(|function| (function, calls_of(function)))
            .collect();
        loop {
            let before = (self.throwing.len(), self.indirect);
            for (function, calls) in &calls {
                let throws = calls.indirect && self.indirect
                    || calls
                        .direct
                        .iter()
                        .any(|callee| self.throwing.contains(callee));
                if throws && self.throwing.insert(*function) && is_address_taken(*function) {
                    self.indirect = true;
                }
            }
            if before == (self.throwing.len(), self.indirect) {
                return;
            }
        }
    }

    /// True if a call may return with an exception under way, in a function of C or of C++.
    fn may_leave(&self, call: Value<'m>, in_c: bool) -> bool {
        if !in_c && call.call_has_attribute("nounwind") {
            return false;
        }
        let callee = through_aliases(call.callee());
        match callee.kind() {
            ValueKind::LLVMFunctionValueKind => self.throwing.contains(&callee),
            ValueKind::LLVMInlineAsmValueKind => false,
            _ => self.indirect,
        }
    }

    fn selector(&mut self, ty: Value<'m>) -> u32 {
        let next = self.selectors.len() as u32 + 1;
        *self.selectors.entry(ty).or_insert(next)
    }

    /// The landing pad whose table a global is.
    pub fn pad(&self, table: GlobalId) -> Option<Value<'m>> {
        self.tables.get(&table).copied()
    }
}

/// True for a function of C++ that lets no exception out, as clang marks it.
fn catches_all(function: Value<'_>) -> bool {
    function.has_attribute("nounwind") && function.name().starts_with("_Z")
}

/// True for a function compiled without exceptions, as those of C are: that it and its calls are marked as if nothing
/// left them says nothing of what is called back.
pub fn is_of_c(function: Value<'_>) -> bool {
    function.has_attribute("nounwind")
        && !function.name().starts_with("_Z")
        && !function.has_personality()
}

fn calls_of(function: Value<'_>) -> Calls<'_> {
    let mut calls = Calls::default();
    let in_c = is_of_c(function);
    for block in function.blocks() {
        for instruction in block.instructions() {
            let marked = || !in_c && instruction.call_has_attribute("nounwind");
            if !instruction.is_call() || marked() {
                continue;
            }
            let callee = through_aliases(instruction.callee());
            match callee.kind() {
                ValueKind::LLVMFunctionValueKind if callee.is_intrinsic() => {}
                ValueKind::LLVMFunctionValueKind => {
                    calls.direct.insert(callee);
                }
                ValueKind::LLVMInlineAsmValueKind => {}
                _ => calls.indirect = true,
            }
        }
    }
    calls
}

/// True if something other than a call refers to a function.
fn is_address_taken(function: Value<'_>) -> bool {
    let called = |user: Value<'_>| {
        user.kind() == ValueKind::LLVMInstructionValueKind
            && user.is_call()
            && user.callee() == function
            && !user.arguments().contains(&function)
    };
    !function.users().all(called)
}

/// The landing pad at the beginning of a block.
fn landing_pad(block: Block<'_>) -> Option<Value<'_>> {
    block
        .instructions()
        .find(|instruction| instruction.opcode() == LLVMOpcode::LLVMLandingPad)
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Behind a call that may throw: leaves the function if it did.
    pub fn leave_if_thrown(&mut self, call: Value<'m>) {
        if !self.program.exceptions.may_leave(call, self.of_c) {
            return;
        }
        let thrown = self.is_thrown();
        let out = self.way_out();
        self.b.branch_off(thrown, false, out);
    }

    /// A call within `try`, or with variables to destroy.
    pub fn invoke(&mut self, block: Block<'m>, value: Value<'m>) -> Result<TerminatorKind> {
        let [normal, unwind] = value.successors()[..] else {
            return Err(super::Unsupported("an invoke of another form".to_owned()));
        };
        let may_leave = self.program.exceptions.may_leave(value, self.of_c);
        let pad = landing_pad(unwind).filter(|_| may_leave);
        let Some(pad) = pad else {
            let operands = self.call(value)?;
            self.values.insert(value, operands);
            return Ok(TerminatorKind::Jump(self.edge(block, normal)?));
        };
        let table = (!pad.clauses().is_empty()).then(|| self.program.clause_table(pad));
        if let Some(table) = table {
            self.call_runtime(BEGIN_TRY, vec![table_operand(table)], None);
        }
        let operands = self.call(value)?;
        self.values.insert(value, operands);
        if table.is_some() {
            self.call_runtime(END_TRY, Vec::new(), None);
        }
        let thrown = self.is_thrown();
        let landing = self.b.block();
        let otherwise = self.edge(block, normal)?;
        let then = Edge {
            target: landing,
            moves: Vec::new(),
        };
        self.b.end(TerminatorKind::Branch {
            condition: thrown,
            then,
            otherwise,
            decision: None,
        });
        self.b.enter(landing);
        self.land(pad, table);
        Ok(TerminatorKind::Jump(self.edge(block, unwind)?))
    }

    /// Finds the clause that takes the exception; goes on out of the function where the landing pad is of no concern
    /// to it.
    fn land(&mut self, pad: Value<'m>, table: Option<GlobalId>) {
        let int = Type::Int(32);
        let Some(table) = table else {
            return;
        };
        let selector = self.call_runtime(SELECT, vec![table_operand(table)], Some(int));
        if let Some(selector) = selector.filter(|_| !pad.is_cleanup()) {
            let none = self
                .b
                .compare(CompareOp::Eq, int, selector, constant(int, 0));
            let out = self.way_out();
            self.b.branch_off(none, false, out);
        }
    }

    /// Takes the exception over: its address, and the number of the clause.
    pub fn landing_pad(&mut self, pad: Value<'m>) -> Result<Vec<Operand>> {
        let (Some(pending), Some(selector)) = (self.variable(PENDING), self.variable(SELECTOR))
        else {
            return self.zeros(pad.ty());
        };
        let exception = self.load_scalar(Type::Ptr, pending.clone());
        let selector = match pad.clauses().is_empty() {
            true => constant(Type::Int(32), 0),
            false => self.b.load(Type::Int(32), selector),
        };
        self.store_scalar(Type::Ptr, constant(Type::Ptr, 0), pending);
        Ok(vec![exception, selector])
    }

    /// Goes on with an exception that a landing pad took for its clean-up.
    pub fn resume(&mut self, value: Value<'m>) -> Result<TerminatorKind> {
        let operands = self.operands(value.operand(0))?;
        let (Some(exception), Some(pending)) =
            (operands.into_iter().next(), self.variable(PENDING))
        else {
            return Err(super::Unsupported("a resume without exceptions".to_owned()));
        };
        self.store_scalar(Type::Ptr, exception, pending);
        Ok(TerminatorKind::Jump(Edge {
            target: self.way_out(),
            moves: Vec::new(),
        }))
    }

    /// The number of a type among those that handlers name.
    pub fn type_number(&mut self, value: Value<'m>) -> Vec<Operand> {
        let number = self.program.exceptions.selector(value.operand(0));
        vec![constant(Type::Int(32), u64::from(number))]
    }

    /// How many calls within `try` are under way, where exceptions are thrown: `setjmp` comes back to as many.
    pub fn try_depth(&mut self) -> Option<Operand> {
        if self.program.exceptions.throwing.is_empty() {
            return None;
        }
        let depth = self.variable(DEPTH)?;
        Some(self.b.load(Type::Int(64), depth))
    }

    /// Says so many again.
    pub fn restore_try_depth(&mut self, depth: Operand) {
        if let Some(variable) = self.variable(DEPTH) {
            self.b.store(Type::Int(64), depth, variable);
        }
    }

    fn is_thrown(&mut self) -> Operand {
        let Some(pending) = self.variable(PENDING) else {
            return Operand::bits(0);
        };
        let exception = self.load_scalar(Type::Ptr, pending);
        self.b
            .compare(CompareOp::Ne, Type::Ptr, exception, constant(Type::Ptr, 0))
    }

    /// The block that leaves the function with an exception under way.
    fn way_out(&mut self) -> ir::BlockId {
        if let Some(block) = self.way_out {
            return block;
        }
        let block = self.b.block();
        self.way_out = Some(block);
        let here = self.b.current();
        self.b.enter(block);
        let results = self.results.iter().map(|ty| constant(*ty, 0));
        self.b.end(TerminatorKind::Return(results.collect()));
        self.b.enter(here);
        block
    }

    /// The address of a variable of the library.
    fn variable(&mut self, name: &str) -> Option<Operand> {
        let value = self.program.module.global(name)?;
        let id = self.program.global_id(value);
        Some(Operand::Constant(Constant::Global(id, 0)))
    }

    fn call_runtime(
        &mut self,
        name: &str,
        arguments: Vec<Operand>,
        result: Option<Type>,
    ) -> Option<Operand> {
        let types = vec![Type::Ptr; arguments.len()];
        let results: Vec<Type> = result.into_iter().collect();
        let function = self.program.named_function(name, &types, &results);
        let to = result.map(|ty| self.b.register(ty));
        self.b.emit(InstructionKind::Call {
            results: to.into_iter().collect(),
            function,
            arguments,
            types,
            by_value: Vec::new(),
        });
        to.map(Operand::from)
    }
}

fn table_operand(table: GlobalId) -> Operand {
    Operand::Constant(Constant::Global(table, 0))
}

impl<'m> ModuleTranslator<'m> {
    /// The id of the table of the clauses of a landing pad.
    fn clause_table(&mut self, pad: Value<'m>) -> GlobalId {
        if let Some(&id) = self.exceptions.table_ids.get(&pad) {
            return id;
        }
        let id = self.new_global(pad);
        self.exceptions.table_ids.insert(pad, id);
        self.exceptions.tables.insert(id, pad);
        id
    }

    /// The table of the clauses of a landing pad, in entries of a type and a number. The first has the number of
    /// entries behind it. A clause that catches has the type, none for all, and its selector; one that lets only
    /// some types through has -1, and behind it each of them with 0.
    pub fn translate_clause_table(&mut self, pad: Value<'m>) -> Global {
        let mut entries: Vec<(Option<Value<'m>>, i64)> = Vec::new();
        for clause in pad.clauses() {
            if let TyKind::Array(..) = clause.ty().kind() {
                entries.push((None, -1));
                let passed = super::constant::elements(clause);
                entries.extend(passed.map(|ty| (Some(ty), 0)));
            } else {
                let number = i64::from(self.exceptions.selector(clause));
                entries.push((Some(clause), number));
            }
        }
        entries.insert(0, (None, entries.len() as i64));
        let mut initialisers = Vec::new();
        for (index, (ty, number)) in entries.iter().enumerate() {
            let at = index as u64 * 16;
            let ty = ty.map(|ty| self.fold(ty));
            if let Some(Ok(Some(Constant::Global(id, offset)))) = ty {
                initialisers.push((at, Initialiser::Global(id, offset)));
            }
            initialisers.push((at + 8, Initialiser::Bytes(number.to_le_bytes().to_vec())));
        }
        Global {
            name: "clauses of a handler".to_owned(),
            size: entries.len() as u64 * 16,
            align: 8,
            constant: true,
            external: false,
            initialisers,
            source_type: None,
            user: false,
        }
    }
}
