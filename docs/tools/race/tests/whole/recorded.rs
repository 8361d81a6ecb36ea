//! A recorded race as `cargo workshop race --from` shows it: a table, a page and a picture.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::tools::said;

/// The book, with the recorded races and what it shows of them.
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book");

/// Returns what is printed of a race in a terminal of so many columns.
fn shown(race: &Path, columns: usize, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    command.arg("--from").arg(race).args(arguments).env("COLUMNS", columns.to_string());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let [stdout, _] = said(&command.output().unwrap(), 0);
    stdout
}

fn read(file: impl AsRef<Path>) -> String {
    fs::read_to_string(Path::new(BOOK).join(file)).unwrap().replace("\r\n", "\n")
}

fn recorded(name: &str) -> PathBuf {
    Path::new(BOOK).join(format!("src/pictures/{name}.json"))
}

/// Returns the path of a file of the test's own.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("recorded-{name}"))
}

/// Writes the recorded race of ten pages, with a change.
fn changed(name: &str, change: impl Fn(&mut Value)) -> PathBuf {
    let mut race = serde_json::from_str(&read("src/pictures/race.json")).unwrap();
    change(&mut race);
    fs::write(file(name), race.to_string()).unwrap();
    file(name)
}

#[test]
fn the_tables_are_those_in_the_book() {
    for (race, output) in [
        ("race", "ten-pages"),
        ("stage1", "stage1"),
        ("ten-thousand", "ten-thousand"),
        ("growth", "growth"),
        ("docs", "docs"),
    ] {
        let output = read(format!("outputs/{output}.txt"));
        let (_, table) = output.split_once('\n').unwrap();
        assert_eq!(shown(&recorded(race), 100, &[]), table);
    }
}

#[test]
fn no_line_is_wider_than_the_terminal_and_no_column_is_left_out() {
    for width in [60, 80, 120] {
        let table = shown(&recorded("growth"), width, &[]);
        assert!(table.lines().all(|line| line.chars().count() <= width), "{width}: {table}");
        for word in ["  wall", "  min–max", "  switches", "  pages/s", "  last to first"] {
            assert!(table.contains(word), "{width}: {word} in {table}");
        }
    }
}

#[test]
fn what_is_not_known_has_no_column_and_what_is_divided_by_nothing_is_not_known() {
    let race = changed("unknown.json", |race| {
        for entry in race["legs"][0]["entries"].as_array_mut().unwrap() {
            for run in entry["runs"].as_array_mut().unwrap() {
                for unknown in ["peak_bytes", "threads", "voluntary_switches"] {
                    run[unknown] = Value::Null;
                }
                for none in ["urls", "connections"] {
                    run[none] = 0.into();
                }
            }
        }
        race["machine"]["system"] = "macos".into();
        let leg = race["legs"][0].clone();
        race["legs"].as_array_mut().unwrap().push(leg);
    });
    let table = shown(&race, 100, &[]);
    assert!(!table.contains("NaN") && !table.contains("inf"), "{table}");
    assert!(table.contains("known on Linux alone"), "{table}");
    let head = table.lines().find(|line| line.trim_start().starts_with("wall")).unwrap();
    let columns: Vec<&str> = head.split("  ").map(str::trim).filter(|name| !name.is_empty()).collect();
    assert_eq!(columns, ["wall", "min–max", "to best", "CPU", "procs", "at once", "conns"]);
}

#[test]
fn the_pictures_are_those_in_the_book() {
    shown(&recorded("race"), 100, &["--svg", file("race.svg").to_str().unwrap()]);
    let again = "draw it again: cargo workshop race --from docs/book/src/pictures/race.json --svg docs/book/src/pictures/race.svg";
    for name in ["race.svg", "race-dark.svg"] {
        let drawn = fs::read_to_string(file(name)).unwrap();
        assert!(drawn == read(format!("src/pictures/{name}")), "{again}");
    }
}

#[test]
fn the_page_has_all_pictures_and_the_table_and_needs_nothing_else() {
    shown(&recorded("race"), 100, &["--html", file("race.html").to_str().unwrap()]);
    let page = fs::read_to_string(file("race.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">"));
    let bar = "<b>one-by-one</b> <span>3</span><div class=\"c0\" style=\"width: 25%\">";
    for part in ["<title>One at a time: 2,510 ms; 10 at once", bar, "\none-by-one    2,510 ms"] {
        assert!(page.contains(part), "{part}");
    }
    let alone = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for other in ["://", " src=", " href=", "@import", "url("] {
        assert!(!alone.contains(other), "{other}");
    }
}

#[test]
fn what_a_race_contains_is_text() {
    let race = changed("hostile.json", |race| {
        for field in ["contestant", "stage", "about"] {
            race["legs"][0]["entries"][0][field] = "</pre><script>x</script>".into();
        }
        race["about"] = "<script>".into();
        race["legs"][0]["name"] = "<script>".into();
    });
    let [html, svg] = ["hostile.html", "hostile.svg"].map(file);
    shown(&race, 100, &["--html", html.to_str().unwrap(), "--svg", svg.to_str().unwrap()]);
    assert!([html, svg].iter().all(|file| !fs::read_to_string(file).unwrap().contains("<script")));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_race"));
    command.args(["--html", "no/such/page.html", "--from"]).arg(recorded("race"));
    let [_, stderr] = said(&command.output().unwrap(), 1);
    assert!(stderr.contains("page.html"), "{stderr}");
}
