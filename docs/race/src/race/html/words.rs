//! Numbers as people read them, and as the table in the terminal has them.

use crate::race::figures::is_sane;
pub use crate::race::figures::{milliseconds as time, ratio};
pub use crate::units::whole as count;

/// What stands where the platform did not tell.
pub const UNKNOWN: &str = "n/a";

/// A round number as it stands on an axis: `0`, `0.5`, `1,000`.
pub fn round(number: f64) -> String {
    if number.fract() == 0.0 { count(number as usize) } else { short(number, 6) }
}

/// A number with so many digits behind the point, and no zeros at its end.
pub fn short(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A number of things: `1 page`, `10 pages`.
pub fn things(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// The text, or its beginning where there is no room for it.
pub fn brief(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

/// A number or that it is not known.
pub fn known(number: Option<f64>, said: impl Fn(f64) -> String) -> String {
    number.filter(|number| is_sane(*number)).map_or_else(|| UNKNOWN.into(), said)
}

#[cfg(test)]
mod tests {
    use super::{brief, known, round, short, time};

    #[test]
    fn numbers_too_large_or_unknown_are_no_trouble() {
        assert_eq!(
            [None, Some(f64::INFINITY), Some(1.0)].map(|number| known(number, time)),
            ["n/a", "n/a", "1.0 ms"]
        );
    }

    #[test]
    fn a_number_on_a_picture_is_short() {
        assert_eq!([short(100.0, 0), short(2.50, 2)], ["100", "2.5"]);
        assert_eq!([round(0.5), round(1000.0)], ["0.5", "1,000"]);
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!([brief("é1234", 5), brief("é12345", 5)], ["é1234", "é123…"]);
    }
}
