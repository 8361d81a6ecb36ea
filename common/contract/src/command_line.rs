//! The command line: what the stage's program accepts, and what it prints.

use std::fs;

use practice_site::Answer;

use super::tools::{directory, page, path_in, site, start};
use super::{Site, Stage};

pub fn without_a_url_it_crawls_the_practice_site(stage: &Stage) {
    let ended = stage.run(&start(Site::builder()), &["--format", "json", "--max-pages=20", "--verbose"]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("practice site at http://127.0.0.1:"), "{}", ended.stderr);
    assert!(ended.json()["summary"]["pages"].as_u64() > Some(10), "{}", ended.stdout);
}

pub fn the_text_and_the_log_have_a_line_for_each_url(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/moved", "/lost"])),
        ("/moved", Answer::redirect(302, "/page")),
        ("/page", page()),
    ]);
    let address = site.address().to_string();
    let [quiet, ended] = [&[&*address][..], &["-v", &address]].map(|arguments| stage.run(&site, arguments));
    for path in ["/", "/lost", "/moved", "/page"] {
        let url = site.url(path).to_string();
        let has_url = |line: &&str| line.split_whitespace().nth(3) == Some(&url);
        let [mut listed, mut logged] =
            [&ended.stdout, &ended.stderr].map(|output| output.lines().filter(has_url));
        let lines = listed.next().zip(logged.next());
        assert!(lines.is_some_and(|(listed, logged)| listed.starts_with(logged)), "{path}: {ended:?}");
        assert_eq!((listed.next(), logged.next()), (None, None));
    }
    assert!(ended.stderr.ends_with("\n\n"), "a gap before the report: {}", ended.stderr);
    assert!(!ended.stderr.contains(['\r', '\x1b']), "escapes in a log: {}", ended.stderr);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""), "no progress line without a terminal");
}

pub fn each_option_has_its_effect(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/skip", "/moved", "/large", "/reset", "/beyond"])),
        ("/moved", Answer::redirect(302, "/behind")),
        ("/large", Answer::html("x".repeat(2000))),
        ("/reset", page().reset(0)),
        ("/silent", Answer::silent()),
    ]);
    let limits = "--max-redirects=0 --max-tries=2 --max-body=1000 --max-tasks=1 --max-pages=4";
    let others = "--exclude=/skip --obey-robots --format=json /";
    let ended = stage.run(&site, &limits.split(' ').chain(others.split(' ')).collect::<Vec<_>>());
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    let report = ended.json();
    assert_eq!(report["stage"], stage.name);
    assert_eq!(report["records"][1]["error"]["kind"], "too-large");
    assert_eq!(report["summary"]["beyond_max_pages"], 1);
    assert_eq!(site.paths(), ["/", "/large", "/moved", "/reset", "/robots.txt"]);
    assert_eq!((site.hits("/reset"), site.most_open()), (2, 1));
    for (option, kind) in [("--timeout=0.2", "timeout"), ("--public-only", "not-public")] {
        let root = site.url("/silent").to_string();
        let ended = stage.run(&site, &[option, "--max-tries=1", "--format=json", &root]);
        assert_eq!(ended.code, Some(1));
        assert_eq!(ended.json()["records"][0]["error"]["kind"], kind);
    }
}

pub fn no_user_and_no_password_of_a_url_is_printed_or_kept(stage: &Stage) {
    let secret = |url: &str| url.replacen("://", "://SECRET:SECRET@", 1);
    let is_silent = |text: &str| !text.contains("SECRET");
    let base = "<base href='http://SECRET:SECRET@base.test/'><a href=#x><a href='http://SECRET:SECRET@[/'>";
    let other = site([("/page", Answer::html(base)), ("/rules", Answer::body("text/plain", ""))]);
    let [page, rules, lost] = ["/page#none", "/rules", "/lost"].map(|path| secret(other.url(path).as_str()));
    let long = format!("http://SECRET:SECRET@long.test/{}", "x".repeat(9000));
    let links = [&*page, &lost, &long, "/moved", "/away", "/nowhere", "https://SECRET:SECRET@secure.test/"];
    let site = site([
        ("/", Answer::links(links)),
        ("/moved", Answer::redirect(302, &page)),
        ("/away", Answer::redirect(302, "https://SECRET:SECRET@secure.test/")),
        ("/nowhere", Answer::redirect(302, "http://SECRET:SECRET@[/")),
        ("/robots.txt", Answer::redirect(302, &rules)),
    ]);
    let roots = [&site, &other].map(|site| secret(site.url("/").as_str()));
    let directory = directory();
    for format in ["text", "json", "junit"] {
        let [journal, report] =
            ["journal", "report"].map(|file| path_in(&directory, &format!("{file}.{format}")));
        let options =
            format!("-v --check --fragments --obey-robots --max-tries=1 --format={format} --output");
        let files = [&*report, "--resume", &journal];
        let roots = roots.iter().map(String::as_str);
        let arguments: Vec<_> = options.split(' ').chain(files).chain(roots).collect();
        let ended = stage.run(&site, &arguments);
        assert_eq!(ended.code, Some(3), "{ended:?}");
        let other_options = stage.run(&site, &arguments[..arguments.len() - 1]);
        assert_eq!(other_options.code, Some(1), "{other_options:?}");
        let files = [journal, report].map(|file| fs::read_to_string(file).expect("it is there"));
        for printed in [ended.stdout, ended.stderr, other_options.stderr].iter().chain(&files) {
            assert!(!printed.is_empty() && is_silent(printed), "{printed}");
        }
    }
    let urls = "http://SECRET:SECRET@[/ SECRET:SECRET@h:99999 http://SECRET:SE/SECRET@h/ mailto:SECRET@h \
        ftp://SECRET:SECRET@h/ https://SECRET:SECRET@127.0.0.1:9/ --https://SECRET:SECRET@h/ -SECRET:SECRET@h";
    let options = ["--max-tasks=", "--exclude=(", "--format=", "--strategy="];
    let options = options.map(|option| format!("{option}http://SECRET:SECRET@h/"));
    for refused in urls.split(' ').chain(options.iter().map(String::as_str)) {
        let ended = stage.run(&site, &[refused, "--max-tries=1"]);
        assert!(matches!(ended.code, Some(1 | 2)), "{ended:?}");
        assert!(is_silent(&(ended.stdout + &ended.stderr)), "{refused}: {}", ended.stderr);
    }
}

pub fn errors_name_the_wrong_argument_and_say_what_is_expected(stage: &Stage) {
    for (arguments, says) in [
        ("--colour", "--colour"),
        ("--exclude=(", "--exclude"),
        ("--format=xml", "xml"),
        ("--max-tasks=0", "--max-tasks"),
        ("--max-tries=0", "--max-tries"),
        ("--max-pages=0", "--max-pages"),
        ("--timeout=-1", "--timeout"),
        ("--max-tasks=x", "expected a whole number from 1 on"),
        ("--max-tasks=100000000", "must be at most 10000"),
        ("--max-pages=1.5", "expected a whole number from 1 on"),
        ("--max-pages=99999999999999999999", "too large"),
        ("--max-tries=", "expected a whole number from 1 on"),
        ("--max-redirects=-1", "expected a whole number from 0 on"),
        ("--max-redirects=70000", "too large"),
        ("--output=/missing/same --resume=/missing/same", "--output and --resume name the same file"),
        ("--accept=404", "--check"),
        ("--accept=200", "expected statuses from 400 to 999"),
        ("--max-body=10MB", "expected a whole number from 0 on"),
        ("--delay=1s", "expected a whole number from 0 on"),
        ("--timeout=1s", "expected a number of seconds"),
        ("--timeout=1e-10", "must be over 0"),
        ("http://[", "http://["),
        ("mailto:a@b", "`mailto` URLs have no host"),
        ("ftp://files.test/", "ftp://files.test/: `ftp` is not supported"),
    ] {
        let ended = stage.run(&site([]), &arguments.split(' ').collect::<Vec<_>>());
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(ended.stderr.contains(says), "{arguments}: {}", ended.stderr);
    }
}

pub fn help_and_version_are_on_stdout(stage: &Stage) {
    for (option, start) in [("--help", ""), ("-h", ""), ("--version", stage.name)] {
        let ended = stage.run(&site([]), &[option]);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        assert!(ended.stdout.starts_with(start), "{}", ended.stdout);
        let long = ended.stdout.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "a terminal of 80 columns breaks this line");
    }
}
