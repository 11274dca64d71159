//! The program: classes, functions and constants, loaded when they are first asked for.
//!
//! All tables only grow and are read without a lock; what is in them is made once.

mod class;
mod dynamic_error;
mod keys;
mod method_effects;
mod split;

pub(crate) use class::*;
pub use class::{Body, Linked, LinkedMethod};
pub(crate) use dynamic_error::{DynamicError, Result as DynamicResult};
pub(crate) use keys::{
    CallSiteKey, CallSitePlace, FunctionEntry, FunctionKey, Parts, Selector, SyntheticFunction,
};
pub(crate) use method_effects::{MethodKey, MethodsByName, OwnEffects};
pub use split::Split;

use crate::source::ClassPath;
use crate::symbol::{Symbol, Symbols};
use crate::{JvmError, Options};
use ir::{
    CallEffects, ClassId, FileId, FunctionId, InputConstruction, LiteralId, LoadError, WellKnown,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, RwLock};

/// Java classes as an [`ir::Program`].
pub struct Program {
    pub(crate) options: Options,
    pub(crate) class_path: ClassPath,
    pub(crate) symbols: Symbols,
    pub(crate) names: Names,
    classes: boxcar::Vec<ClassEntry>,
    class_ids: Index<Symbol>,
    pub(crate) functions: boxcar::Vec<FunctionEntry>,
    pub(crate) function_ids: Index<FunctionKey>,
    pub(crate) synthetic_functions: boxcar::Vec<SyntheticFunction>,
    pub(crate) selectors: boxcar::Vec<Selector>,
    pub(crate) selector_ids: Index<Selector>,
    pub(crate) literals: boxcar::Vec<Literal>,
    literal_ids: Index<Vec<u16>>,
    pub(crate) files: boxcar::Vec<String>,
    file_ids: Index<String>,
    /// Classes that the front end made.
    made: Mutex<FxHashMap<Symbol, Parts>>,
    /// Functions of accesses to variable handles and of calls of method handles, by name and
    /// descriptor.
    pub(crate) variable_accesses: Index<(Symbol, Symbol)>,
    /// Functions that call methods by reflection.
    pub(crate) reflective_calls: Index<(ClassId, u32)>,
    /// Functions that make inputs by calls, by class.
    pub(crate) input_makers: Index<ClassId>,
    /// Functions that make them by sequences of calls, by class.
    pub(crate) sequence_makers: Index<ClassId>,
    /// How inputs are made, by class; the objects of the program in any state, and by calls.
    pub(crate) constructions: [RwLock<FxHashMap<ClassId, InputConstruction>>; 2],
    /// What calls of methods may do to objects.
    pub(crate) call_effects: RwLock<FxHashMap<MethodKey, Arc<CallEffects>>>,
    pub(crate) own_effects: RwLock<FxHashMap<MethodKey, Arc<OwnEffects>>>,
    pub(crate) user_methods: OnceLock<MethodsByName>,
    /// Classes of inputs, by that of the variable.
    pub(crate) input_classes: RwLock<FxHashMap<ClassId, Vec<ClassId>>>,
    /// Those of them whose objects may be of a generic type, by class and type.
    pub(crate) typed_input_classes: ByType<Vec<ClassId>>,
    /// Whether objects of a class may be of a generic type, by both.
    pub(crate) fitting_types: ByType<bool>,
    /// Names of classes that stand for type variables.
    pub(crate) stand_ins: RwLock<FxHashSet<String>>,
    /// What stands for type variables with such bounds.
    pub(crate) type_arguments: RwLock<FxHashMap<Vec<String>, Option<String>>>,
    /// Functions of dynamic call sites.
    pub(crate) call_sites: RwLock<FxHashMap<CallSiteKey, Result<FunctionId, DynamicError>>>,
    pub(crate) well_known: OnceLock<WellKnown>,
    /// Functions whose blocks are split, by name.
    pub(crate) splits: OnceLock<BTreeMap<String, Split>>,
}

/// What is known of classes with generic types.
pub(crate) type ByType<V> = RwLock<FxHashMap<ClassId, FxHashMap<String, V>>>;

/// Ids of what has been seen.
pub(crate) type Index<K> = RwLock<FxHashMap<K, u32>>;

struct ClassEntry {
    name: Symbol,
    linked: OnceLock<Result<Arc<Linked>, JvmError>>,
}

/// A string constant.
pub(crate) enum Literal {
    Text(Arc<[u16]>),
    /// The message of a null pointer exception, made when it is thrown: class, method,
    /// instruction.
    NullMessage {
        class: ClassId,
        method: u32,
        op: u32,
        text: OnceLock<Arc<[u16]>>,
    },
}

/// Names that the front end itself looks for.
#[derive(Debug)]
#[allow(missing_docs)]
pub(crate) struct Names {
    pub class_initialiser: Symbol,
    pub constructor: Symbol,
    pub object: Symbol,
    pub machine: Symbol,
    pub no_parameters: Symbol,
}

/// The number of a key, and whether it is new; `make` is called for a new one and gives its number.
pub(crate) fn index_of<K: Hash + Eq + Clone>(
    index: &Index<K>,
    key: &K,
    make: impl FnOnce() -> usize,
) -> u32 {
    if let Some(found) = index.read().unwrap_or_else(|e| e.into_inner()).get(key) {
        return *found;
    }
    let mut index = index.write().unwrap_or_else(|e| e.into_inner());
    if let Some(found) = index.get(key) {
        return *found;
    }
    let number = make() as u32;
    index.insert(key.clone(), number);
    number
}

impl Program {
    /// A program of the classes of a class path; nothing is loaded yet.
    pub fn new(class_path: ClassPath, options: Options) -> Program {
        let symbols = Symbols::default();
        let names = Names {
            class_initialiser: symbols.intern("<clinit>"),
            constructor: symbols.intern("<init>"),
            object: symbols.intern("java/lang/Object"),
            machine: symbols.intern("wayfarer/Machine"),
            no_parameters: symbols.intern("()V"),
        };
        let program = Program {
            options,
            class_path,
            symbols,
            names,
            classes: boxcar::Vec::new(),
            class_ids: Index::default(),
            functions: boxcar::Vec::new(),
            function_ids: Index::default(),
            synthetic_functions: boxcar::Vec::new(),
            selectors: boxcar::Vec::new(),
            selector_ids: Index::default(),
            literals: boxcar::Vec::new(),
            literal_ids: Index::default(),
            files: boxcar::Vec::new(),
            file_ids: Index::default(),
            made: Mutex::default(),
            variable_accesses: Index::default(),
            reflective_calls: Index::default(),
            input_makers: RwLock::default(),
            sequence_makers: RwLock::default(),
            call_effects: RwLock::default(),
            own_effects: RwLock::default(),
            user_methods: OnceLock::new(),
            constructions: Default::default(),
            input_classes: RwLock::default(),
            typed_input_classes: RwLock::default(),
            fitting_types: RwLock::default(),
            stand_ins: RwLock::default(),
            type_arguments: RwLock::default(),
            call_sites: RwLock::default(),
            well_known: OnceLock::new(),
            splits: OnceLock::new(),
        };
        program.add_variable_handles();
        program.add_method_handles();
        program
    }

    /// Where its classes come from.
    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    /// Id of the class of an internal name; it need not exist.
    pub(crate) fn class_id(&self, name: Symbol) -> ClassId {
        ClassId(index_of(&self.class_ids, &name, || {
            self.classes.push(ClassEntry {
                name,
                linked: OnceLock::new(),
            })
        }))
    }

    /// Id of the class of an internal name.
    pub(crate) fn class_named(&self, name: &str) -> ClassId {
        self.class_id(self.symbols.intern(name))
    }

    /// Number of classes that have an id.
    pub(crate) fn class_count(&self) -> u32 {
        self.classes.count() as u32
    }

    /// Internal name of a class.
    pub(crate) fn class_symbol(&self, id: ClassId) -> Symbol {
        self.classes[id.0 as usize].name
    }

    /// The linked class of an id.
    pub(crate) fn linked(&self, id: ClassId) -> Result<Arc<Linked>, JvmError> {
        let entry = &self.classes[id.0 as usize];
        if let Some(linked) = entry.linked.get() {
            return linked.clone();
        }
        let linked = self.link(id, entry.name);
        // Two workers may have linked it at once: the first wins.
        entry.linked.get_or_init(|| linked).clone()
    }

    /// The class if it is linked already.
    pub(crate) fn linked_already(&self, id: ClassId) -> Option<&Arc<Linked>> {
        self.classes.get(id.0 as usize)?.linked.get()?.as_ref().ok()
    }

    /// Adds a class that the front end made, to be linked when it is used.
    pub(crate) fn add_synthetic_class(&self, name: Symbol, parts: Parts) -> ClassId {
        let mut made = self.made.lock().unwrap_or_else(|e| e.into_inner());
        made.insert(name, parts);
        self.class_id(name)
    }

    /// What a class that the front end made consists of. It is kept, as two workers may link it at
    /// once.
    pub(crate) fn synthetic_parts(&self, name: Symbol) -> Option<Parts> {
        let made = self.made.lock().unwrap_or_else(|e| e.into_inner());
        made.get(&name).cloned()
    }

    /// Id of a string constant.
    pub(crate) fn literal_id(&self, text: Vec<u16>) -> LiteralId {
        LiteralId(index_of(&self.literal_ids, &text, || {
            self.literals
                .push(Literal::Text(Arc::from(text.as_slice())))
        }))
    }

    /// Id of a string constant given as text.
    pub(crate) fn literal_text(&self, text: &str) -> LiteralId {
        self.literal_id(text.encode_utf16().collect())
    }

    /// The message of the null pointer exception of an instruction, which is made when it is used.
    pub(crate) fn null_message(&self, class: ClassId, method: u32, op: u32) -> LiteralId {
        LiteralId(self.literals.push(Literal::NullMessage {
            class,
            method,
            op,
            text: OnceLock::new(),
        }) as u32)
    }

    /// Id of a source file.
    pub(crate) fn file_id(&self, path: &str) -> FileId {
        let path = path.to_owned();
        FileId(index_of(&self.file_ids, &path, || {
            self.files.push(path.clone())
        }))
    }

    pub(crate) fn load_error(&self, what: String, error: &dyn std::fmt::Display) -> LoadError {
        LoadError {
            function: what,
            message: error.to_string(),
        }
    }
}
