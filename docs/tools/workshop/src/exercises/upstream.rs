//! What a pull has changed in a source. A learner's own commits do not count.

use std::io;
use std::path::Path;
use std::process::Command;

use crate::root::{about, output};

/// A source before and after pulls. Without a text, there is no such file.
pub struct Pulled {
    pub before: Option<String>,
    pub after: Option<String>,
}

/// Returns the commits from which the sources come, separated by spaces, or `None` outside of a repository. They are the one that
/// is checked out, and, while conflicts of a merge are open, the other side of the merge.
pub fn commits(root: &Path) -> Option<String> {
    let commit = |name| git(root, &["rev-parse", "--quiet", "--verify", name]);
    Some([Some(commit("HEAD")?), commit("MERGE_HEAD")].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Returns what pulls have made of a file since these commits, or `None` if none has changed it.
pub fn pulled(root: &Path, since: &str, file: &str) -> Option<Pulled> {
    let now = commits(root)?;
    if now == since {
        return None;
    }
    let known: Vec<_> = since.split(' ').map(|commit| format!("^{commit}")).collect();
    let mut log = vec!["log", "--no-merges", "--topo-order", "--format=%H"];
    log.extend(known.iter().map(String::as_str).chain(now.split(' ')));
    let commits = git(root, &[&log[..], &["--", file]].concat())?;
    let own = made_here(root);
    let theirs = commits.lines().find(|commit| !own.iter().any(|own| own == commit))?;
    let base = git(root, &["merge-base", theirs].into_iter().chain(since.split(' ')).collect::<Vec<_>>())?;
    let [before, after] = [&*base, theirs].map(|commit| text(root, commit, file));
    Some(Pulled { before, after })
}

/// Returns the text of a file in a commit.
pub fn text(root: &Path, commit: &str, file: &str) -> Option<String> {
    output(git_in(root).args(["show", &format!("{commit}:./{file}")])).ok()
}

/// Returns `mine` with what has changed from `base` to `theirs`, or `None` if both change the same lines.
///
/// # Errors
/// If git cannot be run.
pub fn merge(theirs: &str, base: &str, mine: &str) -> io::Result<Option<String>> {
    if theirs == base {
        return Ok(Some(mine.to_owned()));
    }
    let folder = tempfile::tempdir()?;
    let files = [("theirs", theirs), ("base", base), ("mine", mine)];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text)?;
    }
    let mut merge = Command::new("git");
    merge.current_dir(folder.path()).args(["merge-file", "--quiet", "--stdout", "theirs", "base", "mine"]);
    let merged = merge.output().map_err(|error| about(Path::new("git"), &error))?;
    Ok(merged.status.success().then(|| String::from_utf8_lossy(&merged.stdout).into_owned()))
}

/// Returns the commits that were made in this clone, which its reflog tells from those that came by a pull.
fn made_here(root: &Path) -> Vec<String> {
    let log = git(root, &["log", "--walk-reflogs", "--format=%H %gs", "HEAD"]).unwrap_or_default();
    let is_made = |how: &str| {
        let step = how.split(':').next().unwrap_or_default();
        let is_step_of_rebase =
            step.ends_with(')') && !step.ends_with("(start)") && !step.ends_with("(finish)");
        ["commit", "cherry-pick", "revert"].iter().any(|word| step.starts_with(word)) || is_step_of_rebase
    };
    let made = log.lines().filter_map(|line| line.split_once(' ').filter(|(_, how)| is_made(how)));
    made.map(|(commit, _)| commit.to_owned()).collect()
}

/// Returns what git prints, without the end of its line, or `None` if it fails or is missing.
fn git(root: &Path, args: &[&str]) -> Option<String> {
    output(git_in(root).args(args)).ok().map(|text| text.trim_end().to_owned())
}

fn git_in(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(root);
    git
}
