//! `cargo workshop diff A B`: what it shows in the terminal.

use std::process::Command;

use crate::tools::stages::STAGES;
use crate::tools::{Tree, command, has, has_no, stdout};

/// Asserts that `text` has all of `parts`, one after the other.
#[track_caller]
fn in_order(text: &str, parts: &[&str]) {
    has(text, parts);
    let places: Vec<_> = parts.iter().map(|part| text.find(part)).collect();
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn a_stage_goes_by_number_and_by_name() {
    let tree = Tree::stages();
    let by_number = tree.diff("1 3");
    assert_eq!(by_number, tree.diff("stage1 stage3-futures"));
    assert!(by_number.starts_with("stage1-blocking and stage3-futures\n"));
}

#[test]
fn wrong_stages_and_files_are_wrong_arguments() {
    let tree = Tree::stages();
    let wrong = |words: &str| {
        let output = tree.run(&format!("diff {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}");
        String::from_utf8(output.stderr).unwrap()
    };
    let message = wrong("1 9");
    has(&message, &[&["`9`", ", work"][..], &STAGES].concat());
    has(&wrong("1 2 nothing.rs"), &["src/fetch.rs"]);
    has(&wrong("1"), &["<B>"]);
}

#[test]
fn the_crawl_on_tokio_is_compared_only_if_it_is_named() {
    let tree = Tree::stages();
    tree.write("docs/work/src/drain.rs", "//! Ends.\n");
    tree.write("docs/work/src/pages.rs", "//! Computes.\n");
    tree.write("docs/work/README.md", "Read [`pages`](src/pages.rs) before [`drain`](src/drain.rs).\n");
    tree.write("docs/work/src/fetch.rs", "pub fn fetch() {}\n\nfn connect(send: Send) {}\n");
    let shown = tree.wide(120, "4 work");
    assert!(shown.starts_with("stage4-async and work\n") && shown.contains("must be `Send`"), "{shown}");
    in_order(&shown, &["/fetch.rs: ", "/crawl.rs: ", "/pages.rs: ", "/drain.rs: ", "/contract.rs: "]);
    let row = shown.lines().find(|line| line.contains("send: Send")).unwrap();
    assert!(row.split_once('│').is_some_and(|(old, _)| old.contains("connect()")), "{shown}");
    assert!(shown.contains("stage4_async::crawl") && shown.contains("work::crawl"), "{shown}");
    has(&tree.diff("--stat 4 work"), &["stage4-async and work\n"]);
    for words in ["", "--stat"] {
        let shown = tree.diff(words);
        has(&shown, &["stage4-async"]);
        has_no(&shown, "work");
    }
}

#[test]
fn the_files_that_carry_the_idea_come_first() {
    let tree = Tree::stages();
    for path in ["src/queue.rs", "src/lib.rs", "src/alarm.rs"] {
        tree.write(&format!("stage1-blocking/{path}"), "");
        tree.write(&format!("stage2-callbacks/{path}"), "");
    }
    for path in ["src/early.rs", "src/about.rs", "src/late.rs"] {
        tree.write(&format!("stage2-callbacks/{path}"), "");
    }
    tree.write("stage2-callbacks/README.md", "Read [`late`](src/late.rs) after [`early`](src/early.rs).\n");
    tree.write("stage1-blocking/src/old.rs", "");
    let shown = tree.diff("1 2");
    let shared = ["/fetch.rs", "/crawl.rs", "/alarm.rs", "/queue.rs", "/late.rs", "/early.rs", "/about.rs"];
    in_order(&shown, &[&shared[..], &["/lib.rs", "/main.rs", "/contract.rs", "/old.rs"]].concat());
}

#[test]
fn a_new_file_is_shown_and_a_gone_one_is_named() {
    let tree = Tree::stages();
    let doc = "//! [`Waker`]: how a\n//! task wakes. No more.\n\nstruct W;\n";
    tree.write("stage2-callbacks/src/wake.rs", doc);
    has(&tree.diff("1 2"), &["\nsrc/wake.rs: new, 4 lines\n", "   4   struct W;\n"]);
    let shown = tree.diff("2 3");
    has(&shown, &["\nsrc/wake.rs: gone, 4 lines. `Waker`: how a task wakes.\n"]);
    has_no(&shown, "struct W;");
    has(&tree.diff("2 3 wake.rs"), &["   4   struct W;\n"]);
    has(&tree.diff("2 3 --stat"), &["  src/fetch.rs             the same in both\n"]);
}

#[test]
fn what_the_next_stage_imports_is_kept() {
    let tree = Tree::stages();
    tree.write("stage3-futures/src/stream.rs", "use crate::source::Source;\nstruct Stream;\n");
    tree.write("stage3-futures/src/source.rs", "struct Source;\n");
    tree.write("stage3-futures/src/task.rs", "use crate::stream::Stream;\n");
    tree.write("stage3-futures/src/connect.rs", "use crate::stream::Stream;\nimpl Stream {}\n");
    tree.write("stage4-async/src/stream.rs", "use std::io;\nuse stage3_futures::stream::{Chunk, Stream};\n");
    let shown = tree.diff("3 4");
    for file in ["connect.rs: kept", "source.rs: kept", "stream.rs: kept", "task.rs: gone", "stream.rs: new"]
    {
        has(&shown, &[&format!("\nsrc/{file}, ")]);
    }
}

#[test]
fn no_line_is_wider_than_the_terminal_and_no_word_is_broken() {
    let tree = Tree::stages();
    let call = "self.attempt.reactor.set_timer(self.attempt.deadline(),self.callback(Fetcher::timed_out));\n";
    tree.write("stage2-callbacks/src/main.rs", &format!("// {}\n{call}", "word ".repeat(80)));
    for width in [60, 80, 100, 120, 133, 160] {
        let shown = tree.wide(width, "1 2 main.rs");
        assert!(shown.lines().all(|line| line.chars().count() <= width), "{shown}");
        assert_eq!(shown.matches("word").count(), 80, "{shown}");
        for name in ["reactor", "set_timer", "deadline", "callback", "Fetcher", "timed_out"] {
            assert!(shown.contains(name), "{name} is broken: {shown}");
        }
    }
}

#[test]
fn a_narrow_terminal_has_one_column() {
    let narrow = Tree::stages().wide(99, "1 2 main.rs");
    let stacked = "   2 -     stage1_blocking::crawl()\n   2 +     stage2_callbacks::crawl()\n   3   }\n";
    assert!(!narrow.contains('│') && narrow.contains(stacked), "{narrow}");
}

#[test]
fn colours_come_only_when_wanted() {
    let shown = |command: &mut Command| stdout(command.output().unwrap());
    let plain = shown(&mut command("diff 1 2"));
    assert!(plain.contains("stage1-blocking") && !plain.contains('\x1b'));
    let coloured = shown(command("diff 1 2").env("CLICOLOR_FORCE", "1"));
    assert!(coloured.contains("\x1b[31m"));
    let refused = shown(command("diff 1 2").env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"));
    assert_eq!(refused, plain);
}
