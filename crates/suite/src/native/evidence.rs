//! What a sanitized native run reported, and whether that is the error that was predicted.

use crate::{Check, NativeError, StackFrame};
use ir::ErrorKind;

/// A report of a sanitizer, of the C library, or of the input functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// Who reports.
    pub(crate) by: Reporter,
    /// What happened, as the tool names it.
    pub(crate) what: String,
    /// Places named: the report's own first, then its call stacks.
    pub(crate) places: Vec<(String, u32)>,
    /// The calls that led to the error; the report may have other stacks.
    stack: Vec<StackFrame>,
    /// False while the lines of that stack follow.
    stack_is_whole: bool,
}

/// Who reports errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reporter {
    /// UndefinedBehaviorSanitizer; the run goes on.
    Undefined,
    /// AddressSanitizer; the run ends.
    Address,
    /// LeakSanitizer, when the run has ended.
    Leak,
    /// The C library; the run aborts.
    Library,
}

/// Every report in the standard error of a run.
pub(crate) fn reports(stderr: &str) -> Vec<Evidence> {
    let mut reports: Vec<Evidence> = Vec::new();
    for line in stderr.lines() {
        if let Some(report) = report(line) {
            reports.push(report);
        } else if let Some(last) = reports.last_mut() {
            last.add_line(line);
        }
    }
    reports
}

/// The report that begins with a line.
fn report(line: &str) -> Option<Evidence> {
    let (by, what, places) = if let Some((place, message)) = line.split_once(": runtime error: ") {
        let places = position(place).into_iter().collect();
        (Reporter::Undefined, message.trim().to_owned(), places)
    } else if let Some((_, what)) = line.split_once("ERROR: AddressSanitizer: ") {
        (Reporter::Address, as_without_poison(what), Vec::new())
    } else if let Some((_, what)) = line.split_once("ERROR: LeakSanitizer: ") {
        (Reporter::Leak, format!("leak: {what}"), Vec::new())
    } else if line.contains(": Assertion `") && line.ends_with("failed.") {
        let what = "assertion".to_owned();
        (Reporter::Library, what, assertion_place(line))
    } else {
        let told = GLIBC.iter().find(|told| line.starts_with(**told))?;
        (Reporter::Library, (*told).to_owned(), Vec::new())
    };
    Some(Evidence {
        by,
        what,
        places,
        stack: Vec::new(),
        stack_is_whole: false,
    })
}

/// A report of AddressSanitizer as it would be if the replay had not told it that nothing is in the first page.
fn as_without_poison(what: &str) -> String {
    match what.strip_prefix("use-after-poison on address ") {
        Some(rest) if is_in_first_page(rest) => format!("SEGV on unknown address {rest}"),
        _ => what.to_owned(),
    }
}

/// True if a text begins with an address in the first page.
fn is_in_first_page(text: &str) -> bool {
    let digits = text.strip_prefix("0x").unwrap_or_default();
    let digits = digits.split(|c: char| !c.is_ascii_hexdigit()).next();
    let address = u64::from_str_radix(digits.unwrap_or_default(), 16);
    address.is_ok_and(|address| address < 4096)
}

/// How the C library's last words begin when it finds its memory damaged.
const GLIBC: &[&str] = &[
    "*** stack smashing detected ***",
    "*** buffer overflow detected ***",
    "free(): invalid",
    "free(): double free",
    "double free or corruption",
    "munmap_chunk(): invalid pointer",
    "realloc(): invalid",
    "malloc(): ",
    "corrupted size vs. prev_size",
    "malloc_consolidate(): ",
    // That of C++.
    "terminate called after throwing",
];

/// The call in `    #1 0x55 in function file:line:column`.
fn frame(line: &str) -> Option<StackFrame> {
    let rest = line.trim_start().strip_prefix('#')?;
    let (_, rest) = rest.split_once(" in ")?;
    // Both may have spaces: names of functions in C++, and of files; those of sources begin with a slash.
    let (function, place) = match rest.find(" /") {
        Some(end) => (&rest[..end], &rest[end + 1..]),
        None => rest.rsplit_once(' ').unwrap_or((rest, "")),
    };
    let (file, line) = position(place).unwrap_or_default();
    Some(StackFrame {
        function: function.to_owned(),
        file,
        line,
    })
}

/// The position in glibc's `program: file:line: function: Assertion …`.
fn assertion_place(line: &str) -> Vec<(String, u32)> {
    let Some((head, _)) = line.split_once(": Assertion `") else {
        return Vec::new();
    };
    let mut parts = head.split(": ");
    parts.find_map(position).into_iter().collect()
}

/// `file:line` or `file:line:column`.
fn position(text: &str) -> Option<(String, u32)> {
    let mut parts: Vec<&str> = text.split(':').collect();
    let mut numbers = Vec::new();
    while let Some(last) = parts.last() {
        let Ok(number) = last.parse::<u32>() else {
            break;
        };
        numbers.push(number);
        parts.pop();
    }
    let line = *numbers.last()?;
    (!parts.is_empty()).then(|| (parts.join(":"), line))
}

/// Phrases in sanitizers' reports that mean an error of this kind.
fn phrases(kind: ErrorKind) -> &'static [&'static str] {
    match kind {
        ErrorKind::OutOfBounds => &[
            "buffer-overflow",
            "buffer-underflow",
            "out of bounds",
            "container-overflow",
            "use-after-poison",
            "negative-size-param",
            "unknown-crash",
            "SEGV",
            "insufficient space",
            // Ranges that are much too long overlap first.
            "param-overlap",
        ],
        // An access to a freed object past its former end lands in what is beside it.
        ErrorKind::UseAfterFree => &[
            "heap-use-after-free",
            "heap-buffer-overflow",
            "stack-use-after-return",
            "stack-use-after-scope",
        ],
        ErrorKind::DoubleFree => &["double-free"],
        ErrorKind::InvalidFree => &[
            "attempting free",
            "bad-free",
            "alloc-dealloc-mismatch",
            "new-delete-type-mismatch",
            "malloc()-ed",
            // What is in no object has no header that the allocator could look at.
            "SEGV",
        ],
        // A range that begins there may be told as one in no object.
        ErrorKind::NullDereference => &["null pointer", "SEGV", "unknown-crash"],
        ErrorKind::InvalidPointer => &["SEGV", "wild", "misaligned", "unknown-crash"],
        ErrorKind::WriteToConstant => &["SEGV"],
        ErrorKind::DivisionByZero => &["division by zero", "FPE"],
        ErrorKind::BadShift => &["shift exponent"],
        ErrorKind::SignedOverflow => &[
            "signed integer overflow",
            "cannot be represented",
            "FPE",
            "left shift",
        ],
        ErrorKind::UnsignedOverflow => &["unsigned integer overflow"],
        ErrorKind::PointerOverflow => &[
            "pointer index expression",
            "pointer overflow",
            "offset to null",
        ],
        ErrorKind::FloatCastOverflow => &["outside the range of representable"],
        ErrorKind::VlaBound => &["variable length array bound"],
        ErrorKind::Assertion => &["assertion", "ABRT"],
        ErrorKind::Abort => &["ABRT"],
        ErrorKind::ReachError => &["assertion", "ABRT"],
        ErrorKind::Unreachable => &["unreachable", "end of a value-returning function"],
        ErrorKind::Trap => &["ILL", "TRAP"],
        ErrorKind::StackExhausted => &["stack-overflow"],
        ErrorKind::MemoryLeak => &["leak"],
        ErrorKind::BadCall => &["incorrect function type", "SEGV"],
        ErrorKind::LibraryMisuse => &[
            "param-overlap",
            "SEGV",
            "heap-use-after-free",
            "double-free",
        ],
        // The run notes which clause is violated.
        ErrorKind::SpecificationViolation | ErrorKind::UninitialisedRead => &[],
        // The report of the library of C++ is followed by one of the abort, which has the place.
        ErrorKind::UncaughtException => &["terminate called", "ABRT"],
    }
}

impl Evidence {
    /// Adds a line that follows the report.
    fn add_line(&mut self, line: &str) {
        match frame(line) {
            Some(frame) => {
                if frame.line > 0 {
                    self.places.push((frame.file.clone(), frame.line));
                }
                if !self.stack_is_whole {
                    // What calls `main` is no part of the program.
                    self.stack_is_whole = frame.function == "main";
                    self.stack.push(frame);
                }
            }
            None => self.stack_is_whole |= !self.stack.is_empty(),
        }
    }

    /// True if this report is an error of that kind.
    pub(crate) fn is_of_kind(&self, kind: ErrorKind) -> bool {
        phrases(kind)
            .iter()
            .any(|phrase| self.what.contains(phrase))
    }

    /// True if the report or its call stack names this line. Directories may be spelled
    /// differently by the compiler and the sanitizer: file names decide.
    pub(crate) fn is_at(&self, file: &str, line: u32) -> bool {
        let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
        self.places
            .iter()
            .any(|(f, l)| *l == line && name(f) == name(file))
    }

    /// True if the run went where there is no code, so that nothing tells from where.
    pub(crate) fn is_lost(&self) -> bool {
        self.what.starts_with("SEGV") && self.places.is_empty()
    }

    /// The error reported: its kind, and the innermost place that is known.
    pub(crate) fn error(&self) -> NativeError {
        let here = match self.by {
            Reporter::Undefined | Reporter::Library => self.places.first().cloned(),
            // Frames inside of the sanitizer and the C library have no position.
            Reporter::Address | Reporter::Leak => {
                let known = self.stack.iter().find(|frame| frame.line > 0);
                known.map(|frame| (frame.file.clone(), frame.line))
            }
        };
        let (file, line) = here.unwrap_or_default();
        NativeError {
            kind: self.kind(),
            report: self.told(),
            file,
            line,
            stack: self.stack.clone(),
            assumption: None,
        }
    }

    /// The report without what differs in every run: addresses, the process.
    fn told(&self) -> String {
        let ends = [
            " on address",
            " on unknown address",
            " on 0x",
            " (pc ",
            " in thread ",
            ": 0x",
        ];
        let starts = ends.iter().filter_map(|end| self.what.find(end)).min();
        let told = &self.what[..starts.unwrap_or(self.what.len())];
        let told = match self.by {
            Reporter::Undefined => without_addresses(told),
            Reporter::Address | Reporter::Leak | Reporter::Library => told.to_owned(),
        };
        match self.kind() {
            Some(kind) if told == kind.name() => told,
            _ => told.trim_end_matches([':', ' ']).to_owned(),
        }
    }

    /// The kind of error that is reported.
    pub(crate) fn kind(&self) -> Option<ErrorKind> {
        if self.by == Reporter::Address && self.what.starts_with("SEGV") {
            return Some(match self.is_near_null() || self.is_null_callee() {
                true => ErrorKind::NullDereference,
                false => ErrorKind::InvalidPointer,
            });
        }
        let table = match self.by {
            Reporter::Undefined => UNDEFINED,
            Reporter::Address => ADDRESS,
            Reporter::Leak => &[("leak", ErrorKind::MemoryLeak)],
            Reporter::Library => LIBRARY,
        };
        let known = table.iter().find(|(phrase, _)| self.what.contains(phrase));
        known.map(|&(_, kind)| kind)
    }

    /// True for what the check of a call reads in front of a function where that is the null pointer. It does so before the
    /// arguments are computed.
    pub(crate) fn is_null_callee(&self) -> bool {
        let read = ["fff8", "fffc"].map(|end| format!("unknown address 0xffffffffffff{end}"));
        self.by == Reporter::Address && read.iter().any(|address| self.what.contains(address))
    }

    /// True for an access at an address in the first page.
    fn is_near_null(&self) -> bool {
        let address = self.what.split_once("unknown address ");
        address.is_some_and(|(_, rest)| is_in_first_page(rest))
    }

    /// True if the machine looks for such errors, given what `--check` asked for. Other undefined
    /// behaviour only prints a line: nobody asked about it.
    pub(crate) fn is_looked_for(&self, checks: &[Check]) -> bool {
        if self.by != Reporter::Undefined {
            return true;
        }
        let asked = |check: Check| checks.contains(&check);
        match self.kind() {
            None => false,
            Some(ErrorKind::SignedOverflow) => asked(Check::Overflow),
            Some(ErrorKind::UnsignedOverflow) => asked(Check::UnsignedOverflow),
            Some(ErrorKind::PointerOverflow) => asked(Check::PointerOverflow),
            Some(ErrorKind::FloatCastOverflow) => asked(Check::FloatCast),
            Some(ErrorKind::VlaBound) => asked(Check::VlaBound),
            Some(_) => true,
        }
    }
}

/// A report of undefined behaviour without the addresses in it.
fn without_addresses(text: &str) -> String {
    let words = text.split(' ').map(|word| match word.starts_with("0x") {
        true => "…",
        false => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What UndefinedBehaviorSanitizer says of errors that we have a kind for; the first that fits counts.
/// Pointers that are null but not used, and functions of other types as the source has it, are none of
/// them.
const UNDEFINED: &[(&str, ErrorKind)] = &[
    ("division by zero", ErrorKind::DivisionByZero),
    ("shift exponent", ErrorKind::BadShift),
    ("unsigned integer overflow", ErrorKind::UnsignedOverflow),
    ("signed integer overflow", ErrorKind::SignedOverflow),
    ("negation of", ErrorKind::SignedOverflow),
    ("division of", ErrorKind::SignedOverflow),
    ("load of null pointer", ErrorKind::NullDereference),
    ("store to null pointer", ErrorKind::NullDereference),
    ("out of bounds", ErrorKind::OutOfBounds),
    ("insufficient space", ErrorKind::OutOfBounds),
    (
        "outside the range of representable",
        ErrorKind::FloatCastOverflow,
    ),
    ("pointer index expression", ErrorKind::PointerOverflow),
    ("offset to null", ErrorKind::PointerOverflow),
    ("variable length array bound", ErrorKind::VlaBound),
    ("unreachable", ErrorKind::Unreachable),
    ("end of a value-returning function", ErrorKind::Unreachable),
];

/// What AddressSanitizer says.
const ADDRESS: &[(&str, ErrorKind)] = &[
    ("heap-use-after-free", ErrorKind::UseAfterFree),
    ("stack-use-after", ErrorKind::UseAfterFree),
    ("double-free", ErrorKind::DoubleFree),
    ("attempting free", ErrorKind::InvalidFree),
    ("bad-free", ErrorKind::InvalidFree),
    ("alloc-dealloc-mismatch", ErrorKind::InvalidFree),
    ("new-delete-type-mismatch", ErrorKind::InvalidFree),
    ("malloc()-ed", ErrorKind::InvalidFree),
    ("buffer-overflow", ErrorKind::OutOfBounds),
    ("buffer-underflow", ErrorKind::OutOfBounds),
    ("container-overflow", ErrorKind::OutOfBounds),
    ("use-after-poison", ErrorKind::OutOfBounds),
    ("negative-size-param", ErrorKind::OutOfBounds),
    ("unknown-crash", ErrorKind::OutOfBounds),
    ("param-overlap", ErrorKind::LibraryMisuse),
    ("stack-overflow", ErrorKind::StackExhausted),
    ("FPE", ErrorKind::DivisionByZero),
    ("ABRT", ErrorKind::Abort),
    ("ILL", ErrorKind::Trap),
    ("TRAP", ErrorKind::Trap),
    ("BUS", ErrorKind::InvalidPointer),
    ("wild", ErrorKind::InvalidPointer),
];

/// What the C library says.
const LIBRARY: &[(&str, ErrorKind)] = &[
    ("assertion", ErrorKind::Assertion),
    ("terminate called", ErrorKind::UncaughtException),
    ("stack smashing", ErrorKind::OutOfBounds),
    ("buffer overflow", ErrorKind::OutOfBounds),
    ("double free", ErrorKind::DoubleFree),
    ("invalid", ErrorKind::InvalidFree),
    ("malloc", ErrorKind::OutOfBounds),
    ("corrupted size", ErrorKind::OutOfBounds),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asan_report_with_its_stack() {
        let text = "=\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc\n\
                    READ of size 4 at 0x60 thread T0\n    #0 0x4f in get /src/a.c:12:3\n    \
                    #1 0x50 in main /src/a.c:20\n";
        let reports = reports(text);
        assert_eq!(reports.len(), 1);
        assert!(reports[0].is_of_kind(ErrorKind::OutOfBounds));
        assert!(!reports[0].is_of_kind(ErrorKind::DoubleFree));
        assert!(reports[0].is_at("a.c", 20) && reports[0].is_at("/other/a.c", 12));
        assert!(!reports[0].is_at("a.c", 13) && !reports[0].is_at("b.c", 12));
        let error = reports[0].error();
        assert_eq!(error.describe(), "heap-buffer-overflow at /src/a.c:12");
        assert_eq!(error.kind, Some(ErrorKind::OutOfBounds));
        assert_eq!((error.stack.len(), error.function()), (2, "get"));
    }

    #[test]
    fn names_in_a_stack_may_have_spaces() {
        let text = "==7==ERROR: AddressSanitizer: ABRT on unknown address 0x7\n\
                    \x20   #0 0x4f in operator/(A const&, int) /a b/c:d, e.cc:12:3\n    \
                    #1 0x50 in f(int, char) (/lib/x y.so+0x2)\n    #2 0x51 in g(A, B) b.cc:3:1\n";
        let error = reports(text)[0].error();
        let frames: Vec<(&str, &str, u32)> = error
            .stack
            .iter()
            .map(|frame| (&*frame.function, &*frame.file, frame.line))
            .collect();
        assert_eq!(
            frames[0],
            ("operator/(A const&, int)", "/a b/c:d, e.cc", 12)
        );
        assert_eq!(frames[2], ("g(A, B)", "b.cc", 3));
    }

    #[test]
    fn any_report_is_read() {
        let texts = [
            "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc\nREAD of size 4 at 0x60\n    \
             #0 0x4f in get /src/a.c:12:3\n    #1 0x50 in main /src/a.c:20\n",
            "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000010 (pc 0x1)\n",
            "a.c:3:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n",
            "a: a.c:7: int main(void): Assertion `x' failed.\n==2==ERROR: LeakSanitizer: detected memory leaks\n",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            for report in reports(&String::from_utf8_lossy(bytes)) {
                report.error().describe();
                report.is_at("a.c", 12);
                report.is_looked_for(&[]);
            }
        });
    }

    #[test]
    fn accesses_near_null_are_told_from_others() {
        let line = |address: &str| {
            let text = format!("==1==ERROR: AddressSanitizer: {address} at pc 0x1\n");
            let error = reports(&text)[0].error();
            (error.report, error.kind)
        };
        let segv = |kind| ("SEGV".to_owned(), Some(kind));
        let null = segv(ErrorKind::NullDereference);
        assert_eq!(line("SEGV on unknown address 0x000000000010"), null);
        assert_eq!(line("use-after-poison on address 0x000000000010"), null);
        let invalid = segv(ErrorKind::InvalidPointer);
        assert_eq!(line("SEGV on unknown address 0x7f0000000010"), invalid);
        assert_eq!(line("SEGV on unknown address 0xfffffffffffffff8"), null);
        let poisoned = line("use-after-poison on address 0x7f0000000010");
        assert_eq!(poisoned.1, Some(ErrorKind::OutOfBounds));
    }

    #[test]
    fn undefined_behaviour_counts_if_it_is_looked_for() {
        let told = |message: &str, checks: &[Check]| {
            reports(&format!("a.c:3:9: runtime error: {message}\n"))[0].is_looked_for(checks)
        };
        let overflow =
            "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'";
        assert!(told("division by zero", &[]) && told(overflow, &[Check::Overflow]));
        assert!(!told(overflow, &[]));
        assert!(!told(
            "member access within misaligned address 0x1",
            &[Check::Overflow]
        ));
    }

    #[test]
    fn a_ubsan_report_and_a_failed_assertion() {
        let text = "a.c:3:9: runtime error: division by zero\nSUMMARY: …\n\
                    prog: dir/a.c:8: main: Assertion `x > 0' failed.\n";
        let reports = reports(text);
        assert_eq!(reports[0].places, [("a.c".to_owned(), 3)]);
        assert!(reports[0].is_of_kind(ErrorKind::DivisionByZero));
        assert!(reports[1].is_of_kind(ErrorKind::Assertion) && reports[1].is_at("a.c", 8));
    }
}
