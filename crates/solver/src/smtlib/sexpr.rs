//! S-expressions in an arena, read one command at a time and without recursion: scripts may be an
//! endless stream, and their terms 100,000 deep.

use crate::options::SolverError;
use std::io::BufRead;
use winnow::combinator::{alt, dispatch, peek, repeat};
use winnow::error::ErrMode;
use winnow::prelude::*;
use winnow::stream::{Partial, StreamIsPartial};
use winnow::token::{any, literal, take_till, take_while};

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
pub(crate) struct ArenaMark {
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

/// Reads a stream command by command. A command is there as soon as its last byte is, so that scripts
/// may be written while they are answered.
pub(crate) struct Reader<'r> {
    input: &'r mut dyn BufRead,
    buffer: Vec<u8>,
    /// Where in the buffer the command begins, and where the next token does.
    from: usize,
    at: usize,
    /// Nothing comes behind the buffer.
    ended: bool,
    /// Of what `from` points at.
    position: Position,
}

impl<'r> Reader<'r> {
    pub(crate) fn new(input: &'r mut dyn BufRead) -> Reader<'r> {
        Reader {
            input,
            buffer: Vec::new(),
            from: 0,
            at: 0,
            ended: false,
            position: Position { line: 1, column: 1 },
        }
    }

    /// Reads the next command into the arena; nothing at the end of the script.
    pub(crate) fn next(&mut self, arena: &mut Arena) -> Result<Option<Sexp>, SolverError> {
        let base = arena.text.len();
        // Where lists that are not closed begin, in the command, and their elements.
        let mut open: Vec<(usize, Vec<Sexp>)> = Vec::new();
        loop {
            let mut start = self.at - self.from;
            let Some(token) = self.token()? else {
                return match open.last() {
                    Some(&(start, _)) => Err(self.error(start, "'(' is not closed")),
                    None => Ok(None),
                };
            };
            let kind = match token {
                Token::Blank if open.is_empty() => {
                    self.begin();
                    continue;
                }
                Token::Blank => continue,
                Token::Open => {
                    open.push((start, Vec::new()));
                    continue;
                }
                Token::Close => {
                    let Some((from, elements)) = open.pop() else {
                        return Err(self.error(start, "')' without '('"));
                    };
                    start = from;
                    arena.elements(elements)
                }
                Token::Leaf(kind) => kind,
            };
            let end = self.at - self.from;
            let expression = arena.node(kind, base + start, base + end);
            let Some((_, elements)) = open.last_mut() else {
                let text = std::str::from_utf8(&self.buffer[self.from..self.at])
                    .map_err(|_| self.error(0, "the script is not UTF-8 text"))?;
                arena.commands.push((base, self.position));
                arena.text.push_str(text);
                self.begin();
                return Ok(Some(expression));
            };
            elements.push(expression);
        }
    }

    /// What comes next is a new command.
    fn begin(&mut self) {
        self.position = self.place(self.at - self.from);
        self.from = self.at;
    }

    /// The next token; nothing at the end of the script.
    fn token(&mut self) -> Result<Option<Token>, SolverError> {
        loop {
            let rest = &self.buffer[self.at..];
            let mut input = Partial::new(rest);
            if self.ended {
                if rest.is_empty() {
                    return Ok(None);
                }
                let _ = input.complete();
            }
            match token.parse_next(&mut input) {
                Ok(token) => {
                    self.at += rest.len() - input.len();
                    return Ok(Some(token));
                }
                Err(ErrMode::Incomplete(_)) => self.fill()?,
                Err(_) => {
                    let quote = char::from(rest[0]);
                    let start = self.at - self.from;
                    return Err(self.error(start, format!("'{quote}' is not closed")));
                }
            }
        }
    }

    fn fill(&mut self) -> Result<(), SolverError> {
        self.buffer.drain(..self.from);
        self.at -= self.from;
        self.from = 0;
        let more = self.input.fill_buf()?;
        let length = more.len();
        self.buffer.extend_from_slice(more);
        self.input.consume(length);
        self.ended = length == 0;
        Ok(())
    }

    /// The place so many bytes behind the command's beginning.
    fn place(&self, offset: usize) -> Position {
        let mut position = self.position;
        let text = &self.buffer[self.from..self.from + offset];
        position.advance(&String::from_utf8_lossy(text));
        position
    }

    fn error(&self, offset: usize, message: impl Into<String>) -> SolverError {
        self.place(offset).error(message)
    }
}

/// What a script is made of.
#[derive(Clone, Copy, Debug)]
enum Token {
    /// White space or a comment.
    Blank,
    Open,
    Close,
    /// An expression without elements.
    Leaf(Kind),
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn ends_atom(byte: u8) -> bool {
    is_blank(byte) || b"()|\";".contains(&byte)
}

/// Reads a string; two quotes within it stand for one.
fn text(input: &mut Partial<&[u8]>) -> ModalResult<()> {
    let part = alt((take_till(1.., b'"'), literal(b"\"\"")));
    (b'"', repeat::<_, _, (), _, _>(0.., part), b'"')
        .void()
        .parse_next(input)
}

/// Reads a token. Fails where a bar or quote is not closed.
fn token(input: &mut Partial<&[u8]>) -> ModalResult<Token> {
    dispatch! {peek(any);
        b'(' => any.value(Token::Open),
        b')' => any.value(Token::Close),
        b';' => take_till(0.., b'\n').value(Token::Blank),
        b'|' => (b'|', take_till(0.., b'|'), b'|').value(Token::Leaf(Kind::Quoted)),
        b'"' => text.value(Token::Leaf(Kind::Text)),
        byte if is_blank(byte) => take_while(1.., is_blank).value(Token::Blank),
        _ => take_till(1.., ends_atom).value(Token::Leaf(Kind::Atom)),
    }
    .parse_next(input)
}

impl Arena {
    pub(crate) fn mark(&self) -> ArenaMark {
        ArenaMark {
            text: self.text.len(),
            nodes: self.nodes.len(),
            children: self.children.len(),
            commands: self.commands.len(),
        }
    }

    /// Forgets all expressions since the mark.
    pub(crate) fn release(&mut self, mark: ArenaMark) {
        self.text.truncate(mark.text);
        self.nodes.truncate(mark.nodes);
        self.children.truncate(mark.children);
        self.commands.truncate(mark.commands);
    }

    fn elements(&mut self, elements: Vec<Sexp>) -> Kind {
        let first = self.children.len() as u32;
        self.children.extend(elements);
        Kind::List(first, self.children.len() as u32)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn commands(script: &[u8], chunk: usize) -> (Vec<String>, Option<String>) {
        let mut input = BufReader::with_capacity(chunk, script);
        let (mut reader, mut arena) = (Reader::new(&mut input), Arena::default());
        let mut read = Vec::new();
        loop {
            match reader.next(&mut arena) {
                Ok(Some(command)) => read.push(arena.source(command).to_owned()),
                Ok(None) => return (read, None),
                Err(error) => return (read, Some(error.to_string())),
            }
        }
    }

    #[test]
    fn commands_do_not_depend_on_how_much_is_there_at_once() {
        let good = "; a (comment\n(a |b ) \"| \"say \"\"(\"\"\" ä)\r\n\t(c(d)()) ; end";
        let whole = ["(a |b ) \"| \"say \"\"(\"\"\" ä)", "(c(d)())"];
        for chunk in 1..=good.len() {
            let (read, error) = commands(good.as_bytes(), chunk);
            assert_eq!((read, error), (whole.map(str::to_owned).to_vec(), None));
        }
    }

    #[test]
    fn what_is_not_closed_is_told_with_its_place() {
        let cases: [(&[u8], &str); 6] = [
            (b"(a)\n (b (c)", "2:2: '(' is not closed"),
            (b"(a)\n )", "2:2: ')' without '('"),
            (b"(a |b)", "1:4: '|' is not closed"),
            (b"(a \"b\"\"c)", "1:4: '\"' is not closed"),
            (b"(a \"b)", "1:4: '\"' is not closed"),
            (b"(a)(b \xff)", "1:4: the script is not UTF-8 text"),
        ];
        for (script, expected) in cases {
            for chunk in 1..=script.len() {
                let error = commands(script, chunk).1;
                assert_eq!(error.as_deref(), Some(expected), "{script:?}");
            }
        }
    }
}
