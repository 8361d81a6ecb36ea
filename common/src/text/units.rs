//! Times, sizes and counts as people read them.

/// Returns a time with its unit: `1.3 ns`, `57 µs`, `150 ms`, `120 s`.
pub fn time(nanoseconds: f64) -> String {
    let (number, unit) = match nanoseconds {
        // The clock of some systems ticks so coarsely that short times are none.
        0.0 => return "0 ms".to_owned(),
        ..999.5 => (nanoseconds, "ns"),
        ..999_500.0 => (nanoseconds / 1e3, "µs"),
        ..99.95e9 => (nanoseconds / 1e6, "ms"),
        _ => return format!("{:.0} s", nanoseconds / 1e9),
    };
    format!("{} {unit}", count(number))
}

/// Returns a size with its unit: `960 B`, `4.2 KiB`, `15 MiB`.
pub fn size(bytes: f64) -> String {
    let (number, unit) = match bytes / 1024.0 {
        _ if bytes < 999.5 => return format!("{bytes:.0} B"),
        kib if kib < 999.5 => (kib, "KiB"),
        kib if kib < 999.5 * 1024.0 => (kib / 1024.0, "MiB"),
        kib => (kib / 1024.0 / 1024.0, "GiB"),
    };
    format!("{} {unit}", count(number))
}

/// Returns two numbers, with the unit of both once if it is the same: `254–267 ms`.
pub fn range(least: &str, most: &str) -> String {
    match (least.split_once(' '), most.split_once(' ')) {
        _ if least == most => most.to_owned(),
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number}–{most}"),
        _ => format!("{least}–{most}"),
    }
}

/// Returns a number with two digits at least, and not more than three significant ones: `1.3`, `57`, `1,230`.
fn count(number: f64) -> String {
    if number < 9.95 {
        return format!("{number:.1}");
    }
    let magnitude = 10_f64.powf((number.log10().floor() - 2.0).max(0.0));
    grouped(&format!("{:.0}", (number / magnitude).round() * magnitude))
}

/// Returns a whole number, to its last digit: `10,002`.
pub fn whole(number: usize) -> String {
    grouped(&number.to_string())
}

/// Sets thousands apart.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{count, size, time};

    #[test]
    fn a_number_has_the_unit_that_fits() {
        let times = [0.0, 0.31, 1.26, 999.6, 1500.0, 999_501.0, 150e6, 2e9, 120e9].map(time);
        let shown = ["0 ms", "0.3 ns", "1.3 ns", "1.0 µs", "1.5 µs", "1.0 ms", "150 ms", "2,000 ms", "120 s"];
        assert_eq!(times, shown);
        let sizes = [0.0, 999.0, 1000.0, 4300.0, 3.5e6, 2e9].map(size);
        assert_eq!(sizes, ["0 B", "999 B", "1.0 KiB", "4.2 KiB", "3.3 MiB", "1.9 GiB"]);
        let numbers = [0.0, 9.94, 9.96, 999.4, 1000.0, 1_234_567.0];
        assert_eq!(numbers.map(count), ["0.0", "9.9", "10", "999", "1,000", "1,230,000"]);
    }
}
