//! Tables that are sorted by their columns, and what their cells show.

use crate::model::Count;
use maud::{Markup, html};

/// How a column is sorted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sorted {
    /// By its text.
    Text,
    /// By the number in `data-key` of its cells.
    Number,
}

/// A table with a head of buttons that sort it.
pub fn sortable(caption: &str, columns: &[(&str, Sorted)], rows: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table data-sortable {
                caption.hidden { (caption) }
                thead {
                    tr {
                        @for (name, sorted) in columns {
                            th scope="col" data-number[*sorted == Sorted::Number] {
                                button type="button" { (name) }
                            }
                        }
                    }
                }
                tbody { (rows) }
            }
        }
    }
}

/// How much is covered, as a cell.
pub fn share_cell(count: Count) -> Markup {
    html! {
        // Where there is nothing to be covered comes last.
        td.number data-key=(key(count)) { (share(count)) }
    }
}

fn key(count: Count) -> String {
    match count.total {
        0 => "101".to_owned(),
        total => format!("{:.4}", count.covered as f64 * 100.0 / total as f64),
    }
}

/// How much is covered: a bar and numbers.
pub fn share(count: Count) -> Markup {
    if count.total == 0 {
        return html! { span.quiet { "none" } };
    }
    html! {
        span.share {
            meter min="0" max=(count.total) value=(count.covered) aria-hidden="true" {}
            span { b { (percent(count)) " %" } " " span.quiet { (count.covered) "/" (count.total) } }
        }
    }
}

/// Percent, never rounded to a hundred or to nothing.
pub fn percent(count: Count) -> String {
    let tenths = (u128::from(count.covered) * 1000)
        .checked_div(u128::from(count.total))
        .unwrap_or(1000);
    let tenths = match tenths {
        0 if count.covered > 0 => 1,
        tenths => tenths,
    };
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The look of a class of findings or of a verdict; unknown ones are neutral.
pub fn badge(word: &str) -> Markup {
    let tone = match word {
        "confirmed" | "confirmed by another way" | "observed" => "bad",
        "open" | "not replayed" | "inconclusive" => "open",
        "unusual" => "unusual",
        "documented" | "refuted" | "not reproduced" => "calm",
        _ => "calm",
    };
    html! { span class=(format!("badge {tone}")) { (word) } }
}

/// The look of the verdict on a test.
pub fn verdict(word: &str) -> Markup {
    let tone = match word {
        "confirmed" | "confirmed by another way" => "good",
        "not reproduced" | "observed" => "bad",
        _ => "open",
    };
    html! { span class=(format!("badge {tone}")) { (word) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_never_says_all_of_what_is_not() {
        let percent = |covered, total| percent(Count { covered, total });
        assert_eq!(percent(99_999, 100_000), "99.9");
        assert_eq!(percent(1, 100_000), "0.1");
        assert_eq!(percent(0, 3), "0.0");
        assert_eq!(percent(3, 3), "100.0");
    }
}
