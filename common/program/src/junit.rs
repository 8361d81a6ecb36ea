//! [`write_junit`]: the report as JUnit's XML, which Jenkins, GitLab and others read.

use std::collections::HashMap;
use std::io;
use std::time::Duration;

use common::Report;

use crate::check::{Broken, broken};

/// Writes a test case for each URL, and one for each fragment without a target. What is [broken](broken()) is a failure.
///
/// There is no standard: this is what the schema of Jenkins' xUnit plugin and that of Maven's Surefire have in common.
///
/// # Errors
/// If `out` fails.
pub fn write_junit(report: &Report, stage: &str, accept: &[u16], mut out: impl io::Write) -> io::Result<()> {
    let broken = broken(report, accept);
    let failures = broken.len();
    let tests = report.records.len() + report.missing_fragments.len();
    let (name, time) = (xml(stage), seconds(report.elapsed));
    let counts =
        format!("name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" time=\"{time}\"");
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites {counts}>\n  <testsuite {counts} skipped=\"0\">")?;
    let mut broken: HashMap<&str, &Broken> =
        broken.iter().map(|broken| (broken.url.as_str(), broken)).collect();
    for record in &report.records {
        let (url, host) = (record.url.as_str(), record.url.host_str().unwrap_or_default());
        write_case(host, url, record.elapsed, broken.remove(url), &mut out)?;
    }
    for fragment in &report.missing_fragments {
        let (url, host) = (fragment.url.as_str(), fragment.url.host_str().unwrap_or_default());
        write_case(host, url, Duration::ZERO, broken.remove(url), &mut out)?;
    }
    writeln!(out, "  </testsuite>\n</testsuites>")
}

fn write_case(
    host: &str,
    url: &str,
    time: Duration,
    broken: Option<&Broken>,
    mut out: impl io::Write,
) -> io::Result<()> {
    let (host, url, time) = (xml(host), xml(url), seconds(time));
    write!(out, "    <testcase classname=\"{host}\" name=\"{url}\" time=\"{time}\"")?;
    let Some(Broken { kind, why, found, .. }) = broken else { return writeln!(out, "/>") };
    let (kind, why, found) = (xml(kind), xml(why), xml(&found.join("\n")));
    writeln!(out, ">\n      <failure type=\"{kind}\" message=\"{why}\">{found}</failure>\n    </testcase>")
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// Returns `text` for an attribute or an element, without the characters that XML 1.0 (section 2.2) does not have.
fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\0'..'\t' | '\u{b}' | '\u{c}' | '\u{e}'..' ' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(char),
        }
    }
    escaped
}
