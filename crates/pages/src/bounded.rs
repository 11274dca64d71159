//! The page of what was bounded or left out.

use crate::links::From;
use crate::model::Report;
use crate::page::{Section, page as whole_page};
use crate::table::{Sorted, sortable};
use maud::{Markup, html};

/// What was left out, with how often.
pub fn page(report: &Report) -> Markup {
    let columns = [("What", Sorted::Text), ("How often", Sorted::Number)];
    let rows = html! {
        @for bounded in &report.bounded {
            tr {
                th scope="row" { (bounded.what) }
                td.number { @if let Some(count) = bounded.count { (count) } }
            }
        }
    };
    let content = html! {
        @if report.bounded.is_empty() {
            p { "Nothing was bounded or left out." }
        } @else {
            p { "What follows was not looked at, or only up to a bound. Errors may be there." }
            (sortable("What was bounded or left out", &columns, &rows))
        }
    };
    let at = (Section::Bounded, From::Top);
    whole_page(report, at, "Bounded and left out", &content)
}
