//! The words of the language.

use logos::Logos;

/// A word, number or sign. Names and operators that are words are told apart by the parser.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub(super) enum Token {
    #[regex("[A-Za-z_][A-Za-z_0-9]*")]
    Word,
    #[regex("[0-9]+")]
    Number,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("(")]
    OpenParenthesis,
    #[token(")")]
    CloseParenthesis,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token("..")]
    Rest,
    #[token(".")]
    Dot,
    #[token("=")]
    Equals,
    #[token("!")]
    Not,
    #[token("&&")]
    And,
    #[token("||")]
    Or,
    #[token("|")]
    Either,
    #[token("<->")]
    Equivalent,
    #[token("->")]
    Arrow,
    #[token("*")]
    Star,
    #[token("+")]
    Plus,
    #[token("?")]
    Question,
    #[token("#")]
    Hash,
}
