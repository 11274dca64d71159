//! Names and lines of the addresses in sanitizers' reports. The sanitizers would start a program for each report, which
//! reads the debug information of the same binaries anew, and takes several times as long as the test.

use crate::cpp_names::demangled;
use addr2line::Loader;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Reads debug information of programs and libraries, each once.
#[derive(Default)]
pub(super) struct Symbolizer {
    /// `None` for files that cannot be read.
    modules: RefCell<BTreeMap<String, Option<Loader>>>,
}

impl Symbolizer {
    /// A report that was made with `symbolize=0`, as the sanitizers' own symbolizer would have it: lines of a call stack have
    /// functions, files and lines, and calls that were inlined have lines of their own. What is not known of an address stays.
    pub(super) fn symbolised(&self, report: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(report.len());
        for line in report.split_inclusive(|&byte| byte == b'\n') {
            let at = std::str::from_utf8(line).ok().and_then(Address::of);
            match at.and_then(|at| self.frames(&at)) {
                Some(known) => out.extend(known.as_bytes()),
                None => out.extend(line),
            }
        }
        out
    }

    /// The lines of an address.
    fn frames(&self, at: &Address<'_>) -> Option<String> {
        let mut modules = self.modules.borrow_mut();
        let module = modules
            .entry(at.module.to_owned())
            .or_insert_with(|| Loader::new(Path::new(at.module)).ok());
        let module = module.as_ref()?;
        let mut out = String::new();
        let mut write = |function: &str, place: &str| {
            let function = demangled(function).unwrap_or_else(|| function.to_owned());
            // A text takes what is written.
            let _ = writeln!(out, "    #{} {} in {function} {place}", at.number, at.pc);
        };
        let mut frames = module.find_frames(at.offset).ok()?;
        let mut is_known = false;
        while let Ok(Some(frame)) = frames.next() {
            let name = frame.function.as_ref().and_then(|it| it.raw_name().ok());
            let location = frame.location.as_ref();
            if let (Some(name), Some(file)) = (name, location.and_then(|it| it.file)) {
                let line = location.and_then(|it| it.line).unwrap_or(0);
                let column = location.and_then(|it| it.column).unwrap_or(0);
                write(&name, &format!("{file}:{line}:{column}"));
                is_known = true;
            }
        }
        if !is_known {
            let symbol = module.find_symbol(at.offset)?;
            write(symbol, &format!("({}+{:#x})", at.module, at.offset));
        }
        Some(out)
    }
}

/// A line `    #0 0x55c3  (/program+0x10bc4e) (BuildId: 31be)` of a call stack.
struct Address<'a> {
    number: u32,
    pc: &'a str,
    module: &'a str,
    offset: u64,
}

impl<'a> Address<'a> {
    fn of(line: &'a str) -> Option<Address<'a>> {
        let (number, rest) = line.strip_prefix("    #")?.split_once(' ')?;
        let (pc, rest) = rest.split_once("  (")?;
        let place = match rest.rsplit_once(") (BuildId: ") {
            Some((place, _)) => place,
            None => rest.trim_end().strip_suffix(')')?,
        };
        let (module, offset) = place.rsplit_once("+0x")?;
        Some(Address {
            number: number.parse().ok()?,
            pc,
            module,
            offset: u64::from_str_radix(offset, 16).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_reports() {
        let read = |line: &str| {
            let at = Address::of(line)?;
            Some((at.number, at.module.to_owned(), at.offset))
        };
        let of = |number, module: &str, offset| Some((number, module.to_owned(), offset));
        assert_eq!(
            read("    #0 0x55c3d0493c4e  (/tmp/bb+0x10bc4e) (BuildId: 31be)\n"),
            of(0, "/tmp/bb", 0x10bc4e)
        );
        assert_eq!(
            read("    #12 0x5  (/a b (c)+0x1/d+0xff)\n"),
            of(12, "/a b (c)+0x1/d", 0xff)
        );
        assert_eq!(read("    #1 0x7ff  (<unknown module>)\n"), None);
        assert_eq!(read("    #1 0x7ff in main /a.c:3\n"), None);
    }

    #[test]
    fn reports_have_functions_with_their_lines_and_calls_that_were_inlined() {
        let place = tempfile::tempdir().expect("a temporary directory");
        let (source, program) = (place.path().join("a.c"), place.path().join("a"));
        let text = "static inline __attribute__((always_inline)) int get(int *p) {\n  return p[3];\n}\n\
                    int main(int n, char **v) {\n  int a[3] = {n};\n  (void)v;\n  return get(a);\n}\n";
        std::fs::write(&source, text).expect("the source is written");
        let mut compiler = std::process::Command::new("clang-19");
        let compiled = compiler
            .args(["-g", "-O0", "-fsanitize=address"])
            .args([&source, Path::new("-o"), &program])
            .status();
        assert!(compiled.expect("the compiler is there").success());
        let mut command = std::process::Command::new(&program);
        let ended = command.env("ASAN_OPTIONS", "symbolize=0").output();
        let said = ended.expect("it runs").stderr;
        let mut report = b"\xff not a text\n    #0 0x1  (/no/file+0x1)\n".to_vec();
        report.extend(said);
        let symbolised = Symbolizer::default().symbolised(&report);
        assert!(symbolised.starts_with(b"\xff not a text\n    #0 0x1  (/no/file+0x1)\n"));
        let text = String::from_utf8_lossy(&symbolised);
        let source = source.display();
        for place in [
            format!("in get {source}:2:10"),
            format!("in main {source}:7:10"),
        ] {
            assert!(text.contains(&place), "{place}: {text}");
        }
    }

    #[test]
    fn any_report_is_symbolised() {
        let own = std::env::current_exe().expect("the test");
        let line = format!(
            "    #0 0x55c3  ({}+0x10bc4e) (BuildId: 31be)\n",
            own.display()
        );
        let symbolizer = Symbolizer::default();
        mutants::check(&mutants::texts(&[&line]), 3_000, |bytes| {
            symbolizer.symbolised(bytes);
        });
    }
}
