//! `{{#timetable core}}` and `{{#timetable all}}`: checks the table below it, a plan for one or more days.

use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};
use regex::Regex;
use workshop::exercises::Exercise;

use crate::directive::{Place, pattern};

/// Asks for a check of the table that follows, whose first lines are its header.
static TABLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m)^\{\{#timetable (core|all)\}\}\n\n\| time \| minutes \| what \| exercises \|\n\|.*\n((?:\|.*\n)*)",
    )
});

/// A link to a chapter.
static CHAPTER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\]\(([^)#]+\.md)\)"));

/// The least time to talk about a chapter, in minutes.
const TALK: u32 = 5;

/// No day is longer, in minutes.
const DAY: u32 = 9 * 60;

/// A row of a timetable.
struct Row<'a> {
    line: &'a str,
    /// In minutes of the day.
    start: u32,
    /// None at the end of a day.
    minutes: Option<u32>,
    chapters: Vec<&'a str>,
    exercises: Vec<&'a str>,
}

/// Checks each timetable of a chapter: its times add up, there is time for each exercise and each chapter, both in the
/// order of the book, and no exercise of the path is left out.
///
/// # Errors
/// If one of this is not so; the message has the row.
pub fn check(place: &Place<'_>, text: &str) -> Result<()> {
    let count = text.matches("\n{{#timetable ").count();
    let tables: Vec<_> = TABLE.captures_iter(text).collect();
    ensure!(tables.len() == count, "`{{{{#timetable}}}}` has to be followed by its table");
    for table in tables {
        let rows: Vec<_> =
            table.get(2).map_or("", |rows| rows.as_str()).lines().map(Row::parse).collect::<Result<_>>()?;
        check_times(&rows)?;
        check_order(place, &rows, &table[1])?;
    }
    Ok(())
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Result<Row<'a>> {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [time, minutes, what, exercises] = cells[..] else { bail!("four cells are needed: {line}") };
        let time =
            time.split_once(':').and_then(|(hour, minute)| Some((hour.parse().ok()?, minute.parse().ok()?)));
        let (hour, minute): (u32, u32) = time.with_context(|| format!("a time is needed: {line}"))?;
        let minutes =
            if minutes.is_empty() { None } else { Some(minutes.parse().with_context(|| line.to_owned())?) };
        let chapters = CHAPTER.captures_iter(what).filter_map(|found| Some(found.get(1)?.as_str())).collect();
        let exercises = exercises.split('`').skip(1).step_by(2).collect();
        Ok(Row { line, start: 60 * hour + minute, minutes, chapters, exercises })
    }
}

fn check_times(rows: &[Row<'_>]) -> Result<()> {
    let mut morning = rows.first().context("the table has no rows")?.start;
    for pair in rows.windows(2) {
        let [row, next] = pair else { continue };
        match row.minutes {
            Some(minutes) => {
                ensure!(next.start == row.start + minutes, "this row begins at another time: {}", next.line)
            }
            None => {
                ensure!(row.start - morning <= DAY, "this day is too long: {}", row.line);
                morning = next.start;
            }
        }
    }
    let last = rows.last().filter(|row| row.minutes.is_none());
    let last = last.context("the last row is the end of a day, without minutes")?;
    ensure!(last.start - morning <= DAY, "this day is too long: {}", last.line);
    Ok(())
}

fn check_order(place: &Place<'_>, rows: &[Row<'_>], path: &str) -> Result<()> {
    let material = place.material;
    let asked: Vec<&Exercise> = material.course.chosen(path == "core").collect();
    let planned: Vec<_> = rows.iter().flat_map(|row| &row.exercises).collect();
    ensure!(
        asked.iter().map(|exercise| &exercise.id).eq(planned.iter().copied()),
        "the exercises have to be, in this order: {}",
        asked.iter().map(|exercise| format!("`{}`", exercise.id)).collect::<Vec<_>>().join(", ")
    );
    let mut last = 0;
    for row in rows {
        let mut needed = TALK * u32::try_from(row.chapters.len())?;
        for chapter in &row.chapters {
            let order = material.order(chapter);
            ensure!(order < usize::MAX, "{chapter} is no chapter: {}", row.line);
            ensure!(order >= last, "{chapter} comes too late: {}", row.line);
            last = order;
        }
        for exercise in asked.iter().filter(|exercise| row.exercises.contains(&exercise.id.as_str())) {
            needed += exercise.minutes;
            let chapter = exercise.chapter.as_str();
            ensure!(row.chapters.contains(&chapter), "`{}` is asked in {chapter}: {}", exercise.id, row.line);
        }
        ensure!(
            row.minutes.is_none_or(|minutes| minutes >= needed),
            "this needs {needed} minutes: {}",
            row.line
        );
    }
    Ok(())
}
