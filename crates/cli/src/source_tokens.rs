//! Text of C and Java, as far as the conditions of branches ask for it: a few lines of it, taken apart.

/// Lines that a condition may go on for.
const LINES: usize = 12;

/// A word, number, literal or operator.
pub struct Token {
    pub text: String,
    /// Whether white space stands before it.
    pub apart: bool,
    /// Where it begins: line and column, from 1, in bytes.
    pub at: (u32, u32),
}

/// The beginning of a condition: its line and those behind it, without comments. Lines before it have what stands left
/// of an operator at its beginning.
pub struct Excerpt {
    pub tokens: Vec<Token>,
    /// How many of them stand before the end of its line.
    pub end_of_first_line: usize,
    line: u32,
}

impl Excerpt {
    /// Around a line, from 1; `None` if there is no such line.
    pub fn at(lines: &[String], line: u32) -> Option<Excerpt> {
        let number = line;
        let line = line.checked_sub(1)? as usize;
        let first = lines.get(line)?;
        let mut before = Vec::new();
        let from = line.saturating_sub(LINES);
        for (at, text) in (from..line).zip(&lines[from..line]) {
            tokens(text, at as u32 + 1, &mut before);
        }
        // What a statement before it has is none of its own.
        let begins = before
            .iter()
            .rposition(|it: &Token| matches!(it.text.as_str(), ";" | "{" | "}"));
        let mut all: Vec<Token> = before.split_off(begins.map_or(0, |at| at + 1));
        tokens(first, number, &mut all);
        let end_of_first_line = all.len();
        for (at, text) in (number + 1..).zip(lines.iter().skip(line + 1).take(LINES)) {
            tokens(text, at, &mut all);
        }
        Some(Excerpt {
            tokens: all,
            end_of_first_line,
            line: number,
        })
    }

    /// The token at a column of the first line.
    pub fn index_of(&self, column: u32) -> Option<usize> {
        let mut tokens = self.tokens.iter();
        tokens.position(|token| token.at == (self.line, column))
    }
}

/// Operators of two characters that matter.
const PAIRS: [&str; 9] = ["&&", "||", "==", "!=", "<=", ">=", "->", "<<", ">>"];

/// Takes a line apart. Comments over several lines are left to be words.
fn tokens(line: &str, number: u32, all: &mut Vec<Token>) {
    let bytes = line.as_bytes();
    let (mut at, mut apart) = (0, true);
    while at < bytes.len() {
        let rest = &line[at..];
        let length = match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                apart = true;
                at += 1;
                continue;
            }
            b'/' if rest.starts_with("//") => return,
            b'/' if rest.starts_with("/*") => {
                apart = true;
                at += rest.find("*/").map_or(rest.len(), |end| end + 2);
                continue;
            }
            quote @ (b'"' | b'\'') => literal(rest.as_bytes(), quote),
            byte if is_word(byte) => rest.bytes().take_while(|&byte| is_word(byte)).count(),
            _ if PAIRS.iter().any(|pair| rest.starts_with(pair)) => 2,
            _ => 1,
        };
        all.push(Token {
            text: rest[..length].to_owned(),
            apart,
            at: (number, at as u32 + 1),
        });
        apart = false;
        at += length;
    }
}

/// Bytes of other characters than ASCII's are parts of words: no character is taken apart.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The length of a literal in quotes.
fn literal(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// Where the left side of an operator begins.
pub fn left_of(tokens: &[Token], operator: usize) -> usize {
    let mut depth = 0i32;
    for at in (0..operator).rev() {
        match tokens[at].text.as_str() {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" if depth == 0 => return at + 1,
            "(" | "[" | "{" => depth -= 1,
            "&&" | "||" | ";" | "," | "?" | ":" | "=" | "return" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// What stands in the parentheses that open at a token.
pub fn parenthesised(tokens: &[Token], open: usize) -> Option<std::ops::Range<usize>> {
    if tokens.get(open)?.text != "(" {
        return None;
    }
    let mut depth = 0u32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + 1..at);
        }
    }
    None
}

/// True for an operator that compares.
pub fn is_comparison(text: &str) -> bool {
    matches!(text, "==" | "!=" | "<" | ">" | "<=" | ">=")
}

/// True if a condition is nothing but what may be a macro: what looks like a call, or a name in capitals.
pub fn may_be_macro(side: &[Token], is_function: &dyn Fn(&str) -> bool) -> bool {
    let Some(name) = side.first().map(|token| token.text.as_str()) else {
        return false;
    };
    let is_call = parenthesised(side, 1).is_some_and(|it| it.end + 1 == side.len());
    let in_capitals = !name.chars().any(|c| c.is_ascii_lowercase());
    match side.len() {
        1 => in_capitals,
        _ => is_call && !is_function(name),
    }
}
