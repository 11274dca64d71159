//! What an annotation asks for, in words.

use super::annotation::{Annotation, Known, Place, calls};
use super::slack::Slack;
use crate::State;
use crate::memory::ObjectId;

/// Things told of one annotation.
const MOST_TOLD: usize = 12;

impl Annotation {
    /// What it asks for, given a state that agrees in it: of variables whose names are to be told, and how
    /// many others.
    pub fn asks_for(&self, state: &State, is_told: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut told = Vec::new();
        let mut more = 0;
        for (at, known) in &self.values {
            match *at {
                Place::Memory {
                    object,
                    offset,
                    size,
                } => match self.name(object, state).filter(|name| is_told(name)) {
                    Some(_) if told.len() >= MOST_TOLD => more += 1,
                    Some(name) => {
                        let place = match offset {
                            0 => name,
                            _ => format!("{name}+{offset}"),
                        };
                        told.push(self.in_words(&place, at, size, known));
                    }
                    None => more += 1,
                },
                Place::Register { .. } | Place::Class(_) => more += 1,
            }
        }
        if !self.conditions.is_empty() {
            told.push(format!("{} conditions on inputs", self.conditions.len()));
        }
        if more > 0 {
            told.push(format!("{more} other values"));
        }
        told
    }

    fn in_words(&self, place: &str, at: &Place, size: u32, known: &Known) -> String {
        if let Known::Bits { bits, mode } = known
            && let Some(slack) = mode.slack()
        {
            return match self.is_address(at, *bits) {
                true => format!("{place} == (a place in an object)"),
                false => interval(place, *bits, slack),
            };
        }
        format!("{place} == {}", self.value_in_words(at, size, known))
    }

    fn value_in_words(&self, at: &Place, size: u32, known: &Known) -> String {
        match known {
            Known::Term(_) => "(made of inputs)".to_owned(),
            Known::Bits { bits, .. } if self.is_address(at, *bits) => "(an object)".to_owned(),
            Known::Bits { bits, .. } => {
                let unused = 64 - 8 * size.clamp(1, 8);
                (((bits << unused) as i64) >> unused).to_string()
            }
        }
    }

    /// The name of a variable: a global one, or one of a call under way.
    fn name(&self, object: ObjectId, state: &State) -> Option<String> {
        let here = if object.0 < self.first_object {
            object
        } else {
            let mut frames = self.of_calls.iter().zip(calls(state));
            frames.find_map(|(objects, others)| {
                let number = objects.iter().position(|it| *it == object)?;
                others.get(number).copied()
            })?
        };
        let name = &state.memory.object(here)?.info.name;
        (!name.is_empty()).then(|| name.clone())
    }
}

/// That a number is in the interval around another, which is signed if that makes it one without a gap.
fn interval(place: &str, bits: u64, slack: Slack) -> String {
    let unused = 64 - u32::from(slack.width);
    let signed = i128::from(((bits << unused) as i64) >> unused);
    let half = 1i128 << (slack.width - 1);
    let bounds = |number: i128| {
        let (below, above) = (i128::from(slack.below), i128::from(slack.above));
        (number - below, number + above)
    };
    let of_all = |number: i128, least: i128| (bounds(number), (least, least + 2 * half - 1));
    let as_signed = of_all(signed, -half);
    let ((from, to), (least, most)) = match as_signed {
        ((from, to), (least, most)) if from >= least && to <= most => as_signed,
        _ => of_all(i128::from(bits), 0),
    };
    match (from <= least, to >= most) {
        (true, _) => format!("{place} <= {to}"),
        (false, true) => format!("{place} >= {from}"),
        (false, false) => format!("{from} <= {place} <= {to}"),
    }
}
