//! The conditions of branches of C as the source has them: which part of the text a branch is on, and which of its ways is
//! the one on which the text holds.
//!
//! clang gives a branch on one side of `a && b` the place of the operator, or of the whole. What computes its value has a
//! place within that side. A branch on `!x` is one on `x`.

use crate::source_tokens::{Excerpt, Token, is_comparison, left_of, may_be_macro};

/// A place in a source file: line and column, from 1.
pub type TextPlace = (u32, u32);

/// A side of `&&` or `||`, or a whole condition that has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionOperand {
    /// Where it begins.
    pub begin: TextPlace,
    /// Behind its end.
    pub end: TextPlace,
    /// Where each `!` before what the branch is on stands.
    pub negations: Vec<TextPlace>,
    /// It may be nothing but a macro, of which nobody knows here what that negates.
    pub is_macro: bool,
}

impl ConditionOperand {
    /// The one that has a place in it, which is not in parentheses of an operand of its own.
    ///
    /// `is_function` tells the functions of the program from macros.
    pub fn at(
        lines: &[String],
        (line, column): TextPlace,
        is_function: &dyn Fn(&str) -> bool,
    ) -> Option<ConditionOperand> {
        let source = Excerpt::at(lines, line)?;
        let tokens = &source.tokens;
        let inner = source.index_of(column)?;
        let begin = left_of(tokens, inner);
        let end = end_of(tokens, inner);
        let mut span = begin..end;
        let mut negations = Vec::new();
        let core = tokens.get(span.clone())?;
        let signs = core.iter().take_while(|it| it.text == "!").count();
        // Of `!a == b` the negation belongs to `a`.
        let compares = core.iter().any(|it| is_comparison(&it.text));
        if !compares {
            negations.extend(core[..signs].iter().map(|it| it.at));
        }
        let is_macro = may_be_macro(core.get(signs..)?, is_function);
        // `!(…)` around the whole of it.
        while let Some(open) = span.start.checked_sub(1)
            && tokens[open].text == "("
            && tokens.get(span.end).is_some_and(|it| it.text == ")")
        {
            let before = &tokens[..open];
            let signs = before.iter().rev().take_while(|it| it.text == "!").count();
            let outside = open.checked_sub(signs + 1).map(|at| &tokens[at]);
            if signs == 0 && !outside.is_some_and(is_of_expression) {
                break;
            }
            negations.extend(before[open - signs..].iter().map(|it| it.at));
            span = open - signs..span.end + 1;
        }
        let last = tokens.get(span.end.checked_sub(1)?)?;
        Some(ConditionOperand {
            begin: tokens.get(span.start)?.at,
            end: (last.at.0, last.at.1 + last.text.len() as u32),
            negations,
            is_macro,
        })
    }

    /// True for a place in it.
    pub fn has(&self, place: TextPlace) -> bool {
        self.begin <= place && place < self.end
    }

    /// Whether what stands from a place of it on is the opposite of what the branch is on.
    pub fn is_negated_from(&self, place: TextPlace) -> bool {
        let behind = self.negations.iter().filter(|it| **it >= place);
        behind.count() % 2 == 1
    }
}

/// True for what stands before parentheses that are of an expression, and neither of a statement nor of a call.
fn is_of_expression(before: &Token) -> bool {
    matches!(
        before.text.as_str(),
        "(" | "&&" | "||" | "=" | "?" | ":" | "," | "return"
    )
}

/// Where the operand ends that a token is in.
fn end_of(tokens: &[Token], inner: usize) -> usize {
    let mut depth = 0i32;
    for (at, token) in tokens.iter().enumerate().skip(inner) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return at,
            ")" | "]" | "}" => depth -= 1,
            "&&" | "||" | "?" | ":" | ";" | "," if depth == 0 => return at,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text from the beginning to the end of the operand at the place that `^` marks in the line below, and whether it is
    /// negated.
    fn at_mark(text: &str) -> Option<(String, bool)> {
        let all: Vec<String> = text.lines().map(str::to_owned).collect();
        let mark = all.iter().position(|line| line.trim() == "^");
        let mark = mark.expect("a mark");
        let column = all[mark].len() as u32;
        let source: Vec<String> = [&all[..mark], &all[mark + 1..]].concat();
        let found = ConditionOperand::at(&source, (mark as u32, column), &|name| name == "f")?;
        let (begin, end) = (found.begin, found.end);
        assert_eq!(begin.0, end.0, "{text}");
        let line = &source[begin.0 as usize - 1];
        let text = line[begin.1 as usize - 1..end.1 as usize - 1].to_owned();
        assert!(!found.is_macro, "{text}");
        Some((text, found.is_negated_from(begin)))
    }

    #[test]
    fn operands_are_found_by_what_computes_their_values() {
        let cases = [
            ("if (x > 10 && x < 5)\n      ^", "x > 10", false),
            ("if (x > 10 && x < 5)\n                ^", "x < 5", false),
            (
                "if (!(x * x == 7)) { y++; }\n            ^",
                "!(x * x == 7)",
                true,
            ),
            ("if (!y || !x)\n     ^", "!y", true),
            ("if (!y || !!x)\n            ^", "!!x", false),
            ("if (!y == x)\n       ^", "!y == x", false),
            ("if (!(a && b) || c)\n      ^", "a", false),
            ("if (((a)) && b)\n      ^", "((a))", false),
            (
                "while ((c = f()) != 3)\n                 ^",
                "(c = f()) != 3",
                false,
            ),
            ("while (f(a, b) && v[i && j])\n       ^", "f(a, b)", false),
            ("if (p->x)\n        ^", "p->x", false),
            (
                "return x * x == 3 ? 1 : 2;\n             ^",
                "x * x == 3",
                false,
            ),
            ("if (a ||\n    b || c)\n    ^", "b", false),
        ];
        for (text, operand, negated) in cases {
            assert_eq!(at_mark(text), Some((operand.to_owned(), negated)), "{text}");
        }
    }

    #[test]
    fn what_may_be_a_macro_is_told() {
        for text in ["if (ISNOT(x)) {", "if (READY) {", "if (!unknown(x)) {"] {
            let column = if text.contains('!') { 6 } else { 5 };
            let found = ConditionOperand::at(&[text.to_owned()], (1, column), &|name| name == "f");
            assert!(found.is_some_and(|it| it.is_macro), "{text}");
        }
    }

    #[test]
    fn any_text_is_looked_at() {
        let text = "if (!(a && b[3]) || !!((c)) == d) {\n  while ((x = y)) } ) ( ] ; ? :\n";
        mutants::check(&mutants::texts(&[text]), 3000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for line in 0..4 {
                for column in 0..40 {
                    let _ = ConditionOperand::at(&lines, (line, column), &|_| false);
                }
            }
        });
    }
}
