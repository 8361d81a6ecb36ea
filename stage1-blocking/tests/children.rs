//! The child processes: what becomes of a page when its child ends, and of a child when its parent does.

use std::path::Path;

use common::Options;
use practice_site::{Answer, Site};
use stage1_blocking::strategies::processes;

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let options = Options::new([]);
    assert!(processes::crawl(Path::new("there is no such program"), &options).is_err());
}

#[cfg(unix)]
#[test]
fn a_page_whose_child_ends_at_once_is_an_error() {
    let site = Site::builder().page("/", Answer::html("")).start().expect("a socket");
    let report = processes::crawl(Path::new("true"), &Options::new([site.url("/")])).expect("a process");
    let kinds: Vec<_> = report.records.iter().filter_map(|record| record.failure()).collect();
    assert_eq!((kinds, report.unfinished, site.connections()), (vec!["connect".to_owned()], 0, 0));
}

#[cfg(unix)]
mod signalled {
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    use practice_site::{Answer, Site};
    use serde_json::Value;

    const HUNG: Duration = Duration::from_secs(60);

    fn site() -> Site {
        let pages = Site::builder().page("/", Answer::links(["/held", "/other"])).hold("/held");
        ["/held", "/other"]
            .iter()
            .fold(pages, |site, page| site.page(*page, Answer::html("")))
            .start()
            .unwrap()
    }

    /// A crawl with one child, which waits for the page that is held.
    fn begin(site: &Site) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stage1-blocking"));
        command.args(["--strategy=processes", "--max-tasks=1", "--format=json", site.url("/").as_str()]);
        let parent = command.stdout(Stdio::piped()).spawn().unwrap();
        assert!(site.wait_until(|site| site.unanswered() == ["/held"], HUNG));
        parent
    }

    fn run(program: &str, arguments: [&str; 3]) {
        assert!(Command::new(program).args(arguments).status().unwrap().success());
    }

    #[test]
    fn the_page_of_a_child_that_is_killed_is_fetched_by_another() {
        let site = site();
        let parent = begin(&site);
        run("pkill", ["-KILL", "-P", &parent.id().to_string()]);
        assert!(site.wait_until(|site| site.hits("/held") == 2, HUNG), "the page is not tried again");
        site.release("/held");
        let output = parent.wait_with_output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let tries = [0, 1, 2].map(|index| report["records"][index]["tries"].as_u64());
        assert_eq!((tries, output.status.code()), ([Some(1), Some(2), Some(1)], Some(0)));
    }

    #[test]
    fn no_child_outlives_a_parent_that_is_killed() {
        let site = site();
        let mut parent = begin(&site);
        parent.kill().unwrap();
        parent.wait().unwrap();
        assert!(site.wait_until(|site| site.open() == 0, HUNG), "{} are open", site.open());
    }

    /// In a terminal, Ctrl-C reaches every process of the group.
    #[test]
    fn a_signal_to_the_children_leaves_the_page_to_the_parent() {
        let site = site();
        let parent = begin(&site);
        run("pkill", ["-INT", "-P", &parent.id().to_string()]);
        run("kill", ["-s", "INT", &parent.id().to_string()]);
        let output = parent.wait_with_output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((report["summary"]["unfinished"].as_u64(), output.status.code()), (Some(2), Some(130)));
        assert_eq!(report["records"].as_array().unwrap().len(), 1);
    }
}
