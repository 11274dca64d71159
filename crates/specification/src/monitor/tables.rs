//! What monitors do, as plain tables: whoever follows their states from outside of the program goes by them.

/// A state of a clause: the numbers of the clause, among those of all specifications, and of the state.
pub type ClauseState = (u32, u32);

/// All monitors of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonitorTables {
    /// The clauses of all specifications.
    pub clauses: Vec<ClauseTable>,
    /// What is done at each moment that monitors are told of, by its number.
    pub moments: Vec<MomentTable>,
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseTable {
    /// The number of its specification.
    pub specification: u32,
    /// The state in which it is violated, if it has one.
    pub violated: Option<u32>,
    /// Objects have monitors of their own: there may always be another one in the first state.
    pub for_objects: bool,
}

/// What is done at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentTable {
    /// The number of the specification that it is a moment of.
    pub specification: u32,
    /// The number of the first clause of that.
    pub first_clause: u32,
    /// The object is a new one: its monitors begin anew.
    pub creates: bool,
    /// It is the end of the program.
    pub is_end: bool,
    /// The next state, by clause of the specification, by state, and by which of the events that have a
    /// condition happen: bit n says that the nth does.
    pub next: Vec<Vec<Vec<u32>>>,
}

impl MomentTable {
    /// The transitions of a clause of its specification: from one state to another.
    pub fn transitions(&self, clause: u32) -> impl Iterator<Item = (u32, u32)> {
        let own = clause
            .checked_sub(self.first_clause)
            .and_then(|own| self.next.get(own as usize));
        let states = own.into_iter().flatten().enumerate();
        states.flat_map(|(from, next)| next.iter().map(move |to| (from as u32, *to)))
    }

    /// The state of a clause of its specification behind the moment.
    pub fn step(&self, own: usize, state: u32, happened: u64) -> Option<u32> {
        let next = self.next.get(own)?.get(state as usize)?;
        next.get(usize::try_from(happened).ok()?).copied()
    }
}
