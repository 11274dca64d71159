//! From a kept path to a test.

use super::entry::{Arguments, entry};
use crate::input_options::STDIN;
use crate::specifications;
use crate::subject::{NewTest, TestMaker};
use explore::{BoxError, KeptPath, PathEnd, PathInput, Place};
use std::sync::Arc;
use suite::monitors::{IN_PLACE_OF, Monitoring};
use suite::{
    Bytes, CutReason, DecisionTrace, FileContent, InputValue, MadeBy, MemoryInput, Outcome,
    PredictedOutput, StackFrame, TestCase,
};
use vm::{Contents, InputFile, InputOrigin, MadeObject, Text};

/// What the program is given beside free inputs: tests repeat it.
pub struct ProgramInputs {
    /// Arguments after the program's name.
    pub arguments: Vec<Text>,
    /// Files, standard input among them.
    pub files: Vec<InputFile>,
    /// Environment variables.
    pub environment: Vec<Text>,
    /// How tests have the arguments of the function under test.
    pub function: Arguments,
    /// What the program is watched over by.
    pub monitoring: Option<Arc<Monitoring>>,
}

impl TestMaker for ProgramInputs {
    fn test(&self, _start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError> {
        NewTest::of(&test_case(path, self), path).map(Some)
    }
}

/// The test that takes a path.
fn test_case(path: &KeptPath, given: &ProgramInputs) -> TestCase {
    let (mut stdin, mut files) = (None, Vec::new());
    for (index, file) in given.files.iter().enumerate() {
        let contents = match &file.contents {
            Contents::Bytes(bytes) => bytes.to_vec(),
            Contents::Symbolic(size) => {
                let free = free_bytes(path, InputOrigin::File(index as u32));
                // A file that the path never looked at has contents all the same.
                free.unwrap_or_else(|| vec![0; *size as usize])
            }
        };
        if file.name == STDIN {
            stdin = Some(contents).filter(|contents| !contents.is_empty());
        } else {
            files.push(FileContent {
                name: file.name.clone(),
                contents,
            });
        }
    }
    let texts = |texts: &[Text], origin: fn(u32) -> InputOrigin| {
        let bytes = texts.iter().enumerate().map(|(index, text)| match text {
            Text::Fixed(bytes) => bytes.clone(),
            Text::Symbolic { prefix, .. } => {
                let mut bytes = prefix.clone();
                bytes.extend(free_bytes(path, origin(index as u32)).unwrap_or_default());
                let end = bytes
                    .iter()
                    .position(|&byte| byte == 0)
                    .unwrap_or(bytes.len());
                bytes.truncate(end);
                bytes
            }
        });
        bytes.map(|hex| Bytes { hex }).collect::<Vec<Bytes>>()
    };
    let asked = |input: &&PathInput| {
        let origin = input.origin;
        matches!(origin, InputOrigin::Program | InputOrigin::Stub(_))
    };
    let argument = |input: &&PathInput| {
        let origin = input.origin;
        matches!(origin, InputOrigin::Parameter(_) | InputOrigin::Global(_))
    };
    let allocation = |input: &&PathInput| input.origin == InputOrigin::MallocFails;
    let fails = |input: &PathInput| input.bytes.iter().any(|&byte| byte != 0);
    let entry = path.entry.as_ref().map(|image| {
        let inputs = path.inputs.iter().filter(argument).map(input_value);
        entry(image, &given.function, inputs.collect())
    });
    let outcome = outcome(path);
    let ends_well = outcome.ends_well();
    TestCase {
        id: path.id,
        inputs: path.inputs.iter().filter(asked).map(input_value).collect(),
        entry,
        // The program's name is argument 0.
        arguments: texts(&given.arguments, |index| InputOrigin::Argument(index + 1)),
        stdin,
        files,
        environment: texts(&given.environment, InputOrigin::Environment),
        failing_allocations: path.inputs.iter().filter(allocation).map(fails).collect(),
        memory: path.inputs.iter().filter_map(memory_input).collect(),
        assumption: path.assumption.clone(),
        outcome,
        // An error may keep from the stream what the C library has not written yet.
        stdout: ends_well.then(|| PredictedOutput::new(&path.stdout)),
        stderr: ends_well.then(|| PredictedOutput::new(&path.stderr)),
        decisions: DecisionTrace::of(&path.trace.steps, path.trace.cut),
        monitors: specifications::history(given.monitoring.as_ref(), path),
        path: format!("{:016x}", path.hash),
        verdict: None,
    }
}

fn free_bytes(path: &KeptPath, origin: InputOrigin) -> Option<Vec<u8>> {
    let input = path.inputs.iter().find(|input| input.origin == origin)?;
    Some(input.bytes.clone())
}

fn memory_input(input: &PathInput) -> Option<MemoryInput> {
    let InputOrigin::NeverWritten(made, offset) = input.origin else {
        return None;
    };
    let (object, number) = match made {
        MadeObject::Stack(number) => (MadeBy::Call, number),
        MadeObject::Heap(number) => (MadeBy::Allocation, number),
    };
    Some(MemoryInput {
        object,
        number,
        offset,
        input: input_value(input),
    })
}

fn input_value(input: &PathInput) -> InputValue {
    InputValue {
        name: input.name.to_string(),
        ty: input.ty.to_string(),
        bytes: input.bytes.clone(),
        value: suite::format_value(&input.ty, &input.bytes),
    }
}

fn outcome(path: &KeptPath) -> Outcome {
    let cut = |reason| Outcome::Cut { reason };
    match &path.end {
        PathEnd::Exit(status) => Outcome::Exit {
            status: status & 0xff,
        },
        PathEnd::Killed(signal) => Outcome::Killed { signal: *signal },
        PathEnd::Error { kind, message } => Outcome::Error {
            error: *kind,
            message: message.clone(),
            file: path.place.file.clone(),
            line: path.place.line,
            stack: path.stack.iter().filter(is_told).map(frame).collect(),
        },
        PathEnd::AssumeFailed => cut(CutReason::AssumptionFailed),
        PathEnd::Unsupported(what) => {
            cut(CutReason::Unsupported(format!("{what} at {}", path.place)))
        }
        PathEnd::Limit(name) => cut(CutReason::Limit(format!("{name} at {}", path.place))),
        PathEnd::Stopped => cut(CutReason::Stopped),
    }
}

/// Functions of monitors that are called in place of others are no part of the program.
fn is_told((function, _, is_user): &&(String, Place, bool)) -> bool {
    *is_user || !function.starts_with(IN_PLACE_OF)
}

fn frame((function, place, _): &(String, Place, bool)) -> StackFrame {
    StackFrame {
        function: function.clone(),
        file: place.file.clone(),
        line: place.line,
    }
}
