//! How a C program is built and entered.

use crate::monitors::WatchedSpecification;
use crate::{Check, CoverageScopes, HostInput, SandboxOptions, SuitePlan, TestCase};
use ir::{SourceType, SourceTypeId};
use object_cache::Language;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How the program is built and entered: `suite.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of this format.
    pub format: u32,
    /// Version of Wayfarer that wrote it.
    pub producer: String,
    /// The inputs given on the command line (`.c`, `.i`, `.bc`, `.ll`), absolute.
    pub sources: Vec<PathBuf>,
    /// Flags for the compiler.
    pub cflags: Vec<String>,
    /// Flags for single sources, before the others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own_flags: BTreeMap<PathBuf, Vec<String>>,
    /// Words for the linker: libraries, and objects of what is not explored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub linked: Vec<String>,
    /// The user's code as one bitcode file, relative to the suite's directory.
    pub bitcode: PathBuf,
    /// The same, logging its decisions; relative to the suite's directory.
    pub decisions_bitcode: Option<PathBuf>,
    /// Where runs start.
    pub entry: EntryPoint,
    /// Checks asked for by `--check`.
    pub checks: Vec<Check>,
    /// When it was written, ISO 8601.
    pub created: String,
    /// Names of the functions that `DecisionTrace` numbers.
    pub decision_functions: Vec<String>,
    /// Where the decisions of these functions are in the source.
    #[serde(default)]
    pub decision_places: DecisionPlaces,
    /// What the program is called: `argv[0]`.
    #[serde(default = "program_name")]
    pub program_name: String,
    /// True if functions without body return what the test has under their name.
    #[serde(default)]
    pub stub_undefined: bool,
    /// True if allocations fail where the test says so.
    #[serde(default)]
    pub failing_malloc: bool,
    /// What the host gives that is an input: tests have its values, under names of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<HostInput>,
    /// Bitcode that a native run with sanitizers is built from instead of the sources, which are in it
    /// with what C cannot say; relative to the suite's directory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked_bitcode: Vec<PathBuf>,
    /// Monitors of specifications that tests are linked with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitors: Option<MonitorPlan>,
    /// Functions that the program only declares, and by which it asks for inputs of types of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input_functions: Vec<InputFunction>,
    /// Functions that pointers in the arguments of the function under test may lead to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given_functions: Vec<GivenFunction>,
    /// Functions without body that a source of their own stands for, which asks for inputs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stubs: Vec<String>,
    /// Variables of the program that tests of a function may set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free_variables: Vec<FreeVariable>,
    /// True if memory never written holds what the test says.
    #[serde(default)]
    pub free_memory: bool,
    /// Seconds a test may run natively.
    pub test_seconds: u64,
    /// What tests may touch and use.
    #[serde(default)]
    pub sandbox: SandboxOptions,
    /// What coverage is counted for.
    #[serde(default)]
    pub coverage: CoverageScopes,
    /// What tests of a function in one C file are written by; absent for `main`, and where debug
    /// information does not tell enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
}

impl Plan {
    /// The flags that a source is compiled with.
    pub fn flags_of(&self, source: &Path) -> Vec<String> {
        let own = self.own_flags.get(source).into_iter().flatten();
        let mut flags: Vec<String> = own.chain(&self.cflags).cloned().collect();
        let floats = object_cache::float_flags(&flags);
        flags.extend(floats.iter().map(|flag| (*flag).to_owned()));
        flags
    }

    /// True if the program is one of 32 bits.
    pub fn is_narrow(&self) -> bool {
        object_cache::is_narrow(&self.cflags)
    }

    /// The flags that say which machine the program is for, if it is another one than this.
    pub fn machine_flags(&self) -> Vec<String> {
        if !self.is_narrow() {
            return Vec::new();
        }
        let mut flags = vec!["-m32".to_owned()];
        let floats = object_cache::float_flags(&flags);
        flags.extend(floats.iter().map(|flag| (*flag).to_owned()));
        flags
    }

    /// True if there is C++ among the sources.
    pub fn has_cpp(&self) -> bool {
        let mut languages = self.sources.iter().map(|source| Language::of(source));
        languages.any(|language| language == Some(Language::Cpp))
    }

    /// Words for the linker behind the objects.
    pub fn libraries(&self) -> impl Iterator<Item = &String> {
        let library = |flag: &&String| flag.starts_with("-l") || flag.starts_with("-L");
        self.linked.iter().chain(self.cflags.iter().filter(library))
    }
}

/// Monitors of specifications in C.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MonitorPlan {
    /// Their source, relative to the suite's directory.
    pub source: PathBuf,
    /// Functions of the program that are watched: the linker has others called in their place.
    pub own: Vec<String>,
    /// Functions of libraries that are watched: the program has other names for them.
    pub foreign: Vec<String>,
    /// What they watch over.
    #[serde(default)]
    pub specifications: Vec<WatchedSpecification>,
}

/// A function under test as the source has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// The file with the tests, in the suite's directory.
    pub file: PathBuf,
    /// Compiles it, and runs all tests, from any directory.
    pub command: String,
    /// The same with AddressSanitizer and UndefinedBehaviorSanitizer, which show what findings are
    /// about.
    pub command_with_sanitizers: String,
    /// Type of the result.
    pub result: SourceTypeId,
    /// True if a hidden first parameter says where the result goes.
    pub result_in_memory: bool,
    /// Parameters in order.
    pub parameters: Vec<UnitParameter>,
    /// The types of the source that tests may need.
    pub types: Vec<SourceType>,
}

/// A parameter as the source declares it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitParameter {
    /// Name.
    pub name: String,
    /// Type.
    #[serde(rename = "type")]
    pub ty: SourceTypeId,
    /// In how many of the function's parameters the calling convention passes it.
    pub parts: usize,
}

impl SuitePlan for Plan {
    type Test = TestCase;

    fn test_seconds(&self) -> u64 {
        self.test_seconds
    }

    fn sandbox(&self) -> &SandboxOptions {
        &self.sandbox
    }

    fn sandbox_mut(&mut self) -> &mut SandboxOptions {
        &mut self.sandbox
    }
}

/// Where decisions are in the source.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DecisionPlaces {
    files: Vec<String>,
    /// For each function, by its number, and each of its decisions: the index of the file, and the
    /// line, 0 if unknown.
    functions: Vec<Vec<(u32, u32)>>,
}

impl DecisionPlaces {
    /// Adds the next function, given by the numbers of its decisions with files and lines.
    pub fn add<'a>(&mut self, decisions: impl Iterator<Item = (u32, &'a str, u32)>) {
        let mut places = Vec::new();
        for (number, file, line) in decisions {
            // Files come in runs, and there are few.
            let known = self.files.iter().rposition(|known| known == file);
            let index = known.unwrap_or_else(|| {
                self.files.push(file.to_owned());
                self.files.len() - 1
            });
            let number = number as usize;
            if places.len() <= number {
                places.resize(number + 1, (0, 0));
            }
            places[number] = (index as u32, line);
        }
        self.functions.push(places);
    }

    /// File and line of a decision, if they are known.
    pub fn place(&self, function: u32, decision: u32) -> Option<(&str, u32)> {
        let &(file, line) = self
            .functions
            .get(function as usize)?
            .get(decision as usize)?;
        let file = self.files.get(file as usize)?;
        (line > 0).then_some((file, line))
    }
}

/// The name of the program in suites that do not say it.
fn program_name() -> String {
    "program".to_owned()
}

/// A function by which a program asks for an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFunction {
    /// Its name.
    pub name: String,
    /// The C type of its result, as wide as the program's own.
    #[serde(rename = "type")]
    pub ty: String,
}

/// A variable of the program that tests may set before they call the function under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreeVariable {
    /// Its symbol.
    pub name: String,
    /// Its type in [`Unit::types`].
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub ty: Option<SourceTypeId>,
    /// True if the source with the function under test has it, outside of functions.
    #[serde(default)]
    pub in_source: bool,
    /// True for a `static` variable.
    #[serde(default)]
    pub internal: bool,
    /// True for an array.
    #[serde(default)]
    pub array: bool,
}

/// A function that the caller of the function under test may give it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenFunction {
    /// Its symbol.
    pub name: String,
    /// Its type, as the pointers to it are declared, in [`Unit::types`].
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub ty: Option<SourceTypeId>,
    /// For one that stands for any other: the C type of its result, which is what the test has under its
    /// name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_in: Option<String>,
    /// True if the source with the function under test has it.
    #[serde(default)]
    pub in_source: bool,
    /// True for a `static` function.
    #[serde(default)]
    pub internal: bool,
}

/// Where runs start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EntryPoint {
    /// At `main`.
    Main,
    /// At a function; its arguments are the inputs.
    Function {
        /// Linkage name.
        name: String,
        /// That of C++ as in the source.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        readable: Option<String>,
        /// Parameters in order.
        parameters: Vec<FunctionParameter>,
        /// True if more arguments may follow; none does.
        #[serde(default)]
        variadic: bool,
        /// True for a `static` function.
        #[serde(default)]
        internal: bool,
        /// The source that defines it, as in [`Plan::sources`]; `None` if unknown.
        #[serde(default)]
        source: Option<PathBuf>,
    },
}

/// A parameter of the function under test, as the calling convention has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionParameter {
    /// Name, which is that of the input too.
    pub name: String,
    /// LLVM-level kind: `i1`..`i64`, `i128`, `f16`, `f32`, `f64`, `f80`, `f128`, `ptr`, or a vector
    /// of these as `<2 x f32>`.
    pub kind: String,
    /// True if a narrow integer is passed sign-extended.
    #[serde(default)]
    pub signed: bool,
    /// For an aggregate passed in memory: its size in bytes.
    pub by_value_size: Option<u64>,
    /// And its alignment.
    #[serde(default)]
    pub by_value_align: Option<u64>,
}
