//! The present as ISO 8601.

use std::time::{SystemTime, UNIX_EPOCH};

/// The present time in UTC, to the second.
pub fn timestamp() -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    of_seconds(now.as_secs())
}

/// Civil date from days since 1970 after Hinnant's `civil_from_days`.
fn of_seconds(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::of_seconds;

    #[test]
    fn dates_are_civil() {
        assert_eq!(of_seconds(0), "1970-01-01T00:00:00Z");
        assert_eq!(of_seconds(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(of_seconds(1_735_689_599), "2024-12-31T23:59:59Z");
    }
}
