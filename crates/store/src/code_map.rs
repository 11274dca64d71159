//! The user's code as the store knows it: functions, blocks with their lines, arms of branches.

use explore::FunctionCode;
use rusqlite::Transaction;

/// Writes down a function; what is there already stays, but for arms of which only is known that
/// they were taken.
pub(crate) fn write(
    transaction: &Transaction<'_>,
    function: &FunctionCode,
) -> rusqlite::Result<()> {
    let (name, place) = (&function.name, &function.place);
    let added = transaction
        .prepare_cached("INSERT OR IGNORE INTO function (name, file, line) VALUES (?1, ?2, ?3)")?
        .execute((name, &place.file, place.line))?;
    if added == 0 {
        return Ok(());
    }
    for (number, block) in function.blocks.iter().enumerate() {
        transaction
            .prepare_cached("INSERT OR IGNORE INTO block (function, block) VALUES (?1, ?2)")?
            .execute((name, number))?;
        for (file, line) in &block.lines {
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO block_line (function, block, file, line)
                     VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute((name, number, file, line))?;
        }
        let Some(decision) = &block.decision else {
            continue;
        };
        let place = &decision.place;
        for (edge, choice) in decision.choices.iter().enumerate() {
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO arm
                       (function, block, edge, decision, choice, file, line, column)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute((
                    name,
                    number,
                    edge,
                    decision.number,
                    choice,
                    &place.file,
                    place.line,
                    place.column,
                ))?;
        }
    }
    Ok(())
}
