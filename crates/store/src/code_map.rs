//! The user's code as the store knows it: functions, blocks with their lines, arms of branches.

use ir::{Function, FunctionId, Location, Program, TerminatorKind};
use rusqlite::Transaction;
use std::collections::BTreeSet;

/// File, line and column of a location; empty and 0 if unknown.
pub(crate) fn place(program: &dyn Program, location: Location) -> (String, u32, u32) {
    let file = location.file.map_or("", |file| program.file(file));
    (file.to_owned(), location.line, location.column)
}

/// Writes down all user code; what is there already stays.
pub(crate) fn write(transaction: &Transaction<'_>, program: &dyn Program) -> rusqlite::Result<()> {
    for id in 0..program.function_count() {
        // A function that cannot be loaded is the explorer's to complain about.
        if let Ok(function) = program.function(FunctionId(id))
            && function.user
        {
            write_function(transaction, program, &function)?;
        }
    }
    Ok(())
}

fn write_function(
    transaction: &Transaction<'_>,
    program: &dyn Program,
    function: &Function,
) -> rusqlite::Result<()> {
    let name = &function.name;
    let (file, line, _) = place(program, function.location);
    transaction
        .prepare_cached("INSERT OR IGNORE INTO function (name, file, line) VALUES (?1, ?2, ?3)")?
        .execute((name, file, line))?;
    for (number, block) in function.blocks.iter().enumerate() {
        transaction
            .prepare_cached("INSERT OR IGNORE INTO block (function, block) VALUES (?1, ?2)")?
            .execute((name, number))?;
        let mut locations: BTreeSet<Location> =
            block.instructions.iter().map(|it| it.location).collect();
        locations.insert(block.terminator.location);
        for location in locations.into_iter().filter(|location| location.line > 0) {
            let (file, line, _) = place(program, location);
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO block_line (function, block, file, line)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute((name, number, file, line))?;
        }
        let (decision, arms, is_branch) = match &block.terminator.kind {
            TerminatorKind::Branch {
                decision: Some(decision),
                ..
            } => (*decision, 2, true),
            TerminatorKind::Switch {
                decision: Some(decision),
                cases,
                ..
            } => (*decision, cases.len() + 1, false),
            _ => continue,
        };
        let (file, line, column) = place(program, block.terminator.location);
        for edge in 0..arms {
            // Of a branch, the way taken if the condition holds comes first.
            let choice = if is_branch { 1 - edge } else { edge };
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO arm
                       (function, block, edge, decision, choice, file, line, column)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute((name, number, edge, decision, choice, &file, line, column))?;
        }
    }
    Ok(())
}
