//! What GitHub runs: the workflows, and the machine for a learner who may install nothing.

use std::fs;

use crate::{path, read};

/// Returns the workflows, each with its name.
fn workflows() -> Vec<(String, String)> {
    let entries = fs::read_dir(path(".github/workflows")).expect("workflows");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths.map(|path| (path.display().to_string(), read(&path))).collect()
}

/// Returns what stands after `key:` in each line that begins with it.
fn values<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("- "));
    lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim).collect()
}

#[test]
fn a_workflow_takes_each_action_by_its_commit() {
    for (name, text) in workflows() {
        for action in values(&text, "uses") {
            let commit = action.split_once('@').and_then(|(_, rest)| rest.split_once(" # v"));
            let is_commit =
                |(id, _): (&str, &str)| id.len() == 40 && id.chars().all(|digit| digit.is_ascii_hexdigit());
            assert!(commit.is_some_and(is_commit), "{name}: {action}: write `@COMMIT # vVERSION`");
        }
    }
}

#[test]
fn each_job_has_rights_of_its_own_and_an_end_and_a_workflow_runs_once_for_a_change() {
    for (name, text) in workflows() {
        assert!(
            text.contains("\npermissions: {}\n"),
            "{name}: a job has the rights that it names, and no others"
        );
        assert!(text.contains("\nconcurrency:\n"), "{name}: a newer run has to know of an older one");
        let (_, jobs) = text.split_once("\njobs:\n").expect("jobs");
        let count = values(jobs, "runs-on").len();
        for key in ["permissions", "timeout-minutes"] {
            assert_eq!(values(jobs, key).len(), count, "{name}: each job says its `{key}`");
        }
        // A push to the branch of a pull request is a `pull_request`, too.
        assert!(text.contains("\n  push:\n    branches: [main]\n"), "{name}: it would run twice");
    }
}

#[test]
fn a_step_compiles_all_with_the_oldest_rust_that_the_manifest_names() {
    let script = read(&path(".ci/run"));
    let (_, oldest) = script.split_once("\noldest() {").expect("a step `oldest`");
    let (oldest, _) = oldest.split_once("\n}").expect("its end");
    for part in ["rust-version", "Cargo.toml", "cargo \"+$rust\" check --workspace --all-targets"] {
        assert!(oldest.contains(part), "{part} is not in {oldest}");
    }
}

#[test]
fn the_container_has_the_one_version_of_rust_and_redis_and_leads_to_the_book() {
    let toolchain = read(&path("rust-toolchain.toml"));
    let version = toolchain.split("channel = \"").nth(1).and_then(|rest| rest.split('"').next());
    let machine = read(&path(".devcontainer/Dockerfile"));
    let image = format!("FROM rust:{}-", version.expect("a version"));
    for part in [&image, "redis-server"] {
        assert!(machine.contains(part), "{part} is not in {machine}");
    }
    let program = read(&path("docs/tools/mdbook/src/main.rs"));
    let port = program.split("default_value_t = ").nth(1).and_then(|rest| rest.split(')').next());
    let forwarded = format!("\"{}\": {{ \"label\": \"The book\"", port.expect("a port"));
    let container = read(&path(".devcontainer/devcontainer.json"));
    assert!(container.contains(&forwarded), "{forwarded} is not in {container}");
}
