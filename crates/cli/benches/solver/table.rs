//! The table, and what it comes to.

use crate::measure::Measured;

/// A trace and what each solver made of it.
pub struct Row {
    pub name: String,
    pub queries: usize,
    pub measured: Vec<Measured>,
}

/// All rows so far.
pub struct Table {
    solvers: Vec<String>,
    rows: Vec<Row>,
}

/// The columns of this project's own solver; the others are compared with them.
const OWN: usize = 3;
/// Differences below this many seconds are not told from noise.
const NOISE: f64 = 0.02;

impl Row {
    /// Queries that a solver left open.
    fn open(&self, solver: usize) -> usize {
        let answers = &self.measured[solver].answers;
        self.queries - answers.iter().filter(|a| *a != "unknown").count()
    }

    /// Queries that one solver calls satisfiable and another one unsatisfiable.
    fn disagreements(&self) -> usize {
        let contradicted = |i: &usize| {
            let said = |what: &str| {
                let all = self.measured.iter();
                all.filter_map(|m| m.answers.get(*i)).any(|a| a == what)
            };
            said("sat") && said("unsat")
        };
        (0..self.queries).filter(contradicted).count()
    }
}

impl Table {
    pub fn new(solvers: Vec<String>) -> Table {
        Table {
            solvers,
            rows: Vec::new(),
        }
    }

    pub fn print_head(&self) {
        println!("| trace | queries | {} |", self.solvers.join(" | "));
        println!("|---|---{}|", "|---".repeat(self.solvers.len()));
    }

    /// Prints a row and keeps it.
    pub fn add(&mut self, row: Row) {
        let cell = |solver: usize| {
            let measured = &row.measured[solver];
            let open = match row.open(solver) {
                0 => String::new(),
                open => format!(" ({open} open)"),
            };
            let complained = if measured.complained { " ERROR" } else { "" };
            format!("{:.2}{open}{complained}", measured.seconds)
        };
        let cells: Vec<String> = (0..self.solvers.len()).map(cell).collect();
        println!("| {} | {} | {} |", row.name, row.queries, cells.join(" | "));
        if row.disagreements() > 0 {
            println!("DISAGREEMENTS in {}: {}", row.name, row.disagreements());
        }
        self.rows.push(row);
    }

    fn total(&self, solver: usize) -> f64 {
        let times = self.rows.iter().map(|row| row.measured[solver].seconds);
        times.sum()
    }

    pub fn print_summary(&self) {
        let all = 0..self.solvers.len();
        let queries: usize = self.rows.iter().map(|row| row.queries).sum();
        let cells: Vec<String> = all
            .clone()
            .map(|solver| {
                let open: usize = self.rows.iter().map(|row| row.open(solver)).sum();
                format!("**{:.2}** ({open} open)", self.total(solver))
            })
            .collect();
        println!("| **sum** | {queries} | {} |", cells.join(" | "));
        println!();
        for other in OWN..self.solvers.len() {
            println!(
                "- {} takes {:.1} times the time of native, {:.1} times that of the portfolio.",
                self.solvers[other],
                self.total(other) / self.total(0),
                self.total(other) / self.total(1)
            );
        }
        for own in 0..OWN {
            let worse: Vec<String> = self
                .rows
                .iter()
                .filter_map(|r| self.behind(r, own))
                .collect();
            let list = if worse.is_empty() {
                "none".to_owned()
            } else {
                worse.join(", ")
            };
            println!(
                "- Traces where {} takes more than 1.2 times the best of the others: {list}.",
                self.solvers[own]
            );
        }
    }

    /// How far a solver is behind the best of the others that leave no more open.
    fn behind(&self, row: &Row, own: usize) -> Option<String> {
        let mine = &row.measured[own];
        let others = OWN..self.solvers.len();
        let best = others
            .filter(|&other| row.open(other) <= row.open(own))
            .min_by(|&a, &b| row.measured[a].seconds.total_cmp(&row.measured[b].seconds))?;
        let theirs = row.measured[best].seconds;
        let fewer_open = row.open(best) < row.open(own);
        let slower = mine.seconds > 1.2 * theirs && mine.seconds - theirs > NOISE;
        (slower || fewer_open).then(|| {
            let factor = mine.seconds / theirs.max(0.01);
            format!("{} ({factor:.1} times {})", row.name, self.solvers[best])
        })
    }
}
