//! What declarations say of lengths that the compiler forgets: `counted_by` of members of structures, and of parameters of the
//! function under test `access` and arrays whose length is another parameter. It is looked for in the text behind the
//! preprocessor, in which headers and macros are what the compiler has of them.

use super::program;
use crate::plan::CPlan;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// What a source says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Members of structures, and the members that count their elements.
    pub members: Vec<(String, String)>,
    /// Parameters of a function by their numbers, and those that count their elements.
    pub parameters: Vec<(usize, usize)>,
}

/// What the sources of a program say, of parameters those of the function under test. Intermediate files of the program
/// are in `work`.
pub fn lengths(c: &CPlan, work: &Path) -> anyhow::Result<Lengths> {
    let mut all = Lengths::default();
    let Some(function) = &c.function else {
        return Ok(all);
    };
    let sources = c.sources.files.iter();
    for source in sources.filter(|it| llvm::is_source(it) && !llvm::is_cpp_source(it)) {
        let lengths = Lengths::read(&preprocessed(c, work, source)?, function);
        all.members.extend(lengths.members);
        all.parameters.extend(lengths.parameters);
    }
    Ok(all)
}

/// The names that a source declares or defines functions by, and others before parentheses outside of all bodies.
pub fn functions(c: &CPlan, work: &Path, source: &Path) -> anyhow::Result<BTreeSet<String>> {
    let text = preprocessed(c, work, source)?;
    let tokens = tokens(&text);
    let mut depth = 0_u32;
    let mut names = BTreeSet::new();
    for pair in tokens.windows(2) {
        match pair {
            ["{", _] => depth += 1,
            ["}", _] => depth = depth.saturating_sub(1),
            [name, "("] if depth == 0 && is_name(name) => {
                names.insert((*name).to_owned());
            }
            _ => {}
        }
    }
    Ok(names)
}

fn preprocessed(c: &CPlan, work: &Path, source: &Path) -> anyhow::Result<String> {
    let whole = source
        .canonicalize()
        .unwrap_or_else(|_| source.to_path_buf());
    let own = c.sources.own_flags.get(&whole).into_iter().flatten();
    let mut flags: Vec<String> = own.cloned().collect();
    flags.extend(program::flags(&c.sources.cflags));
    let cache = scratch::cache_directory();
    let kept = (work, cache.as_deref());
    Ok(llvm::preprocessed(source, &flags, kept)?)
}

impl Lengths {
    /// Reads the text of a source behind the preprocessor, for a function.
    pub fn read(text: &str, function: &str) -> Lengths {
        let tokens = tokens(text);
        let mut lengths = Lengths::default();
        lengths.read_members(&tokens);
        lengths.read_function(&tokens, function);
        lengths
    }

    fn read_members(&mut self, tokens: &[&str]) {
        for at in 0..tokens.len() {
            if !is_attribute(tokens[at], "counted_by") {
                continue;
            }
            let [_, "(", count, ")", ..] = tokens[at..] else {
                continue;
            };
            let statement = statement(tokens, at);
            if let Some(member) = declared(&tokens[declarator(tokens, statement, at)]) {
                let pair = (member.to_owned(), count.to_owned());
                if is_name(count) && !self.members.contains(&pair) {
                    self.members.push(pair);
                }
            }
        }
    }

    fn read_function(&mut self, tokens: &[&str], function: &str) {
        let mut depth = 0_u32;
        for at in 0..tokens.len() {
            match tokens[at] {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                name if name == function && depth == 0 && tokens.get(at + 1) == Some(&"(") => {
                    self.read_declaration(tokens, at);
                }
                _ => {}
            }
        }
    }

    /// A declaration of the function, whose name is at that place.
    fn read_declaration(&mut self, tokens: &[&str], at: usize) {
        let Some(end) = closing(tokens, at + 1) else {
            return;
        };
        let parameters: Vec<&[&str]> = split(&tokens[at + 2..end]);
        let names: Vec<Option<&str>> = parameters.iter().map(|it| declared(it)).collect();
        for (number, parameter) in parameters.iter().enumerate() {
            let Some(length) = length_of(parameter) else {
                continue;
            };
            if let Some(count) = names.iter().position(|name| *name == Some(length)) {
                self.add(number, count);
            }
        }
        for at in statement(tokens, at) {
            if !is_attribute(tokens[at], "access") {
                continue;
            }
            if let [_, "(", _, ",", pointer, ",", count, ")", ..] = tokens[at..]
                && let (Ok(pointer), Ok(count)) = (pointer.parse::<usize>(), count.parse::<usize>())
                && pointer > 0
                && count > 0
            {
                self.add(pointer - 1, count - 1);
            }
        }
    }

    fn add(&mut self, pointer: usize, count: usize) {
        let is_known = self.parameters.iter().any(|(known, _)| *known == pointer);
        if !is_known && pointer != count {
            self.parameters.push((pointer, count));
        }
    }
}

/// The words and signs of C, without lines of the preprocessor; texts and characters count as one sign.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = match first {
                c if is_word(c) => rest.find(|c: char| !is_word(c)),
                '"' | '\'' => quoted_end(rest, first),
                c => Some(c.len_utf8()),
            };
            let (token, behind) = rest.split_at(end.unwrap_or(rest.len()));
            tokens.push(token);
            rest = behind.trim_start();
        }
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Where what begins with a quote ends.
fn quoted_end(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// True for a name, which is no word of the language that declarations have.
fn is_name(token: &str) -> bool {
    const WORDS: [&str; 12] = [
        "static",
        "const",
        "restrict",
        "__restrict",
        "volatile",
        "unsigned",
        "signed",
        "int",
        "char",
        "long",
        "short",
        "void",
    ];
    let mut chars = token.chars();
    let first = chars.next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && !WORDS.contains(&token)
}

/// True for an attribute by one of its two names.
fn is_attribute(token: &str, name: &str) -> bool {
    let bare = token
        .strip_prefix("__")
        .and_then(|it| it.strip_suffix("__"));
    bare.unwrap_or(token) == name
}

/// The tokens between the ends of statements around one.
fn statement(tokens: &[&str], at: usize) -> Range<usize> {
    let ends = |token: &&str| matches!(*token, ";" | "{" | "}");
    let start = tokens[..at].iter().rposition(ends).map_or(0, |it| it + 1);
    let end = tokens[at..].iter().position(ends);
    start..end.map_or(tokens.len(), |it| at + it)
}

/// The part of a declaration between commas that a token is in.
fn declarator(tokens: &[&str], statement: Range<usize>, at: usize) -> Range<usize> {
    let (mut start, mut depth) = (statement.start, 0_u32);
    for number in statement.clone() {
        match tokens[number] {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "," if depth == 0 && number > at => return start..number,
            "," if depth == 0 => start = number + 1,
            _ => {}
        }
    }
    start..statement.end
}

/// The parenthesis that closes one.
fn closing(tokens: &[&str], open: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (number, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            "(" => depth += 1,
            ")" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(number);
                }
            }
            _ => {}
        }
    }
    None
}

/// Parameters, between commas.
fn split<'a, 'b>(tokens: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (number, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                parts.push(&tokens[start..number]);
                start = number + 1;
            }
            _ => {}
        }
    }
    parts.push(&tokens[start..]);
    parts
}

/// The name that a declaration gives: the last one before brackets, outside of parentheses.
fn declared<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    let (mut name, mut depth) = (None, 0_u32);
    for token in tokens {
        match *token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "[" if depth == 0 => break,
            "__attribute__" => {}
            token if depth == 0 && is_name(token) => name = Some(token),
            _ => {}
        }
    }
    name
}

/// The name between the only brackets of a parameter.
fn length_of<'a>(parameter: &[&'a str]) -> Option<&'a str> {
    let mut open = parameter.iter().enumerate().filter(|(_, it)| **it == "[");
    let (start, _) = open.next()?;
    if open.next().is_some() {
        return None;
    }
    let inside = parameter[start + 1..].iter();
    let inside = inside.take_while(|it| **it != "]");
    let mut said =
        inside.filter(|it| !matches!(**it, "static" | "const" | "restrict" | "volatile"));
    match (said.next(), said.next()) {
        (Some(only), None) if is_name(only) => Some(only),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# 1 \"a.c\"\nstruct s { int n, m; char *p __attribute__((counted_by(n))), *q; int \
        data[] __attribute__((__counted_by__(m))); };\nstruct t { unsigned k; long *__attribute__((counted_by(k))) v; };\n\
        __attribute__((access(read_only, 2, 1))) int f(int n, const int *v, int k, char w[static k], int x[2 * n]);\n\
        int f(int n, const int *v, int k, char w[k], int x[2 * n]) { return n + f(1, \"]);{\", 2, 0, 0); }\n";

    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let pairs = pairs.iter();
        pairs
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect()
    }

    #[test]
    fn any_declarations_are_read() {
        let lengths = Lengths::read(TEXT, "f");
        assert_eq!(
            lengths.members,
            owned(&[("p", "n"), ("data", "m"), ("v", "k")])
        );
        assert_eq!(lengths.parameters, [(3, 2), (1, 0)]);
        assert_eq!(Lengths::read(TEXT, "g").parameters, []);
        mutants::check(&mutants::texts(&[TEXT]), 3_000, |bytes| {
            Lengths::read(&String::from_utf8_lossy(bytes), "f");
        });
    }
}
