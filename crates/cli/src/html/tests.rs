//! The tests of a run, for the pages.

use super::quoted;
use crate::by_calls;
use pages::{Suite as SuitePages, TestEntry};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{Reader, StoreError, TestRow};
use suite::java::{JavaPlan, JavaTest};
use suite::{Language, Plan, Suite, Test, TestCase, Verdict, VerdictKind};

/// Characters that are shown of a value.
const VALUE: usize = 400;
/// Where the text that is the same in all tests of whole programs begins.
const COMMON: &str = "/* What a program asks for its inputs";

/// The tests of the run in a directory.
///
/// # Errors
/// If its store is damaged.
pub fn suite(name: &str, reader: &Reader, directory: &Path) -> Result<SuitePages, StoreError> {
    let language = suite::language(directory);
    let mut problem = language.as_ref().err().map(ToString::to_string);
    let mut texts = Texts::new(directory, language.unwrap_or(Language::C));
    let mut tests = Vec::new();
    for row in reader.tests()? {
        match test(&row, &mut texts) {
            Ok(test) => tests.push(test),
            Err(error) => problem = Some(format!("test {} is damaged: {error}", row.id)),
        }
    }
    Ok(SuitePages {
        name: name.to_owned(),
        run: format!("wayfarer replay {}", quoted(directory)),
        tests,
        problem,
    })
}

/// The tests of the run beside the one in a directory in which calls have made its objects, if there was such a run.
///
/// # Errors
/// As [`suite`].
pub fn made_by_calls(name: &str, directory: &Path) -> Result<Option<SuitePages>, StoreError> {
    let directory = directory.join(by_calls::DIRECTORY);
    // A run that has failed has no summary.
    if !directory.join("summary.json").is_file() || !store::exists(&directory) {
        return Ok(None);
    }
    let name = format!("{name}, with objects made by calls");
    suite(&name, &Reader::open(&directory)?, &directory).map(Some)
}

/// What tests are as text: files that several of them share are read once.
struct Texts {
    directory: PathBuf,
    language: Language,
    /// The file with all tests of a function of C, and the commands that run it, with and without sanitizers.
    unit: Option<(PathBuf, String, String)>,
    files: BTreeMap<PathBuf, String>,
}

impl Texts {
    fn new(directory: &Path, language: Language) -> Texts {
        let unit = match language {
            Language::C => Suite::<Plan>::open(directory)
                .ok()
                .and_then(|it| it.plan.unit),
            Language::Java => None,
        };
        Texts {
            directory: directory.to_owned(),
            language,
            unit: unit.map(|unit| (unit.file, unit.command_with_sanitizers, unit.command)),
            files: BTreeMap::new(),
        }
    }

    /// The JUnit test that a test was written as: its file knows, which is written after the store.
    fn junit_name(&self, number: u32) -> Option<String> {
        let suite = Suite::<JavaPlan>::open(&self.directory).ok()?;
        suite.test(number).ok()?.junit
    }

    fn file(&mut self, name: &Path) -> &str {
        if !self.files.contains_key(name) {
            let text = std::fs::read(self.directory.join(name)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            self.files.insert(name.to_owned(), text);
        }
        &self.files[name]
    }
}

fn test(row: &TestRow, texts: &mut Texts) -> Result<TestEntry, serde_json::Error> {
    let content: Value = serde_json::from_str(&row.content)?;
    let (prediction, junit, is_error) = match texts.language {
        Language::C => {
            let test: TestCase = serde_json::from_str(&row.content)?;
            (test.prediction(), None, test.predicts_error())
        }
        Language::Java => {
            let test: JavaTest = serde_json::from_str(&row.content)?;
            let junit = test.junit.clone().or_else(|| texts.junit_name(row.id));
            (test.prediction(), junit, test.predicts_error())
        }
    };
    let verdict = row.verdict.as_deref();
    let verdict: Option<Verdict> = verdict.map(serde_json::from_str).transpose()?;
    let kind = verdict
        .as_ref()
        .map_or(VerdictKind::NotReplayed, Verdict::kind);
    let mut entry = TestEntry {
        number: row.id,
        prediction,
        verdict: kind.name().to_owned(),
        differences: verdict.as_ref().map(differences).unwrap_or_default(),
        inputs: match texts.language {
            Language::C => c_inputs(&content),
            Language::Java => java_inputs(&content),
        },
        name: String::new(),
        text: String::new(),
        text_note: String::new(),
        run: vec![format!(
            "wayfarer replay {} --test {}",
            quoted(&texts.directory),
            row.id
        )],
    };
    match (texts.language, junit) {
        (Language::Java, Some(junit)) => junit_text(&mut entry, &junit, texts),
        (Language::Java, None) => {}
        (Language::C, _) => c_text(&mut entry, is_error, texts),
    }
    Ok(entry)
}

fn differences(verdict: &Verdict) -> Vec<String> {
    let reason = verdict.reason().map(str::to_owned);
    let differences = verdict.differences().iter().map(ToString::to_string);
    reason.into_iter().chain(differences).collect()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(VALUE) {
        Some((end, _)) => format!("{}… (the file of the test has all)", &text[..end]),
        None => text.to_owned(),
    }
}

/// Inputs of a test in C, by its file.
fn c_inputs(content: &Value) -> Vec<(String, String)> {
    let mut inputs = Vec::new();
    let bytes = |value: &Value| {
        let bytes = hex_bytes(value.as_str().unwrap_or_default());
        shortened(&suite::format_value("bytes", &bytes))
    };
    for (number, argument) in list(&content["arguments"]).enumerate() {
        inputs.push((format!("argument {}", number + 1), bytes(&argument["hex"])));
    }
    if content["stdin"].is_string() {
        inputs.push(("standard input".to_owned(), bytes(&content["stdin"])));
    }
    for file in list(&content["files"]) {
        let name = file["name"].as_str().unwrap_or_default();
        inputs.push((format!("file {name}"), bytes(&file["contents"])));
    }
    for variable in list(&content["environment"]) {
        inputs.push(("environment".to_owned(), bytes(&variable["hex"])));
    }
    let named = [
        &content["inputs"],
        &content["entry"]["inputs"],
        &content["memory"],
    ];
    let entry = &content["entry"];
    for input in named.into_iter().flat_map(list) {
        let text = |key: &str| input[key].as_str().unwrap_or_default();
        if !is_pointer(entry, &input["name"]) {
            inputs.push((text("name").to_owned(), shortened(text("value"))));
        }
    }
    inputs.extend(memory(&content["entry"]));
    inputs
}

/// True if a parameter of that name leads to an object: its bytes say nothing.
fn is_pointer(entry: &Value, name: &Value) -> bool {
    let mut parameters = list(&entry["parameters"]);
    parameters.any(|it| it["name"] == *name && list(&it["pointers"]).next().is_some())
}

/// Arguments of a function that are no free values, and the objects that they lead to.
fn memory(entry: &Value) -> Vec<(String, String)> {
    let objects = &entry["objects"];
    let all = list(&entry["parameters"]).chain(list(objects));
    let is_input = |region: &Value| {
        let mut inputs = list(&entry["inputs"]);
        let name = &region["name"];
        inputs.any(|it| it["name"] == *name) && !is_pointer(entry, name)
    };
    let all = all.filter(|region| region["function"].is_null() && !is_input(region));
    let regions = all.map(|region| {
        let name = region["name"].as_str().unwrap_or_default();
        if let Some(value) = region["value"].as_str() {
            return (name.to_owned(), shortened(value));
        }
        let size = region["size"].as_u64().unwrap_or(0);
        let bytes = hex_bytes(region["bytes"].as_str().unwrap_or_default());
        let pointers = list(&region["pointers"]).map(|pointer| {
            let object = pointer["object"].as_u64().unwrap_or(u64::MAX);
            let object = &objects[usize::try_from(object).unwrap_or(usize::MAX)];
            let to = object["name"].as_str().unwrap_or("an object");
            match pointer["offset"].as_u64() {
                Some(0) | None => format!("pointer to {to}"),
                Some(offset) => format!("pointer to {to} at {offset}"),
            }
        });
        let pointers: Vec<String> = pointers.collect();
        let text = match (bytes.is_empty(), pointers.is_empty()) {
            (true, true) if size == 1 => "1 byte, zero".to_owned(),
            (true, true) => format!("{size} bytes, all zero"),
            (true, false) => pointers.join(", "),
            (false, _) => {
                let bytes = suite::format_value("bytes", &bytes);
                let pointers = pointers.iter().map(|pointer| format!(", {pointer}"));
                let pointers: String = pointers.collect();
                format!("{size} bytes, zero but for {bytes}{pointers}")
            }
        };
        (name.to_owned(), shortened(&text))
    });
    regions.collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn hex_bytes(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|c| c.to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// Inputs of a test in Java, by its file.
fn java_inputs(content: &Value) -> Vec<(String, String)> {
    let mut inputs = Vec::new();
    let receiver = &content["receiver"];
    if !receiver.is_null() {
        inputs.push(("this".to_owned(), java_value(receiver, content)));
    }
    let named = [&content["arguments"], &content["inputs"], &content["host"]];
    for input in named.into_iter().flat_map(list) {
        let name = input["name"].as_str().unwrap_or_default();
        inputs.push((name.to_owned(), java_value(input, content)));
    }
    if content["stdin"].is_string() {
        let bytes = hex_bytes(content["stdin"].as_str().unwrap_or_default());
        inputs.push((
            "standard input".to_owned(),
            shortened(&suite::format_value("bytes", &bytes)),
        ));
    }
    inputs
}

fn java_value(value: &Value, content: &Value) -> String {
    let text = match value["type"].as_str().unwrap_or_default() {
        "null" => "null".to_owned(),
        "object" => {
            let number = value["value"].as_u64().unwrap_or(u64::MAX);
            let object = &content["objects"][usize::try_from(number).unwrap_or(usize::MAX)];
            match &object["text"] {
                text @ Value::String(_) => text.to_string(),
                _ => object.to_string(),
            }
        }
        _ => value["value"].to_string(),
    };
    shortened(&text)
}

fn c_text(entry: &mut TestEntry, is_error: bool, texts: &mut Texts) {
    if let Some((file, with_sanitizers, command)) = texts.unit.clone() {
        let name = format!("test_{}", entry.number);
        if let Some(text) = function(texts.file(&file), &name) {
            let command = if is_error { with_sanitizers } else { command };
            entry.run.push(format!("{command} {name}"));
            entry.text_note = format!("In {}.", texts.directory.join(&file).display());
            (entry.text, entry.name) = (text, name);
            return;
        }
    }
    let file = PathBuf::from(format!("test{:06}.c", entry.number));
    let path = texts.directory.join(&file);
    let directory = quoted(&texts.directory);
    let text = texts.file(&file);
    let Some((own, _)) = text
        .split_once(COMMON)
        .or(Some((text, "")))
        .filter(|(own, _)| !own.is_empty())
    else {
        return;
    };
    let command = own
        .lines()
        .skip_while(|line| line.trim() != "Build and run:")
        .nth(1);
    if let Some(command) = command {
        entry
            .run
            .push(format!("cd {directory} && {}", command.trim()));
    }
    entry.text = own.trim_end().to_owned();
    entry.text_note = format!(
        "The beginning of {}; what follows there is the same in all tests.",
        path.display()
    );
    // Read once, and each test has its own.
    texts.files.remove(&file);
    entry.name = file.display().to_string();
}

/// A test function of a C file, with the comment before it.
fn function(file: &str, name: &str) -> Option<String> {
    let lines: Vec<&str> = file.lines().collect();
    let head = format!("static void {name}(void) {{");
    let at = lines.iter().position(|line| *line == head)?;
    let end = at + lines[at..].iter().position(|line| *line == "}")?;
    let before = lines[..at].iter().rposition(|line| line.trim().is_empty());
    let from = before.map_or(at, |blank| blank + 1);
    Some(lines[from..=end].join("\n"))
}

fn junit_text(entry: &mut TestEntry, junit: &str, texts: &mut Texts) {
    entry.name = junit.to_owned();
    let Some((class, method)) = junit.split_once('#') else {
        return;
    };
    let file = PathBuf::from("junit").join(format!("{}.java", class.replace('.', "/")));
    let path = texts.directory.join(&file);
    let head = format!("    void {method}(");
    let lines: Vec<&str> = texts.file(&file).lines().collect();
    let Some(at) = lines.iter().position(|line| line.starts_with(&head)) else {
        entry.text_note = format!("It is not in {}.", path.display());
        return;
    };
    let end = lines[at..].iter().position(|line| *line == "    }");
    let end = end.map_or(lines.len(), |length| at + length + 1);
    let before = lines[..at]
        .iter()
        .rposition(|line| line.trim().is_empty() || line.ends_with('{'));
    let from = before.map_or(at, |blank| blank + 1);
    let text = lines[from..end].iter();
    let text: Vec<&str> = text
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect();
    entry.text = text.join("\n");
    entry.text_note = format!("In {}.", path.display());
}

// This file is about tests, and has some.
#[allow(clippy::module_inception)]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_file_has_functions() {
        let file = "#include <x.h>\n\n/* First. */\nstatic void test_1(void) {\n  f();\n}\n\nstatic void test_2(void) {\n}\n";
        let first = function(file, "test_1").expect("a function");
        assert_eq!(first, "/* First. */\nstatic void test_1(void) {\n  f();\n}");
        mutants::check(&mutants::texts(&[file]), 5_000, |bytes| {
            let file = String::from_utf8_lossy(bytes);
            let (_, _) = (function(&file, "test_1"), function(&file, "test_2"));
        });
    }
}
