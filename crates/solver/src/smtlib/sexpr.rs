//! S-expressions in an arena, read one command at a time and without recursion: scripts may be an
//! endless stream, and their terms 100,000 deep. The parser crates for SMT-LIB 2 that are maintained
//! read whole scripts, or bring a parser generator and their own numbers with them.

use crate::options::SolverError;
use std::io::BufRead;

/// Index of an expression in its [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sexp(u32);

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A symbol, keyword, number or literal; quoting bars are taken off.
    Atom,
    /// A symbol between bars.
    Quoted,
    /// A string, with its quotes.
    Text,
    /// Elements, as a range of `children`.
    List(u32, u32),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// Range in the text.
    start: usize,
    end: usize,
}

/// The expressions of commands that are still needed.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    text: String,
    nodes: Vec<Node>,
    children: Vec<Sexp>,
    /// Where each command's text begins, and its line and column in the script.
    commands: Vec<(usize, Position)>,
}

/// What [`Arena::release`] goes back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    text: usize,
    nodes: usize,
    children: usize,
    commands: usize,
}

/// A place in a script, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    line: usize,
    column: usize,
}

impl Position {
    fn advance(&mut self, text: &str) {
        for c in text.chars() {
            if c == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
    }

    fn error(self, message: impl Into<String>) -> SolverError {
        SolverError::Script {
            line: self.line,
            column: self.column,
            message: message.into(),
        }
    }
}

/// Cuts a stream into commands.
pub(crate) struct Reader<'r> {
    input: &'r mut dyn BufRead,
    position: Position,
}

/// Where the scan for the end of a command stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Plain,
    Comment,
    Bars,
    Text,
}

impl<'r> Reader<'r> {
    pub(crate) fn new(input: &'r mut dyn BufRead) -> Reader<'r> {
        Reader {
            input,
            position: Position { line: 1, column: 1 },
        }
    }

    /// Reads the next command into the arena; nothing at the end of the script.
    pub(crate) fn next(&mut self, arena: &mut Arena) -> Result<Option<Sexp>, SolverError> {
        let Some(text) = self.command_text()? else {
            return Ok(None);
        };
        let begin = self.position;
        self.position.advance(&text);
        arena.add(&text, begin).map(Some)
    }

    /// The text up to the end of the next command; what is before it has been skipped.
    fn command_text(&mut self) -> Result<Option<String>, SolverError> {
        let mut bytes: Vec<u8> = Vec::new();
        let (mut depth, mut inside, mut in_atom) = (0u64, Inside::Plain, false);
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let mut done = None;
            for (i, &b) in buffer.iter().enumerate() {
                inside = match (inside, b) {
                    (Inside::Plain, b';') => Inside::Comment,
                    (Inside::Plain, b'|') => Inside::Bars,
                    (Inside::Plain, b'"') => Inside::Text,
                    (Inside::Comment, b'\n') | (Inside::Bars, b'|') | (Inside::Text, b'"') => {
                        Inside::Plain
                    }
                    (inside, _) => inside,
                };
                if inside != Inside::Plain {
                    continue;
                }
                match b {
                    b'(' => depth += 1,
                    b')' => depth = depth.saturating_sub(1),
                    _ => in_atom = depth == 0 && !b.is_ascii_whitespace(),
                }
                if depth == 0 && (b == b')' || in_atom) {
                    done = Some(i + 1);
                    break;
                }
            }
            let used = done.unwrap_or(buffer.len());
            bytes.extend_from_slice(&buffer[..used]);
            self.input.consume(used);
            if done.is_some() {
                break;
            }
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| self.position.error("the script is not UTF-8 text"))?;
        let blank = text.len() - skip_blank(&text).len();
        self.position.advance(&text[..blank]);
        Ok(Some(text[blank..].to_owned()).filter(|text| !text.is_empty()))
    }
}

/// The text without white space and comments at its beginning.
fn skip_blank(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        match text.strip_prefix(';') {
            Some(comment) => text = comment.split_once('\n').map_or("", |(_, rest)| rest),
            None => return text,
        }
    }
}

impl Arena {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            text: self.text.len(),
            nodes: self.nodes.len(),
            children: self.children.len(),
            commands: self.commands.len(),
        }
    }

    /// Forgets all expressions since the mark.
    pub(crate) fn release(&mut self, mark: Mark) {
        self.text.truncate(mark.text);
        self.nodes.truncate(mark.nodes);
        self.children.truncate(mark.children);
        self.commands.truncate(mark.commands);
    }

    /// Adds one command.
    fn add(&mut self, text: &str, begin: Position) -> Result<Sexp, SolverError> {
        let base = self.text.len();
        self.commands.push((base, begin));
        self.text.push_str(text);
        let mut open: Vec<(usize, Vec<Sexp>)> = Vec::new();
        let mut at = base;
        loop {
            at = self.text.len() - skip_blank(&self.text[at..]).len();
            let bytes = self.text.as_bytes();
            let start = at;
            let kind = match bytes.get(at) {
                None => break,
                Some(b'(') => {
                    open.push((at, Vec::new()));
                    at += 1;
                    continue;
                }
                Some(b')') => {
                    at += 1;
                    let Some((from, elements)) = open.pop() else {
                        return Err(self.position(start).error("')' without '('"));
                    };
                    let first = self.children.len() as u32;
                    self.children.extend(elements);
                    let list = Kind::List(first, self.children.len() as u32);
                    let expression = self.node(list, from, at);
                    match open.last_mut() {
                        Some((_, elements)) => elements.push(expression),
                        None => return Ok(expression),
                    }
                    continue;
                }
                Some(b'|') => {
                    let Some(length) = find(&bytes[at + 1..], b'|') else {
                        return Err(self.position(at).error("'|' is not closed"));
                    };
                    at += length + 2;
                    Kind::Quoted
                }
                Some(b'"') => {
                    at += 1;
                    loop {
                        let Some(length) = find(&bytes[at..], b'"') else {
                            return Err(self.position(start).error("'\"' is not closed"));
                        };
                        at += length + 1;
                        if bytes.get(at) != Some(&b'"') {
                            break;
                        }
                        at += 1;
                    }
                    Kind::Text
                }
                Some(_) => {
                    let ends = |b: &u8| b.is_ascii_whitespace() || b"()|\";".contains(b);
                    at += bytes[at..]
                        .iter()
                        .position(ends)
                        .unwrap_or(bytes.len() - at);
                    Kind::Atom
                }
            };
            let expression = self.node(kind, start, at);
            match open.last_mut() {
                Some((_, elements)) => elements.push(expression),
                None => return Ok(expression),
            }
        }
        let open = open.last().map_or(base, |&(from, _)| from);
        Err(self.position(open).error("'(' is not closed"))
    }

    fn node(&mut self, kind: Kind, start: usize, end: usize) -> Sexp {
        self.nodes.push(Node { kind, start, end });
        Sexp(self.nodes.len() as u32 - 1)
    }

    fn position(&self, at: usize) -> Position {
        let command = self.commands.partition_point(|&(start, _)| start <= at) - 1;
        let (start, mut position) = self.commands[command];
        position.advance(&self.text[start..at]);
        position
    }

    fn of(&self, expression: Sexp) -> Node {
        self.nodes[expression.0 as usize]
    }

    /// The expression as it was written.
    pub(crate) fn source(&self, expression: Sexp) -> &str {
        let Node { start, end, .. } = self.of(expression);
        &self.text[start..end]
    }

    /// The text of an atom.
    pub(crate) fn atom(&self, expression: Sexp) -> Option<&str> {
        let Node { kind, start, end } = self.of(expression);
        match kind {
            Kind::Atom => Some(&self.text[start..end]),
            Kind::Quoted => Some(&self.text[start + 1..end - 1]),
            Kind::Text | Kind::List(..) => None,
        }
    }

    /// What a string says.
    pub(crate) fn string(&self, expression: Sexp) -> Option<String> {
        let Node { kind, start, end } = self.of(expression);
        match kind {
            Kind::Text => Some(self.text[start + 1..end - 1].replace("\"\"", "\"")),
            Kind::Atom | Kind::Quoted | Kind::List(..) => None,
        }
    }

    /// The elements of a list.
    pub(crate) fn list(&self, expression: Sexp) -> Option<&[Sexp]> {
        match self.of(expression).kind {
            Kind::List(first, end) => Some(&self.children[first as usize..end as usize]),
            Kind::Atom | Kind::Quoted | Kind::Text => None,
        }
    }

    /// An error at an expression.
    pub(crate) fn error(&self, at: Sexp, message: impl Into<String>) -> SolverError {
        self.position(self.of(at).start).error(message)
    }
}

fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|&b| b == wanted)
}
