//! What a sanitized native run reported, and whether that is the error that was predicted.

/// A report of a sanitizer, of the C library, or of the input functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// What happened, as the tool names it.
    pub(crate) what: String,
    /// Places named: the report's own first, then its call stack.
    pub(crate) places: Vec<(String, u32)>,
}

/// Every report in the standard error of a run.
pub(crate) fn reports(stderr: &str) -> Vec<Evidence> {
    let mut reports: Vec<Evidence> = Vec::new();
    for line in stderr.lines() {
        if let Some((place, message)) = line.split_once(": runtime error: ") {
            let places = position(place).into_iter().collect();
            reports.push(Evidence {
                what: message.trim().to_owned(),
                places,
            });
        } else if let Some((_, what)) = line.split_once("ERROR: AddressSanitizer: ") {
            reports.push(Evidence {
                what: what.to_owned(),
                places: Vec::new(),
            });
        } else if let Some((_, what)) = line.split_once("ERROR: LeakSanitizer: ") {
            reports.push(Evidence {
                what: format!("leak: {what}"),
                places: Vec::new(),
            });
        } else if line.contains(": Assertion `") && line.ends_with("failed.") {
            reports.push(Evidence {
                what: "assertion".to_owned(),
                places: assertion_place(line),
            });
        } else if let Some(place) = frame(line)
            && let Some(last) = reports.last_mut()
        {
            last.places.push(place);
        }
    }
    reports
}

/// The position in `    #1 0x55 in function file:line:column`.
fn frame(line: &str) -> Option<(String, u32)> {
    let rest = line.trim_start().strip_prefix('#')?;
    let (_, rest) = rest.split_once(" in ")?;
    let (_, place) = rest.rsplit_once(' ')?;
    position(place)
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
fn phrases(kind: &str) -> &'static [&'static str] {
    match kind {
        "out-of-bounds" => &[
            "buffer-overflow",
            "buffer-underflow",
            "out of bounds",
            "container-overflow",
            "negative-size-param",
            "unknown-crash",
            "SEGV",
            "insufficient space",
        ],
        // An access to a freed object past its former end lands in what is beside it.
        "use-after-free" => &[
            "heap-use-after-free",
            "heap-buffer-overflow",
            "stack-use-after-return",
            "stack-use-after-scope",
        ],
        "double-free" => &["double-free"],
        "invalid-free" => &[
            "attempting free",
            "bad-free",
            "alloc-dealloc-mismatch",
            "malloc()-ed",
        ],
        "null-dereference" => &["null pointer", "SEGV"],
        "invalid-pointer" => &["SEGV", "wild", "misaligned", "unknown-crash"],
        "write-to-constant" => &["SEGV"],
        "division-by-zero" => &["division by zero", "FPE"],
        "bad-shift" => &["shift exponent"],
        "signed-overflow" => &[
            "signed integer overflow",
            "cannot be represented",
            "FPE",
            "left shift",
        ],
        "unsigned-overflow" => &["unsigned integer overflow"],
        "pointer-overflow" => &[
            "pointer index expression",
            "pointer overflow",
            "offset to null",
        ],
        "float-cast-overflow" => &["outside the range of representable"],
        "vla-bound" => &["variable length array bound"],
        "assertion" => &["assertion", "ABRT"],
        "abort" => &["ABRT"],
        "reach-error" => &["assertion", "ABRT"],
        "unreachable" => &["unreachable", "end of a value-returning function"],
        "trap" => &["ILL", "TRAP"],
        "stack-exhausted" => &["stack-overflow"],
        "memory-leak" => &["leak"],
        "bad-call" => &["incorrect function type", "SEGV"],
        "library-misuse" => &[
            "param-overlap",
            "SEGV",
            "heap-use-after-free",
            "double-free",
        ],
        _ => &[],
    }
}

impl Evidence {
    /// True if this report is an error of that kind.
    pub(crate) fn is_of_kind(&self, kind: &str) -> bool {
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

    /// For messages.
    pub(crate) fn describe(&self) -> String {
        let what = self.what.split(" on address").next().unwrap_or(&self.what);
        match self.places.first() {
            Some((file, line)) => format!("{what} at {file}:{line}"),
            None => what.to_owned(),
        }
    }
}

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
        assert!(reports[0].is_of_kind("out-of-bounds"));
        assert!(!reports[0].is_of_kind("double-free"));
        assert!(reports[0].is_at("a.c", 20) && reports[0].is_at("/other/a.c", 12));
        assert!(!reports[0].is_at("a.c", 13) && !reports[0].is_at("b.c", 12));
        assert_eq!(reports[0].describe(), "heap-buffer-overflow at /src/a.c:12");
    }

    #[test]
    fn a_ubsan_report_and_a_failed_assertion() {
        let text = "a.c:3:9: runtime error: division by zero\nSUMMARY: …\n\
                    prog: dir/a.c:8: main: Assertion `x > 0' failed.\n";
        let reports = reports(text);
        assert_eq!(reports[0].places, [("a.c".to_owned(), 3)]);
        assert!(reports[0].is_of_kind("division-by-zero"));
        assert!(reports[1].is_of_kind("assertion") && reports[1].is_at("a.c", 8));
    }
}
