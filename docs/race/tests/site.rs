//! `cargo workshop site`: what it serves, what it says, and what it does not take.

mod site_program;

use std::net::TcpListener;
use std::process::Output;

use site_program::{Program, run};

#[track_caller]
fn assert_fails(output: &Output, code: i32, says: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(says), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert!(output.stdout.is_empty());
}

#[test]
fn without_options_it_serves_the_comic_strips() {
    let site = Program::start(&[]);
    assert!(site.body("/").contains("Ping and Poll"));
    assert!(site.crawl().summary().pages > 110);
}

#[test]
fn a_directory_is_served_as_it_is() {
    let site = Program::start(&["--root", env!("CARGO_MANIFEST_DIR"), "--latency", "1"]);
    assert_eq!(site.body("/Cargo.toml"), include_str!("../Cargo.toml").replace("\r\n", "\n"));
    assert!(site.get("/no-such-file").starts_with("HTTP/1.0 404 "));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_it_has_seen() {
    let site = Program::start(&["--pages", "2"]);
    for path in ["/", "/page/1", "/page/1"] {
        site.get(path);
    }
    let output = site.interrupt();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let seen: Vec<&str> = stderr.lines().filter(|line| !line.is_empty()).collect();
    let expected = [
        "connections                 3",
        "requests                    3",
        "distinct paths              2",
        "most requests open at once  1",
        "answers sent to the end     3",
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = run(&["--port", &taken.local_addr().unwrap().port().to_string()]);
    assert_fails(&output, 1, &address);
    assert_fails(&output, 1, "`--port 0` takes any port that is free");
}

#[test]
fn a_directory_that_is_none_is_named() {
    assert_fails(&run(&["--port", "0", "--root", "/no/such/directory"]), 1, "/no/such/directory");
    assert_fails(&run(&["--port", "0", "--root", env!("CARGO_BIN_EXE_race")]), 1, "workshop");
}

#[test]
fn a_directory_is_not_generated() {
    assert_fails(&run(&["--root", ".", "--pages", "10"]), 2, "--pages");
}

#[test]
fn more_links_than_other_pages_are_refused() {
    assert_fails(&run(&["--pages", "5", "--links", "5"]), 2, "each has 4 others to link to");
}

#[test]
fn numbers_that_make_no_site_are_refused() {
    for argument in
        ["--pages=0", "--links=0", "--size=-1", "--size=2000000000", "--port=70000", "--latency=soon"]
    {
        let (option, _) = argument.split_once('=').unwrap();
        assert_fails(&run(&[argument]), 2, option);
    }
}

#[test]
fn the_long_help_has_an_example() {
    let output = run(&["--help"]);
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("cargo workshop site --pages"));
}
