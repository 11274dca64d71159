//! The textual form (`.wir`): `docs` by example.
//!
//! ```text
//! file "demo.c"                                    ; files, in order of their index
//! type !0 = int "int" 32 signed                    ; source types
//! global $table size 8 align 4 constant { 0: "\x01\x00\x00\x00" }
//! declare puts(%0: ptr) -> i32 library
//!
//! function main(%n: i32 "n" type !0) -> i32 @0:3:1 {
//!   var %sum: i32                                  ; registers not typed where they are written
//! entry:
//!   jump loop [%sum = 0, %i: i32 = 0]              ; parallel moves of the edge
//! loop:
//!   %more: i1 = icmp slt i32 %i, %n @0:4:9         ; location: file:line:column
//!   branch %more, body, done decision 0 @0:4:3
//! body:
//!   %sum = add %sum, %i
//!   %i = add %i, 1
//!   jump loop
//! done:
//!   %r: i32 = call puts(ptr $table+4)
//!   return %sum
//! }
//! ```
//!
//! A register `%3` has the index 3; named ones get the indices that are left, in order of
//! appearance. Blocks are numbered in order. Functions and globals are user code unless marked
//! `library`. A name that several functions (or globals) bear is replaced by `#index`. Numbers
//! take the width of their place, negative ones too; `1.5f64` is a float, `null` is 0, `bits(…)`
//! and `wide(…)` write constants that do not fit their place.

mod function_parser;
mod function_printer;
mod instruction_parser;
mod item_parser;
mod lexer;
mod literal;
mod mnemonic;
mod parser;
mod printer;

pub use function_printer::{function_text, instruction_text, terminator_text};
pub use parser::{ParseError, parse};
