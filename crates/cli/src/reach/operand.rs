//! The conditions of branches of C as the source has them: which part of the text a branch is on, and which of its ways is
//! the one on which the text holds.
//!
//! clang gives a branch on one side of `a && b` the place of the operator, or of the whole. What computes its value has a
//! place within that side. A branch on `!x` is one on `x`.

use crate::source_tokens::{Excerpt, Token, is_comparison, left_of, may_be_macro};

/// A place in a source file: line and column, from 1.
pub type TextPlace = (u32, u32);

/// What computes the value that a branch is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// A comparison that the source may write so.
    Compared(&'static str),
    /// Something that is taken as it is: what is loaded, called or converted.
    Value,
    /// Something that no source has in one piece.
    Otherwise,
}

/// A side of `&&` or `||`, or a whole condition that has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionOperand {
    /// Where it begins.
    pub begin: TextPlace,
    /// Behind its end.
    pub end: TextPlace,
    /// Where each `!` before what the branch is on stands.
    pub negations: Vec<TextPlace>,
    /// Parts of it in parentheses that have sides of their own.
    nested: Vec<(TextPlace, TextPlace)>,
    /// It is known which way of the branch is that on which the text holds: it is nothing but a macro, or was optimised,
    /// or has operators that are not looked into, otherwise.
    pub is_certain: bool,
}

impl ConditionOperand {
    /// The one that has a place in it, at which the value of its branch is computed.
    ///
    /// `is_function` tells the functions of the program from macros.
    pub fn at(
        lines: &[String],
        (line, column): TextPlace,
        computed: Computed,
        is_function: &dyn Fn(&str) -> bool,
    ) -> Option<ConditionOperand> {
        let source = Excerpt::at(lines, line)?;
        let tokens = &source.tokens;
        let inner = source.index_of(column)?;
        let mut span = left_of(tokens, inner)..end_of(tokens, inner);
        let core = tokens.get(span.clone()).filter(|core| !core.is_empty())?;
        if core.iter().any(|it| is_statement(&it.text)) {
            return None;
        }
        let signs = core.iter().take_while(|it| it.text == "!").count();
        let rest = &core[signs..];
        let mut negations: Vec<TextPlace> = Vec::new();
        // An operator of C++ has its sign in what is called. Of `!a == b` the negation belongs to `a`.
        if tokens[inner].text != "!" && !has_binary(rest) {
            negations.extend(core[..signs].iter().map(|it| it.at));
        }
        let is_unclear = may_be_macro(rest, is_function)
            || is_defined(rest, lines)
            || core.iter().any(|it| is_word_operator(&it.text))
            // Arguments of templates, or a comparison of something negated.
            || signs > 0 && rest.iter().any(|it| it.text == ">");
        let written = tokens[inner].text.as_str();
        let is_written = match computed {
            Computed::Compared(operator) if is_comparison(written) => written == operator,
            Computed::Compared(operator) => operator == "!=",
            Computed::Value => !is_comparison(written),
            Computed::Otherwise => false,
        };
        let nested = nested_in(core);
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
            nested,
            is_certain: is_written && !is_unclear && stands_alone(tokens, &span),
        })
    }

    /// True for a place in it, but for sides of its parts.
    pub fn has(&self, place: TextPlace) -> bool {
        let mut nested = self.nested.iter();
        self.begin <= place
            && place < self.end
            && !nested.any(|(open, close)| *open < place && place < *close)
    }

    /// Whether what stands from a place of it on is the opposite of what the branch is on.
    pub fn is_negated_from(&self, place: TextPlace) -> bool {
        let behind = self.negations.iter().filter(|it| **it >= place);
        behind.count() % 2 == 1
    }
}

/// True for words and marks that are of statements, and of no expression.
fn is_statement(text: &str) -> bool {
    matches!(
        text,
        "if" | "for"
            | "while"
            | "do"
            | "switch"
            | "case"
            | "else"
            | "return"
            | "goto"
            | "{"
            | "}"
            | ";"
    )
}

/// Operators that are words in C++, and macros in C.
fn is_word_operator(text: &str) -> bool {
    matches!(
        text,
        "not" | "and" | "or" | "compl" | "bitand" | "bitor" | "xor" | "not_eq"
    )
}

/// Whether operators with two operands stand outside of all parentheses of an expression, behind the signs that it may begin
/// with.
fn has_binary(core: &[Token]) -> bool {
    let is_sign = |it: &&Token| matches!(it.text.as_str(), "*" | "&" | "-" | "+" | "~" | "!");
    let signs = core.iter().take_while(is_sign).count();
    let mut depth = 0i32;
    core[signs..].iter().any(|token| {
        let text = token.text.as_str();
        match text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        let operator = is_comparison(text)
            || matches!(
                text,
                "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | "=" | "?"
            );
        depth == 0 && operator
    })
}

/// True for a name, or what looks like a call of it, that the file itself defines as a macro.
fn is_defined(core: &[Token], lines: &[String]) -> bool {
    let Some(name) = core.first().map(|it| it.text.as_str()) else {
        return false;
    };
    lines.iter().any(|line| {
        let definition = line.trim_start().strip_prefix('#');
        let rest = definition.and_then(|it| it.trim_start().strip_prefix("define"));
        let rest = rest.and_then(|it| it.trim_start().strip_prefix(name));
        rest.is_some_and(|it| !it.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// The parts in parentheses that have sides of their own.
fn nested_in(core: &[Token]) -> Vec<(TextPlace, TextPlace)> {
    let (mut open, mut nested) = (Vec::new(), Vec::new());
    for token in core {
        match token.text.as_str() {
            "(" | "[" | "{" => open.push((token.at, false)),
            ")" | "]" | "}" => {
                if let Some((begin, true)) = open.pop() {
                    nested.push((begin, token.at));
                }
            }
            "&&" | "||" | "?" => open.iter_mut().for_each(|(_, has_sides)| *has_sides = true),
            _ => {}
        }
    }
    nested
}

/// True if nothing but `&&`, `||` and statements is around an operand: no assignment, comma or call whose result
/// something else is made of.
fn stands_alone(tokens: &[Token], span: &std::ops::Range<usize>) -> bool {
    let before = span.start.checked_sub(1).map(|at| tokens[at].text.as_str());
    let after = tokens.get(span.end).map(|it| it.text.as_str());
    let side = |it| matches!(it, Some("&&" | "||"));
    match (before, after) {
        (_, Some("?")) => true,
        (before, after) if side(before) && (side(after) || matches!(after, Some(")" | ";"))) => {
            true
        }
        (Some("(" | ";"), after) => side(after) || matches!(after, Some(")" | ";")),
        // `return a && …`, `x = a || …`.
        (_, after) => side(after),
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
    fn at_mark(text: &str, computed: Computed) -> Option<(String, bool)> {
        let all: Vec<String> = text.lines().map(str::to_owned).collect();
        let mark = all.iter().position(|line| line.trim() == "^");
        let mark = mark.expect("a mark");
        let column = all[mark].len() as u32;
        let source: Vec<String> = [&all[..mark], &all[mark + 1..]].concat();
        let found = ConditionOperand::at(&source, (mark as u32, column), computed, &|name| {
            name == "f"
        })?;
        let (begin, end) = (found.begin, found.end);
        assert_eq!(begin.0, end.0, "{text}");
        let line = &source[begin.0 as usize - 1];
        let text = line[begin.1 as usize - 1..end.1 as usize - 1].to_owned();
        found
            .is_certain
            .then(|| (text, found.is_negated_from(begin)))
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
            ("if (!f(a == 9))\n     ^", "!f(a == 9)", true),
            ("if (!a + 1)\n       ^", "!a + 1", false),
        ];
        for (text, operand, negated) in cases {
            let mark = text.lines().last().map_or(0, str::len);
            let written = text
                .lines()
                .rev()
                .nth(1)
                .map_or("", |line| &line[mark - 1..]);
            let operators = ["==", "!=", "<", ">"];
            let compared = operators.into_iter().find(|it| written.starts_with(it));
            let computed = compared.map_or(Computed::Value, Computed::Compared);
            let expected = Some((operand.to_owned(), negated));
            assert_eq!(at_mark(text, computed), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_looked_into_is_uncertain() {
        let less = Computed::Compared("<");
        let cases = [
            // The comparison of the program is another one.
            ("if (x > 10 && y)\n      ^", less),
            ("if (x > 10 && y)\n      ^", Computed::Otherwise),
            ("if (x && y)\n    ^", Computed::Compared("==")),
            ("if (!(z = a < 9))\n            ^", less),
            ("if (!(r++, a < 9))\n             ^", less),
            ("if (not (a < 9))\n    ^", Computed::Value),
            ("if (!more<9>(a))\n     ^", Computed::Value),
            ("#define bad !good\nif (bad)\n    ^", Computed::Value),
            ("while (s) { x(); }\n^", Computed::Value),
        ];
        for (text, computed) in cases {
            assert_eq!(at_mark(text, computed), None, "{text}");
        }
        let lines = ["if ((a > 3 && b == 0) + 7 == 9)".to_owned()];
        let computed = Computed::Compared("==");
        let found = ConditionOperand::at(&lines, (1, 27), computed, &|_| false);
        let found = found.expect("an operand");
        assert!(found.has((1, 24)) && !found.has((1, 14)));
    }

    #[test]
    fn what_may_be_a_macro_is_told() {
        for text in ["if (ISNOT(x)) {", "if (READY) {", "if (!unknown(x)) {"] {
            let column = if text.contains('!') { 6 } else { 5 };
            let found =
                ConditionOperand::at(&[text.to_owned()], (1, column), Computed::Value, &|name| {
                    name == "f"
                });
            assert!(found.is_some_and(|it| !it.is_certain), "{text}");
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
                    let _ =
                        ConditionOperand::at(&lines, (line, column), Computed::Value, &|_| false);
                }
            }
        });
    }
}
