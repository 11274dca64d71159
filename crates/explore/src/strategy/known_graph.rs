//! The graph of the program that distances are measured on, made once for all who measure on it: each layer of nodes has its own
//! orders, and each start of a run its own explorer.

use ir::analysis::{CallGraph, DistanceGraph, functions_of};
use ir::{Function, Program};
use std::sync::{Arc, Mutex, PoisonError};

/// The last graph that was made of a program that grows as it runs.
#[derive(Debug, Default)]
pub struct KnownGraph(Mutex<Option<Made>>);

#[derive(Debug)]
struct Made {
    graph: Arc<DistanceGraph>,
    /// Functions with a body in it.
    loaded: usize,
    /// Those of them that are the user's.
    of_user: usize,
}

/// A graph, and what it is of.
pub(super) struct GraphOf {
    pub(super) graph: Arc<DistanceGraph>,
    /// The functions of the program now.
    pub(super) functions: Vec<Arc<Function>>,
    /// How many with a body are in the graph.
    pub(super) loaded: usize,
}

impl KnownGraph {
    /// The graph of a program, or of as much of it as was loaded when one was made that lacks little, and nothing of the
    /// user's; always of the same program.
    pub(super) fn of(&self, program: &dyn Program) -> GraphOf {
        let functions = functions_of(program);
        let bodies = || functions.iter().filter(|it| !it.is_declaration());
        let loaded = bodies().count();
        let of_user = bodies().filter(|it| it.user).count();
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = &*made
            && made.of_user == of_user
            && !is_stale(loaded.saturating_sub(made.loaded), made.loaded)
        {
            return GraphOf {
                graph: Arc::clone(&made.graph),
                functions,
                loaded: made.loaded,
            };
        }
        let calls = CallGraph::new(program, &functions);
        let graph = Arc::new(DistanceGraph::new(&functions, &calls));
        *made = Some(Made {
            graph: Arc::clone(&graph),
            loaded,
            of_user,
        });
        GraphOf {
            graph,
            functions,
            loaded,
        }
    }
}

/// True if a graph of so many functions lacks so many that it is worth making it anew. Programs that are loaded as they run grow
/// for a long time: that costs a constant factor in all.
pub(super) fn is_stale(missing: usize, loaded: usize) -> bool {
    missing > loaded / 16
}
