//! The plans for one day and for two days: what makes `book --build` refuse one.

use std::path::Path;

use book::directive::{Place, expand};
use book::material::Material;

/// Returns the error of the chapter for instructors with `new` in place of `old`.
#[track_caller]
fn refused(old: &str, new: &str, says: &str) {
    let material = Material::open(Some(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))).unwrap();
    let text = material.read("docs/src/instructors.md").unwrap();
    assert!(text.contains(old), "the chapter has no `{old}`");
    let error = expand(&Place::new(&material, "instructors.md"), &text.replace(old, new))
        .expect_err(says)
        .to_string();
    assert!(error.contains(says), "{error}");
}

#[test]
fn the_times_must_add_up() {
    refused("| 9:15 | 20 |", "| 9:15 | 25 |", "this row begins at another time: | 9:35 |");
}

#[test]
fn no_exercise_is_left_out_or_stands_in_another_order() {
    refused("`s3-sleep`, `s3-wake`", "`s3-wake`", "the exercises have to be, in this order: `s1-receive`");
    refused("`s3-sleep`, `s3-wake`", "`s3-wake`, `s3-sleep`", "the exercises have to be, in this order");
}

#[test]
fn each_exercise_has_its_minutes_and_its_chapter() {
    refused("| 16:35 | 25 |", "| 16:35 | 10 |", "begins at another time");
    refused("| 16:35 | 25 | [Cancel", "| 16:35 | 25 | [x](stage3/wakers.md), [Cancel", "comes too late");
    refused(
        "[Cancel safety](stage4/cancel-safety.md) | `s4-queue` |",
        "Cancel safety | `s4-queue` |",
        "is asked in",
    );
    let short = "| 16:35 | 14 | [Cancel safety](stage4/cancel-safety.md) | `s4-queue` |\n| 16:49 | 11 | A break | |\n";
    let row = "| 16:35 | 25 | [Cancel safety](stage4/cancel-safety.md) | `s4-queue` |\n";
    refused(row, short, "this needs 15 minutes");
}

#[test]
fn a_day_has_an_end() {
    refused("| 17:35 | | End | |\n", "", "the last row is the end of a day");
    refused("{{#timetable core}}\n", "{{#timetable core}}\ntext\n", "has to be followed by its table");
}
