//! Where a path is among the calls that may be skipped.

use super::{AskedCall, CallChanges, List};
use crate::{CallMode, End, Site, Treated};
use std::sync::Arc;
use term::Term;

/// Where a state is among the calls that may be skipped.
#[derive(Clone, Debug)]
pub(crate) struct CallProgress {
    pub mode: CallMode,
    /// What became of the calls so far.
    pub treated: List<Treated>,
    /// Depth of the frame whose return ends the call that is being watched.
    pub watched: u32,
    /// What was decided when that call began, if it is not to decide any of it.
    pub decided_before: Option<CallBegun>,
    /// Calls that were entered because they look at input pointers that the path had not looked at, or go another than
    /// their plain way: the depths of the frames that made them, what had been decided before, and the pointers that
    /// they leave behind.
    pub initialising: Vec<(u32, CallBegun, Option<Arc<LeftByCall>>)>,
    /// Of the call that is being watched, the pointers that it leaves behind.
    pub leaves: Option<Arc<LeftByCall>>,
    /// True if the state runs but to see what becomes of that call.
    pub trial: bool,
    /// The call whose run apart is known, by number, and how the program ended in it.
    pub known: Option<(u32, Option<Arc<End>>)>,
    /// The call at hand is entered, and the run stops when it returns.
    pub entering: bool,
    /// The call at hand, of which it is asked what it does.
    pub asked: Option<Arc<AskedCall>>,
    /// What it does: of the places that it may change, by number, what then stands there.
    pub answer: Option<Arc<[(u32, Term)]>>,
}

/// A state before a call, as far as it tells whether the call goes its plain way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallBegun {
    /// How often it was decided what inputs refer to.
    pub decided: u32,
    /// Classes whose initialisation has begun.
    pub classes: u32,
    /// The register that has what the call throws.
    pub thrown: Option<u32>,
}

/// What a call may change that was entered, where it was made.
#[derive(Clone, Debug)]
pub(crate) struct LeftByCall {
    pub site: Site,
    pub changes: CallChanges,
}

/// No call is watched.
pub(crate) const NONE_WATCHED: u32 = u32::MAX;

impl Default for CallProgress {
    fn default() -> CallProgress {
        CallProgress {
            mode: CallMode::Enter,
            treated: List::default(),
            watched: NONE_WATCHED,
            decided_before: None,
            initialising: Vec::new(),
            leaves: None,
            trial: false,
            known: None,
            entering: false,
            asked: None,
            answer: None,
        }
    }
}
