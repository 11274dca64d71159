//! Commands that are no more than one file or two; those with more have folders of their own beside this one.

pub mod explain_strategy;
pub mod explore;
pub mod ir;
pub mod query;
pub mod replay;
pub mod run;
