//! `cargo workshop diff A B`: what it shows in the terminal.

use std::process::Command;

use crate::tools::{Tree, command, has, has_no, stdout};

#[test]
fn a_stage_goes_by_number_and_by_name_and_what_is_none_is_a_wrong_argument() {
    let tree = Tree::stages();
    let by_number = tree.diff("1 3");
    assert_eq!(by_number, tree.diff("stage1 stage3-futures"));
    assert!(by_number.starts_with("stage1-blocking and stage3-futures\n"));
    for (words, says) in
        [("1 9", "`9`"), ("1 9", ", stage4-async, work"), ("1 2 no.rs", "src/fetch.rs"), ("1", "<B>")]
    {
        let output = tree.run(&format!("diff {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}");
        has(&String::from_utf8(output.stderr).unwrap(), &[says]);
    }
}

#[test]
fn the_crawl_on_tokio_is_compared_only_if_it_is_named() {
    let tree = Tree::stages();
    let shown = tree.diff("4 work");
    assert!(shown.starts_with("stage4-async and work\n"), "{shown}");
    has(&shown, &["must be `Send`", "stage4_async::crawl", "work::crawl"]);
    for words in ["", "--stat"] {
        let shown = tree.diff(words);
        has(&shown, &["stage4-async"]);
        has_no(&shown, "work");
    }
}

#[test]
fn the_files_that_carry_the_idea_come_first() {
    let tree = Tree::stages();
    for (stage, files) in
        [("stage1-blocking", "queue lib alarm old"), ("stage2-callbacks", "queue lib alarm early about late")]
    {
        files.split(' ').for_each(|file| tree.write(&format!("{stage}/src/{file}.rs"), ""));
    }
    tree.write("stage2-callbacks/README.md", "Read [`late`](src/late.rs) after [`early`](src/early.rs).\n");
    let shown = tree.diff("1 2");
    let files = "fetch crawl alarm queue late early about lib main contract old".split(' ');
    let places: Vec<_> = files.map(|file| shown.find(&format!("/{file}.rs: ")).expect(file)).collect();
    assert!(places.is_sorted(), "{shown}");
}

#[test]
fn a_new_file_is_shown_and_a_gone_one_is_named() {
    let tree = Tree::stages();
    let doc = "//! [`Waker`]: how a\n//! task wakes. No more.\n\nstruct W;\n";
    tree.write("stage2-callbacks/src/wake.rs", doc);
    has(&tree.diff("1 2"), &["\nsrc/wake.rs: new, 4 lines\n", "   4 + struct W;\n"]);
    let shown = tree.diff("2 3");
    has(&shown, &["\nsrc/wake.rs: gone, 4 lines. `Waker`: how a task wakes.\n"]);
    has_no(&shown, "struct W;");
    has(&tree.diff("2 3 wake.rs"), &["   4 - struct W;\n"]);
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
fn of_a_change_the_old_lines_stand_above_the_new_ones_and_far_lines_alike_are_folded() {
    let tree = Tree::stages();
    let changed = "   2 -     stage1_blocking::crawl()\n   2 +     stage3_futures::crawl()\n   3   }\n";
    has(&tree.diff("1 3 main.rs"), &[changed]);
    for stage in ["stage1-blocking", "stage2-callbacks"] {
        let calls: String = (0..9).map(|number| format!("    call{number}();\n")).collect();
        tree.write(&format!("{stage}/src/main.rs"), &format!("fn main() {{\n{calls}    {stage}\n}}\n"));
    }
    has(&tree.diff("1 2 main.rs"), &["\nmain\n     ... 7 lines alike\n   8       call6();\n"]);
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
