//! `cargo workshop diff A B`: what it shows in the terminal.

mod diff_tools;

use diff_tools::{STAGES, Tree, command, stderr, stdout};

const THREE: &str = "fn first_of_three() {}\nfn second_of_three() {}\nfn third_of_three() {}\n";

#[test]
fn a_stage_goes_by_number_and_by_name() {
    let tree = Tree::new("names");
    let by_number = tree.shown(&["1", "3"]);
    assert_eq!(by_number, tree.shown(&["stage1", "stage3-futures"]));
    assert!(by_number.starts_with("stage1-blocking and stage3-futures\n"));
}

#[test]
fn an_unknown_stage_is_told_which_there_are() {
    let output = Tree::new("unknown-stage").diff(&["1", "5"]);
    assert_eq!(output.status.code(), Some(1));
    let message = stderr(&output);
    assert!(message.contains("`5`") && STAGES.iter().all(|stage| message.contains(stage)), "{message}");
}

#[test]
fn an_unknown_file_is_told_which_there_are() {
    let output = Tree::new("unknown-file").diff(&["1", "2", "nothing.rs"]);
    assert_eq!(output.status.code(), Some(1));
    let message = stderr(&output);
    assert!(message.contains("`nothing.rs`") && message.contains("src/fetch.rs"), "{message}");
}

#[test]
fn the_files_come_in_reading_order() {
    let tree = Tree::new("order-of-files");
    for path in ["src/queue.rs", "src/lib.rs", "src/alarm.rs"] {
        tree.write("stage1-blocking", path, "");
        tree.write("stage2-callbacks", path, "");
    }
    tree.write("stage2-callbacks", "src/about.rs", "");
    let shown = tree.shown(&["1", "2"]);
    let wanted = ["main", "lib", "fetch", "queue", "crawl", "alarm", "contract", "about"];
    let places: Vec<_> = wanted.iter().map(|name| shown.find(&format!("{name}.rs")).unwrap()).collect();
    assert!(places.is_sorted(), "{shown}");
}

#[test]
fn a_file_of_one_stage_is_summed_up() {
    let tree = Tree::new("summary");
    tree.write(
        "stage2-callbacks",
        "src/wake.rs",
        "//! [`Waker`]: how a\n//! task wakes. No more.\n\nstruct W;\n",
    );
    let line = "added: src/wake.rs, 4 lines: `Waker`: how a task wakes.\n";
    assert!(tree.shown(&["1", "2"]).contains(&format!("+ {line}")));
    assert!(tree.shown(&["2", "3"]).contains(&format!("- {}", line.replace("added", "removed"))));
}

#[test]
fn a_file_of_one_stage_is_shown_when_asked_for() {
    let tree = Tree::new("alone");
    tree.write("stage2-callbacks", "src/wake.rs", "struct Wake;\n");
    assert!(tree.shown(&["1", "2", "wake.rs"]).contains("1 + struct Wake;"));
}

#[test]
fn changed_lines_stand_beside_each_other() {
    let shown = Tree::new("beside").shown(&["1", "2", "main.rs", "--width", "120"]);
    let line = shown.lines().find(|line| line.contains("stage1_blocking::")).unwrap();
    assert!(line.starts_with("   2 ~ ") && line.contains("│    2 ~     stage2_callbacks"), "{shown}");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let tree = Tree::new("wide");
    tree.write("stage2-callbacks", "src/main.rs", &format!("// {}\n", "word ".repeat(80)));
    for width in [100, 133, 160] {
        let shown = tree.shown(&["1", "2", "--width", &width.to_string()]);
        assert!(shown.lines().all(|line| line.chars().count() <= width), "{shown}");
        assert_eq!(shown.matches("word").count(), 80);
    }
}

#[test]
fn a_narrow_terminal_has_one_column() {
    let tree = Tree::new("narrow");
    let narrow = tree.shown(&["1", "2", "--width", "99"]);
    assert!(!narrow.contains('│') && narrow.contains("   2 -     stage1_blocking::crawl()\n"), "{narrow}");
    assert!(!tree.shown(&["1", "2", "--width", "160", "-u"]).contains('│'));
}

#[test]
fn lines_that_moved_are_not_changed() {
    let tree = Tree::new("moved");
    tree.write("stage1-blocking", "src/crawl.rs", &format!("{THREE}\nfn crawl() {{}}\n"));
    tree.write("stage2-callbacks", "src/crawl.rs", "fn crawl() {}\n");
    tree.write("stage2-callbacks", "src/extra.rs", &format!("//! Extra.\n\n{THREE}"));
    let shown = tree.shown(&["1", "2", "crawl.rs"]);
    assert!(shown.contains("moved to src/extra.rs, line 3") && shown.contains("1 < fn first"), "{shown}");
    assert!(shown.contains("0 added, 1 removed, 0 moved"), "{shown}");
    assert!(tree.shown(&["1", "2"]).contains("src/extra.rs, 5 lines (3 moved): Extra."));
}

#[test]
fn two_lines_elsewhere_are_alike_by_chance() {
    let tree = Tree::new("chance");
    let two = THREE.lines().take(2).map(|line| format!("{line}\n}}\n\n")).collect::<String>();
    tree.write("stage1-blocking", "src/crawl.rs", &two);
    tree.write("stage2-callbacks", "src/extra.rs", &two);
    assert!(!tree.shown(&["1", "2", "crawl.rs"]).contains("moved to"));
}

#[test]
fn the_table_counts_every_pair_of_neighbours() {
    let tree = Tree::new("stat");
    let stay = "fn one() {}\nfn two() {}\nfn three() {}\nfn four() {}\n";
    tree.write("stage1-blocking", "src/crawl.rs", &format!("{THREE}{stay}fn end() {{}}\n"));
    tree.write("stage2-callbacks", "src/crawl.rs", &format!("{stay}{THREE}fn more() {{}}\nfn most() {{}}\n"));
    let table = tree.shown(&["--stat"]);
    assert_eq!(table.matches(" and ").count(), 3, "{table}");
    let row = table.lines().find(|line| line.contains("src/crawl.rs")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["src/crawl.rs", "2", "1", "3"], "{table}");
}

#[test]
fn colours_come_only_when_wanted() {
    let plain = command(&["1", "2"]).output().unwrap();
    assert!(plain.status.success() && !stdout(&plain).contains('\x1b'));
    let coloured = command(&["1", "2"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(stdout(&coloured).contains("\x1b[31m"));
    let refused = command(&["1", "2"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert_eq!(stdout(&refused), stdout(&plain));
}
