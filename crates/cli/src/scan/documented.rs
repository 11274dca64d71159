//! Exceptions that users of a method are told of: it declares them, its documentation names them, or the program
//! throws them on purpose where it checks an argument or a state.

use super::arguments;
use super::code::ProgramCode;
use super::warnings::RawFinding;
use ir::{BinaryOp, CompareOp, InstructionKind, Operand, Program as _, Reg};
use jvm::{Program, function_name};
use serde_json::Value;
use std::path::Path;

/// What the methods of a program are documented to throw.
pub struct JavaDocumentation {
    program: Program,
}

/// Exceptions by which Java's own classes refuse arguments, or calls in a wrong state.
const REFUSALS: [&str; 8] = [
    "java.lang.ArithmeticException",
    "java.lang.ClassCastException",
    "java.lang.IllegalArgumentException",
    "java.lang.IllegalStateException",
    "java.lang.IndexOutOfBoundsException",
    "java.lang.NullPointerException",
    "java.lang.UnsupportedOperationException",
    "java.util.NoSuchElementException",
];
/// Lines of an expression that makes an exception.
const MOST_LINES: u32 = 5;
/// What says nothing if it is declared.
const ANYTHING: [&str; 4] = [
    "java.lang.Throwable",
    "java.lang.Exception",
    "java.lang.RuntimeException",
    "java.lang.Error",
];
/// Methods of the JDK that check arguments for their callers.
const CHECKS: [&str; 4] = [
    "java.util.Objects.requireNonNull",
    "java.util.Objects.check",
    "jdk.internal.util.Preconditions.",
    "java.util.Optional.orElseThrow",
];

impl JavaDocumentation {
    /// Of a program that nothing else is done with.
    pub fn new(program: Program) -> JavaDocumentation {
        JavaDocumentation { program }
    }

    /// Why the exception of a finding is no surprise, if it is none. `under_test` is the method under test, as
    /// functions are called; `code` says where methods are.
    pub fn why(
        &self,
        finding: &RawFinding,
        under_test: &str,
        code: &ProgramCode,
    ) -> Option<String> {
        let exception = finding.exception.as_deref()?;
        if let Some(declared) = self.declared(under_test, exception) {
            return Some(format!(
                "{} declares it: throws {declared}",
                short(under_test)
            ));
        }
        let thrower = finding
            .stack
            .iter()
            .find(|frame| code.functions.contains_key(&frame.function));
        let thrower = thrower.map(|frame| (frame.function.as_str(), frame.line));
        let documented = [Some(under_test), thrower.map(|(name, _)| name)];
        for method in documented.into_iter().flatten() {
            if let Some(named) = self.named_in_comment(method, exception, code) {
                return Some(format!(
                    "the documentation of {} says so: @throws {named}",
                    short(method)
                ));
            }
        }
        if let Some((method, _)) = thrower.filter(|(method, _)| self.is_of_enumeration(method)) {
            return Some(format!(
                "{} is what Java says of enumerations",
                short(method)
            ));
        }
        if let Some(refusing) = self.refused_by_library(finding, under_test, code) {
            return Some(format!("{refusing} refuses what it is given"));
        }
        if let Some(line) = self.copies_less_than_nothing(finding, under_test) {
            let method = short(under_test);
            return Some(format!(
                "what {method} copies at line {line} lies behind an argument: there is less than nothing"
            ));
        }
        let is_refusal = REFUSALS.iter().any(|refusal| self.is(exception, refusal));
        let is_own = self.is_own_exception(exception, code);
        let (method, line) = thrower.filter(|_| is_refusal || is_own)?;
        let on_top = finding.stack.first()?;
        let checked = CHECKS
            .iter()
            .any(|check| on_top.function.starts_with(check));
        let thrown = on_top.function == method && self.makes(method, line, exception);
        match (checked, thrown) {
            (true, _) => Some(format!("{} checks for it at line {line}", short(method))),
            (false, true) => Some(format!(
                "{} throws it on purpose at line {line}",
                short(method)
            )),
            (false, false) => None,
        }
    }

    /// True if a method itself compares one of its numbers with the length of an array: what is beyond that it sees to, not
    /// its callers.
    pub fn compares_with_length(&self, under_test: &str) -> bool {
        let function = self.program.find_function(under_test);
        let Some(function) = function.and_then(|id| self.program.function(id).ok()) else {
            return false;
        };
        let given = function.parameters.iter().map(|it| it.register);
        let given: Vec<Reg> = given.collect();
        let instructions = || (function.blocks.iter()).flat_map(|block| &block.instructions);
        let lengths = instructions().filter_map(|it| match &it.kind {
            InstructionKind::ArrayLength { to, .. } => Some(*to),
            _ => None,
        });
        let lengths: Vec<Reg> = lengths.collect();
        let is_of = |operand: &Operand, of: &[Reg]| match operand {
            Operand::Register(it) => of.contains(it),
            Operand::Constant(_) => false,
        };
        instructions().any(|it| match &it.kind {
            // The check of an access has no sign.
            InstructionKind::Compare {
                op: CompareOp::Slt | CompareOp::Sle | CompareOp::Sgt | CompareOp::Sge,
                left,
                right,
                ..
            } => {
                is_of(left, &given) && is_of(right, &lengths)
                    || is_of(left, &lengths) && is_of(right, &given)
            }
            _ => false,
        })
    }

    /// The line at which the method under test has as many elements copied as there are behind an argument, which is
    /// behind the end: the copying refuses it.
    fn copies_less_than_nothing(&self, finding: &RawFinding, under_test: &str) -> Option<u32> {
        let refused = finding.message.contains("arraycopy: length -");
        let line = (finding.stack.first())
            .filter(|frame| refused && frame.function == under_test)?
            .line;
        let function = self.program.find_function(under_test)?;
        let function = self.program.function(function).ok()?;
        let is_given = |operand: &Operand| match operand {
            Operand::Register(it) => function
                .parameters
                .iter()
                .any(|given| given.register == *it),
            Operand::Constant(_) => false,
        };
        let mut instructions = function.blocks.iter().flat_map(|it| &it.instructions);
        let is_behind = instructions.any(|it| match &it.kind {
            InstructionKind::Binary {
                op: BinaryOp::Sub,
                right,
                ..
            } => it.location.line == line && is_given(right),
            _ => false,
        });
        is_behind.then_some(line)
    }

    /// True for an exception that the program has a class of its own for, which it does to tell others.
    fn is_own_exception(&self, exception: &str, code: &ProgramCode) -> bool {
        let constructors = format!("{exception}.<init>(");
        let mut names = code.functions.range(constructors.clone()..);
        let is_of_program = names
            .next()
            .is_some_and(|(name, _)| name.starts_with(&constructors));
        is_of_program && !self.is(exception, "java.lang.Error")
    }

    /// The argument of the method under test that is the class object of another class than it declares
    /// (`Class<? extends Enum>`).
    pub fn undeclared_class_object(&self, under_test: &str, test: &Value) -> Option<String> {
        let (class, ..) = function_name::split(under_test)?;
        let methods = self.program.select(class).ok()?;
        let mut methods = methods.iter();
        let method = methods.find(|it| crate::java::function_name(it) == under_test)?;
        let bounds = self.program.class_object_bounds(method);
        let arguments = test["arguments"].as_array()?;
        if arguments.len() != bounds.len() {
            return None;
        }
        std::iter::zip(arguments, &bounds).find_map(|(argument, bound)| {
            let bound = bound.as_deref()?;
            let object = arguments::object_of(argument, test)?;
            let given = object["made"]["class"].as_str()?;
            let is_undeclared = object["class"] == "java.lang.Class" && !self.is(given, bound);
            let name = argument["name"].as_str()?;
            is_undeclared.then(|| format!("{name} is the class of {given}, which is no {bound}"))
        })
    }

    /// The call by which an input of a test is made though its documentation advises against it (`@deprecated`).
    pub fn deprecated_call(&self, test: &Value, code: &ProgramCode) -> Option<String> {
        calls_that_make(test).find_map(|call| {
            let part = |name: &str| call[name].as_str().unwrap_or_default();
            let called = format!("{}.{}{}", part("class"), part("member"), part("descriptor"));
            let comment = comment_of(&called, code)?;
            comment.contains("@deprecated").then(|| short(&called))
        })
    }

    /// The enumeration of the program of which an input of a test is a constant, though no other class can name it.
    pub fn constant_out_of_reach(&self, test: &Value, code: &ProgramCode) -> Option<String> {
        let mut objects = test["objects"].as_array()?.iter();
        objects.find_map(|object| {
            let class = object["class"].as_str()?;
            object["constant"].as_str()?;
            let members = format!("{class}.");
            let mut of_program = code.functions.range(members.clone()..);
            let is_of_program = of_program
                .next()
                .is_some_and(|(name, _)| name.starts_with(&members));
            let outline = self.program.outline(&class.replace('.', "/")).ok()?;
            (is_of_program && !outline.can_be_named).then(|| class.to_owned())
        })
    }

    /// The class of which an input of a test is made by the constructor that is there for objects which are read from a
    /// stream: what such a class holds is set by `readExternal`.
    pub fn made_to_be_read(
        &self,
        finding: &RawFinding,
        test: &Value,
        code: &ProgramCode,
    ) -> Option<String> {
        // A field that is not there: of the object itself, or of one around it.
        let lacks = finding.message.contains("because \"this.");
        let thrower = finding.stack.first().filter(|_| lacks)?;
        let (at, ..) = function_name::split(&thrower.function)?;
        calls_that_make(test).find_map(|call| {
            let class = call["class"].as_str()?;
            let without_arguments = call["member"] == "<init>" && call["descriptor"] == "()V";
            let inner = format!("{class}$");
            let is_its = at.starts_with(&inner) || self.is(class, at);
            let is_read = without_arguments && is_its && self.is(class, "java.io.Externalizable");
            let constructor = format!("{class}.<init>(");
            let mut functions = code.functions.keys();
            let has_other = functions.any(|name| {
                let parameters = name.strip_prefix(&constructor);
                parameters.is_some_and(|it| !it.starts_with(')'))
            });
            (is_read && has_other).then(|| class.to_owned())
        })
    }

    /// The method of the JDK that refuses an argument, where the method under test itself has called it. Methods that
    /// declare how they refuse are expected to look themselves at texts that are no numbers.
    fn refused_by_library(
        &self,
        finding: &RawFinding,
        under_test: &str,
        code: &ProgramCode,
    ) -> Option<String> {
        let exception = finding.exception.as_deref()?;
        let is_own = |function: &str| code.functions.contains_key(function);
        let own = finding.stack.iter().position(|it| is_own(&it.function))?;
        let called = &finding.stack.get(own.checked_sub(1)?)?.function;
        let refuses = self.is(exception, "java.lang.IllegalArgumentException")
            && !(self.is(exception, "java.lang.NumberFormatException")
                && self.declares_another(under_test));
        let mut callers = finding.stack[own..].iter();
        // Constructors hand on what they are given.
        let is_tested = |function: &str| self.is_or_overrides(function, under_test);
        let by = callers.find(|it| is_tested(&it.function) || !it.function.contains(".<init>("))?;
        (refuses && is_tested(&by.function)).then(|| short(called))
    }

    /// True for a method, and for one of a class below that has its name and parameters.
    fn is_or_overrides(&self, function: &str, method: &str) -> bool {
        let split = function_name::split;
        let overrides = match (split(function), split(method)) {
            (Some((class, name, descriptor)), Some((of, of_name, of_descriptor))) => {
                name == of_name && descriptor == of_descriptor && self.is(class, of)
            }
            _ => false,
        };
        function == method || overrides
    }

    fn is(&self, class: &str, of: &str) -> bool {
        let Some(objects) = self.program.objects() else {
            return false;
        };
        match (objects.find_class(class), objects.find_class(of)) {
            (Some(class), Some(of)) => objects.is_subclass(class, of),
            _ => class == of,
        }
    }

    /// True for the method that finds the constant of a name, which every enumeration has.
    fn is_of_enumeration(&self, function: &str) -> bool {
        let class = function.split_once(".valueOf(Ljava/lang/String;)");
        class.is_some_and(|(class, _)| self.is(class, "java.lang.Enum"))
    }

    /// The exception that a method declares and that this one is of.
    fn declared(&self, function: &str, exception: &str) -> Option<String> {
        let declared = self.declared_by(function).into_iter();
        declared
            .filter(|declared| !ANYTHING.contains(&declared.as_str()))
            .find(|declared| self.is(exception, declared))
    }

    /// True if a method declares an exception, by which it says how it refuses what it is given.
    fn declares_another(&self, function: &str) -> bool {
        let declared = self.declared_by(function);
        declared.iter().any(|it| !ANYTHING.contains(&it.as_str()))
    }

    fn declared_by(&self, function: &str) -> Vec<String> {
        let parts = function_name::split(function);
        let methods = parts.and_then(|(class, ..)| self.program.select(class).ok());
        let methods = methods.unwrap_or_default();
        let found = methods
            .iter()
            .find(|it| crate::java::function_name(it) == function);
        found.map_or(Vec::new(), |method| {
            self.program.declared_exceptions(method)
        })
    }

    /// True if a method makes such an exception in a line, or in one of a few before it: what is thrown has the
    /// last line of its arguments.
    fn makes(&self, function: &str, line: u32, exception: &str) -> bool {
        let Some(id) = self.program.find_function(function) else {
            return false;
        };
        let (Ok(function), Some(objects)) = (self.program.function(id), self.program.objects())
        else {
            return false;
        };
        let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        instructions.any(|instruction| match &instruction.kind {
            InstructionKind::New { class, .. }
                if (line.saturating_sub(MOST_LINES)..=line)
                    .contains(&instruction.location.line) =>
            {
                objects
                    .class(*class)
                    .is_ok_and(|class| class.name == exception)
            }
            _ => false,
        })
    }

    /// The class that the comment in front of a method names for the exception: it, or one it is of.
    fn named_in_comment(
        &self,
        function: &str,
        exception: &str,
        code: &ProgramCode,
    ) -> Option<String> {
        let comment = comment_of(function, code)?;
        let named = comment.split('@').filter_map(|tag| {
            let rest = tag
                .strip_prefix("throws ")
                .or(tag.strip_prefix("exception "))?;
            rest.split_whitespace().next()
        });
        named
            .filter(|named| !ANYTHING.iter().any(|any| ends_in(any, named)))
            .find(|named| self.is_of_name(exception, named))
            .map(str::to_owned)
    }

    /// True if a class, or one that it extends, has that name, with or without its package.
    fn is_of_name(&self, class: &str, name: &str) -> bool {
        let mut known = REFUSALS.iter().filter(|it| ends_in(it, name));
        ends_in(class, name) || known.any(|known| self.is(class, known))
    }
}

/// The documentation of a method.
fn comment_of(function: &str, code: &ProgramCode) -> Option<String> {
    let place = code.functions.get(function)?;
    let text = std::fs::read_to_string(Path::new(&place.file)).ok()?;
    comment_before(&text, place.line).map(str::to_owned)
}

/// True if the last parts of a full name are another name.
fn ends_in(full: &str, name: &str) -> bool {
    full == name || full.ends_with(&format!(".{name}")) || full.ends_with(&format!("${name}"))
}

/// A method as people call it: `Foo.bar`.
fn short(function: &str) -> String {
    let path = function_name::path(function);
    let mut parts = path.rsplit('.');
    match (parts.next(), parts.next()) {
        (Some(method), Some(class)) => format!("{class}.{method}"),
        _ => path.to_owned(),
    }
}

/// The documentation in front of the method that has its first code in a line: the last comment before it, if
/// nothing but the head of the method comes between.
fn comment_before(text: &str, line: u32) -> Option<&str> {
    let lines = text.split_inclusive('\n');
    let start: usize = lines
        .take(line.saturating_sub(1) as usize)
        .map(str::len)
        .sum();
    let before = text.get(..start)?;
    let mut comments = before.rmatch_indices("/**").map(|(at, _)| at);
    // An empty comment documents nothing.
    let open = comments.find(|at| !before[*at..].starts_with("/**/"))?;
    let behind = open + "/**".len();
    let close = behind + before[behind..].find("*/")?;
    let head = without_comments(&before[close + 2..]);
    // Behind the head there may be variables without values, which are no code.
    let (head, body) = match head.find('{') {
        Some(brace) => head.split_at(brace),
        None => (head.as_str(), ""),
    };
    let is_of_method = !head.contains([';', '}']) && !body.contains('}');
    is_of_method.then(|| &before[open..close])
}

/// Text of Java without its comments.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        let (before, comment) = rest.split_at(at);
        kept.push_str(before);
        let end = match comment.starts_with("/*") {
            true => comment[2..].find("*/").map(|end| end + 4),
            false => comment.find('\n'),
        };
        rest = &comment[end.unwrap_or(comment.len())..];
    }
    kept + rest
}

/// The calls by which inputs of a test are made.
fn calls_that_make(test: &Value) -> impl Iterator<Item = &Value> {
    let objects = test["objects"].as_array().into_iter().flatten();
    objects.flat_map(|object| {
        let sequence = object["sequence"].as_array().into_iter().flatten();
        object.get("made").into_iter().chain(sequence)
    })
}

#[cfg(test)]
mod tests {
    use super::comment_before;

    const SOURCE: &str = "class A {\n  /** First. @throws X never */\n  int f() { return 1; }\n\n  int g() {\n    return 2;\n  }\n\n  /** Third. */\n  @Deprecated\n  int h(int a,\n        int b) {\n    return 3;\n  }\n  /** Fourth. */\n  int i() {\n    /* so; */ int a; // {}\n    a = 1;\n    return a;\n  }\n}\n";

    #[test]
    fn comments_belong_to_the_method_behind_them() {
        assert_eq!(
            comment_before(SOURCE, 3),
            Some("/** First. @throws X never ")
        );
        assert_eq!(comment_before(SOURCE, 6), None);
        assert_eq!(comment_before(SOURCE, 13), Some("/** Third. "));
        assert_eq!(comment_before(SOURCE, 18), Some("/** Fourth. "));
        assert_eq!(comment_before(SOURCE, 99), None);
        let empty = "/** First. */\n/**/ /*/ int g() {} /*/ int f() {\n  return 1;\n";
        assert_eq!(comment_before(empty, 3), Some("/** First. "));
    }

    #[test]
    fn any_source_has_comments() {
        mutants::check(&mutants::texts(&[SOURCE]), 1_000, |bytes| {
            let source = String::from_utf8_lossy(bytes);
            for line in [0, 1, 3, 6, 13, 18, u32::MAX] {
                if let Some(comment) = comment_before(&source, line) {
                    assert!(
                        comment.starts_with("/**") && !comment.contains("*/"),
                        "{comment}"
                    );
                }
            }
        });
    }
}
