//! References and objects that are inputs of a path.
//!
//! A lazy reference is an input that refers to no object yet. What it refers to is decided when the
//! program looks at it: that is lazy initialisation (Khurshid, Păsăreanu and Visser, "Generalized
//! Symbolic Execution for Model Checking and Testing", TACAS 2003, section 3; for pointers of C: Sen,
//! Marinov and Agha, "CUTE", ESEC/FSE 2005). The table remembers what was decided, so that copies of
//! the reference mean the same object.
//!
//! Where references are no numbers (Java), a number that is no address stands for one. A C program
//! computes with pointers, so that an input pointer is a term that has the address of each object it
//! may lead to, and null, under some value of an input of its own: [`InputPointer`].

use super::pointer_bytes::PointerBytes;
use crate::memory::address::{LATE_FUNCTIONS, LAZY_REFERENCES};
use crate::memory::{Object, ObjectId, address, split};
use crate::{Cell, InputOrigin};
use ir::{ClassId, FunctionId, InputObjects, Primitive, SourceTypeId};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use term::Term;

/// Number of a lazy reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LazyId(pub u32);

impl LazyId {
    /// The address that stands for it.
    pub(crate) fn address(self) -> u64 {
        address(ObjectId(LAZY_REFERENCES + self.0), 0)
    }

    /// The lazy reference that an address stands for.
    pub(crate) fn of(at: u64) -> Option<LazyId> {
        let (id, offset) = split(at);
        let lazy = (LAZY_REFERENCES..LATE_FUNCTIONS).contains(&id.0) && offset == 0;
        lazy.then(|| LazyId(id.0 - LAZY_REFERENCES))
    }
}

/// What is known of what a lazy reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Referent {
    /// Nothing.
    Open,
    /// Some object.
    NotNull,
    /// A fresh object of that class, which is made once the class is initialised.
    Fresh(ClassId),
    /// A fresh object of that class, which a call is making.
    UnderConstruction(ClassId),
    /// A fresh string, all of whose characters are below U+0100 or one of which is not.
    FreshText {
        wide: bool,
    },
    Null,
    /// The object at that address.
    Object(u64),
}

/// What a lazy reference is declared to refer to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    /// Objects of the class of the variable.
    Class(ClassId),
    /// Memory of a C program.
    Memory(Arc<InputPointer>),
}

/// An input pointer of a C program: null, the beginning of an object of its own, or that of an object, or of an element
/// of an array, that is another pointer's own. An object is that of the first pointer that leads to it, so that
/// each shape of memory comes about in one way only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InputPointer {
    /// Its value.
    pub value: Term,
    /// What it points to; `None` if unknown.
    pub element: Option<SourceTypeId>,
    /// The same as the source spells it.
    pub declared: Option<SourceTypeId>,
    /// Bytes of a character, if its own object is a string.
    pub text: Option<u64>,
    /// Elements of its own object, and its size in bytes.
    pub count: u64,
    pub size: u64,
    /// Its own object, which holds nothing before it is accessed; `None` if it may have none.
    pub own: Option<ObjectId>,
    /// Elements that its own object has, as 64 bits, where a parameter says it.
    pub length: Option<Term>,
    /// The input that says where it leads; the value itself of one that the program takes free bytes for.
    pub choice: Term,
    /// True if its value is free bytes: they are null or the address of an object by what is decided, and
    /// other values are left out.
    pub of_bytes: bool,
    /// Holds where it leads to its own object.
    pub is_own: Term,
    /// What holds where it leads to the object at an address: one for each in its value.
    pub conditions: Arc<[(Term, u64)]>,
    /// Where in other pointers' own objects it may lead.
    pub shared_places: Arc<[SharedPlace]>,
    /// No other input pointer leads to its object, nor it to another's.
    pub apart: bool,
    /// It leads to where a number of elements is kept, which is none of the elements of another.
    pub keeps_length: bool,
    /// The parameter through which it is reached.
    pub origin: InputOrigin,
}

/// A place in the own object of an input pointer to which another one may lead: its beginning, or the beginning of an
/// element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SharedPlace {
    pub owner: LazyId,
    /// Bytes behind the beginning.
    pub offset: u64,
}

/// Name of the input that says where an input pointer of that name leads.
pub(crate) fn selector_name(pointer: &str) -> String {
    format!("{pointer} leads to")
}

/// See the module's description.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LazyReference {
    pub target: Target,
    /// How the test reaches it: `list.head.next`.
    pub name: Arc<str>,
    /// Number of references on the way to it.
    pub depth: u32,
    /// False if no other input may refer to its object.
    pub shared: bool,
    /// True if it is an array none of whose elements is null.
    pub full: bool,
    /// Its generic type in the language's own notation, if it says more than its class.
    pub generic: Option<Arc<str>>,
    pub referent: Referent,
}

impl LazyReference {
    /// The input pointer that it is, in a C program.
    pub(crate) fn pointer(&self) -> Option<&Arc<InputPointer>> {
        match &self.target {
            Target::Memory(pointer) => Some(pointer),
            Target::Class(_) => None,
        }
    }
}

/// What an input object held when it was made.
#[derive(Clone, Debug)]
pub(crate) enum InitialContents {
    /// The instance fields of its class, in order.
    Fields(Arc<[Cell]>),
    /// Length and as many elements as the array may have.
    Elements { length: Cell, all: Arc<[Cell]> },
    /// Length and as many characters as the string may have.
    Text { length: Cell, all: Arc<[Cell]> },
    /// What calls put into it, or the arguments of the call that made it, in order.
    Calls(Arc<[InputPart]>),
    /// What the calls of a function return, in order: the parts of that reference.
    Results(LazyId),
    /// Memory of a C program.
    Memory(Arc<Object>),
}

/// An element or argument of an input object that is made by calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InputPart {
    Reference(LazyId),
    Primitive(Primitive, Cell),
}

/// An object that is an input.
#[derive(Clone, Debug)]
pub(crate) struct InputObject {
    pub at: u64,
    /// `None` for memory of a C program.
    pub class: Option<ClassId>,
    /// False if no reference but the one it was made for may refer to it.
    pub shared: bool,
    /// Generic type of the variable that it was made for.
    pub generic: Option<Arc<str>>,
    pub initial: InitialContents,
}

/// Where a sequence of calls began that makes an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SequenceStart {
    /// Objects made before.
    pub objects: u32,
    /// Decisions of the path before.
    pub decisions: u32,
    /// Hash of these.
    pub path: u64,
}

/// The inputs of a path that are references and objects. A clone shares all of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputHeap {
    references: Arc<Vec<LazyReference>>,
    objects: Arc<Vec<InputObject>>,
    /// References that the program asked for, in order.
    roots: Arc<Vec<LazyId>>,
    /// Parts of objects that are made by calls, by the object's reference.
    parts: Arc<Vec<(LazyId, InputPart)>>,
    /// Input pointers by their values.
    pointers: Arc<FxHashMap<Term, LazyId>>,
    /// Input pointers to functions: how a test reaches them, and their values.
    functions: Arc<Vec<(Arc<str>, Term)>>,
    /// Free bytes that may be pointers, by the lowest of them.
    pointer_bytes: Arc<FxHashMap<Term, PointerBytes>>,
    /// Members that share bytes, of which one was tried that may not be meant.
    tried: Option<Arc<str>>,
    /// How often something was decided here, or made.
    changes: u32,
    /// How many objects sequences of calls are making.
    being_made: u32,
    /// Where the outermost of these began.
    sequence_start: SequenceStart,
    /// Calls of sequences, for all of them, and which: the functions that make them, and numbers among
    /// [`ir::CallSequences::calls`].
    calls: u32,
    made_calls: Arc<Vec<(FunctionId, u32)>>,
    /// How objects of the program's classes come about.
    made: InputObjects,
    /// Errors that need objects which calls may never make are told apart.
    told_apart: bool,
}

impl InputHeap {
    /// True if no input of the path is a reference.
    pub(crate) fn is_empty(&self) -> bool {
        self.references.is_empty()
    }

    /// True if the same decisions come of it: the same references lead to the same objects. What objects held when
    /// they were made, and by which calls and how many they came about, only tests tell.
    pub(crate) fn decides_as(&self, other: &InputHeap) -> bool {
        let object = |it: &InputObject| (it.at, it.class, it.shared, it.generic.clone());
        let objects = Arc::ptr_eq(&self.objects, &other.objects)
            || self.objects.len() == other.objects.len()
                && self
                    .objects
                    .iter()
                    .map(object)
                    .eq(other.objects.iter().map(object));
        objects
            && same(&self.references, &other.references)
            && same(&self.functions, &other.functions)
            && same(&self.pointer_bytes, &other.pointer_bytes)
            && self.tried == other.tried
            && (self.being_made, self.made, self.told_apart)
                == (other.being_made, other.made, other.told_apart)
    }

    /// A number that is the same for input heaps of which the same decisions come.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = FxHasher::default();
        for reference in self.references.iter() {
            reference.referent.hash(&mut hash);
        }
        (self.objects.len(), self.being_made).hash(&mut hash);
        hash.finish()
    }

    /// Terms of which it depends where input pointers lead, or what they are.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let mut terms: Vec<Term> = self.functions.iter().map(|(_, value)| *value).collect();
        for (_, _, pointer) in self.pointers() {
            terms.extend([pointer.value, pointer.choice]);
            terms.extend(pointer.length);
        }
        terms.extend(self.pointer_bytes.values().flat_map(|word| word.bytes));
        terms
    }

    pub(crate) fn get(&self, id: LazyId) -> Option<&LazyReference> {
        self.references.get(id.0 as usize)
    }

    pub(crate) fn add_reference(&mut self, reference: LazyReference) -> LazyId {
        let references = Arc::make_mut(&mut self.references);
        references.push(reference);
        LazyId(references.len() as u32 - 1)
    }

    /// Adds an input pointer.
    pub(crate) fn add_pointer(&mut self, reference: LazyReference) -> LazyId {
        let value = reference.pointer().map(|pointer| pointer.value);
        let id = self.add_reference(reference);
        if let Some(value) = value {
            Arc::make_mut(&mut self.pointers).insert(value, id);
        }
        id
    }

    /// A parameter says how many elements the own object of a pointer has.
    pub(crate) fn set_length(&mut self, id: LazyId, length: Term) {
        let reference = &mut Arc::make_mut(&mut self.references)[id.0 as usize];
        if let Target::Memory(pointer) = &mut reference.target {
            Arc::make_mut(pointer).length = Some(length);
        }
    }

    /// True if inputs of the path are pointers.
    #[inline]
    pub(crate) fn has_pointers(&self) -> bool {
        !self.pointers.is_empty()
    }

    /// True if it is not decided yet where some input pointer leads.
    pub(crate) fn has_open_pointers(&self) -> bool {
        let mut pointers = self.pointers();
        pointers.any(|(_, reference, _)| reference.referent == Referent::Open)
    }

    /// How many references lead to objects of managed memory that are no input objects.
    pub(crate) fn constants(&self) -> usize {
        let is_constant = |reference: &&LazyReference| match (&reference.target, reference.referent)
        {
            (Target::Class(_), Referent::Object(at)) => !self.objects.iter().any(|it| it.at == at),
            _ => false,
        };
        self.references.iter().filter(is_constant).count()
    }

    /// All references, in the order in which they came up.
    pub(crate) fn all_references(&self) -> &[LazyReference] {
        &self.references
    }

    /// How many references there are.
    pub(crate) fn references(&self) -> usize {
        self.references.len()
    }

    /// How often it was decided where a reference leads, or an object was made.
    pub(crate) fn changes(&self) -> u32 {
        self.changes
    }

    /// Where the input pointers lead, as far as that is decided.
    pub(crate) fn referents(&self) -> Vec<(Term, Referent)> {
        let pointers = self.pointers();
        pointers
            .map(|(_, reference, pointer)| (pointer.value, reference.referent))
            .collect()
    }

    /// The input pointer of that value.
    pub(crate) fn pointer_of(&self, value: Term) -> Option<LazyId> {
        self.pointers.get(&value).copied()
    }

    /// Free bytes may be a pointer.
    pub(crate) fn add_pointer_bytes(&mut self, word: PointerBytes) {
        Arc::make_mut(&mut self.pointer_bytes).insert(word.bytes[0], word);
    }

    /// What free bytes may be, if they may be a pointer.
    pub(crate) fn pointer_bytes(&self, bytes: &[Term; 8]) -> Option<&PointerBytes> {
        let found = self.pointer_bytes.get(&bytes[0])?;
        (found.bytes == *bytes).then_some(found)
    }

    /// One of several members that share bytes is tried, be it meant or not.
    pub(crate) fn note_tried(&mut self, members: Arc<str>) {
        self.tried.get_or_insert(members);
    }

    /// Members that share bytes, of which one was tried that may not be meant.
    pub(crate) fn tried(&self) -> Option<&Arc<str>> {
        self.tried.as_ref()
    }

    /// True if some free bytes may be pointers.
    pub(crate) fn has_pointer_bytes(&self) -> bool {
        !self.pointer_bytes.is_empty()
    }

    /// The input pointers, in order of creation.
    pub(crate) fn pointers(&self) -> impl Iterator<Item = (LazyId, &LazyReference, &InputPointer)> {
        let all = self.references.iter().enumerate();
        all.filter_map(|(number, reference)| {
            let pointer = reference.pointer()?;
            Some((LazyId(number as u32), reference, &**pointer))
        })
    }

    /// Adds an input pointer to functions.
    pub(crate) fn add_function(&mut self, name: Arc<str>, value: Term) {
        Arc::make_mut(&mut self.functions).push((name, value));
    }

    /// The input pointers to functions, in order of creation.
    pub(crate) fn functions(&self) -> &[(Arc<str>, Term)] {
        &self.functions
    }

    /// How objects of the program's classes come about.
    pub(crate) fn input_objects(&self) -> InputObjects {
        self.made
    }

    /// From now on, errors that need objects which calls may never make are told apart.
    pub(crate) fn tell_apart(&mut self) {
        self.told_apart = true;
    }

    /// True if errors that need objects which calls may never make are told apart.
    pub(crate) fn are_told_apart(&self) -> bool {
        self.told_apart
    }

    /// From now on, they come about by calls.
    pub(crate) fn make_by_calls(&mut self) {
        self.made = InputObjects::ByCalls;
    }

    pub(crate) fn add_root(&mut self, id: LazyId) {
        Arc::make_mut(&mut self.roots).push(id);
    }

    pub(crate) fn decide(&mut self, id: LazyId, referent: Referent) {
        self.changes += 1;
        Arc::make_mut(&mut self.references)[id.0 as usize].referent = referent;
    }

    /// How many objects sequences of calls are making.
    pub(crate) fn being_made(&self) -> u32 {
        self.being_made
    }

    /// The classes of the objects that calls are making.
    pub(crate) fn being_made_of(&self) -> impl Iterator<Item = ClassId> + '_ {
        let references = self.references.iter();
        references.filter_map(|reference| match reference.referent {
            Referent::UnderConstruction(class) => Some(class),
            _ => None,
        })
    }

    /// Where the outermost sequence of calls began that is making an object.
    pub(crate) fn sequence_start(&self) -> Option<SequenceStart> {
        (self.being_made > 0).then_some(self.sequence_start)
    }

    /// Calls of sequences, for all objects.
    pub(crate) fn calls(&self) -> u32 {
        self.calls
    }

    /// There are so many more calls of sequences, or fewer.
    pub(crate) fn count_calls(&mut self, more: i32) {
        self.calls = self.calls.saturating_add_signed(more);
    }

    /// The calls that were made, in order.
    pub(crate) fn made_calls(&self) -> &Arc<Vec<(FunctionId, u32)>> {
        &self.made_calls
    }

    /// A function that makes inputs makes one of its calls.
    pub(crate) fn add_call(&mut self, maker: FunctionId, call: u32) {
        Arc::make_mut(&mut self.made_calls).push((maker, call));
    }

    /// A sequence of calls begins to make an object.
    pub(crate) fn begin_sequence(&mut self, start: SequenceStart) {
        if self.being_made == 0 {
            self.sequence_start = start;
        }
        self.being_made += 1;
    }

    /// It has made it.
    pub(crate) fn end_sequence(&mut self) {
        self.being_made = self.being_made.saturating_sub(1);
    }

    pub(crate) fn objects(&self) -> &[InputObject] {
        &self.objects
    }

    pub(crate) fn add_object(&mut self, object: InputObject) {
        self.changes += 1;
        Arc::make_mut(&mut self.objects).push(object);
    }

    /// Calls `visit` with the address of every object here.
    pub(crate) fn each_address(&self, mut visit: impl FnMut(u64)) {
        self.objects.iter().for_each(|object| visit(object.at));
        for reference in self.references.iter() {
            if let Referent::Object(at) = reference.referent {
                visit(at);
            }
        }
    }

    pub(crate) fn add_part(&mut self, of: LazyId, part: InputPart) {
        Arc::make_mut(&mut self.parts).push((of, part));
    }

    /// The parts of the object of a reference, in order.
    pub(crate) fn parts(&self, of: LazyId) -> impl Iterator<Item = InputPart> + '_ {
        let own = move |(whole, part): &(LazyId, InputPart)| (*whole == of).then_some(*part);
        self.parts.iter().filter_map(own)
    }

    pub(crate) fn roots(&self) -> &[LazyId] {
        &self.roots
    }

    /// True if no more lazy references have numbers.
    pub(crate) fn is_full(&self) -> bool {
        self.references.len() as u32 >= LATE_FUNCTIONS - LAZY_REFERENCES
    }
}

/// True if both are one, or equal.
fn same<T: PartialEq>(one: &Arc<T>, other: &Arc<T>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}
