//! The translation of a whole module: who needs what, in which order.

use super::Result;
use super::exceptions::Exceptions;
use super::function::{FunctionTranslator, declaration};
use super::layout::Layouts;
use crate::checks::Checks;
use crate::debug::{DebugInfo, SourceTypes};
use crate::reader::{Block, FileNode, Module, RawLocation, Value, ValueKind};
use ir::{
    ComparedMembers, FileId, Function, FunctionId, Global, GlobalId, Location, SourceTypeId, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Name of the synthesised function that runs constructors.
pub const INITIALISE: &str = "wf__init";

/// Name of the synthesised function that runs destructors.
pub const FINALISE: &str = "wf__fini";

/// True for library functions that the machine calls by their names.
pub fn is_called_by_the_machine(name: &str) -> bool {
    name.starts_with("wf__") || name == "exit"
}

/// What came out.
pub struct Translation {
    /// The program.
    pub module: ir::Module,
    /// Members of structures that the program takes for pointers into one array.
    pub compared_members: ComparedMembers,
    /// What the user should know about it.
    pub warnings: Vec<String>,
}

/// How to translate.
pub struct Settings<'a> {
    /// Checks to add.
    pub checks: &'a Checks,
    /// The first so many defined functions of the module are the user's.
    pub user_functions: usize,
    /// Names of the global variables that the user defines.
    pub user_globals: &'a FxHashSet<String>,
    /// Functions that a run may begin with, beside the user's.
    pub entries: &'a [String],
}

/// Where a function comes from.
#[derive(Clone)]
enum Source<'m> {
    /// A function of the module.
    Value(Value<'m>),
    /// A library function that only an intrinsic refers to.
    Absent(Function),
    /// [`INITIALISE`].
    Initialise,
    /// [`FINALISE`].
    Finalise,
}

/// Types of a function's scalars.
#[derive(Debug, PartialEq, Eq)]
pub struct ScalarSignature {
    pub parameters: Vec<Type>,
    pub results: Vec<Type>,
    pub variadic: bool,
}

/// A module under translation. Functions and globals get their ids when they are first referred
/// to, and are translated in that order; the user's come first.
pub struct ModuleTranslator<'m> {
    pub module: &'m Module<'m>,
    pub settings: &'m Settings<'m>,
    pub layouts: Layouts<'m>,
    /// True if pointers take four bytes in memory.
    pub narrow: bool,
    pub debug: DebugInfo,
    pub warnings: BTreeSet<String>,
    /// What throws, and the handlers.
    pub exceptions: Exceptions<'m>,
    /// Variables by whether they hold nothing but numbers that were computed.
    pub computed_numbers: FxHashMap<Value<'m>, bool>,
    source_types: SourceTypes,
    files: FxHashMap<FileNode, FileId>,
    paths: Vec<String>,
    function_ids: FxHashMap<Value<'m>, FunctionId>,
    names: FxHashMap<String, FunctionId>,
    sources: Vec<Source<'m>>,
    global_ids: FxHashMap<Value<'m>, GlobalId>,
    global_values: Vec<Value<'m>>,
    /// For tables of distances between objects, which the machine's addresses do not have: tables
    /// of the addresses themselves.
    address_tables: FxHashMap<GlobalId, Value<'m>>,
    labels: FxHashMap<Block<'m>, u64>,
    /// Parts of initial contents that are no constants of `ir`: stored by [`INITIALISE`].
    pub deferred: Vec<(GlobalId, u64, Value<'m>)>,
    user_function_count: usize,
    user_global_count: usize,
}

/// Translates a module with the debug information of the user's part of it.
pub fn translate(module: &Module<'_>, debug: DebugInfo, settings: &Settings<'_>) -> Translation {
    let translator = ModuleTranslator {
        module,
        settings,
        layouts: Layouts::new(module),
        narrow: module.has_narrow_pointers(),
        debug,
        warnings: BTreeSet::new(),
        exceptions: Exceptions::of(module),
        computed_numbers: FxHashMap::default(),
        source_types: SourceTypes::new(),
        files: FxHashMap::default(),
        paths: Vec::new(),
        function_ids: FxHashMap::default(),
        names: FxHashMap::default(),
        sources: Vec::new(),
        global_ids: FxHashMap::default(),
        global_values: Vec::new(),
        address_tables: FxHashMap::default(),
        labels: FxHashMap::default(),
        deferred: Vec::new(),
        user_function_count: 0,
        user_global_count: 0,
    };
    translator.run()
}

impl<'m> ModuleTranslator<'m> {
    fn run(mut self) -> Translation {
        self.add_roots();
        let mut functions: Vec<Option<Function>> = Vec::new();
        let mut globals: Vec<Global> = Vec::new();
        let mut initialise = super::initialiser::Initialisation::new(&mut self);
        loop {
            if functions.len() < self.sources.len() {
                let id = FunctionId(functions.len() as u32);
                functions.push(self.translate_function(id));
            } else if globals.len() < self.global_values.len() {
                let global = self.translate_global(GlobalId(globals.len() as u32));
                globals.push(global);
            } else if let Some((global, offset, value)) = self.deferred.pop() {
                // The initialisation writes to it, so writes cannot be forbidden.
                globals[global.0 as usize].constant = false;
                initialise.store(&mut self, global, offset, value);
            } else {
                break;
            }
        }
        let initialise = initialise.finish(&mut self);
        let defined = self.module.functions().filter(|it| !it.is_declaration());
        let of_user: Vec<Value<'m>> = defined.take(self.user_function_count).collect();
        self.tell_members(&of_user);
        let compared_members = self.compared_members(&of_user);
        let functions = functions
            .into_iter()
            .map(|function| Arc::new(function.unwrap_or_else(|| initialise.clone())));
        Translation {
            module: ir::Module {
                functions: functions.collect(),
                globals,
                files: self.paths,
                source_types: self.source_types.finish(),
                narrow_pointers: self.narrow,
                ..ir::Module::default()
            },
            compared_members,
            warnings: self.warnings.into_iter().collect(),
        }
    }

    /// The types made so far.
    pub fn source_types_mut(&mut self) -> &mut SourceTypes {
        &mut self.source_types
    }

    /// The user's functions and globals, in the order of the bitcode, and what the machine calls
    /// by name.
    fn add_roots(&mut self) {
        let module = self.module;
        let defined: Vec<Value<'m>> = module
            .functions()
            .filter(|function| !function.is_declaration())
            .collect();
        self.user_function_count = self.settings.user_functions.min(defined.len());
        for function in &defined[..self.user_function_count] {
            self.function_id(*function);
        }
        let globals = module.globals().filter(|global| is_program_global(*global));
        // Linking may have replaced some, which then stand elsewhere.
        let is_of_user = |it: &Value<'m>| self.settings.user_globals.contains(&it.name());
        let of_user: Vec<Value<'m>> = globals.filter(is_of_user).collect();
        for global in of_user {
            self.user_global_count += 1;
            self.global_id(global);
        }
        self.names_function(INITIALISE, Source::Initialise);
        self.names_function(FINALISE, Source::Finalise);
        for function in &defined[self.user_function_count..] {
            let name = function.name();
            if self.settings.entries.contains(&name) || is_called_by_the_machine(&name) {
                self.function_id(*function);
            }
        }
    }

    /// The id of a function of the module.
    pub fn function_id(&mut self, value: Value<'m>) -> FunctionId {
        debug_assert!(value.kind() == ValueKind::LLVMFunctionValueKind);
        if let Some(&id) = self.function_ids.get(&value) {
            return id;
        }
        let name = value.name();
        if value.is_declaration()
            && let Some(&id) = self.names.get(&name)
        {
            self.function_ids.insert(value, id);
            return id;
        }
        let id = self.add_source(Source::Value(value));
        self.function_ids.insert(value, id);
        self.names.insert(name, id);
        id
    }

    /// True for the user's functions: they were numbered first.
    fn is_user_function(&self, id: FunctionId) -> bool {
        (id.0 as usize) < self.user_function_count
    }

    /// True if a function that is called is the user's, not one of the library.
    pub fn is_users(&mut self, callee: Value<'m>) -> bool {
        let id = self.function_id(callee);
        self.is_user_function(id)
    }

    /// The id of the function of that name, declared if there is none.
    pub fn named_function(
        &mut self,
        name: &str,
        parameters: &[Type],
        results: &[Type],
    ) -> FunctionId {
        if let Some(function) = self.module.function(name) {
            return self.function_id(function);
        }
        self.names_function(name, Source::Absent(declaration(name, parameters, results)))
    }

    fn names_function(&mut self, name: &str, source: Source<'m>) -> FunctionId {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.add_source(source);
        self.names.insert(name.to_owned(), id);
        id
    }

    fn add_source(&mut self, source: Source<'m>) -> FunctionId {
        self.sources.push(source);
        FunctionId(self.sources.len() as u32 - 1)
    }

    /// The function, or `None` for the initialisation, which is made last.
    fn translate_function(&mut self, id: FunctionId) -> Option<Function> {
        match self.sources[id.0 as usize].clone() {
            Source::Value(value) => {
                let user = self.is_user_function(id) && !value.is_of_system_headers();
                Some(FunctionTranslator::translate(self, value, user))
            }
            Source::Absent(function) => Some(function),
            Source::Initialise => None,
            Source::Finalise => Some(super::initialiser::finalisation(self)),
        }
    }

    /// Scalars of a function type.
    pub fn signature(&mut self, ty: crate::reader::Ty<'m>) -> Result<ScalarSignature> {
        let mut parameters = Vec::new();
        for parameter in ty.parameters() {
            parameters.extend(self.layouts.of(parameter)?.types());
        }
        let results = self.layouts.of(ty.result())?.types().collect();
        Ok(ScalarSignature {
            parameters,
            results,
            variadic: ty.is_variadic(),
        })
    }

    /// The id of a global variable.
    pub fn global_id(&mut self, value: Value<'m>) -> GlobalId {
        debug_assert!(value.kind() == ValueKind::LLVMGlobalVariableValueKind);
        if let Some(&id) = self.global_ids.get(&value) {
            return id;
        }
        let id = GlobalId(self.global_values.len() as u32);
        self.global_values.push(value);
        self.global_ids.insert(value, id);
        id
    }

    /// Name of a global variable.
    pub fn global_name(&self, id: GlobalId) -> String {
        self.global_values[id.0 as usize].name()
    }

    /// The id of the table of the addresses whose distances from itself a table holds.
    pub fn address_table(&mut self, table: Value<'m>) -> GlobalId {
        let known = self
            .address_tables
            .iter()
            .find(|(_, known)| **known == table);
        if let Some((id, _)) = known {
            return *id;
        }
        let id = self.new_global(table);
        self.address_tables.insert(id, table);
        id
    }

    /// An id for something made of a value, which is not the value itself.
    pub fn new_global(&mut self, of: Value<'m>) -> GlobalId {
        let id = GlobalId(self.global_values.len() as u32);
        self.global_values.push(of);
        id
    }

    fn translate_global(&mut self, id: GlobalId) -> Global {
        let value = self.global_values[id.0 as usize];
        if self.address_tables.contains_key(&id) {
            return self.translate_address_table(value);
        }
        if let Some(pad) = self.exceptions.pad(id) {
            return self.translate_clause_table(pad);
        }
        let name = value.name();
        let ty = value.value_type();
        let mut global = Global {
            size: ty.alloc_size(self.module),
            align: value.alignment().max(ty.align(self.module)).max(1),
            constant: value.is_global_constant(),
            external: value.is_declaration(),
            initialisers: Vec::new(),
            source_type: self.debug.global(&name).map(|node| self.source_type(node)),
            user: (id.0 as usize) < self.user_global_count,
            name,
        };
        if let Some(initialiser) = value.initialiser() {
            self.initialise(id, initialiser, &mut global.initialisers);
        }
        global
    }

    /// The source type of a debug node.
    pub fn source_type(&mut self, node: u32) -> SourceTypeId {
        self.source_types.of(&self.debug.metadata, node)
    }

    /// The scalar member of that width at an offset of the type of a debug node, with its name
    /// behind that of a variable of the type (`.a[1].b`).
    pub fn source_type_part(
        &mut self,
        node: u32,
        offset: u64,
        bits: u64,
    ) -> Option<(String, SourceTypeId)> {
        let whole = self.source_type(node);
        self.source_types.part(whole, offset, bits)
    }

    /// True for a union.
    pub fn is_union(&self, ty: SourceTypeId) -> bool {
        self.source_types.is_union(ty)
    }

    /// A number for a block whose address is taken: never null, never an object's address.
    pub fn label(&mut self, block: Block<'m>) -> u64 {
        let next = self.labels.len() as u64 + 1;
        *self.labels.entry(block).or_insert(next)
    }

    /// A place in the source.
    pub fn location(&mut self, raw: Option<RawLocation>) -> Location {
        let Some(raw) = raw else {
            return Location::default();
        };
        Location {
            file: raw.file.map(|node| self.file(node)),
            line: raw.line,
            column: raw.column,
        }
    }

    fn file(&mut self, node: FileNode) -> FileId {
        if let Some(&id) = self.files.get(&node) {
            return id;
        }
        let (directory, name) = node.path();
        let path = Path::new(&directory).join(name.strip_prefix("./").unwrap_or(&name));
        let path = path.to_string_lossy().into_owned();
        // Several nodes may name one file.
        let id = match self.paths.iter().position(|known| *known == path) {
            Some(index) => FileId(index as u32),
            None => {
                self.paths.push(path);
                FileId(self.paths.len() as u32 - 1)
            }
        };
        self.files.insert(node, id);
        id
    }
}

/// True for a defined global variable of the program (not one of LLVM's own lists).
pub fn is_program_global(global: Value<'_>) -> bool {
    !global.is_declaration() && !global.name().starts_with("llvm.")
}
