//! The machine: what is the same for all states of one worker.

use crate::call_policy::Treatment;
use crate::classes::{ClassCache, ClassInfo, objects_of};
use crate::code::{Addresses, Code, decode};
use crate::fault::Outcome;
use crate::initial_memory::initial_memory;
use crate::loop_function::LoopFunctions;
use crate::memory::address::LATE_FUNCTIONS;
use crate::memory::{
    AddressesInArrays, Cache, Memory, NeverWrittenTerms, ObjectId, address, split,
};
use crate::{Cell, Fork, InputOrigin, InputRecord, Options, State, Statistics};
use ir::{ClassId, FunctionId, GlobalId, LoadError, ObjectModel, Program, SelectorId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use term::{Bits, Evaluator, InputId, Op, OpaqueId, Pool, Sort, Term};

/// Executes a program on states. One a worker: states, terms and inputs belong to the pool of the
/// machine that made them.
pub struct Machine {
    /// The terms of all states.
    pub pool: Pool,
    pub(crate) evaluator: Evaluator,
    /// Stamp of the model the evaluator is under.
    pub(crate) evaluator_stamp: u64,
    pub(crate) program: Arc<dyn Program>,
    pub(crate) options: Options,
    pub(crate) statistics: Statistics,
    /// By function; filled when a function is first called.
    codes: Vec<Option<Callable>>,
    /// Numbers functions had when the machine was made: globals are numbered behind them.
    function_count: u32,
    /// Register files for the next calls.
    pub(crate) spare_registers: Vec<Vec<Cell>>,
    /// Memory with the globals in it.
    pub(crate) memory: Memory,
    /// Inputs by number on their path, name and width: the same on every path, so that a path
    /// followed again from the start meets the inputs its model speaks of.
    inputs: FxHashMap<(u32, Arc<str>, u32), Term>,
    /// Number and name of the inputs by their id in the pool, in order of creation.
    input_keys: FxHashMap<InputId, (u32, Arc<str>)>,
    strings: FxHashMap<String, Arc<str>>,
    /// Mathematical functions as opaque functions of the pool, by number and arity.
    pub(crate) math: FxHashMap<(u32, u32), OpaqueId>,
    pub(crate) loops: LoopFunctions,
    pub(crate) classes: ClassCache,
    /// Values of the host that were made inputs to see what depends on them, and whether there are to be any.
    probes: Probes,
    /// Functions that were asked for by name.
    named: FxHashMap<String, FunctionId>,
    /// Empty; `None` during a run.
    pub(crate) cache: Option<Cache>,
    /// What stands for memory never written.
    pub(crate) never_written: NeverWrittenTerms,
    pub(crate) addresses_in_arrays: AddressesInArrays,
    /// Decisions that settled others, by number, where somebody wants to know ([`Machine::trace`]).
    pub(crate) settled_by: Option<Vec<u32>>,
    /// Functions of which calls were skipped.
    pub(crate) skipped: BTreeSet<FunctionId>,
    /// Warnings given.
    pub(crate) warned: rustc_hash::FxHashSet<String>,
}

/// What a function is when it is called.
enum Callable {
    Code(Arc<Code>),
    /// It has no body.
    Undefined,
}

/// Numbers of inputs that no path has, for values of the host that are free for a while; there may be several of a number.
const PROBES: u32 = 1 << 16;

#[derive(Default)]
struct Probes {
    on: bool,
    made: u32,
}

/// Addresses of functions and globals. Functions that are known later than the machine is made, or
/// all in a program with classes, which come to know theirs in any order, have numbers of their own
/// behind those of all objects.
pub(crate) struct Layout {
    function_count: u32,
}

impl Addresses for Layout {
    fn global(&self, global: GlobalId) -> u64 {
        address(ObjectId(1 + self.function_count + global.0), 0)
    }

    fn function(&self, function: FunctionId) -> u64 {
        if function.0 < self.function_count {
            address(ObjectId(1 + function.0), 0)
        } else {
            address(ObjectId(LATE_FUNCTIONS + function.0), 0)
        }
    }
}

impl Machine {
    /// A machine for a program.
    pub fn new(program: Arc<dyn Program>, options: Options) -> Machine {
        let function_count = match program.objects() {
            None => program.function_count(),
            Some(_) => 0,
        };
        let memory = initial_memory(&*program, function_count, &Layout { function_count });
        Machine {
            pool: Pool::new(),
            evaluator: Evaluator::new(),
            evaluator_stamp: 0,
            program,
            options,
            statistics: Statistics::default(),
            codes: Vec::new(),
            function_count,
            spare_registers: Vec::new(),
            memory,
            inputs: FxHashMap::default(),
            input_keys: FxHashMap::default(),
            strings: FxHashMap::default(),
            math: FxHashMap::default(),
            loops: LoopFunctions::default(),
            classes: ClassCache::default(),
            probes: Probes::default(),
            named: FxHashMap::default(),
            cache: Some(Cache::default()),
            never_written: NeverWrittenTerms::default(),
            addresses_in_arrays: AddressesInArrays::default(),
            settled_by: None,
            skipped: BTreeSet::new(),
            warned: rustc_hash::FxHashSet::default(),
        }
    }

    /// The program.
    pub fn program(&self) -> &Arc<dyn Program> {
        &self.program
    }

    /// The classes of the program.
    pub(crate) fn objects(&self) -> &dyn ObjectModel {
        objects_of(&*self.program)
    }

    /// A class.
    pub(crate) fn class_info(&mut self, id: ClassId) -> Outcome<&Arc<ClassInfo>> {
        self.classes.info(&*self.program, id)
    }

    /// Whether objects of a class can be assigned to variables of another.
    pub(crate) fn is_subclass(&mut self, class: ClassId, of: ClassId) -> bool {
        self.classes.is_subclass(&*self.program, class, of)
    }

    /// The method that a selector means for a class.
    pub(crate) fn method(&mut self, class: ClassId, selector: SelectorId) -> Outcome<FunctionId> {
        self.classes.method(&*self.program, class, selector)
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Functions of which calls were replaced by fresh values so far.
    pub fn skipped_functions(&self) -> &BTreeSet<FunctionId> {
        &self.skipped
    }

    /// Counters over all states so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Values of a state's inputs under its model, in the order of [`State::inputs`].
    pub fn input_values(&mut self, state: &State) -> Vec<Vec<Bits>> {
        self.follow(state);
        let mut values = Vec::new();
        for record in state.inputs() {
            let evaluate = |&term| self.evaluator.bits(&self.pool, term);
            values.push(record.terms.iter().map(evaluate).collect());
        }
        values
    }

    /// What a state has written to a descriptor (1: standard output, 2: standard error), under its
    /// model.
    pub fn output_bytes(&mut self, state: &State, descriptor: i32) -> Vec<u8> {
        self.follow(state);
        let mut bytes = Vec::new();
        for chunk in state
            .output()
            .into_iter()
            .filter(|chunk| chunk.descriptor == descriptor)
        {
            let base = bytes.len();
            bytes.extend_from_slice(&chunk.bytes);
            for &(at, term) in &chunk.symbolic {
                bytes[base + at as usize] = self.evaluator.u64(&self.pool, term) as u8;
            }
        }
        bytes
    }

    /// Puts the evaluator under the model of a state.
    pub(crate) fn follow(&mut self, state: &State) {
        if self.evaluator_stamp != state.model_stamp() {
            self.evaluator.set_model(state.model().clone());
            self.evaluator_stamp = state.model_stamp();
        }
    }

    /// The code of a function; `None` if it has no body.
    pub(crate) fn code(&mut self, id: FunctionId) -> Result<Option<Arc<Code>>, LoadError> {
        let index = id.0 as usize;
        match self.codes.get(index) {
            Some(Some(Callable::Code(code))) => return Ok(Some(Arc::clone(code))),
            Some(Some(Callable::Undefined)) => return Ok(None),
            Some(None) | None => {}
        }
        let function = self.program.function(id)?;
        let (callable, code) = if function.is_declaration() {
            (Callable::Undefined, None)
        } else {
            let layout = self.layout();
            let mut code = decode(id, &function, &layout, &mut self.pool);
            code.treatment = self.treatment(id, &code.name);
            let code = Arc::new(code);
            (Callable::Code(Arc::clone(&code)), Some(code))
        };
        if self.codes.len() <= index {
            self.codes.resize_with(index + 1, || None);
        }
        self.codes[index] = Some(callable);
        Ok(code)
    }

    /// How calls of a function are treated.
    fn treatment(&self, id: FunctionId, name: &String) -> Treatment {
        if self.options.opaque.contains(name) {
            return Treatment::Pin;
        }
        match self.options.skipped.get(&id) {
            Some(function) => Treatment::Skip(Arc::clone(function)),
            None => Treatment::Enter,
        }
    }

    /// The object that a global is.
    pub(crate) fn object_of_global(&self, global: GlobalId) -> ObjectId {
        ObjectId(1 + self.function_count + global.0)
    }

    /// The code of the function of that name, if there is one with a body.
    pub(crate) fn code_of(&mut self, name: &str) -> Option<Arc<Code>> {
        let function = match self.named.get(name) {
            Some(function) => *function,
            None => {
                // A program may look at all its names for that, and may have the function only later.
                let function = self.program.find_function(name)?;
                self.named.insert(name.to_owned(), function);
                function
            }
        };
        self.code(function).ok().flatten()
    }

    pub(crate) fn function_address(&self, function: FunctionId) -> u64 {
        self.layout().function(function)
    }

    /// Where functions and globals are.
    pub(crate) fn layout(&self) -> Layout {
        Layout {
            function_count: self.function_count,
        }
    }

    /// The function whose address that is.
    pub(crate) fn function_id_at(&self, at: u64) -> Option<FunctionId> {
        let (id, offset) = split(at);
        if id.0 >= LATE_FUNCTIONS {
            let function = FunctionId(id.0 - LATE_FUNCTIONS);
            let known = function.0 < self.program.function_count();
            return (offset == 0 && known).then_some(function);
        }
        (offset == 0 && id.0 >= 1 && id.0 <= self.function_count).then(|| FunctionId(id.0 - 1))
    }

    /// The choice that stands for a function among those that a pointer may mean: its number may be
    /// another in another process, its name is not. FNV-1a, of which no two names in a program share
    /// 64 bits in practice.
    pub(crate) fn choice_of_function(&self, function: FunctionId) -> u64 {
        let function = self.program.function(function);
        let name = function.map_or_else(|_| String::new(), |function| function.name.clone());
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        name.bytes().fold(0xcbf2_9ce4_8422_2325, step).max(1)
    }

    /// Name of the function an address is at or behind of.
    pub(crate) fn function_at(&self, at: u64) -> Option<String> {
        let function = self.function_id_at(address(split(at).0, 0))?;
        self.program
            .function(function)
            .ok()
            .map(|function| function.name.clone())
    }

    /// Functions whose addresses a term is made of, ascending; and whether it surely is one of
    /// them.
    pub(crate) fn function_candidates(&self, term: Term) -> (Vec<FunctionId>, bool) {
        let mut functions = Vec::new();
        let mut exact = true;
        let mut todo = vec![term];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(term) = todo.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(word) = self.pool.constant_u64(term) {
                functions.extend(self.function_id_at(word));
                continue;
            }
            let arguments = self.pool.arguments(term);
            match self.pool.op(term) {
                Op::Ite => todo.extend(&arguments[1..]),
                Op::Select => todo.push(arguments[0]),
                Op::Store => todo.extend([arguments[0], arguments[2]]),
                Op::ConstArray => todo.push(arguments[0]),
                Op::Table(table) => {
                    let entries = self.pool.table(table).iter();
                    functions.extend(entries.filter_map(|e| self.function_id_at(e.low_u64())));
                }
                _ => exact = false,
            }
        }
        functions.sort_unstable();
        functions.dedup();
        (functions, exact)
    }

    /// The input with that number on its path, of that name and width: the same term whenever it
    /// is asked for. A worker that goes on with a path begun elsewhere gives its inputs their
    /// values through these.
    pub fn input(&mut self, ordinal: u32, name: &str, width: u32) -> Term {
        let name = self.string(name);
        let pool = &mut self.pool;
        let key = (ordinal, name, width);
        if let Some(&term) = self.inputs.get(&key) {
            return term;
        }
        let term = pool.input(&key.1, Sort::BitVec(width));
        if let Op::Input(input) = pool.op(term) {
            self.input_keys.insert(input, (ordinal, key.1.clone()));
        }
        self.inputs.insert(key, term);
        term
    }

    /// Number and name of an input of this machine: with its width they identify it in every other
    /// machine of the program ([`Machine::input`]). `None` if paths do not know it (a helper of the
    /// solver).
    pub fn input_key(&self, input: InputId) -> Option<(u32, &Arc<str>)> {
        let (ordinal, name) = self.input_keys.get(&input)?;
        Some((*ordinal, name))
    }

    /// Whether paths that are run again, until that is taken back, find the time and seeds of random numbers free though
    /// [`crate::FreeHost`] has them the same in every run (Java). They are no inputs of the path: a model says nothing of them.
    pub fn probe_host(&mut self, on: bool) {
        self.probes.on = on;
        self.probes.made = 0;
    }

    pub(crate) fn probes_host(&self) -> bool {
        self.probes.on
    }

    /// A value of the host that is free for a while.
    pub(crate) fn probe(&mut self, width: u32) -> Term {
        self.probes.made += 1;
        self.input(
            u32::MAX - self.probes.made % PROBES,
            "wayfarer: probe",
            width,
        )
    }

    /// True if a decision depends on such a value.
    pub fn is_probe(&self, fork: &Fork) -> bool {
        let conditions = fork.arms.iter().map(|arm| arm.condition);
        let mut inputs = conditions.flat_map(|it| self.pool.inputs_of(it).to_vec());
        inputs.any(|input| {
            let key = self.input_key(input);
            key.is_some_and(|(ordinal, _)| ordinal > u32::MAX - PROBES)
        })
    }

    /// A shared string.
    pub(crate) fn string(&mut self, text: &str) -> Arc<str> {
        if let Some(string) = self.strings.get(text) {
            return Arc::clone(string);
        }
        let string: Arc<str> = Arc::from(text);
        self.strings.insert(text.to_owned(), Arc::clone(&string));
        string
    }

    /// Creates a scalar input on a path.
    pub(crate) fn scalar_input(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        name: &str,
        ty: &str,
        width: u32,
    ) -> InputRecord {
        let ordinal = state.input_count;
        let term = self.input(ordinal, name, width);
        state.input_count += 1;
        let record = InputRecord {
            name: self.string(name),
            ty: self.string(ty),
            terms: Arc::from([term]),
            ordinal,
            origin,
        };
        state.inputs.push(record.clone());
        record
    }

    /// Creates an input of so many bytes on a path.
    pub(crate) fn bytes_input(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        name: &str,
        size: u64,
    ) -> InputRecord {
        self.row_input(state, origin, (name, "bytes"), size)
    }

    /// As [`Machine::bytes_input`], of bytes that are read as another type.
    pub(crate) fn row_input(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        (name, ty): (&str, &str),
        size: u64,
    ) -> InputRecord {
        let ordinal = state.input_count;
        let terms = (0..size as u32)
            .map(|byte| self.input(ordinal + byte, name, 8))
            .collect();
        state.input_count += size as u32;
        let (name, ty) = (self.string(name), self.string(ty));
        let record = InputRecord {
            name,
            ty,
            terms,
            ordinal,
            origin,
        };
        state.inputs.push(record.clone());
        record
    }
}
