//! The textual form (`.wir`), described at [`parse`].

mod class_parser;
mod class_printer;
mod definitions;
mod function_parser;
mod function_printer;
mod instruction_parser;
mod item_parser;
mod lexer;
mod literal;
mod mnemonic;
mod object_parser;
mod parser;
mod printer;

pub use function_printer::{
    function_of_program_text, function_text, instruction_text, terminator_text,
};
pub use parser::{ParseError, parse};
