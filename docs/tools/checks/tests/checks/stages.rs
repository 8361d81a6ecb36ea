//! What must hold of the stages, so that a diff between two of them shows the idea and nothing else.

use workshop::outline::{Item, Kind, outline};

use crate::{FETCH, file, stages};

#[test]
fn main_and_contract_differ_in_the_crates_name_alone() {
    for (old, new) in stages().neighbours() {
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
    for (old, new) in stages().neighbours() {
        for path in ["src/crawl.rs", FETCH] {
            let [in_old, in_new] = [old, new].map(|stage| functions(file(stage, path)));
            let (mut first, mut second) = (in_old.clone(), in_new.clone());
            first.retain(|name| in_new.contains(name));
            second.retain(|name| in_old.contains(name));
            assert_eq!(first, second, "{path} of {} and {}", old.name, new.name);
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
fn the_async_fn_above_a_state_machine_is_that_of_stage_four() {
    let stages = stages();
    let (by_hand, compiled) = (stages.stage("3").expect("stage 3"), stages.stage("4").expect("stage 4"));
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
    let stages = stages();
    let text = file(stages.stage("3").expect("stage 3"), FETCH);
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
