//! The branches of a method as its source has them: which way is the one on which the condition holds.
//!
//! A compiler turns `if (c)` into a jump that is taken if `c` does *not* hold, but one over `a || …` into one
//! that is taken if `a` does, and so is the jump back at the end of `do … while (c)`. Negations go into the
//! parts of a condition, so that of each part there is a way that speaks for the whole condition: that is the
//! one on which it *holds* here. Where instructions do not tell, the text of the source does, or nobody.

use crate::bytecode::{Code, Op};
use crate::program::{Body, Linked};
use crate::source::Origin;
use crate::{JvmError, Program};
use ir::FunctionId;
use std::sync::Arc;

/// A branch of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceBranch {
    /// Number of the decision in its function.
    pub decision: u32,
    /// Its line.
    pub line: u32,
    /// The edge that is taken if the condition holds (0: the first); `None` if that cannot be told.
    pub holds: Option<u32>,
    /// What comes up to it in its line. Blocks of `finally` are there once for each way into them: branches
    /// of such copies have the same.
    pub code: String,
}

/// A method of a class of the user with its source.
#[derive(Clone, Debug)]
pub struct SourceMethod {
    /// Its function.
    pub function: FunctionId,
    /// Its branches in the order of the code.
    pub branches: Vec<SourceBranch>,
}

impl Program {
    /// Internal names of the user's classes with the names of their source files, below the directories
    /// of their packages. Classes that cannot be read have none.
    pub fn sources(&self) -> Vec<(String, String)> {
        let names = self.class_path().user_classes().into_iter();
        let sources = names.filter_map(|name| {
            let linked = self.linked(self.class_named(&name)).ok()?;
            let source = linked.file.as_ref()?.source_file.clone()?;
            let source = match name.rsplit_once('/') {
                Some((package, _)) => format!("{package}/{source}"),
                None => source,
            };
            (linked.origin == Origin::User).then_some((name, source))
        });
        sources.collect()
    }

    /// The methods of a class of the user that have code in its class file.
    ///
    /// # Errors
    /// If the class cannot be linked, or code is malformed.
    pub fn source_methods(&self, class: &str) -> Result<Vec<SourceMethod>, JvmError> {
        let linked = self.linked(self.class_named(class))?;
        let mut methods = Vec::new();
        for (index, method) in linked.methods.iter().enumerate() {
            let index = index as u32;
            if matches!(method.body, Body::File(_)) {
                methods.push(SourceMethod {
                    function: self.method_function(&linked, index),
                    branches: self.source_branches(&linked, index)?,
                });
            }
        }
        Ok(methods)
    }

    fn source_branches(
        &self,
        class: &Arc<Linked>,
        index: u32,
    ) -> Result<Vec<SourceBranch>, JvmError> {
        let Body::File(info) = &class.methods[index as usize].body else {
            return Ok(Vec::new());
        };
        let code = self.decoded(class, index)?;
        let line_of = |op: usize| {
            let offset = code.offsets.get(op).copied().unwrap_or(0);
            let next = info
                .lines
                .partition_point(|(start, _)| u32::from(*start) <= offset);
            next.checked_sub(1)
                .map_or(0, |it| u32::from(info.lines[it].1))
        };
        let lines: Vec<u32> = (0..code.ops.len()).map(line_of).collect();
        let text = self.source_text(class);
        let is_disabled = |op: &Op| match op {
            Op::GetStatic(member) => self.symbols.text(member.name) == "$assertionsDisabled",
            _ => false,
        };
        let reader = BranchReader {
            code: &code,
            lines: &lines,
            text: &text,
        };
        Ok(reader.branches(&is_disabled))
    }

    /// Lines of the source of a class, if it is found.
    fn source_text(&self, class: &Linked) -> Vec<String> {
        let file = class.file.as_ref();
        let file = file.and_then(|file| file.source_file.as_deref());
        let path = file.map(|file| {
            let package = self.package(class.name);
            self.class_path().source_file(package, file)
        });
        let text = path.and_then(|path| std::fs::read_to_string(path).ok());
        text.map_or(Vec::new(), |text| text.lines().map(str::to_owned).collect())
    }
}

/// When the jump of a branch is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Jumps {
    IfItHolds,
    IfNot,
    /// One or the other.
    Unknown,
}

struct BranchReader<'a> {
    code: &'a Code,
    /// The line of each instruction.
    lines: &'a [u32],
    /// Lines of the source, if there is one.
    text: &'a [String],
}

/// Where a conditional jump leads.
fn jump(op: &Op) -> Option<usize> {
    match op {
        Op::If(_, to) | Op::IfCompare(_, to) | Op::IfSame(_, to) | Op::IfNull(_, to) => {
            Some(*to as usize)
        }
        _ => None,
    }
}

impl BranchReader<'_> {
    fn branches(&self, is_disabled: &dyn Fn(&Op) -> bool) -> Vec<SourceBranch> {
        let mut jumps = vec![None; self.code.ops.len()];
        for at in (0..self.code.ops.len()).rev() {
            if let Some(to) = jump(&self.code.ops[at]) {
                jumps[at] = Some(self.jumps(at, to, &jumps));
            }
        }
        let mut branches = Vec::new();
        let mut decision = 0;
        let mut asserted = 0..0;
        for (at, op) in self.code.ops.iter().enumerate() {
            if matches!(op, Op::Switch(..)) {
                decision += 1;
            }
            let (Some(to), Some(mut when)) = (jump(op), jumps[at]) else {
                continue;
            };
            let number = decision;
            decision += 1;
            // `assert c` is `if (assertions are enabled && !c) throw …`.
            if at > 0 && is_disabled(&self.code.ops[at - 1]) {
                let rest = at + 1..to.max(at + 1);
                let made = self.code.ops[rest.clone()].iter();
                let made = made.take_while(|op| !matches!(op, Op::New(_))).count();
                asserted = at + 1..at + 1 + made;
                continue;
            }
            if asserted.contains(&at) {
                when = when.negated();
            }
            branches.push(SourceBranch {
                decision: number,
                line: self.lines[at],
                holds: when.edge(op),
                code: self.code_before(at),
            });
        }
        branches
    }

    /// When a jump is taken, if it is known of the jumps behind it.
    fn jumps(&self, at: usize, to: usize, known: &[Option<Jumps>]) -> Jumps {
        if let Some(found) = self.in_one_condition(at, to, known) {
            return found;
        }
        match to > at {
            true => Jumps::IfNot,
            false => self.back(at, to),
        }
    }

    /// A jump to where the condition of a later jump leads, in the same condition.
    fn in_one_condition(&self, at: usize, to: usize, known: &[Option<Jumps>]) -> Option<Jumps> {
        // Right behind another branch: into what that guards, or to the next operand of an `||`.
        if let Some(Some(before)) = to.checked_sub(1).filter(|&it| it > at).map(|it| known[it])
            && jump(&self.code.ops[to - 1]) != Some(to)
        {
            return Some(before.negated());
        }
        // A statement of its own begins in a line of its own, an operand of `||` need not.
        let line_changed = self.lines.get(at + 1) != self.lines.get(at);
        for (later, when) in known.iter().enumerate().skip(at + 1) {
            let Some(away) = jump(&self.code.ops[later]) else {
                match self.is_of_condition(later) {
                    true => continue,
                    false => return None,
                }
            };
            let same_end = self.follow(later + 1) == self.follow(to) && later + 1 != away;
            match *when {
                Some(when) if away == to => return Some(when),
                Some(Jumps::IfNot) if same_end && line_changed => return Some(Jumps::Unknown),
                Some(when) if same_end => return Some(when.negated()),
                _ => {}
            }
        }
        None
    }

    /// True if an instruction may be in the middle of a condition.
    fn is_of_condition(&self, at: usize) -> bool {
        match &self.code.ops[at] {
            Op::Goto(to) => *to as usize > at,
            Op::Return(_) | Op::Throw | Op::Switch(..) | Op::Jsr(_) | Op::Ret(_) => false,
            // Of a statement, but for the variables of patterns, which follow a cast.
            Op::Store(..) => matches!(self.code.ops[at - 1], Op::CheckCast(_)),
            Op::PutField(_) | Op::PutStatic(_) | Op::ArrayStore(_) | Op::Increment(..) => false,
            _ => true,
        }
    }

    /// Where control goes on from an instruction, past jumps.
    fn follow(&self, mut at: usize) -> usize {
        for _ in 0..self.code.ops.len() {
            match self.code.ops.get(at) {
                Some(Op::Goto(to)) => at = *to as usize,
                _ => return at,
            }
        }
        at
    }

    /// A jump back is that of a loop whose condition comes last, or leads round a loop that ends with an
    /// `if`.
    fn back(&self, at: usize, to: usize) -> Jumps {
        // The loop is entered by a jump to its condition: other compilers have them all so.
        let entered = to.checked_sub(1).map(|before| &self.code.ops[before]);
        if matches!(entered, Some(Op::Goto(condition)) if (to..=at).contains(&(*condition as usize)))
        {
            return Jumps::IfItHolds;
        }
        let line = (self.lines[at] as usize).checked_sub(1);
        let text = line.and_then(|line| self.text.get(line));
        let words = |text: &str, word: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.any(|found| found == word)
        };
        let Some(text) = text else {
            return Jumps::Unknown;
        };
        match (
            words(text, "if"),
            words(text, "while") || words(text, "for"),
        ) {
            (true, false) => Jumps::IfNot,
            (false, true) => Jumps::IfItHolds,
            _ => Jumps::Unknown,
        }
    }

    /// The instructions of a branch's line up to it, without what differs between copies.
    fn code_before(&self, at: usize) -> String {
        let line = self.lines[at];
        let others = self.lines[..at].iter().rev();
        let first = at - others.take_while(|&&it| it == line).count();
        let mut ops = &self.code.ops[first..=at];
        // The exception that a copy of `finally` puts aside first.
        if let [Op::Store(crate::descriptor::Kind::Reference, _), rest @ ..] = ops {
            ops = rest;
        }
        let plain = |op: &Op| match op {
            Op::Load(kind, _) => format!("load {kind:?}"),
            Op::Store(kind, _) => format!("store {kind:?}"),
            Op::Increment(_, by) => format!("increment {by}"),
            Op::If(condition, _) | Op::IfCompare(condition, _) => format!("if {condition:?}"),
            Op::IfSame(same, _) => format!("if same {same}"),
            Op::IfNull(null, _) => format!("if null {null}"),
            Op::Goto(_) => "goto".to_owned(),
            op => format!("{op:?}"),
        };
        let plain: Vec<String> = ops.iter().map(plain).collect();
        plain.join("; ")
    }
}

impl Jumps {
    fn negated(self) -> Jumps {
        match self {
            Jumps::IfItHolds => Jumps::IfNot,
            Jumps::IfNot => Jumps::IfItHolds,
            Jumps::Unknown => Jumps::Unknown,
        }
    }

    /// The edge of the function's branch on which the condition holds.
    fn edge(self, op: &Op) -> Option<u32> {
        // The jump is the first edge, but for `ifnonnull`.
        let away = u32::from(matches!(op, Op::IfNull(false, _)));
        match self {
            Jumps::IfItHolds => Some(away),
            Jumps::IfNot => Some(1 - away),
            Jumps::Unknown => None,
        }
    }
}
