//! What must hold of the stages, so that a diff between two of them shows the idea and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use workshop::diff::excerpt::changes;
use workshop::diff::{Stage, Workspace};
use workshop::outline::{Item, Kind, outline};

const FETCH: &str = "src/fetch.rs";

/// The lines that `fetch.rs` may have in each stage, and how many of them may change from stage 3 to stage 4.
const FETCH_LINES: [usize; 4] = [120, 210, 175, 85];
const FETCH_CHANGES: usize = 200;

/// The lines of `common` that a learner may have to read.
const READING_LINES: usize = 1500;

fn course() -> Workspace {
    Workspace::open(None).expect("the course")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(name)
}

fn file<'a>(stage: &'a Stage, path: &str) -> &'a str {
    stage.file(path).unwrap_or_else(|| panic!("{} has no {path}", stage.name))
}

#[test]
fn main_and_contract_differ_in_the_crates_name_alone() {
    for (old, new) in course().neighbours() {
        for path in ["src/main.rs", "tests/whole/contract.rs"] {
            let [old, new] = [old, new].map(|stage| {
                file(stage, path).replace(&stage.crate_name(), "CRATE").replace(&stage.name, "PACKAGE")
            });
            assert_eq!(old, new, "{path}");
        }
    }
}

#[test]
fn the_functions_that_two_stages_share_stand_in_the_same_order() {
    for (old, new) in course().neighbours() {
        for path in ["src/crawl.rs", FETCH] {
            let [in_old, in_new] = [old, new].map(|stage| functions(file(stage, path)));
            let shared = |own: &[&str], other: &[&str]| -> Vec<String> {
                own.iter().filter(|name| other.contains(name)).map(|name| (*name).to_owned()).collect()
            };
            let (in_old, in_new) = (shared(&in_old, &in_new), shared(&in_new, &in_old));
            assert_eq!(in_old, in_new, "{path} of {} and {}", old.name, new.name);
        }
    }
}

/// Returns the functions, each where it first comes, without those that a trait asks for.
fn functions(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for item in outline(text) {
        if item.kind == Kind::Function && item.of().is_none() && !names.contains(&item.name) {
            names.push(item.name);
        }
    }
    names
}

#[test]
fn no_stage_has_more_to_read_than_its_budget() {
    let course = course();
    for (stage, most) in course.stages.iter().zip(FETCH_LINES) {
        let lines = file(stage, FETCH).lines().count();
        assert!(lines <= most, "{}/{FETCH} has {lines} lines, at most {most} are allowed", stage.name);
    }
    let changes = changes(&course, ["3", "4"]).expect("two stages");
    let fetch = changes.iter().find(|change| change.path == FETCH).expect("it changes");
    let counts = fetch.verdict.split(' ').filter_map(|word| word.parse::<usize>().ok());
    assert!(counts.sum::<usize>() <= FETCH_CHANGES, "{FETCH} from stage 3 to 4: {}", fetch.verdict);
    let readme = fs::read_to_string(folder("common/README.md")).expect("a README");
    let files = links(&readme).into_iter().map(|link| folder("common").join(link));
    let lines: usize = files.map(|file| fs::read_to_string(file).expect("a source").lines().count()).sum();
    assert!((1..=READING_LINES).contains(&lines), "common/README.md lists {lines} lines to read");
}

#[test]
fn each_stage_has_one_reading_order_with_every_file_in_it() {
    for stage in &course().stages {
        let listed = links(&stage.readme);
        let map = file(stage, "src/lib.rs").replace("//! ", "");
        let mapped: Vec<_> = items(&map).filter_map(|item| item.split('`').nth(1)).collect();
        assert_eq!(mapped, listed, "the order in {}/src/lib.rs, and in its README", stage.name);
        let examples = fs::read_dir(folder(&stage.name).join("examples")).expect("examples");
        let examples = examples.map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"));
        let sources = stage.files.iter().map(|(path, _)| path.clone());
        let sources = sources.filter(|path| !["src/lib.rs", "src/main.rs"].contains(&path.as_str()));
        let mut files: Vec<_> = sources.filter(|path| path.starts_with("src/")).collect();
        files.extend(examples.map(|name| format!("examples/{name}")));
        let mut listed: Vec<_> = listed.iter().map(|&path| path.to_owned()).collect();
        listed.sort();
        files.sort();
        assert_eq!(listed, files, "the files that {}/README.md lists, and those that there are", stage.name);
    }
}

/// Returns the links in the items of a numbered list.
fn links(text: &str) -> Vec<&str> {
    let links = items(text).flat_map(|item| item.split("](").skip(1));
    links.filter_map(|rest| rest.split(')').next()).collect()
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with(|char: char| char.is_ascii_digit()))
}

#[test]
fn the_async_fn_above_a_state_machine_is_that_of_stage_four() {
    let course = course();
    let (by_hand, compiled) = (course.stage("3").expect("stage 3"), course.stage("4").expect("stage 4"));
    for (path, text) in &by_hand.files {
        for (line, comment) in comments(text) {
            let own = outline(&comment).into_iter().next().expect("an `async fn`");
            let mut files: Vec<_> = compiled.files.iter().collect();
            files.sort_by_key(|(other, _)| other != path);
            let items = files.iter().flat_map(|(_, text)| outline(text));
            let name = own.name;
            let other = items.into_iter().find(|item| item.name == name && item.kind == Kind::Function);
            let other = other.unwrap_or_else(|| panic!("{path}, line {}: stage 4 has no `{name}`", line + 1));
            assert_eq!(code(&own), code(&other), "stage 3, {path}, line {}: `{name}`", line + 1);
        }
    }
}

/// Returns the body of a function, without comments and line breaks.
fn code(item: &Item<'_>) -> String {
    item.body.iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_state_machine_of_a_fetch_has_its_async_fn_above_it_or_is_a_leaf() {
    let course = course();
    let text = file(course.stage("3").expect("stage 3"), FETCH);
    let (items, comments, lines) = (outline(text), comments(text), text.lines().collect::<Vec<_>>());
    for future in items.iter().filter(|item| item.kind == Kind::Impl && item.of() == Some("Future")) {
        let machine = items.iter().find(|item| item.kind == Kind::Type && item.name == future.name);
        let above = machine.map(|item| item.start..item.line).expect("a type of this file");
        let is_leaf =
            lines[above.clone()].iter().any(|line| line.starts_with("///") && line.contains("leaf"));
        let has_comment = comments.iter().any(|(line, _)| above.contains(line));
        assert!(is_leaf || has_comment, "above `{}` stands no `async fn`", future.name);
    }
}

/// Returns the comments that hold an `async fn`, each with the index of its first line.
fn comments(text: &str) -> Vec<(usize, String)> {
    let code = |line: &str| {
        line.trim_start().strip_prefix("//").filter(|code| !code.starts_with(['/', '!'])).map(str::to_owned)
    };
    let lines: Vec<_> = text.lines().map(code).collect();
    let begins = |code: &str| {
        let code = code.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        code.starts_with("async fn ")
    };
    let starts = (0..lines.len()).filter(|&line| lines[line].as_deref().is_some_and(begins));
    let comment =
        |line: usize| lines[line..].iter().map_while(Option::as_deref).collect::<Vec<_>>().join("\n");
    starts.map(|line| (line, comment(line))).collect()
}
