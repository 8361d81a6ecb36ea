//! The plans for one day and for two days: their times add up, and they have room for every exercise.

use std::fs;
use std::path::Path;

use regex::Regex;
use workshop::exercises::Course;

/// The least time to talk about a chapter, in minutes.
const TALK: u32 = 5;

#[test]
fn one_day_has_room_for_the_core() {
    check("\n## One day\n", true);
}

#[test]
fn two_days_have_room_for_all_exercises() {
    check("\n## Two days\n", false);
}

fn check(heading: &str, core_only: bool) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
    let text = fs::read_to_string(root.join("docs/book/src/instructors.md")).unwrap();
    let plan = text.split_once(heading).unwrap().1.split("\n## ").next().unwrap();
    let course = Course::open(Some(root)).unwrap();
    let row = Regex::new(r"(?m)^\| (\d+):(\d\d) \| (\d*) ?\| (.*) \| (.*)\|$").unwrap();
    let (mut begins, mut planned) = (None, Vec::new());
    for row in row.captures_iter(plan) {
        let at = 60 * row[1].parse::<u32>().unwrap() + row[2].parse::<u32>().unwrap();
        assert_eq!(begins.unwrap_or(at), at, "this row begins at another time: {}", &row[0]);
        // The end of a day has no minutes.
        let minutes = row[3].parse().ok();
        begins = minutes.map(|minutes: u32| at + minutes);
        let mut needed = TALK * u32::try_from(row[4].matches(".md)").count()).unwrap();
        for id in row[5].split('`').skip(1).step_by(2) {
            let exercise = course.find(id).unwrap();
            let chapter = format!("]({})", exercise.chapter);
            assert!(row[4].contains(&chapter), "`{id}` is asked in {}: {}", exercise.chapter, &row[0]);
            needed += exercise.minutes;
            planned.push(id.to_owned());
        }
        assert!(minutes.is_none_or(|minutes| minutes >= needed), "this needs {needed} minutes: {}", &row[0]);
    }
    assert_eq!(begins, None, "the last row is the end of a day");
    let asked: Vec<_> = course.chosen(core_only).map(|exercise| exercise.id.clone()).collect();
    assert_eq!(planned, asked);
}
