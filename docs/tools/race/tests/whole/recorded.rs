//! A recorded race as `cargo workshop race --from` shows it: a table and a picture.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::said;

/// The book, with the recorded races and what it shows of them.
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book");

/// Returns what is printed of a race.
fn shown(race: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    let [stdout, _] = said(&command.arg("--from").arg(race).args(arguments).output().unwrap(), 0);
    stdout
}

fn read(file: impl AsRef<Path>) -> String {
    fs::read_to_string(Path::new(BOOK).join(file)).unwrap()
}

fn recorded(name: &str) -> PathBuf {
    Path::new(BOOK).join(format!("src/pictures/{name}.json"))
}

/// Returns the path of a file of the test's own.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("recorded-{name}"))
}

#[test]
fn the_tables_are_those_in_the_book() {
    for (race, output) in [
        ("race", "ten-pages"),
        ("stage1", "stage1"),
        ("ten-thousand", "ten-thousand"),
        ("growth", "growth"),
        ("completion", "completion"),
        ("library", "library"),
    ] {
        let output = read(format!("outputs/{output}.txt"));
        let (_, table) = output.split_once('\n').unwrap();
        assert_eq!(shown(&recorded(race), &[]), table);
    }
}

#[test]
fn what_is_not_known_is_a_dash_and_what_is_divided_by_nothing_is_not_known() {
    let mut race: Value = serde_json::from_str(&read("src/pictures/race.json")).unwrap();
    for entry in race["legs"][0]["entries"].as_array_mut().unwrap() {
        for run in entry["runs"].as_array_mut().unwrap() {
            run["peak_bytes"] = Value::Null;
            run["urls"] = 0.into();
        }
    }
    let leg = race["legs"][0].clone();
    race["legs"].as_array_mut().unwrap().push(leg);
    let unknown = file("unknown.json");
    fs::write(&unknown, race.to_string()).unwrap();
    let table = shown(&unknown, &[]);
    let dashes =
        table.lines().filter(|line| line.starts_with("async ")).map(|line| line.matches(" -").count());
    // The leg, again, the CPU time per page, the memory per request, and what it is.
    assert_eq!(dashes.collect::<Vec<_>>(), [1, 1, 2, 2, 0], "{table}");
}

#[test]
fn the_pictures_are_those_in_the_book() {
    shown(&recorded("race"), &["--svg", file("race.svg").to_str().unwrap()]);
    let again = "draw it again: cargo workshop race --from docs/book/src/pictures/race.json --svg docs/book/src/pictures/race.svg";
    for name in ["race.svg", "race-dark.svg"] {
        let drawn = fs::read_to_string(file(name)).unwrap();
        assert!(drawn == read(format!("src/pictures/{name}")), "{again}");
    }
}

#[test]
fn a_narrow_screen_has_the_times_without_scrolling() {
    // The book scales the picture to 640 pixels at least, and a telephone shows 360 of them.
    let (picture, wide, seen) = (read("src/pictures/race.svg"), 800.0, 360.0 / 640.0);
    let places: Vec<_> = picture.split("class=\"wall\" x=\"").skip(1).collect();
    let is_seen = |place: &&str| {
        place.split('"').next().is_some_and(|x| x.parse::<f64>().is_ok_and(|x| x < seen * wide))
    };
    assert!(places.len() == 5 && places.iter().all(is_seen), "{places:?}");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    command.args(["--svg", "no/such/race.svg", "--from"]).arg(recorded("race"));
    let [_, stderr] = said(&command.output().unwrap(), 1);
    assert!(stderr.contains("race.svg"), "{stderr}");
}
