//! S-expressions in an arena, read without recursion.

use crate::options::SolverError;

/// Index of an expression in its [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sexp(u32);

#[derive(Clone, Copy, Debug)]
enum Node<'a> {
    /// A symbol, keyword, number or literal; quoting bars are taken off.
    Atom(&'a str),
    /// A string, without its quotes (doubled quotes inside stay doubled).
    Text(&'a str),
    /// Elements, as a range of `children`.
    List(u32, u32),
}

/// All expressions of a script.
#[derive(Debug, Default)]
pub(crate) struct Arena<'a> {
    nodes: Vec<(Node<'a>, u32, &'a str)>,
    children: Vec<Sexp>,
    /// The expressions that are in no other.
    pub(crate) top: Vec<Sexp>,
}

fn error(line: u32, message: impl Into<String>) -> SolverError {
    SolverError::Script {
        line: line as usize,
        message: message.into(),
    }
}

impl<'a> Arena<'a> {
    /// Reads a whole script.
    pub(crate) fn read(text: &'a str) -> Result<Arena<'a>, SolverError> {
        let mut arena = Arena::default();
        let mut open: Vec<(u32, usize, Vec<Sexp>)> = Vec::new();
        let bytes = text.as_bytes();
        let (mut at, mut line) = (0, 1);
        while at < bytes.len() {
            let mut start = at;
            let node = match bytes[at] {
                b'\n' => {
                    line += 1;
                    at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    at += 1;
                    continue;
                }
                b';' => {
                    at += find(&bytes[at..], b'\n').unwrap_or(bytes.len() - at);
                    continue;
                }
                b'(' => {
                    open.push((line, at, Vec::new()));
                    at += 1;
                    continue;
                }
                b')' => {
                    at += 1;
                    let (from, place, elements) =
                        open.pop().ok_or_else(|| error(line, "')' without '('"))?;
                    start = place;
                    let first = arena.children.len() as u32;
                    arena.children.extend(elements);
                    (Node::List(first, arena.children.len() as u32), from)
                }
                b'|' => {
                    let length = find(&bytes[at + 1..], b'|')
                        .ok_or_else(|| error(line, "'|' is not closed"))?;
                    at += length + 2;
                    (Node::Atom(&text[start + 1..at - 1]), line)
                }
                b'"' => {
                    at += 1;
                    loop {
                        let length = find(&bytes[at..], b'"')
                            .ok_or_else(|| error(line, "'\"' is not closed"))?;
                        at += length + 1;
                        if bytes.get(at) != Some(&b'"') {
                            break;
                        }
                        at += 1;
                    }
                    (Node::Text(&text[start + 1..at - 1]), line)
                }
                _ => {
                    let ends = |b: &u8| b.is_ascii_whitespace() || b"()|\";".contains(b);
                    at += bytes[at..]
                        .iter()
                        .position(ends)
                        .unwrap_or(bytes.len() - at);
                    (Node::Atom(&text[start..at]), line)
                }
            };
            // A list's lines have been counted with its elements.
            if !matches!(node.0, Node::List(..)) {
                line += bytes[start..at].iter().filter(|&&b| b == b'\n').count() as u32;
            }
            let expression = Sexp(arena.nodes.len() as u32);
            arena.nodes.push((node.0, node.1, &text[start..at]));
            match open.last_mut() {
                Some((_, _, elements)) => elements.push(expression),
                None => arena.top.push(expression),
            }
        }
        match open.last() {
            Some(&(line, ..)) => Err(error(line, "'(' is not closed")),
            None => Ok(arena),
        }
    }

    /// The line on which an expression begins.
    pub(crate) fn line(&self, expression: Sexp) -> u32 {
        self.nodes[expression.0 as usize].1
    }

    /// The expression as it was written.
    pub(crate) fn source(&self, expression: Sexp) -> &'a str {
        self.nodes[expression.0 as usize].2
    }

    /// The text of an atom.
    pub(crate) fn atom(&self, expression: Sexp) -> Option<&'a str> {
        match self.nodes[expression.0 as usize].0 {
            Node::Atom(text) => Some(text),
            Node::Text(_) | Node::List(..) => None,
        }
    }

    /// The text of an atom or a string.
    pub(crate) fn text(&self, expression: Sexp) -> Option<&'a str> {
        match self.nodes[expression.0 as usize].0 {
            Node::Atom(text) | Node::Text(text) => Some(text),
            Node::List(..) => None,
        }
    }

    /// The elements of a list.
    pub(crate) fn list(&self, expression: Sexp) -> Option<&[Sexp]> {
        match self.nodes[expression.0 as usize].0 {
            Node::List(first, end) => Some(&self.children[first as usize..end as usize]),
            Node::Atom(_) | Node::Text(_) => None,
        }
    }

    /// An error at an expression.
    pub(crate) fn error(&self, at: Sexp, message: impl Into<String>) -> SolverError {
        error(self.line(at), message)
    }
}

fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|&b| b == wanted)
}
