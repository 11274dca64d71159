//! What the caller of the machine may choose.

use crate::SkippedFunctions;
use ir::{ComparedMembers, FunctionId, GlobalId, SourceTypeId};
use specification::MonitorTables;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Options of a [`crate::Machine`], the same for all its states.
#[derive(Clone, Debug)]
pub struct Options {
    /// Largest size in bytes that a symbolic allocation size is given; larger ones are not
    /// explored.
    pub max_symbolic_size: u64,
    /// Most objects that a symbolic pointer is resolved to, and most functions that a symbolic
    /// function pointer is.
    pub max_candidates: usize,
    /// True if `malloc` may fail: each call then is a decision of the path.
    pub failing_malloc: bool,
    /// What memory holds that was never written.
    pub never_written: NeverWritten,
    /// Report heap memory that nothing points to at the end.
    pub check_leaks: bool,
    /// Limit on the bytes of stack objects alive at one time.
    pub stack_bytes: u64,
    /// Limit on the depth of calls.
    pub max_frames: u32,
    /// Limit on the size of one object in bytes.
    pub max_object_bytes: u64,
    /// Limit on the bytes of all objects alive.
    pub memory_bytes: u64,
    /// What a call to a function without body and model does.
    pub undefined_functions: UndefinedFunctions,
    /// Names of functions that are called with the values that their arguments have under the model:
    /// what they compute then is no term. The other values are counted as not explored.
    pub opaque: Vec<String>,
    /// Decisions at a branch of a loop, in one call, after which what is left of the loop may be taken as a
    /// function, and again each time that they have doubled; 0 for never.
    pub loop_traversals: u32,
    /// Steps of a loop that is taken as a function at the most.
    pub loop_steps: u64,
    /// What monitors of specifications do, if their states are to be followed ([`crate::State::monitor_states`]).
    pub monitors: Option<Arc<MonitorTables>>,
    /// Functions whose calls may be skipped ([`crate::CallMode`]).
    pub skipped: Arc<SkippedFunctions>,
    /// Number of elements of the array an input pointer points to; one where that is a structure which
    /// is a node or lies behind another pointer.
    pub pointer_elements: u64,
    /// What is known of input pointers.
    pub readings: Vec<PointerReading>,
    /// Members of structures, and the members that say how many elements they lead to or have.
    pub counted_members: Arc<[(String, String)]>,
    /// Members of structures that the program compares with one another: pointers into one array have such.
    pub compared_members: Arc<ComparedMembers>,
    /// To what input pointers to functions of a type may lead, beside null.
    pub functions: Arc<BTreeMap<SourceTypeId, Vec<FunctionId>>>,
    /// Variables of the program that are inputs of the function under test.
    pub free_globals: Arc<[FreeGlobal]>,
    /// How arguments of the function under test are made, if calls make some: others may make others.
    pub made_arguments: Option<Arc<MadeArguments>>,
    /// Parameters of the function that makes them: those of functions it calls, and which these are.
    pub call_parameters: Arc<Vec<CallParameter>>,
    /// Arguments of the function under test are streams that are opened for it.
    pub stream_arguments: bool,
    /// Number of references on the way to an input object at the most.
    pub heap_depth: u32,
    /// Number of input objects of a path at the most.
    pub heap_objects: u32,
    /// Number of bytes that an entry point of fuzzers is given at the most.
    pub data_length: u64,
    /// Number of elements of an input array at the most.
    pub array_length: u32,
    /// Parameters of the function under test whose objects are raw memory though functions of the program make such
    /// objects, each with the option under which these do.
    pub could_be_made: Vec<(String, String)>,
    /// Number of characters of an input string at the most.
    pub string_length: u32,
    /// Elements of an input collection at the most.
    pub collection_size: u32,
    /// Objects of a result that are looked at for assertions, at the most.
    pub result_objects: usize,
    /// What the host gives that is an input.
    pub free_host: FreeHost,
    /// True if input strings may have characters above U+00FF.
    pub wide_strings: bool,
    /// Input files; standard input is the one named `-`.
    pub files: Vec<InputFile>,
    /// What the program is called: `argv[0]`.
    pub program_name: String,
    /// Environment variables.
    pub environment: Vec<Text>,
    /// True where the program is run for its effects: it reads the real standard input and files,
    /// and its output goes to the real standard output and error as it is written.
    pub host: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_symbolic_size: 4096,
            max_candidates: 32,
            failing_malloc: false,
            never_written: NeverWritten::Filled,
            check_leaks: false,
            stack_bytes: 8 << 20,
            max_frames: 100_000,
            max_object_bytes: 1 << 30,
            memory_bytes: 1 << 31,
            undefined_functions: UndefinedFunctions::End,
            opaque: Vec::new(),
            loop_traversals: 0,
            loop_steps: 20_000_000,
            monitors: None,
            skipped: Arc::default(),
            pointer_elements: 4,
            readings: Vec::new(),
            counted_members: Arc::default(),
            compared_members: Arc::default(),
            functions: Arc::default(),
            free_globals: Arc::default(),
            made_arguments: None,
            call_parameters: Arc::default(),
            stream_arguments: false,
            could_be_made: Vec::new(),
            heap_depth: 5,
            heap_objects: 8,
            data_length: 63,
            array_length: 4,
            string_length: 8,
            collection_size: 3,
            result_objects: 1024,
            free_host: FreeHost::default(),
            wide_strings: false,
            files: Vec::new(),
            program_name: "program".to_owned(),
            environment: Vec::new(),
            host: false,
        }
    }
}

/// What is known of an input pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerReading {
    /// How the source reaches it from a parameter: `p`, `p->next`, `p[1].name`.
    pub pointer: String,
    /// What it is.
    pub reading: Reading,
}

impl PointerReading {
    /// True if it is about the pointer of that name. A pointer to a structure may lead to several of them:
    /// `p->next` is `p[0].next`, `p[1].next` and so on as well.
    pub(crate) fn is_about(&self, name: &str) -> bool {
        arrows(&self.pointer, name).is_some()
    }

    /// The name of a number, as the options have it, for the pointer of that name, which this is about: beside
    /// `p[1].data`, `p->size` is `p[1].size`.
    pub(crate) fn number_beside(&self, number: &str, name: &str) -> Arc<str> {
        let mut beside = number.to_owned();
        // Those behind it do not move what stands before.
        for (at, meant) in arrows(&self.pointer, name).into_iter().flatten().rev() {
            let end = at + ARROW.len();
            if number.get(..end) == self.pointer.get(..end) {
                beside.replace_range(at..end, meant);
            }
        }
        beside.into()
    }
}

const ARROW: &str = "->";

/// Where the arrows of a pattern are, with what each is in a name that fits it.
fn arrows<'n>(pattern: &str, name: &'n str) -> Option<Vec<(usize, &'n str)>> {
    let mut found = Vec::new();
    let (mut at, mut rest) = (0, name);
    for (number, part) in pattern.split(ARROW).enumerate() {
        if number > 0 {
            let meant = match rest.starts_with(ARROW) {
                true => ARROW.len(),
                false => {
                    let digits = rest.strip_prefix('[')?;
                    let behind = digits.trim_start_matches(|c: char| c.is_ascii_digit());
                    rest.len() - behind.strip_prefix("].")?.len()
                }
            };
            let (meant, behind) = rest.split_at(meant);
            found.push((at, meant));
            (at, rest) = (at + ARROW.len(), behind);
        }
        rest = rest.strip_prefix(part)?;
        at += part.len();
    }
    rest.is_empty().then_some(found)
}

/// A variable of the program that is an input: it has a source type, and is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeGlobal {
    /// The variable.
    pub global: GlobalId,
    /// What it may hold beside what it is initialised with.
    pub stored: StoredValues,
}

/// What a program stores to a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredValues {
    /// These bit patterns of a scalar; none where nothing stores to it.
    Only(Vec<u64>),
    /// What its functions are given: any value.
    Given,
    /// What it computes. Which values these are, and together with which others, is not known.
    Computed,
}

/// Arguments of the function under test that calls make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeArguments {
    /// The function that makes them, and then calls the function under test.
    pub by: String,
    /// Functions that it calls to go on making one, each with the option under which there are no such calls.
    pub going_on: Vec<(String, String)>,
    /// Its variables that arguments lead to, each of which has one pointer that is made: callers may pass arrays.
    pub holders: Vec<String>,
}

/// A parameter of a function that makes arguments by calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallParameter {
    /// Its name.
    pub name: String,
    /// The number of the call that is given it; 0 for the function under test.
    pub call: usize,
    /// What the called function calls it, which is what says something; empty if it says which functions are called.
    pub own_name: String,
}

/// How many elements or bytes an input array has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// That many.
    Number(u64),
    /// As many as a number among the inputs says: a parameter, or a member that is reached as `p->length`.
    Input(Arc<str>),
}

/// What an input pointer is taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It is not null.
    NonNull,
    /// Its object is a string of up to [`Options::string_length`] characters.
    Text,
    /// Its object is an array of so many elements.
    Array(Count),
    /// Its object is that many bytes, without an end.
    Bytes(Count),
    /// It is that function, which has the right type.
    Function(FunctionId),
    /// No other pointer leads to its object, nor it to another's.
    Apart,
}

impl Reading {
    /// True if it says what the pointer's object is.
    pub(crate) fn is_of_object(&self) -> bool {
        match self {
            Reading::Text | Reading::Array(_) | Reading::Bytes(_) => true,
            Reading::NonNull | Reading::Function(_) | Reading::Apart => false,
        }
    }
}

/// What memory holds that was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeverWritten {
    /// A fixed byte; that something depends on it is a bound of the path
    /// ([`crate::Bound::NeverWritten`]).
    Filled,
    /// A fixed byte; what depends on it is an error.
    Reported,
    /// Anything: each cell is an input when it is first read.
    Free,
}

/// What of the host's values are inputs; the others are the same in every run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FreeHost {
    /// The time.
    pub clock: bool,
    /// Java: seeds of random numbers that the program does not give.
    pub random: bool,
    /// Java: identity hashes of objects.
    pub hash: bool,
    /// C: the numbers of the process and of its parent.
    pub process: bool,
    /// C: the user and the group.
    pub user: bool,
}

/// What a call to a function without body and model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndefinedFunctions {
    /// The path ends as unsupported.
    End,
    /// It returns a fresh input; counted in [`crate::Statistics::stubbed_calls`].
    FreshInput,
}

/// A file the program finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Its path as the program opens it; `-` for standard input.
    pub name: String,
    /// Its contents.
    pub contents: Contents,
}

/// Bytes that are given or free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// These bytes.
    Bytes(Arc<[u8]>),
    /// That many free bytes.
    Symbolic(u64),
}

/// A string handed to the program: a command line argument or an environment variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A given string, without the final zero.
    Fixed(Vec<u8>),
    /// `prefix` followed by up to that many free bytes (then a zero; an earlier zero ends the
    /// string earlier).
    Symbolic {
        /// Fixed beginning, such as `NAME=`.
        prefix: Vec<u8>,
        /// Number of free bytes.
        length: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_of_arrays_of_structures_are_meant_by_arrows() {
        let told = |pointer: &str| PointerReading {
            pointer: pointer.to_owned(),
            reading: Reading::NonNull,
        };
        for (pointer, name, number, beside) in [
            ("p", "p", "n", "n"),
            ("p->a", "p->a", "p->n", "p->n"),
            ("p->a", "p[12].a", "p->n", "p[12].n"),
            ("p->a", "p[12].a", "q->n", "q->n"),
            ("p->q->a", "p[1].q->a", "p->n", "p[1].n"),
            ("p->q->a", "p->q[3].a", "p->q->m->n", "p->q[3].m->n"),
            ("p[0].a", "p[0].a", "p->n", "p->n"),
        ] {
            assert!(told(pointer).is_about(name), "{pointer} {name}");
            assert_eq!(&*told(pointer).number_beside(number, name), beside);
        }
        for (pointer, name) in [
            ("p", "p->a"),
            ("p->a", "p->ab"),
            ("p->a", "p[].b"),
            ("p->a", "p[1]a"),
            ("p->a", "q->a"),
            ("p[0].a", "p[1].a"),
        ] {
            assert!(!told(pointer).is_about(name), "{pointer} {name}");
        }
    }
}
