//! Numbers as people read them, with three digits that mean something.

/// What stands where the platform did not tell.
pub const UNKNOWN: &str = "n/a";

/// From here on a time is told in seconds: late, so that what is compared has one unit.
pub const LONG_MS: f64 = 9999.5;

/// A time in milliseconds, with its unit: `0.42 ms`, `2,530 ms`, `25.3 s`.
pub fn time(ms: f64) -> String {
    if ms.abs() < LONG_MS { format!("{} ms", digits(ms)) } else { format!("{} s", digits(ms / 1e3)) }
}

/// Two times: `254–267 ms`.
pub fn times(least: f64, most: f64) -> String {
    let [least, most] = [least, most].map(time);
    match (least.split_once(' '), most.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{most}"),
        _ => format!("{least}–{most}"),
    }
}

/// A size in bytes, with its unit: `812 B`, `5.40 MiB`.
pub fn size(bytes: f64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let (mut number, mut unit) = (bytes, 0);
    while number.abs() >= 999.5 && unit + 1 < units.len() {
        number /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{number:.0} B") } else { format!("{} {}", digits(number), units[unit]) }
}

/// How many times as much: `9.42×`.
pub fn ratio(ratio: f64) -> String {
    format!("{}×", digits(ratio))
}

/// A number with three digits, all of them if it has more before the point: `0`, `0.42`, `25.3`, `1,234`.
pub fn digits(number: f64) -> String {
    let number = if number.is_finite() { number } else { 0.0 };
    match number.abs() {
        0.0 => "0".into(),
        ..9.995 => format!("{number:.2}"),
        ..99.95 => format!("{number:.1}"),
        _ => count(number.round() as i64),
    }
}

/// A whole number, its thousands set apart: `1,234`.
pub fn count(number: impl TryInto<i64>) -> String {
    let number = number.try_into().unwrap_or(i64::MAX);
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { "-".to_owned() } else { String::new() };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A round number as it stands on an axis: `0`, `0.5`, `1,000`.
pub fn round(number: f64) -> String {
    if number.fract() == 0.0 { count(number as i64) } else { short(number, 6) }
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
    number.filter(|number| number.is_finite()).map_or_else(|| UNKNOWN.into(), said)
}

#[cfg(test)]
mod tests {
    use super::{brief, count, digits, known, round, short, size, time, times};

    #[test]
    fn three_digits_mean_something() {
        let numbers = [0.0, 0.418, 9.996, 25.34, 99.96, 1234.4, f64::NAN, -3.0];
        assert_eq!(numbers.map(digits), ["0", "0.42", "10.0", "25.3", "100", "1,234", "0", "-3.00"]);
    }

    #[test]
    fn a_number_has_the_unit_that_fits() {
        assert_eq!([0.42, 250.0, 2530.0, 25_340.0].map(time), ["0.42 ms", "250 ms", "2,530 ms", "25.3 s"]);
        assert_eq!([times(254.0, 267.0), times(9000.0, 11e3)], ["254–267 ms", "9,000 ms–11.0 s"]);
        assert_eq!([0.0, 999.0, 2048.0, 5_662_310.0].map(size), ["0 B", "999 B", "2.00 KiB", "5.40 MiB"]);
    }

    #[test]
    fn numbers_too_large_or_unknown_are_no_trouble() {
        assert_eq!(count(u64::MAX), count(i64::MAX));
        assert_eq!(
            [None, Some(f64::INFINITY), Some(1.0)].map(|number| known(number, time)),
            ["n/a", "n/a", "1.00 ms"]
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
