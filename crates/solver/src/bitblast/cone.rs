//! The part of the circuit that the present question depends on, kept as a stack with one segment
//! a constraint: a question that shares a prefix of constraints with the one before it only
//! changes the segments behind that prefix.

use super::applications::ApplicationId;
use super::blast::{Blaster, Budget};
use super::encode::Encoder;
use super::graph::{Edge, Gate};
use super::sat::SatSolver;
use crate::Unknown;

/// Nodes after which the budget is looked at.
const STEPS: u32 = 4096;

/// Nodes and applications of the present question.
#[derive(Default)]
pub(super) struct Cone {
    contains: Vec<bool>,
    contains_application: Vec<bool>,
    nodes: Vec<u32>,
    applications: Vec<ApplicationId>,
    /// Lengths of `nodes` and `applications` at the start of each segment.
    segments: Vec<(usize, usize)>,
    stack: Vec<(u32, bool)>,
}

impl Cone {
    pub(super) fn contains(&self, node: usize) -> bool {
        self.contains.get(node).copied().unwrap_or(false)
    }

    /// The applications that matter to the question.
    pub(super) fn applications(&self) -> &[ApplicationId] {
        &self.applications
    }

    /// Forgets the segments from number `keep` on.
    pub(super) fn truncate(&mut self, keep: usize, encoder: &Encoder, sat: &mut dyn SatSolver) {
        let Some(&(nodes, applications)) = self.segments.get(keep) else {
            return;
        };
        for node in self.nodes.drain(nodes..) {
            self.contains[node as usize] = false;
            if let Some(variable) = encoder.variable(node as usize) {
                sat.set_relevant(variable, false);
            }
        }
        for application in self.applications.drain(applications..) {
            self.contains_application[application as usize] = false;
        }
        self.segments.truncate(keep);
    }

    /// Opens the segment of the next constraint.
    pub(super) fn open_segment(&mut self) {
        self.segments
            .push((self.nodes.len(), self.applications.len()));
    }

    /// Adds what an edge depends on to the last segment, and gives clauses to nodes that have none.
    ///
    /// # Errors
    /// If the budget is spent. Then a part of the segment is missing: it has to be dropped.
    pub(super) fn include(
        &mut self,
        blaster: &Blaster,
        encoder: &mut Encoder,
        sat: &mut dyn SatSolver,
        edge: Edge,
        budget: &Budget<'_>,
    ) -> Result<(), Unknown> {
        self.contains.resize(blaster.graph().len(), false);
        self.contains_application
            .resize(blaster.applications().len(), false);
        self.stack.push((edge.node() as u32, false));
        let mut steps = 0_u32;
        while let Some((node, operands_done)) = self.stack.pop() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS) {
                let memory = blaster.memory() + encoder.memory() + sat.memory();
                let spent = budget.check(memory);
                spent.inspect_err(|_| self.stack.clear())?;
            }
            if operands_done {
                self.settle(blaster, encoder, sat, node as usize);
                continue;
            }
            if self.contains[node as usize] || node == 0 {
                continue;
            }
            self.contains[node as usize] = true;
            self.nodes.push(node);
            self.stack.push((node, true));
            let operands = encoder.operands(blaster.graph(), node as usize);
            self.stack
                .extend(operands.iter().rev().map(|e| (e.node() as u32, false)));
            if let Gate::Variable(mark) = blaster.graph().gate(node as usize) {
                self.include_application(blaster, mark);
            }
        }
        Ok(())
    }

    /// A value bit of an application depends on the argument.
    fn include_application(&mut self, blaster: &Blaster, mark: u32) {
        let Some(application) = Blaster::application_of_mark(mark) else {
            return;
        };
        if std::mem::replace(&mut self.contains_application[application as usize], true) {
            return;
        }
        self.applications.push(application);
        let argument = blaster.argument_of(application);
        self.stack
            .extend(argument.iter().map(|e| (e.node() as u32, false)));
    }

    fn settle(
        &mut self,
        blaster: &Blaster,
        encoder: &mut Encoder,
        sat: &mut dyn SatSolver,
        node: usize,
    ) {
        if encoder.variable(node).is_none() {
            encoder.operands(blaster.graph(), node);
            encoder.encode(blaster.graph(), sat, node);
        }
        let variable = encoder
            .variable(node)
            .expect("the node has just been encoded");
        sat.set_relevant(variable, true);
    }
}
