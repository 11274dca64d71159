//! Formulas, by their precedence: operators with one operand first, then `since` and its like, conjunction,
//! disjunction, implication, equivalence.

use super::cursor::{Cursor, unexpected};
use super::token::Token;
use crate::error::Problem;
use crate::model::{Binary, Formula, FormulaKind, Unary};

/// Steps that `next[n]` and `eventually[n]` may look ahead.
const MOST_STEPS: u32 = 64;

/// What may stand in a formula.
#[derive(Clone, Copy)]
pub(super) struct Formulas<'e> {
    /// The names of the events, by number.
    pub(super) events: &'e [String],
    /// True if operators may speak of other steps.
    pub(super) temporal: bool,
}

impl Formulas<'_> {
    pub(super) fn parse(self, cursor: &mut Cursor<'_>) -> Result<Formula, Problem> {
        let mut left = self.implication(cursor)?;
        loop {
            let at = cursor.peek()?.at;
            if !cursor.take(Token::Equivalent)? && !cursor.take_word("iff")? {
                return Ok(left);
            }
            cursor.count_operator(at)?;
            let right = self.implication(cursor)?;
            left = binary(at, Binary::Equivalent, left, right);
        }
    }

    fn implication(self, cursor: &mut Cursor<'_>) -> Result<Formula, Problem> {
        let left = self.disjunction(cursor)?;
        let at = cursor.peek()?.at;
        if !cursor.take(Token::Arrow)? && !cursor.take_word("implies")? {
            return Ok(left);
        }
        cursor.count_operator(at)?;
        let right = cursor.nested(|cursor| self.implication(cursor))?;
        Ok(binary(at, Binary::Implies, left, right))
    }

    fn disjunction(self, cursor: &mut Cursor<'_>) -> Result<Formula, Problem> {
        let mut left = self.conjunction(cursor)?;
        loop {
            let at = cursor.peek()?.at;
            if !cursor.take(Token::Or)? && !cursor.take_word("or")? {
                return Ok(left);
            }
            cursor.count_operator(at)?;
            let right = self.conjunction(cursor)?;
            left = binary(at, Binary::Or, left, right);
        }
    }

    fn conjunction(self, cursor: &mut Cursor<'_>) -> Result<Formula, Problem> {
        let mut left = self.ordered(cursor)?;
        loop {
            let at = cursor.peek()?.at;
            if !cursor.take(Token::And)? && !cursor.take_word("and")? {
                return Ok(left);
            }
            cursor.count_operator(at)?;
            let right = self.ordered(cursor)?;
            left = binary(at, Binary::And, left, right);
        }
    }

    /// `since` and its like.
    fn ordered(self, cursor: &mut Cursor<'_>) -> Result<Formula, Problem> {
        let left = self.unary(cursor)?;
        let found = cursor.peek()?;
        let operator = match found.text {
            _ if found.token != Some(Token::Word) => return Ok(left),
            "since" => Binary::Since,
            "until" => Binary::Until,
            "releases" => Binary::Release,
            "weak" => {
                self.allow_temporal(found.at)?;
                cursor.next()?;
                let found = cursor.peek()?;
                match found.text {
                    "since" => Binary::WeakSince,
                    "until" => Binary::WeakUntil,
                    _ => return Err(unexpected(&found, "`since` or `until` behind `weak`")),
                }
            }
            _ => return Ok(left),
        };
        self.allow_temporal(found.at)?;
        cursor.count_operator(found.at)?;
        cursor.next()?;
        let right = cursor.nested(|cursor| self.ordered(cursor))?;
        Ok(binary(found.at, operator, left, right))
    }

    fn unary(self, cursor: &mut Cursor<'_>) -> Result<Formula, Problem> {
        let found = cursor.peek()?;
        let at = found.at;
        cursor.count_operator(at)?;
        let operator = match (found.token, found.text) {
            (Some(Token::Not), _) | (_, "not") => Unary::Not,
            (Some(Token::Word), "prev") => Unary::Previous,
            (Some(Token::Word), "once") => Unary::Once,
            (Some(Token::Word), "historically") => Unary::Historically,
            (Some(Token::Word), "always") => Unary::Always,
            (Some(Token::Word), "next") => Unary::Next(1),
            (Some(Token::Word), "eventually") => Unary::Eventually(None),
            (Some(Token::Word), "weak") => {
                cursor.next()?;
                let found = cursor.peek()?;
                if !found.is("prev") {
                    return Err(unexpected(&found, "`prev` behind `weak`"));
                }
                Unary::WeakPrevious
            }
            _ => return self.primary(cursor),
        };
        if operator != Unary::Not {
            self.allow_temporal(at)?;
        }
        cursor.next()?;
        let operator = match operator {
            Unary::Next(_) => Unary::Next(bound(cursor)?.unwrap_or(1)),
            Unary::Eventually(_) => Unary::Eventually(bound(cursor)?),
            other => other,
        };
        let operand = cursor.nested(|cursor| self.unary(cursor))?;
        Ok(Formula {
            at,
            kind: FormulaKind::Unary(operator, Box::new(operand)),
        })
    }

    fn primary(self, cursor: &mut Cursor<'_>) -> Result<Formula, Problem> {
        let found = cursor.peek()?;
        let at = found.at;
        let kind = match (found.token, found.text) {
            (Some(Token::OpenParenthesis), _) => {
                cursor.next()?;
                let inner = cursor.nested(|cursor| self.parse(cursor))?;
                cursor.expect(Token::CloseParenthesis, "`)` or an operator")?;
                return Ok(inner);
            }
            (Some(Token::Word), "true") => FormulaKind::Constant(true),
            (Some(Token::Word), "false") => FormulaKind::Constant(false),
            (Some(Token::Word), name) => match self.events.iter().position(|it| it == name) {
                Some(event) => FormulaKind::Event(event),
                None => {
                    let known = self.events.join(", ");
                    let message = format!("there is no event `{name}`; there are: {known}");
                    return Err(Problem::new(at, message));
                }
            },
            _ => return Err(unexpected(&found, "an event or an operator")),
        };
        cursor.next()?;
        Ok(Formula { at, kind })
    }

    fn allow_temporal(self, at: usize) -> Result<(), Problem> {
        match self.temporal {
            true => Ok(()),
            false => Err(Problem::new(
                at,
                "only `and`, `or`, `not` and the like can be here",
            )),
        }
    }
}

/// A number in brackets.
fn bound(cursor: &mut Cursor<'_>) -> Result<Option<u32>, Problem> {
    if !cursor.take(Token::OpenBracket)? {
        return Ok(None);
    }
    let number = cursor.number(MOST_STEPS)?;
    cursor.expect(Token::CloseBracket, "`]`")?;
    Ok(Some(number))
}

fn binary(at: usize, operator: Binary, left: Formula, right: Formula) -> Formula {
    Formula {
        at,
        kind: FormulaKind::Binary(operator, Box::new(left), Box::new(right)),
    }
}
