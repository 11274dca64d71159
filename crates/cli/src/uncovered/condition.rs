//! The source text of the condition of a branch, found by the place that debug information gives the branch.
//!
//! clang gives the branch on the left side of `&&` or `||` the place of that operator, a loop's on its whole condition that
//! of its keyword, and others that of the beginning of the condition: then it is the branch on its last side. A branch on `!x` is one
//! on `x`. javac gives a line only; which of the conditions of the line a branch is about is then told by their order.

use crate::source_tokens::{Excerpt, Token, is_comparison, left_of, may_be_macro, parenthesised};

/// What is decided at a branch, as the source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The text.
    pub text: String,
    /// What the text is of.
    pub of: Decided,
}

/// What a branch decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Whether the text holds: the branch is on its value as it stands.
    Truth,
    /// Where a jump leads: the text holds where none is made.
    TrueWithoutJump,
    /// Where a jump leads: the text holds where one is made.
    TrueWithJump,
    /// Which case the text selects.
    Case,
    /// Something on that line; nothing more is known of it.
    Somehow,
}

/// Characters that are shown of a condition.
const SHOWN: usize = 100;

/// The condition of a branch in C, at a line and column (from 1).
///
/// `is_function` tells the functions of the program from macros, of which nobody knows here what they negate.
pub fn of_c(
    lines: &[String],
    (line, column): (u32, u32),
    is_switch: bool,
    is_function: &dyn Fn(&str) -> bool,
) -> Option<Condition> {
    let source = Excerpt::at(lines, line)?;
    let start = source.index_of(column);
    let is_switch = is_switch || start.is_some_and(|at| source.tokens[at].text == "switch");
    let found = start.and_then(|start| c_condition(&source.tokens, start, is_switch));
    let of = match is_switch {
        true => Decided::Case,
        false => Decided::Truth,
    };
    match found {
        Some(side) if !side.is_empty() => Some(Condition {
            text: shortened(&joined(side)),
            of: match of == Decided::Truth && may_be_macro(side, is_function) {
                true => Decided::Somehow,
                false => of,
            },
        }),
        _ => whole_line(lines, line, of),
    }
}

/// The condition of the branch in Java that is the `number`-th (from 0) of so many of its line.
pub fn of_java(
    lines: &[String],
    line: u32,
    (number, all): (usize, usize),
    is_switch: bool,
) -> Option<Condition> {
    let source = Excerpt::at(lines, line)?;
    let tokens = &source.tokens;
    let end_of_line = source.end_of_first_line;
    let keyword = |name: &str| {
        let mut found = tokens.iter().take(end_of_line);
        found.position(|token| token.text == name)
    };
    if is_switch || keyword("switch").is_some() {
        let found = keyword("switch").and_then(|at| parenthesised(tokens, at + 1));
        let text = found.map(|range| joined(tokens.get(range).unwrap_or_default()));
        return match text {
            Some(text) => Some(Condition {
                text: shortened(&text),
                of: Decided::Case,
            }),
            None => whole_line(lines, line, Decided::Case),
        };
    }
    let conditions = tokens.iter().take(end_of_line).filter(|token| {
        matches!(
            token.text.as_str(),
            "if" | "while" | "for" | "?" | "assert" | "->" | "do"
        )
    });
    // With two conditions in a line it is not known which of them comes when.
    if conditions.count() != 1 {
        return whole_line(lines, line, Decided::Somehow);
    }
    match keyword("if").and_then(|at| parenthesised(tokens, at + 1)) {
        Some(range) => java_side(tokens.get(range).unwrap_or_default(), number, all)
            .or_else(|| whole_line(lines, line, Decided::Somehow)),
        None => whole_line(lines, line, Decided::Somehow),
    }
}

/// One side of the condition of an `if`, as compilers of Java make jumps of it: over what follows, if it does not
/// hold; but for the left side of `||`, behind the rest of the condition, if it does.
fn java_side(condition: &[Token], number: usize, all: usize) -> Option<Condition> {
    // A negated group turns the jumps of its sides around, and values may be decided on in between.
    let negated = condition
        .windows(2)
        .any(|pair| pair[0].text == "!" && pair[1].text == "(");
    let is_operator = |token: &Token| matches!(token.text.as_str(), "&&" | "||");
    let sides: Vec<&[Token]> = condition.split(is_operator).collect();
    let operators: Vec<&str> = condition
        .iter()
        .filter(|token| is_operator(token))
        .map(|token| token.text.as_str())
        .collect();
    if sides.len() != all || negated && all > 1 {
        return None;
    }
    let text = joined(balanced(sides.get(number)?));
    Some(Condition {
        text: shortened(&text),
        of: match operators.get(number) {
            Some(&"||") => Decided::TrueWithJump,
            _ => Decided::TrueWithoutJump,
        },
    })
}

/// Without parentheses that are not closed, or not opened, in it.
fn balanced(mut side: &[Token]) -> &[Token] {
    let count = |side: &[Token], text| side.iter().filter(|token| token.text == text).count();
    while count(side, "(") > count(side, ")") && side.first().is_some_and(|it| it.text == "(") {
        side = &side[1..];
    }
    while count(side, ")") > count(side, "(") && side.last().is_some_and(|it| it.text == ")") {
        side = &side[..side.len() - 1];
    }
    side
}

fn c_condition(tokens: &[Token], start: usize, is_switch: bool) -> Option<&[Token]> {
    let here = tokens.get(start)?.text.as_str();
    if is_switch {
        let range = parenthesised(tokens, start + usize::from(here == "switch"))?;
        return tokens.get(range);
    }
    let whole = match here {
        "if" => return None,
        // Loops compute the value of their whole condition and branch on that.
        "while" => return tokens.get(parenthesised(tokens, start + 1)?),
        "for" => {
            let inner = tokens.get(parenthesised(tokens, start + 1)?)?;
            return inner.split(|token| token.text == ";").nth(1);
        }
        // The condition of `do` stands behind its body.
        "}" => {
            let keyword = tokens
                .iter()
                .skip(start)
                .position(|it| it.text == "while")?;
            return tokens.get(parenthesised(tokens, start + keyword + 1)?);
        }
        "&&" | "||" => left_of(tokens, start)..start,
        _ => {
            let end = end_of_expression(tokens, start);
            let before = start.checked_sub(2).and_then(|at| tokens.get(at..start));
            let of_if = before.is_some_and(|it| it[0].text == "if" && it[1].text == "(");
            let of_choice = tokens.get(end).is_some_and(|token| token.text == "?");
            // Branches without a place of their own have that of what stands before them.
            if !of_if && !of_choice {
                return None;
            }
            start..end
        }
    };
    let text = tokens.get(whole)?;
    // Of several sides it is the last.
    let last = top_level(text).last().map_or(0, |at| at + 1);
    Some(plain(text.get(last..)?))
}

/// Without a negation, and without parentheses around the whole, below which it is the last side again.
fn plain(mut text: &[Token]) -> &[Token] {
    loop {
        let inner = match text.first().map(|token| token.text.as_str()) {
            Some("!") => text.get(1..),
            Some("(") if parenthesised(text, 0).is_some_and(|it| it.end + 1 == text.len()) => {
                text.get(1..text.len() - 1)
            }
            _ => return text,
        };
        let inner = inner.unwrap_or_default();
        let last = top_level(inner).last().map_or(0, |at| at + 1);
        // Of `!a == b` the negation belongs to `a`: the branch is on the whole.
        let compares = inner.iter().any(|it| is_comparison(&it.text));
        let grouped = parenthesised(inner, 0).is_some_and(|it| it.end + 1 == inner.len());
        if text[0].text == "!" && compares && !grouped {
            return text;
        }
        text = inner.get(last..).unwrap_or_default();
    }
}

/// Where `&&` and `||` stand that are in no parentheses.
fn top_level(tokens: &[Token]) -> impl Iterator<Item = usize> + '_ {
    let mut depth = 0i32;
    tokens.iter().enumerate().filter_map(move |(at, token)| {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        (depth == 0 && matches!(token.text.as_str(), "&&" | "||")).then_some(at)
    })
}

/// Where an expression ends that begins there: at what closes the parentheses around it, or at `?` or `;`.
fn end_of_expression(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0i32;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return at,
            ")" | "]" | "}" => depth -= 1,
            "?" | ";" | "," if depth == 0 => return at,
            _ => {}
        }
    }
    tokens.len()
}

fn whole_line(lines: &[String], line: u32, of: Decided) -> Option<Condition> {
    let text = lines.get(line.checked_sub(1)? as usize)?.trim();
    let text = shortened(text);
    // Of a line nobody knows which part of it holds or not.
    let of = match of {
        Decided::Case => Decided::Case,
        _ => Decided::Somehow,
    };
    (!text.is_empty()).then_some(Condition { text, of })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn joined(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        if token.apart && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&token.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    /// The condition at the place that `^` marks in the line below.
    fn at_mark(text: &str) -> String {
        let all = lines(text);
        let mark = all.iter().position(|line| line.trim() == "^");
        let mark = mark.expect("a mark");
        let column = all[mark].len() as u32;
        let source: Vec<String> = [&all[..mark], &all[mark + 1..]].concat();
        let found =
            of_c(&source, (mark as u32, column), false, &|name| name == "f").expect("a condition");
        assert_eq!(found.of, Decided::Truth, "{}", found.text);
        found.text
    }

    #[test]
    fn conditions_of_c_are_found_where_clang_places_their_branches() {
        let cases = [
            ("if (x > 10 && x < 5)\n           ^", "x > 10"),
            ("if (x > 10 && x < 5)\n    ^", "x < 5"),
            ("if (!(x * x == 7)) { y++; }\n    ^", "x * x == 7"),
            ("if (!y || !x)\n       ^", "y"),
            ("if (!y == x)\n    ^", "!y == x"),
            ("if ((a && b) || c)\n    ^", "c"),
            ("if ((a && b) || c)\n             ^", "b"),
            ("for (int i = 0; i < y && i < 3; i++)\n^", "i < y && i < 3"),
            ("while (!x && y) {\n^", "!x && y"),
            ("while (!x && y) {\n          ^", "x"),
            ("do { y--; } while (y > 3);\n          ^", "y > 3"),
            ("while (f(a, b)) {\n^", "f(a, b)"),
            ("return x * x == 3 ? 1 : 2;\n       ^", "x * x == 3"),
            ("if (a ||\n    b || c)\n      ^", "b"),
            ("if (a\n    || b)\n    ^", "a"),
            (
                "if (c == ')' && strcmp(s, \"(\") == 0) {\n    ^",
                "strcmp(s, \"(\") == 0",
            ),
        ];
        for (text, condition) in cases {
            assert_eq!(at_mark(text), condition, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_macro_is_not_said_to_hold_or_not() {
        for text in ["if (ISNOT(x)) {", "if (READY) {", "if (!unknown(x)) {"] {
            let found = of_c(&lines(text), (1, 5), false, &|name| name == "f");
            assert_eq!(found.map(|it| it.of), Some(Decided::Somehow), "{text}");
        }
        let switch = of_c(&lines("switch (x) {"), (1, 1), false, &|_| false);
        assert_eq!(switch.map(|it| it.of), Some(Decided::Case));
    }

    #[test]
    fn a_place_of_something_else_is_no_condition() {
        let text = "do r++; while (x > 3);";
        let found = of_c(&lines(text), (1, 4), false, &|_| false);
        let (text, of) = (text.to_owned(), Decided::Somehow);
        assert_eq!(found, Some(Condition { text, of }));
    }

    #[test]
    fn conditions_of_java_are_told_apart_by_their_order() {
        let found = |text: &str, number, all| {
            let found = of_java(&lines(text), 1, (number, all), false).expect("a condition");
            (found.text, found.of)
        };
        let side = |text: &str, of| (text.to_owned(), of);
        let line = "if (a.equals(b) && c < 3 || d) {";
        assert_eq!(
            found(line, 0, 3),
            side("a.equals(b)", Decided::TrueWithoutJump)
        );
        assert_eq!(found(line, 1, 3), side("c < 3", Decided::TrueWithJump));
        assert_eq!(found(line, 2, 3), side("d", Decided::TrueWithoutJump));
        let grouped = "if (a && (b || c)) {";
        assert_eq!(found(grouped, 1, 3), side("b", Decided::TrueWithJump));
        assert_eq!(found(grouped, 2, 3), side("c", Decided::TrueWithoutJump));
        // Which way is which is not known of these.
        for line in [
            "if (!(a && b)) {",
            "while (a < b) {",
            "if (a) x = b ? c : d;",
        ] {
            assert_eq!(found(line, 0, 2), side(line, Decided::Somehow));
        }
    }

    #[test]
    fn whatever_the_source_is_nothing_breaks() {
        for text in ["", "\"", "'\\", "((((", "))))", "é && ü", "/*", "for(", "!"] {
            for column in 0..12 {
                let _ = of_c(&lines(text), (1, column), column % 2 == 0, &|_| false);
            }
            for number in 0..3 {
                let _ = of_java(&lines(text), 1, (number, 3), number == 1);
            }
        }
    }

    #[test]
    fn any_source_has_conditions() {
        let texts = [
            "  if (a && (b || !f(x[1]))) {\n    while (p->n != '\\'' /* c */ &&\n           q) // d\n",
            "  switch (n) { case 1: x = a ? \"é\\\"\" : b; }\n  for (int i = 0; i < n; i++) if (!LIST(a)) g();\n",
            "  do { } while (a == b || c << 2);\n  return a -> b;\n",
        ];
        mutants::check(&mutants::texts(&texts), 1_000, |bytes| {
            // Longer ones are nobody's source.
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned();
            let all = lines(&text);
            for line in 0..4 {
                for column in [0, 1, 3, 6, 7, 12, u32::MAX] {
                    let _ = of_c(&all, (line, column), column == 3, &|name| name == "f");
                }
                for number in 0..3 {
                    let _ = of_java(&all, line, (number, 3), number == 2);
                }
            }
        });
    }
}
