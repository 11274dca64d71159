//! Classes laid out (JVMS 5.3 and 5.4): superclasses, fields, and the methods that references mean.

mod functional_interface;
mod link;
mod method_resolution;
mod record_constructor;

pub(crate) use method_resolution::Found;
pub(crate) use record_constructor::UNCHANGING;
