//! Addresses as numbers of 32 bits, for programs whose pointers take four bytes in memory.
//!
//! An object has such a number, its base, from when the first pointer into it becomes one; it keeps it for as long as
//! it lives, and when it is gone until the numbers around it are needed. What lies around an object within its place
//! belongs to it, too: a pointer a little before it or behind it is one to this object again.

use super::ObjectId;
use super::radix::Radix;
use term::Term;

/// Numbers that belong to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FlatPlace {
    /// The object.
    pub object: ObjectId,
    /// Its first byte.
    pub base: u32,
    /// The first number.
    pub start: u32,
    /// Behind the last number.
    pub end: u32,
}

/// What kind of objects are beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// Functions and variables that there are throughout.
    Static,
    /// What is allocated.
    Heap,
    /// Variables of calls.
    Stack,
}

impl Area {
    /// Its numbers, up to the one behind it. The last megabyte is nobody's: functions return numbers from there for
    /// errors.
    fn bounds(self) -> (u32, u32) {
        match self {
            Area::Static => (0x0804_8000, 0x4000_0000),
            Area::Heap => (0x4000_0000, 0xc000_0000),
            Area::Stack => (0xc000_0000, 0xfff0_0000),
        }
    }
}

/// Bytes of a place before and behind its object, at the least.
const GAP: u64 = 64;

/// Half of an object's size is added to that, up to so many bytes.
const MOST_ADDED: u64 = 4096;

/// Bases are multiples of what the size comes to as a power of two, within these bounds.
const ALIGNMENTS: (u64, u64) = (64, 4096);

/// The numbers of a state. A clone is a snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatSpace {
    /// Places by their starts.
    places: Radix<FlatPlace>,
    /// Starts of places by objects.
    starts: Radix<u32>,
    /// Where the next place of each area may start; 0 before the first.
    next: [u32; 3],
    /// Pointers that depend on inputs, by the numbers that they became.
    wide: Radix<Term>,
    /// The other way.
    narrow: Radix<Term>,
}

impl FlatSpace {
    /// The place of an object that has one.
    pub(crate) fn place_of(&self, object: ObjectId) -> Option<FlatPlace> {
        self.places.get(self.starts.get(object.0)?)
    }

    /// The place that a number is in.
    pub(crate) fn place_at(&self, number: u32) -> Option<FlatPlace> {
        let (_, place) = self.places.at_or_before(number)?;
        (number < place.end).then_some(place)
    }

    /// All places, ascending.
    pub(crate) fn places(&self) -> Vec<FlatPlace> {
        let places = self.places.entries().into_iter();
        places.map(|(_, place)| place).collect()
    }

    /// Gives an object its place, behind those given before and, once the end of the area is reached, from its
    /// beginning where objects are gone; `None` if there is no room.
    pub(crate) fn give(
        &mut self,
        object: ObjectId,
        size: u64,
        area: Area,
        is_alive: &dyn Fn(ObjectId) -> bool,
    ) -> Option<FlatPlace> {
        let (first, last) = area.bounds();
        let gap = GAP + (size / 2).min(MOST_ADDED);
        let alignment = size.next_power_of_two().clamp(ALIGNMENTS.0, ALIGNMENTS.1);
        let next = &mut self.next[area as usize];
        let mut start = u64::from((*next).max(first));
        let mut wrapped = false;
        loop {
            let base = (start + gap).next_multiple_of(alignment);
            let end = base + size + gap;
            if end > u64::from(last) {
                if wrapped {
                    return None;
                }
                (wrapped, start) = (true, u64::from(first));
                continue;
            }
            let place = FlatPlace {
                object,
                base: base as u32,
                start: start as u32,
                end: end as u32,
            };
            match self.free(place, is_alive) {
                Ok(()) => {
                    self.next[area as usize] = place.end;
                    self.starts.insert(object.0, place.start);
                    self.places.insert(place.start, place);
                    return Some(place);
                }
                Err(other) => start = u64::from(other.end),
            }
        }
    }

    /// Has all objects that are gone give up their parts of a place; one that is alive does not.
    fn free(
        &mut self,
        place: FlatPlace,
        is_alive: &dyn Fn(ObjectId) -> bool,
    ) -> Result<(), FlatPlace> {
        while let Some((_, other)) = self.places.at_or_before(place.end - 1) {
            if other.end <= place.start {
                break;
            }
            if is_alive(other.object) {
                return Err(other);
            }
            self.places.remove(other.start);
            self.starts.remove(other.object.0);
        }
        Ok(())
    }

    /// Notes that a pointer became a number, both terms.
    pub(crate) fn note(&mut self, wide: Term, narrow: Term) {
        self.wide.insert(narrow.to_raw(), wide);
        self.narrow.insert(wide.to_raw(), narrow);
    }

    /// The pointer that became a number.
    pub(crate) fn wide(&self, narrow: Term) -> Option<Term> {
        self.wide.get(narrow.to_raw())
    }

    /// The number that a pointer became.
    pub(crate) fn narrow(&self, wide: Term) -> Option<Term> {
        self.narrow.get(wide.to_raw())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_their_objects() {
        let mut space = FlatSpace::default();
        let sizes = [0, 1, 40, 5000, 1 << 20];
        let places: Vec<FlatPlace> = (1..)
            .zip(sizes)
            .map(|(id, size)| {
                let place = space.give(ObjectId(id), size, Area::Heap, &|_| true);
                place.expect("there is room")
            })
            .collect();
        for (place, size) in places.iter().zip(sizes) {
            assert_eq!(place.base % 64, 0);
            // Behind the end and before the beginning, too.
            for at in [place.base, place.base + size as u32, place.base - 16] {
                assert_eq!(space.place_at(at), Some(*place));
            }
            assert_eq!(space.place_of(place.object), Some(*place));
        }
        assert_eq!(space.place_at(0), None);
        assert_eq!(space.place_at(0xffff_ffff), None);
    }

    #[test]
    fn places_of_objects_that_are_gone_are_used_again() {
        let mut space = FlatSpace::default();
        let size = 300 << 20;
        let first = space.give(ObjectId(1), size, Area::Stack, &|_| true);
        let mut last = first;
        for id in 2..20 {
            // The first one stays, and the one before.
            let is_alive = move |it: ObjectId| it.0 == 1 || it.0 + 1 == id;
            last = space.give(ObjectId(id), size, Area::Stack, &is_alive);
            assert!(last.is_some());
            assert_eq!(space.place_of(ObjectId(1)), first);
        }
        assert_eq!(space.place_at(last.expect("given").base), last);
        assert_eq!(space.place_of(ObjectId(2)), None);
        assert_eq!(space.give(ObjectId(20), size, Area::Stack, &|_| true), None);
    }
}
