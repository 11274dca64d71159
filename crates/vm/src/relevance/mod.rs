//! What of a state the ways on from it depend on, and which other states have the same ways on.
//!
//! A stretch of a path is run again and what each instruction reads and writes is noted ([`Trace`]).
//! Back from what matters behind the stretch ([`Needs`]) follows what matters before it: registers and
//! bytes that decide where execution goes, whether an access is valid, and what is stored where, as far
//! as something depends on it. What matters at a place with its values is an [`Annotation`]: another
//! state at that place that agrees in it goes the same ways. Values that depend on inputs agree if one
//! set of inputs can stand for the other; what the path requires of inputs matters as far as arms below
//! are infeasible for that reason (the interpolants of Jaffar, Murali and Navas, *Boosting Concolic
//! Testing via Interpolation*, ESEC/FSE 2013, with dependencies between cells in the place of weakest
//! preconditions). Objects may have other numbers: the heap agrees up to isomorphism.

mod alike;
mod annotation;
mod backward;
mod class_cell;
mod effect;
mod form;
mod input_objects;
mod intervals;
mod intrinsic;
mod java_intrinsic;
mod known_address;
mod likeness;
mod needs;
mod reads;
mod region;
mod sequence_state;
mod shape;
mod slack;
mod step;
mod trace;
mod words;

pub use alike::LiveRegisters;
pub use annotation::{Annotation, has_every_arm, point, tells_all};
pub use likeness::Likeness;
pub use needs::Needs;
pub use reads::{CallReads, ReadCells};
pub use region::Region;
pub use sequence_state::SequenceState;
pub use shape::Shape;
pub use trace::Trace;
