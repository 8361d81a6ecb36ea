//! Numbers as people read them, and as the table in the terminal has them.

pub use crate::race::figures::{bytes as size, is_sane, milliseconds as time, ratio};
use crate::units::grouped;
pub use crate::units::whole as count;

/// What stands where the platform did not tell.
pub const UNKNOWN: &str = "n/a";

/// Two times: `254–267 ms`.
pub fn times(least: f64, most: f64) -> String {
    let [least, most] = [least, most].map(time);
    match (least.split_once(' '), most.split_once(' ')) {
        _ if least == most => most,
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{most}"),
        _ => format!("{least}–{most}"),
    }
}

/// A moment in milliseconds, without its unit: `0.4`, `2,533.1`.
pub fn moment(ms: f64) -> String {
    let text = format!("{:.1}", ms.abs());
    let (whole, part) = text.split_once('.').unwrap_or((&text, "0"));
    format!("{}{}.{part}", if ms < 0.0 { "-" } else { "" }, grouped(whole))
}

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
    use super::{brief, known, moment, round, short, time, times};

    #[test]
    fn two_times_share_their_unit() {
        let pairs = [(254.0, 267.0), (0.0, 3.0), (0.5, 3.0), (7.0, 7.0)];
        assert_eq!(
            pairs.map(|(least, most)| times(least, most)),
            ["254–267 ms", "0–3.0 ms", "500 us–3.0 ms", "7.0 ms"]
        );
    }

    #[test]
    fn a_moment_has_one_digit_behind_the_point() {
        assert_eq!([0.04, 2533.07, -1.0].map(moment), ["0.0", "2,533.1", "-1.0"]);
    }

    #[test]
    fn numbers_too_large_or_unknown_are_no_trouble() {
        assert_eq!(
            [None, Some(f64::INFINITY), Some(1.0)].map(|number| known(number, time)),
            ["n/a", "n/a", "1.0 ms"]
        );
        assert!(moment(1e300).len() > 300);
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
