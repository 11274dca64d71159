//! What a call of the compiler does, by its words.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Words of GCC and Clang that the next word belongs to.
const WITH_WORD: &[&str] = &[
    "-o",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-x",
    "-A",
    "-B",
    "-G",
    "-h",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-mllvm",
    "-param",
    "--param",
    "-target",
    "-arch",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-specs",
    "-soname",
    "--sysroot",
    "-wrapper",
];

/// Words after which neither an object nor a program is made.
const MAKES_NONE: &[&str] = &[
    "-E",
    "-S",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-###",
    "-cc1",
    "-cc1as",
    "--analyze",
    "-emit-ast",
    "--precompile",
    "-fmodule-header",
];

/// Names of headers end so: the compiler makes something else of them than objects, and links nothing then.
const HEADERS: &[&str] = &["h", "H", "hh", "hp", "hpp", "hxx", "h++"];

/// What a source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// C, preprocessed or not.
    C,
    /// C++, preprocessed or not.
    Cpp,
    /// Assembler, preprocessed or not.
    Assembler,
    /// Something else that the compiler takes.
    Other,
}

impl Language {
    /// True for what has code for the machine.
    pub fn is_explored(self) -> bool {
        matches!(self, Language::C | Language::Cpp)
    }
}

/// How far the compiler goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Neither an object nor a program comes out.
    Neither,
    /// Objects.
    Objects,
    /// A program or a library.
    Linked,
}

/// What a call of the compiler does.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub(crate) stage: Stage,
    /// The sources, as they are named.
    pub(crate) sources: Vec<(PathBuf, Language)>,
    /// Objects, archives and shared libraries, as they are named.
    pub(crate) linked: Vec<PathBuf>,
    /// Where the result goes.
    pub(crate) output: Option<PathBuf>,
}

impl Invocation {
    /// Understands the words behind the compiler's name, in files of words too.
    pub(crate) fn new(words: &[String], directory: &Path, usual: Language) -> Invocation {
        let mut made = Invocation {
            stage: Stage::Linked,
            sources: Vec::new(),
            linked: Vec::new(),
            output: None,
        };
        let mut language: Option<Language> = None;
        let mut headers = false;
        for word in read_words(words, directory) {
            match &word {
                Word::Option(name) if MAKES_NONE.contains(&name.as_str()) => {
                    made.stage = Stage::Neither;
                }
                Word::Option(name) if name == "-c" && made.stage == Stage::Linked => {
                    made.stage = Stage::Objects;
                }
                Word::Option(name) => {
                    if let Some(named) = name.strip_prefix("-x") {
                        (language, headers) = (by_option(named), named.ends_with("-header"));
                    } else if let Some(path) = name.strip_prefix("-o").filter(|it| !it.is_empty()) {
                        made.output = Some(path.into());
                    }
                }
                Word::With(name, value) => match name.as_str() {
                    "-o" => made.output = Some(value.into()),
                    "-x" => (language, headers) = (by_option(value), value.ends_with("-header")),
                    _ => (),
                },
                Word::File(name) => {
                    let path = PathBuf::from(name);
                    let extension = path.extension().and_then(|extension| extension.to_str());
                    if headers || language.is_none() && extension.is_some_and(is_of_header) {
                        made.stage = Stage::Neither;
                    }
                    match language.or_else(|| by_extension(&path, usual)) {
                        Some(language) => made.sources.push((path, language)),
                        None => made.linked.push(path),
                    }
                }
            }
        }
        if made.sources.is_empty() && made.linked.is_empty() {
            made.stage = Stage::Neither;
        }
        made
    }

    /// The object that a source is compiled to.
    pub(crate) fn object(&self, source: &Path) -> PathBuf {
        match &self.output {
            Some(output) => output.clone(),
            None => Path::new(source.file_name().unwrap_or_default()).with_extension("o"),
        }
    }
}

/// A word of a command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// An option that stands alone.
    Option(String),
    /// An option with the word behind it.
    With(String, String),
    /// A file.
    File(String),
}

/// Tells options from files, and reads the files of words (`@FILE`).
pub(crate) fn read_words(words: &[String], directory: &Path) -> Vec<Word> {
    let mut flat = Flat::default();
    flat.add(words, directory, 0);
    let mut read = Vec::new();
    let mut words = flat.words.into_iter();
    while let Some(word) = words.next() {
        read.push(if WITH_WORD.contains(&word.as_str()) {
            match words.next() {
                Some(value) => Word::With(word, value),
                None => Word::Option(word),
            }
        } else if word.starts_with('-') && word.len() > 1 {
            Word::Option(word)
        } else {
            Word::File(word)
        });
    }
    read
}

/// Files of words may name others; one that names itself ends here.
const MOST_NESTED: u32 = 16;
/// As many files GCC reads. One that names itself twice would be read as often as all numbers of bits say.
const MOST_FILES: usize = 2000;
/// Of files that have so many bytes together, no more are read.
const MOST_BYTES: usize = 1 << 24;

/// Words without the files that they name.
#[derive(Default)]
struct Flat {
    words: Vec<String>,
    files: usize,
    bytes: usize,
}

impl Flat {
    fn add(&mut self, words: &[String], directory: &Path, depth: u32) {
        for word in words {
            match self.in_file(word, directory, depth) {
                Some(more) => self.add(&more, directory, depth + 1),
                None => self.words.push(word.clone()),
            }
        }
    }

    /// The words of the file that a word names.
    fn in_file(&mut self, word: &str, directory: &Path, depth: u32) -> Option<Vec<String>> {
        let name = word.strip_prefix('@')?;
        if depth == MOST_NESTED || self.files == MOST_FILES || self.bytes > MOST_BYTES {
            return None;
        }
        let text = std::fs::read_to_string(directory.join(name)).ok()?;
        self.files += 1;
        self.bytes += text.len();
        shlex::split(&text)
    }
}

fn is_of_header(extension: &str) -> bool {
    HEADERS.contains(&extension)
}

/// What `-x` says of the files behind it; `None` gives the word back to their names.
fn by_option(name: &str) -> Option<Language> {
    match name {
        "none" => None,
        "c" | "cpp-output" => Some(Language::C),
        "c++" | "c++-cpp-output" => Some(Language::Cpp),
        "assembler" | "assembler-with-cpp" => Some(Language::Assembler),
        _ => Some(Language::Other),
    }
}

/// The language of a source by its name; `None` for what is not a source.
pub(crate) fn by_extension(path: &Path, usual: Language) -> Option<Language> {
    if path == Path::new("-") {
        return Some(Language::Other);
    }
    match path.extension()?.to_str()? {
        // As g++ and clang++ have it.
        "c" | "i" => Some(usual),
        "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "CC" | "ii" => Some(Language::Cpp),
        "s" | "S" | "sx" => Some(Language::Assembler),
        "m" | "mi" | "mm" | "M" | "f" | "F" | "f90" | "go" | "d" | "bc" | "ll" => {
            Some(Language::Other)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Invocation {
        let words = shlex::split(text).expect("words");
        Invocation::new(&words, Path::new("/nowhere"), Language::C)
    }

    #[test]
    fn a_source_is_compiled_to_an_object() {
        let made = of("-DX=1 -I inc -c -o out/a.o -MF a.d src/a.c");
        assert_eq!(made.stage, Stage::Objects);
        assert_eq!(made.sources, [(PathBuf::from("src/a.c"), Language::C)]);
        assert_eq!(made.object(Path::new("src/a.c")), Path::new("out/a.o"));
        assert_eq!(of("-c d/b.c").object(Path::new("d/b.c")), Path::new("b.o"));
    }

    #[test]
    fn linking_has_objects_and_sources() {
        let made = of("-oprog a.c b.o -L lib -lm ./libx.a c.S");
        assert_eq!(made.stage, Stage::Linked);
        let languages: Vec<Language> = made.sources.iter().map(|it| it.1).collect();
        assert_eq!(languages, [Language::C, Language::Assembler]);
        assert_eq!(made.linked, [Path::new("b.o"), Path::new("./libx.a")]);
        assert_eq!(made.output, Some("prog".into()));
    }

    #[test]
    fn questions_to_the_compiler_make_nothing() {
        for text in [
            "--version",
            "-v",
            "-E a.c",
            "-M a.c",
            "-print-search-dirs",
            "-S a.c",
            "-c -E a.c",
            "a.h",
            "-x c++-header a -o a.pch",
            "-xc-header a.h -c",
            "--analyze a.c",
        ] {
            assert_eq!(of(text).stage, Stage::Neither, "{text}");
        }
    }

    #[test]
    fn a_language_holds_until_the_next() {
        let made = of("-c -x c a.txt -x none b.s -xc++ c.h");
        let languages: Vec<Language> = made.sources.iter().map(|it| it.1).collect();
        assert_eq!(languages, [Language::C, Language::Assembler, Language::Cpp]);
    }

    #[test]
    fn words_are_in_files_too() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("more"), "-c 'a b.c' @more").expect("written");
        let words = ["@more".to_owned(), "@absent".to_owned()];
        let made = Invocation::new(&words, directory.path(), Language::C);
        assert_eq!(made.stage, Stage::Objects);
        assert_eq!(made.sources[0].0, Path::new("a b.c"));
    }

    #[test]
    fn any_file_of_words_is_read() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("more");
        let words = ["@more".to_owned()];
        let texts = [
            "-c -o 'a b.o' -xc a.c @more -Wp,-MD,a.d -DX=\\\"y\\\" @else",
            "@more",
        ];
        mutants::check(&mutants::texts(&texts), 200, |bytes| {
            std::fs::write(&file, bytes).expect("written");
            Invocation::new(&words, directory.path(), Language::C).object(Path::new("a.c"));
        });
        // Each of them is in each.
        std::fs::write(&file, "@more ".repeat(100)).expect("written");
        Invocation::new(&words, directory.path(), Language::C);
    }
}
