//! Regular expressions and automata.

use super::cursor::{Cursor, unexpected};
use super::formula::Formulas;
use super::token::Token;
use crate::error::Problem;
use crate::model::{
    Automaton, Expression, ExpressionKind, Formula, FormulaKind, State, Transition,
};

/// Times that `{n}` may repeat something.
const MOST_REPETITIONS: u32 = 100;
/// States of an automaton.
const MOST_STATES: usize = 100;

pub(super) fn expression(
    cursor: &mut Cursor<'_>,
    formulas: Formulas<'_>,
) -> Result<Expression, Problem> {
    let at = cursor.peek()?.at;
    let mut parts = vec![sequence(cursor, formulas)?];
    while cursor.take(Token::Either)? {
        parts.push(sequence(cursor, formulas)?);
    }
    Ok(match parts.len() {
        1 => parts.swap_remove(0),
        _ => Expression {
            at,
            kind: ExpressionKind::Either(parts),
        },
    })
}

fn sequence(cursor: &mut Cursor<'_>, formulas: Formulas<'_>) -> Result<Expression, Problem> {
    let at = cursor.peek()?.at;
    let mut parts = Vec::new();
    loop {
        let found = cursor.peek()?;
        let begins = matches!(
            found.token,
            Some(Token::Word | Token::Dot | Token::OpenParenthesis | Token::OpenBracket)
        );
        if !begins {
            break;
        }
        parts.push(repeated(cursor, formulas)?);
    }
    match parts.len() {
        0 => Err(unexpected(&cursor.peek()?, "an event, `.`, `[` or `(`")),
        1 => Ok(parts.swap_remove(0)),
        _ => Ok(Expression {
            at,
            kind: ExpressionKind::Sequence(parts),
        }),
    }
}

fn repeated(cursor: &mut Cursor<'_>, formulas: Formulas<'_>) -> Result<Expression, Problem> {
    let mut inner = single(cursor, formulas)?;
    loop {
        let at = cursor.peek()?.at;
        let (least, most) = if cursor.take(Token::Star)? {
            (0, None)
        } else if cursor.take(Token::Plus)? {
            (1, None)
        } else if cursor.take(Token::Question)? {
            (0, Some(1))
        } else if cursor.take(Token::OpenBrace)? {
            times(cursor)?
        } else {
            return Ok(inner);
        };
        cursor.count_operator(at)?;
        inner = Expression {
            at: inner.at,
            kind: ExpressionKind::Repeat(Box::new(inner), least, most),
        };
    }
}

/// `n}`, `n,}` or `n,m}`.
fn times(cursor: &mut Cursor<'_>) -> Result<(u32, Option<u32>), Problem> {
    let least = cursor.number(MOST_REPETITIONS)?;
    let mut most = Some(least);
    if cursor.take(Token::Comma)? {
        most = None;
        let found = cursor.peek()?;
        if found.token == Some(Token::Number) {
            let number = cursor.number(MOST_REPETITIONS)?;
            if number < least {
                return Err(Problem::new(found.at, format!("fewer than {least} times")));
            }
            most = Some(number);
        }
    }
    cursor.expect(Token::CloseBrace, "`}`")?;
    Ok((least, most))
}

fn single(cursor: &mut Cursor<'_>, formulas: Formulas<'_>) -> Result<Expression, Problem> {
    let found = cursor.peek()?;
    let at = found.at;
    cursor.count_operator(at)?;
    match found.token {
        Some(Token::OpenParenthesis) => {
            cursor.next()?;
            if cursor.take(Token::CloseParenthesis)? {
                let kind = ExpressionKind::Nothing;
                return Ok(Expression { at, kind });
            }
            let inner = cursor.nested(|cursor| expression(cursor, formulas))?;
            cursor.expect(Token::CloseParenthesis, "`)`")?;
            Ok(inner)
        }
        Some(Token::OpenBracket) => {
            cursor.next()?;
            let step = formulas.parse(cursor)?;
            cursor.expect(Token::CloseBracket, "`]` or an operator")?;
            Ok(Expression {
                at,
                kind: ExpressionKind::Step(step),
            })
        }
        Some(Token::Dot) => {
            cursor.next()?;
            let kind = FormulaKind::Constant(true);
            Ok(Expression {
                at,
                kind: ExpressionKind::Step(Formula { at, kind }),
            })
        }
        _ => {
            let event = formulas.events.iter().position(|name| name == found.text);
            let Some(event) = event else {
                let known = formulas.events.join(", ");
                let message = format!("there is no event `{}`; there are: {known}", found.text);
                return Err(Problem::new(at, message));
            };
            cursor.next()?;
            let kind = FormulaKind::Event(event);
            Ok(Expression {
                at,
                kind: ExpressionKind::Step(Formula { at, kind }),
            })
        }
    }
}

/// The states of an automaton, from its opening brace on.
pub(super) fn automaton(
    cursor: &mut Cursor<'_>,
    formulas: Formulas<'_>,
) -> Result<Automaton, Problem> {
    let open = cursor.expect(Token::OpenBrace, "`{`")?;
    let mut names: Vec<String> = Vec::new();
    let mut written = Vec::new();
    while !cursor.take(Token::CloseBrace)? {
        let found = cursor.peek()?;
        if !cursor.take_word("state")? {
            return Err(unexpected(&found, "`state` or `}`"));
        }
        let name = cursor.expect(Token::Word, "the name of a state")?;
        if names.iter().any(|known| known == name.text) {
            let message = format!("there is a state `{}` already", name.text);
            return Err(Problem::new(name.at, message));
        }
        names.push(name.text.to_owned());
        if names.len() > MOST_STATES {
            let message = format!("an automaton may have at most {MOST_STATES} states");
            return Err(Problem::new(name.at, message));
        }
        cursor.expect(Token::OpenBrace, "`{`")?;
        let mut transitions = Vec::new();
        while !cursor.take(Token::CloseBrace)? {
            let guard = guard(cursor, formulas)?;
            let arrow = cursor.expect(Token::Arrow, "`->` and a state")?;
            cursor.count_operator(arrow.at)?;
            let target = cursor.expect(Token::Word, "the name of a state")?;
            cursor.expect(Token::Semicolon, "`;`")?;
            transitions.push((guard, target));
        }
        written.push(transitions);
    }
    if names.is_empty() {
        return Err(Problem::new(open.at, "an automaton needs a state"));
    }
    let mut states = Vec::new();
    for (name, transitions) in names.iter().zip(written) {
        let mut resolved = Vec::new();
        for (guard, target) in transitions {
            let number = names.iter().position(|name| name == target.text);
            let number = number.ok_or_else(|| {
                Problem::new(target.at, format!("there is no state `{}`", target.text))
            })?;
            resolved.push(Transition {
                guard,
                target: number,
            });
        }
        states.push(State {
            name: name.clone(),
            transitions: resolved,
        });
    }
    Ok(Automaton { states })
}

/// The guard of a transition: an event, or any step, or a formula in brackets.
fn guard(cursor: &mut Cursor<'_>, formulas: Formulas<'_>) -> Result<Formula, Problem> {
    let found = cursor.peek()?;
    let parsed = single(cursor, formulas)?;
    match parsed.kind {
        ExpressionKind::Step(formula) => Ok(formula),
        _ => Err(unexpected(&found, "an event, `.` or `[`")),
    }
}
