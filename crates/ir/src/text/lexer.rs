//! Text to tokens.

use super::ParseError;

/// A token of the textual form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A keyword, mnemonic, label or bare name.
    Word(&'a str),
    /// `%name`, without the sigil.
    Register(&'a str),
    /// Starts with a digit: an integer, a hexadecimal integer or a float with its suffix.
    Number(&'a str),
    /// A quoted string, escapes resolved; names are UTF-8, contents of globals any bytes.
    String(Vec<u8>),
    /// One of ``( ) { } [ ] , : = + - * $ & # ! @ ?``.
    Punctuation(char),
    /// `->`
    Arrow,
    /// `...`
    Ellipsis,
    /// End of the text.
    End,
}

impl Token<'_> {
    /// How an error message shows it.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Register(name) => format!("`%{name}`"),
            Token::Number(digits) => format!("`{digits}`"),
            Token::String(_) => "a string".to_owned(),
            Token::Punctuation(c) => format!("`{c}`"),
            Token::Arrow => "`->`".to_owned(),
            Token::Ellipsis => "`...`".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// A token and the byte it starts at.
#[derive(Clone, Debug)]
pub(super) struct Spanned<'a> {
    pub(super) token: Token<'a>,
    pub(super) offset: usize,
}

/// True if a name can stand without quotes.
pub(super) fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(is_word_start) && bytes.all(is_word) && !name.starts_with("..")
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'.'
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit()
}

/// All tokens of a text; the last is [`Token::End`].
pub(super) fn tokens<'a>(file: &str, text: &'a str) -> Result<Vec<Spanned<'a>>, ParseError> {
    let mut lexer = Lexer { file, text, at: 0 };
    let mut all = Vec::new();
    loop {
        lexer.skip_blank();
        let offset = lexer.at;
        let token = lexer.token()?;
        let end = token == Token::End;
        all.push(Spanned { token, offset });
        if end {
            return Ok(all);
        }
    }
}

struct Lexer<'a, 'f> {
    file: &'f str,
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a, '_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn error(&self, offset: usize, expected: &str) -> ParseError {
        let found = match self.text[offset..].chars().next() {
            Some(c) if c.is_control() => format!("`{}`", c.escape_default()),
            Some(c) => format!("`{c}`"),
            None => "the end of the text".to_owned(),
        };
        ParseError::at(self.file, self.text, offset, expected.to_owned(), found)
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b';' => {
                    let rest = &self.text.as_bytes()[self.at..];
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn token(&mut self) -> Result<Token<'a>, ParseError> {
        let Some(byte) = self.peek(0) else {
            return Ok(Token::End);
        };
        let rest = &self.text[self.at..];
        if rest.starts_with("->") {
            self.at += 2;
            return Ok(Token::Arrow);
        }
        if rest.starts_with("...") {
            self.at += 3;
            return Ok(Token::Ellipsis);
        }
        match byte {
            b'"' => self.string(),
            b'%' => self.register(),
            b'0'..=b'9' => Ok(Token::Number(self.number())),
            _ if is_word_start(byte) => Ok(Token::Word(self.word())),
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'=' | b'+' | b'-' | b'*'
            | b'$' | b'&' | b'#' | b'!' | b'@' | b'?' => {
                self.at += 1;
                Ok(Token::Punctuation(char::from(byte)))
            }
            _ => Err(self.error(self.at, "a name, number, string or punctuation")),
        }
    }

    fn register(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.at + 1;
        self.at = start;
        while self.peek(0).is_some_and(is_word) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.error(start, "the name or number of a register"));
        }
        Ok(Token::Register(&self.text[start..self.at]))
    }

    /// A word; hyphens belong to it between a word character and a letter, as in `out-of-bounds`.
    fn word(&mut self) -> &'a str {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            let hyphen = byte == b'-' && self.peek(1).is_some_and(|b| b.is_ascii_alphabetic());
            if !is_word(byte) && !hyphen {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Digits, a prefix, a fraction, an exponent, a suffix: whatever holds together.
    fn number(&mut self) -> &'a str {
        let start = self.at;
        let hexadecimal = self.text[start..].starts_with("0x");
        while let Some(byte) = self.peek(0) {
            let exponent_sign = matches!(byte, b'+' | b'-')
                && !hexadecimal
                && self.text.as_bytes()[self.at - 1].eq_ignore_ascii_case(&b'e')
                && self.peek(1).is_some_and(|b| b.is_ascii_digit());
            if !is_word(byte) && !exponent_sign {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn string(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.at;
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.peek(0) {
                None | Some(b'\n') => return Err(self.error(start, "a string that ends")),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Token::String(bytes));
                }
                Some(b'\\') => self.escape(&mut bytes)?,
                Some(byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn escape(&mut self, bytes: &mut Vec<u8>) -> Result<(), ParseError> {
        let start = self.at;
        let expected = r#"an escape: \\ \" \n \t \r \0 \xHH \u{HEX}"#;
        let simple = match self.peek(1) {
            Some(b'\\') => Some(b'\\'),
            Some(b'"') => Some(b'"'),
            Some(b'n') => Some(b'\n'),
            Some(b't') => Some(b'\t'),
            Some(b'r') => Some(b'\r'),
            Some(b'0') => Some(0),
            _ => None,
        };
        if let Some(byte) = simple {
            bytes.push(byte);
            self.at += 2;
            return Ok(());
        }
        let rest = &self.text[start + 1..];
        if let Some(digits) = rest.strip_prefix('x').and_then(|r| r.get(..2))
            && let Some(byte) = hexadecimal(digits)
        {
            bytes.push(byte as u8);
            self.at += 4;
            return Ok(());
        }
        if let Some((digits, _)) = rest.strip_prefix("u{").and_then(|r| r.split_once('}'))
            && digits.len() <= 6
            && let Some(c) = hexadecimal(digits).and_then(char::from_u32)
        {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            self.at += 4 + digits.len();
            return Ok(());
        }
        Err(self.error(start, expected))
    }
}

/// Value of hexadecimal digits without sign; `None` for anything else.
fn hexadecimal(digits: &str) -> Option<u32> {
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if all {
        u32::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}
