//! The words of a compiler's command line that say what a source means, for another compilation of it
//! elsewhere.

use crate::invocation::{Word, read_words};
use crate::record::Unit;
use std::path::Path;

/// Words with a path behind them, in the same word or the next.
const PATHS: &[&str] = &[
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-I",
];
/// Words with a name behind them.
const NAMES: &[&str] = &["-D", "-U"];
/// Words that change what a program means, as they begin.
const MEANING: &[&str] = &[
    "-std=",
    "-ansi",
    "-m",
    "-nostdinc",
    "-undef",
    "-trigraphs",
    "-pthread",
    "-fgnu89-inline",
    "-fno-gnu89-inline",
    "-fsigned-char",
    "-fno-signed-char",
    "-funsigned-char",
    "-fno-unsigned-char",
    "-fshort-enums",
    "-fno-short-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-fwrapv",
    "-fno-wrapv",
    "-ftrapv",
    "-fno-strict-overflow",
    "-fno-delete-null-pointer-checks",
    "-fcommon",
    "-fno-common",
    "-fno-builtin",
    "-ffreestanding",
    "-fms-extensions",
    "-fplan9-extensions",
    "-fblocks",
    "-ffast-math",
    "-ffinite-math-only",
    "-fno-math-errno",
    "-frounding-math",
    "-ffp-contract",
    "-fexec-charset",
    "-finput-charset",
    "-fvisibility",
    "-fdollars-in-identifiers",
    "-fno-asm",
    "-fexceptions",
    "-fno-exceptions",
    "-fno-rtti",
    "-fchar8_t",
    "-fno-char8_t",
    "-faligned-new",
    "-fno-aligned-new",
    "-fsized-deallocation",
    "-fno-sized-deallocation",
    "-fno-threadsafe-statics",
    "-fno-access-control",
    "-fno-operator-names",
    "-ftemplate-depth",
    "-fconstexpr-",
];
/// Words that ask for code which Wayfarer does not explore, as they begin, and what becomes of it.
const LEFT_OUT: &[(&str, &str)] = &[
    ("-fopenmp", "loops run in one thread"),
    (
        "-fsanitize",
        "native runs of tests have sanitizers of their own",
    ),
    ("-specs", "it is not read"),
    ("-stdlib", "the headers of libstdc++ are taken"),
    ("-fplugin", "plugins are not loaded"),
];

/// Flags for another compilation of a source.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// The flags; paths in them are absolute.
    pub flags: Vec<String>,
    /// What was left out though it may matter, each with what becomes of it.
    pub left_out: Vec<String>,
}

/// The flags of a unit, without those that only say how fast its code is, what is warned of and where
/// results go.
pub fn of_unit(unit: &Unit) -> Flags {
    let mut made = Flags::default();
    for word in read_words(&unit.words, &unit.directory) {
        match word {
            Word::File(_) => (),
            Word::With(name, value) if PATHS.contains(&name.as_str()) => {
                made.path(&name, &value, &unit.directory);
            }
            Word::With(name, value) if NAMES.contains(&name.as_str()) => made.name(&name, &value),
            Word::With(name, value) if name == "--sysroot" => {
                made.flags.push(format!(
                    "--sysroot={}",
                    unit.directory.join(value).display()
                ));
            }
            Word::With(..) => (),
            Word::Option(option) => made.option(option, &unit.directory),
        }
    }
    made
}

impl Flags {
    fn option(&mut self, option: String, directory: &Path) {
        let behind = |begin: &'static str| option.strip_prefix(begin).map(|rest| (begin, rest));
        if let Some(more) = option.strip_prefix("-Wp,") {
            let defined = more.split(',').filter_map(|word| {
                let name = NAMES.iter().find(|name| word.starts_with(**name))?;
                Some((*name, word.strip_prefix(name)?.to_owned()))
            });
            let defined: Vec<(&str, String)> = defined.collect();
            defined
                .iter()
                .for_each(|(name, value)| self.name(name, value));
        } else if let Some((name, value)) = NAMES.iter().find_map(|begin| behind(begin)) {
            self.name(name, value);
        } else if let Some((name, path)) = PATHS.iter().find_map(|begin| behind(begin)) {
            self.path(name, path, directory);
        } else if let Some((begin, why)) =
            LEFT_OUT.iter().find(|(begin, _)| option.starts_with(begin))
        {
            let _ = begin;
            self.left_out.push(format!("{option}: {why}"));
        } else if MEANING.iter().any(|begin| option.starts_with(begin)) {
            self.flags.push(option);
        }
    }

    fn path(&mut self, name: &str, path: &str, directory: &Path) {
        // A path from the system root stays one.
        let path = match path.starts_with('=') {
            true => path.to_owned(),
            false => directory.join(path).display().to_string(),
        };
        match name {
            "-I" => self.flags.push(format!("-I{path}")),
            _ => self.flags.extend([name.to_owned(), path]),
        }
    }

    fn name(&mut self, name: &str, value: &str) {
        // Checked variants of functions of the C library have no models; the library's own do what they check.
        if value.split('=').next() != Some("_FORTIFY_SOURCE") {
            self.flags.push(format!("{name}{value}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn of(text: &str) -> Flags {
        of_unit(&Unit {
            directory: "/b".into(),
            source: "/b/a.c".into(),
            language: Language::C,
            words: shlex::split(text).expect("words"),
            object: None,
            sha256: String::new(),
        })
    }

    #[test]
    fn what_a_source_means_stays() {
        let made = of(
            "-DA=1 -D B -UC -I. -I /i -include c.h -std=gnu99 -O2 -g -Wall -MD -MF a.d -c -o a.o a.c -fPIC",
        );
        let flags = [
            "-DA=1",
            "-DB",
            "-UC",
            "-I/b/.",
            "-I/i",
            "-include",
            "/b/c.h",
            "-std=gnu99",
        ];
        assert_eq!(made.flags, flags);
        assert!(made.left_out.is_empty());
    }

    #[test]
    fn words_for_the_preprocessor_are_read() {
        let made = of("-Wp,-MD,a.d,-DX=2 -D_FORTIFY_SOURCE=2 -Wp,-U_FORTIFY_SOURCE -isystem/s");
        assert_eq!(made.flags, ["-DX=2", "-isystem", "/s"]);
    }

    #[test]
    fn what_is_left_out_is_told() {
        assert_eq!(
            of("-fopenmp").left_out,
            ["-fopenmp: loops run in one thread"]
        );
    }
}
