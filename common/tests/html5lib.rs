//! Replays html5lib's tokenizer tests, where they are at hand.
//!
//! No test there has a link. But many have a tag `a` or `h` with an attribute `a`, which becomes
//! `a` and `href`; and many are an entity alone, which becomes the value of an `href`. Those that
//! begin in text are put into an element whose content is text, with one link in that text and
//! one behind it. And each input must have the links that html5gum finds.

use std::fs;
use std::path::Path;

use common::fetch::http::ContentType;
use serde_json::Value;
use url::Url;

mod oracle;
mod page;

/// Calls `replay` with each test and its input, and returns how many times that was.
fn replayed(mut replay: impl FnMut(&Value, &str) -> usize) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/html5lib-tests/tokenizer");
    let Ok(files) = fs::read_dir(&folder) else {
        println!("skipped: there is no {}", folder.display());
        return usize::MAX;
    };
    let mut replayed = 0;
    for path in
        files.map(|entry| entry.unwrap().path()).filter(|path| path.extension() == Some("test".as_ref()))
    {
        let suite: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        for test in suite["tests"].as_array().into_iter().flatten() {
            if let Some(input) = input(test) {
                replayed += replay(test, &input);
            }
        }
    }
    replayed
}

/// The input of a test; `None` if it is no Unicode.
fn input(test: &Value) -> Option<String> {
    let input = test["input"].as_str()?;
    let is_escaped = test["doubleEscaped"] == true;
    if is_escaped { serde_json::from_str(&format!("\"{input}\"")).ok() } else { Some(input.to_owned()) }
}

/// The states in which the test is to begin.
fn states(test: &Value) -> Vec<&str> {
    let states = test["initialStates"].as_array();
    states.map_or_else(|| vec!["Data state"], |states| states.iter().filter_map(Value::as_str).collect())
}

#[test]
fn links_are_the_hrefs_that_html5libs_tests_expect() {
    let replayed = replayed(|test, input| {
        let begins_in_data = states(test).contains(&"Data state") && test["doubleEscaped"] != true;
        let page = begins_in_data.then(|| tags(input, test).or_else(|| entity(input, test))).flatten();
        let Some((html, hrefs)) = page else { return 0 };
        assert_eq!(page::links("text/html", &html), resolved(&hrefs), "{html:?}");
        1
    });
    assert!(replayed > 2500, "only {replayed} tests were replayed");
}

#[test]
fn text_ends_where_html5libs_tests_expect_its_end_tag() {
    let replayed = replayed(|test, input| {
        let in_elements = states(test).into_iter().flat_map(elements);
        let pages = in_elements.map(|element| {
            let html = format!("<{element}><a href=no>{}<a href=end>", renamed(input, test, element));
            let expected: &[&str] = if text_ends(test) { &["end"] } else { &[] };
            assert_eq!(page::links("text/html", &html), resolved(expected), "{html:?}");
            assert_as_html5gum(&html);
        });
        pages.count()
    });
    assert!(replayed > 600, "only {replayed} tests were replayed");
}

#[test]
fn links_are_those_that_html5gum_finds_in_html5libs_tests() {
    let replayed = replayed(|test, input| {
        let with_links = input.replace("<h a", "<a href").replace("<a a", "<a href");
        for input in [input, &with_links] {
            for end in
                ["", "<a href=end>", " href=end>", "'><a href=end>", "\"><a href=end>", "--><a href=end>"]
            {
                assert_as_html5gum(&format!("{input}{end}"));
                for element in states(test).into_iter().flat_map(elements) {
                    assert_as_html5gum(&format!("<{element}>{}{end}", renamed(input, test, element)));
                }
            }
        }
        1
    });
    assert!(replayed > 6000, "only {replayed} tests were replayed");
}

fn assert_as_html5gum(html: &str) {
    let page = Url::parse(page::PAGE).expect("a URL");
    for content_type in ["text/html", "application/xhtml+xml"] {
        let content_type = ContentType::parse(content_type).expect("a type");
        let ours = common::page::links::links(html.as_bytes(), &page, &content_type);
        assert_eq!(ours, oracle::links(html.as_bytes(), &page, &content_type), "{content_type:?}: {html:?}");
    }
}

/// The elements whose content the tokenizer reads in this state.
fn elements(state: &str) -> &'static [&'static str] {
    match state {
        "RCDATA state" => &["title", "textarea"],
        "RAWTEXT state" => &["style", "xmp", "iframe", "noembed", "noframes"],
        "Script data state" => &["script"],
        "PLAINTEXT state" => &["plaintext"],
        _ => &[],
    }
}

/// The input with the element's name where the test has that of the last start tag, which alone
/// its end tags can end.
fn renamed(input: &str, test: &Value, element: &str) -> String {
    let Some(name) = test["lastStartTag"].as_str() else { return input.to_owned() };
    let mixed = |name: &str| {
        let (first, rest) = name.split_at(1);
        format!("{first}{}", rest.to_ascii_uppercase())
    };
    input
        .replace(name, element)
        .replace(&name.to_ascii_uppercase(), &element.to_ascii_uppercase())
        .replace("xMp", &mixed(element))
}

/// Whether the text ends, and nothing is left open at the end.
fn text_ends(test: &Value) -> bool {
    let ends = test["output"].as_array().into_iter().flatten().any(|token| token[0] == "EndTag");
    let is_open = |error: &Value| error["code"].as_str().is_some_and(|code| code.starts_with("eof-in-"));
    ends && !test["errors"].as_array().into_iter().flatten().any(is_open)
}

/// The input with its attributes made links, and what they are expected to be.
fn tags<'a>(input: &str, test: &'a Value) -> Option<(String, Vec<&'a str>)> {
    let html = input.replace("<h a", "<a href").replace("<a a", "<a href");
    let tags = test["output"].as_array()?.iter().filter(|token| token[0] == "StartTag");
    (html != input).then(|| (html, tags.filter_map(|tag| tag[2]["a"].as_str()).collect()))
}

/// A link that is the entity of which the input consists.
fn entity<'a>(input: &str, test: &'a Value) -> Option<(String, Vec<&'a str>)> {
    let name = input.strip_prefix('&')?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"#;".contains(&byte));
    let text = test["output"][0][1].as_str()?;
    // In an attribute, an entity that stops short of the name is none: `&noti;` is no `&not`.
    let is_whole = !text.contains(|c: char| c == ';' || c.is_ascii_alphanumeric());
    (is_name && is_whole).then(|| (format!("<a href='{input}'>"), vec![text]))
}

fn resolved(hrefs: &[&str]) -> Vec<String> {
    let page = Url::parse(page::PAGE).expect("a URL");
    let urls = hrefs.iter().filter_map(|href| page.join(href).ok());
    urls.map(|url| url.as_str().split('#').next().expect("a split has a first part").to_owned()).collect()
}
