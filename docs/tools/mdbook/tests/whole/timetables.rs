//! The plans for one day and for two days: they have room for every exercise.

use std::fs;
use std::path::Path;

use regex::{Captures, Regex};
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
    let row = Regex::new(r"(?m)^\| (\d+):(\d\d) \| (.*) \| (.*)\|$").unwrap();
    let rows: Vec<_> = row.captures_iter(plan).collect();
    let at = |row: &Captures<'_>| 60 * row[1].parse::<u32>().unwrap() + row[2].parse::<u32>().unwrap();
    let mut planned = Vec::new();
    for (row, next) in rows.iter().zip(rows[1..].iter().map(Some).chain([None])) {
        let ends_a_day = row[3].starts_with("End");
        assert_eq!(next.is_none_or(|next| at(next) <= at(row)), ends_a_day, "the times fall: {}", &row[0]);
        let mut needed = TALK * u32::try_from(row[3].matches(".md)").count()).unwrap();
        for id in row[4].split('`').skip(1).step_by(2) {
            let exercise = course.find(id).unwrap();
            let chapter = format!("]({})", exercise.chapter);
            assert!(row[3].contains(&chapter), "`{id}` is asked in {}: {}", exercise.chapter, &row[0]);
            needed += exercise.minutes;
            planned.push(id.to_owned());
        }
        let has_room = ends_a_day || next.is_none_or(|next| at(next) - at(row) >= needed);
        assert!(has_room, "this needs {needed} minutes: {}", &row[0]);
    }
    let asked: Vec<_> = course.chosen(core_only).map(|exercise| exercise.id.clone()).collect();
    assert_eq!(planned, asked);
}
