//! The picture of a race: the one that the repository shows, and the one that `--svg` draws.

mod race_samples;

use std::fs;
use std::path::PathBuf;

use race_samples::{file, hostile, ten_pages, workshop};
use serde_json::Value;

/// Where the recorded race and its pictures are.
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/pictures");

/// The two pictures of a race.
fn pictures(race: &Value, name: &str) -> [String; 2] {
    let json = file(&format!("{name}.json"));
    fs::write(&json, race.to_string()).unwrap();
    let svg = file(&format!("{name}.svg"));
    let output = workshop(&["race", "--from", json.to_str().unwrap(), "--svg", svg.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    [svg, file(&format!("{name}-dark.svg"))].map(|svg| fs::read_to_string(svg).unwrap())
}

#[test]
fn the_pictures_in_the_repository_are_those_of_the_race_beside_them() {
    let read =
        |name: &str| fs::read_to_string(PathBuf::from(PICTURES).join(name)).unwrap().replace("\r\n", "\n");
    let drawn = pictures(&serde_json::from_str(&read("race.json")).unwrap(), "recorded");
    let again = "draw them anew: cargo workshop race --from docs/src/pictures/race.json --svg docs/src/pictures/race.svg";
    assert!(drawn == [read("race.svg"), read("race-dark.svg")], "{again}");
}

#[test]
fn a_picture_is_small_and_needs_nothing_else() {
    for picture in pictures(&ten_pages(), "small") {
        assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\""));
        assert!(picture.len() < 30_000, "{} bytes", picture.len());
        assert_eq!(picture.matches("://").count(), 1, "the name of the format");
        assert!(!picture.contains("url(") && !picture.contains("href"));
    }
}

#[test]
fn a_picture_says_the_lesson_and_names_every_contestant() {
    let [light, dark] = pictures(&ten_pages(), "lesson");
    for picture in [&light, &dark] {
        assert!(
            picture.contains("<title>One at a time: 2.5 s; ten at once: 0.26 s, ten times as fast.</title>")
        );
        for name in ["one-by-one", "threads", "async"] {
            assert!(picture.contains(&format!(">{name}</text>")), "{name}");
        }
    }
    assert_ne!(light, dark);
}

#[test]
fn what_a_race_contains_is_text() {
    for picture in pictures(&hostile(), "hostile-picture") {
        assert!(!picture.contains("<script") && !picture.contains("<b onclick") && !picture.contains("NaN"));
    }
}
