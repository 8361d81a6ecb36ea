//! Git, which keeps what a learner had before each command, and knows what the course has.
//!
//! A record is a commit of some files, byte for byte, under a hidden ref of the work tree. Its parents are the commits that were
//! checked out then. So no pull, rebase or `git gc` removes it or the texts on which it is based, and no record touches
//! the learner's index, branches or stash.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Seek, Write};
use std::path::Path;
use std::process::Command;

use crate::root::{about, output, with_help};

/// The hidden refs. Each work tree of a repository has its own.
pub const REFS: &str = "refs/worktree/workshop";

/// What git finds in its environment below a hook: another repository, perhaps.
const OF_A_HOOK: [&str; 6] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
];

/// Paths of files, each with its bytes, or `None` if there is no file.
pub type Files<'a> = Vec<(&'a str, Option<Vec<u8>>)>;

/// Makes the workspace a repository with the course as its first commit, unless it is in one.
///
/// # Errors
/// If git is missing, or if it fails.
pub fn init(root: &Path) -> io::Result<()> {
    let is_committed = git(root).args(["cat-file", "-e", "HEAD:./Cargo.toml"]).output();
    let help = "git keeps what you write: https://git-scm.com installs it";
    let is_committed = is_committed.map_err(|error| with_help(&about(Path::new("git"), &error), help))?;
    if is_committed.status.success() || root.join(".git").exists() {
        return Ok(());
    }
    eprintln!("cargo workshop: this folder becomes a git repository, because git keeps what you write");
    let steps = [
        &["init", "--quiet", "--template="][..],
        &["add", "."],
        &["commit", "--quiet", "--message", "The course"],
    ];
    steps.into_iter().try_for_each(|step| output(git(root).args(step)).map(drop))
}

/// Makes a record of these files.
///
/// # Errors
/// If there is one of this name, or if it cannot be written: then nothing of it is left.
pub fn record(root: &Path, name: &str, message: &str, files: &Files<'_>) -> io::Result<()> {
    let length = message.len();
    let mut stream = format!(
        "commit {REFS}/{name}\ncommitter workshop <workshop@localhost> now\ndata {length}\n{message}\n"
    )
    .into_bytes();
    for (parent, commit) in ["from", "merge"].into_iter().zip(heads(root)) {
        stream.extend(format!("{parent} {commit}\n").into_bytes());
    }
    stream.extend(b"deleteall\n");
    for (file, bytes) in files.iter().filter_map(|(file, bytes)| Some((file, bytes.as_ref()?))) {
        stream.extend(format!("M 100644 inline {file}\ndata {}\n", bytes.len()).into_bytes());
        stream.extend(bytes);
        stream.push(b'\n');
    }
    let mut input = tempfile::tempfile()?;
    input.write_all(&stream)?;
    input.rewind()?;
    output(git(root).args(["fast-import", "--quiet", "--date-format=now"]).stdin(input)).map(drop)
}

/// Returns the records whose names begin with `folder`, in order: the name, how long ago it was made, and the message.
pub fn records(root: &Path, folder: &str) -> Vec<[String; 3]> {
    let format = "--format=%(refname:lstrip=3)%00%(committerdate:relative)%00%(contents)%00";
    let listed = lookup(root, &["for-each-ref", format, &format!("{REFS}/{folder}")]).unwrap_or_default();
    let fields: Vec<_> = listed.split('\0').map(|field| field.trim().to_owned()).collect();
    fields.chunks_exact(3).filter_map(|fields| fields.to_vec().try_into().ok()).collect()
}

/// Returns the bytes of a file in a record, or `None` if it had none.
pub fn recorded(root: &Path, name: &str, file: &str) -> Option<Vec<u8>> {
    let read = git(root).args(["cat-file", "blob", &format!("{REFS}/{name}:{file}")]).output().ok()?;
    read.status.success().then_some(read.stdout)
}

/// Returns the text of a file before and after pulls since a record, or `None` if no pull has changed it. The text is empty where
/// there is no such file. The learner's own commits do not count.
pub fn pulled(root: &Path, since: &str, file: &str) -> Option<[String; 2]> {
    let since = format!("{REFS}/{since}");
    let mut log =
        vec!["rev-list".to_owned(), "--no-merges".into(), "--topo-order".into(), format!("^{since}")];
    log.extend(heads(root).into_iter().chain(["--".into(), file.into()]));
    let commits = lookup(root, &log)?;
    let own = made_here(root);
    let theirs = commits.lines().find(|commit| !own.iter().any(|own| own == commit))?;
    let base = lookup(root, &["merge-base", theirs, &since])?;
    Some([&*base, theirs].map(|commit| text(root, commit, file).unwrap_or_default()))
}

/// Returns the text of a file in a commit.
pub fn text(root: &Path, commit: &str, file: &str) -> Option<String> {
    output(git(root).args(["cat-file", "blob", &format!("{commit}:./{file}")])).ok()
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
    for (name, text) in [("theirs", theirs), ("base", base), ("mine", mine)] {
        fs::write(folder.path().join(name), text)?;
    }
    let merge = ["merge-file", "--quiet", "--stdout", "theirs", "base", "mine"];
    let merged = git(folder.path()).args(merge).output()?;
    Ok(merged.status.success().then(|| String::from_utf8_lossy(&merged.stdout).into_owned()))
}

/// Returns the commit that is checked out, and, while conflicts of a merge are open, the other side of the merge.
fn heads(root: &Path) -> Vec<String> {
    let commit = |name| lookup(root, &["rev-parse", "--quiet", "--verify", name]);
    ["HEAD", "MERGE_HEAD"].into_iter().filter_map(commit).collect()
}

/// Returns the commits that were made in this clone, which its reflog tells from those that came by a pull.
fn made_here(root: &Path) -> Vec<String> {
    let log = lookup(root, &["log", "--walk-reflogs", "--format=%H %gs", "HEAD"]).unwrap_or_default();
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
fn lookup(root: &Path, args: &[impl AsRef<OsStr>]) -> Option<String> {
    output(git(root).args(args)).ok().map(|text| text.trim_end().to_owned())
}

/// Returns git in a folder. It needs no identity, asks for no signature, runs no hook, and waits until the disk has what it
/// writes.
fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    for name in OF_A_HOOK {
        git.env_remove(name);
    }
    for role in ["AUTHOR", "COMMITTER"] {
        git.env(format!("GIT_{role}_NAME"), "workshop")
            .env(format!("GIT_{role}_EMAIL"), "workshop@localhost");
    }
    let settings = ["-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null", "-c", "core.fsync=all"];
    git.arg("-C").arg(folder).args(settings);
    git
}
