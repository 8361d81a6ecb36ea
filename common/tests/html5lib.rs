//! Replays html5lib's tokenizer tests, where they are at hand.
//!
//! No test there has a link. But many have a tag `a` or `h` with an attribute `a`, which becomes
//! `a` and `href`; and many are an entity alone, which becomes the value of an `href`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use url::Url;

mod page;

#[test]
fn links_are_the_hrefs_that_html5libs_tests_expect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/html5lib-tests/tokenizer");
    let Ok(files) = fs::read_dir(&folder) else {
        return println!("skipped: there is no {}", folder.display());
    };
    let mut replayed = 0;
    for path in
        files.map(|entry| entry.unwrap().path()).filter(|path| path.extension() == Some("test".as_ref()))
    {
        let suite: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        for test in suite["tests"].as_array().into_iter().flatten().filter(|test| begins_in_data(test)) {
            let input = test["input"].as_str().unwrap();
            if let Some((html, hrefs)) = tags(input, test).or_else(|| entity(input, test)) {
                assert_eq!(page::links("text/html", &html), resolved(&hrefs), "{html:?}");
                replayed += 1;
            }
        }
    }
    assert!(replayed > 2500, "only {replayed} tests were replayed");
}

fn begins_in_data(test: &Value) -> bool {
    let states = test["initialStates"].as_array();
    let begins = states.is_none_or(|states| states.contains(&"Data state".into()));
    begins && test["doubleEscaped"] != true
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
