//! Coverage that native runs measured, from lcov's text.

use rusqlite::Transaction;

/// Replaces the measured coverage by that of an lcov file.
pub(crate) fn write(transaction: &Transaction<'_>, lcov: &str) -> rusqlite::Result<()> {
    transaction.execute_batch(
        "DELETE FROM native_function; DELETE FROM native_line; DELETE FROM native_branch;",
    )?;
    let mut file = "";
    for line in lcov.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let mut fields = value.split(',');
        let mut next = || fields.next().unwrap_or_default();
        // A count that was not taken is `-`.
        let number = |text: &str| text.parse::<i64>().unwrap_or(0);
        match key {
            "SF" => file = value,
            "FNDA" => {
                let (count, name) = (number(next()), next());
                transaction
                    .prepare_cached("INSERT OR REPLACE INTO native_function VALUES (?1, ?2, ?3)")?
                    .execute((file, name, count))?;
            }
            "DA" => {
                let (line, count) = (number(next()), number(next()));
                transaction
                    .prepare_cached("INSERT OR REPLACE INTO native_line VALUES (?1, ?2, ?3)")?
                    .execute((file, line, count))?;
            }
            "BRDA" => {
                let [line, block, branch, count] = std::array::from_fn(|_| number(next()));
                transaction
                    .prepare_cached(
                        "INSERT OR REPLACE INTO native_branch VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .execute((file, line, block, branch, count))?;
            }
            _ => {}
        }
    }
    Ok(())
}
