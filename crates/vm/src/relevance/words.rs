//! What an annotation asks for, in words.

use super::annotation::{Annotation, Known, Place, calls};
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
