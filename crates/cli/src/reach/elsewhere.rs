//! Places that another tool names: what a measurement found uncovered, or what a patch changes.

/// What is wanted of a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileWishes {
    /// Its path as the other tool has it.
    pub path: String,
    pub wishes: Vec<Wish>,
}

/// Something that is to be reached in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wish {
    /// A line.
    Line(u32),
    /// Both sides of all branches of a line.
    Sides(u32),
    /// A way of a branch, by the numbers that native runs of Wayfarer's tests give them: so many branches
    /// the line has, this one, this way of it.
    Way {
        line: u32,
        branches: u32,
        branch: u32,
        way: u32,
    },
    /// What comes next from a line on: others before it were removed.
    Next(u32),
}
