//! [`write_junit`]: the report as JUnit's XML, which Jenkins, GitLab and others read.

use std::collections::HashMap;
use std::io::{self, Write};
use std::time::Duration;

use common::text::printable;
use common::{Record, Report};
use url::Url;

use crate::check::Broken;

/// Writes a test case for each URL, and one for each fragment without a target and each link that is no URL. What is `broken` is
/// a failure.
///
/// There is no standard: this is what the schema of Jenkins' xUnit plugin and that of Maven's Surefire have in common.
///
/// # Errors
/// If `out` fails.
pub fn write_junit(report: &Report, stage: &str, broken: &[Broken], mut out: impl Write) -> io::Result<()> {
    let of_links = report.missing_fragments.len() + report.invalid_links.len();
    let (of_records, of_links) = broken.split_at(broken.len() - of_links);
    let hosts = report.missing_fragments.iter().map(|missing| Some(&missing.url));
    let hosts = hosts.chain(report.invalid_links.iter().map(|link| link.pages.first().map(|page| &**page)));
    let (tests, failures) = (report.records.len() + of_links.len(), broken.len());
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\"");
    let time = report.elapsed.as_secs_f64();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>")?;
    writeln!(out, "  <testsuite name=\"{stage}\" {counts} time=\"{time:.3}\">")?;
    let failures: HashMap<_, _> = of_records.iter().map(|broken| (broken.url.as_str(), broken)).collect();
    for Record { url, elapsed, .. } in &report.records {
        write_case(Some(url), url.as_str(), *elapsed, failures.get(url.as_str()).copied(), &mut out)?;
    }
    for (host, broken) in hosts.zip(of_links) {
        write_case(host, &broken.url, Duration::ZERO, Some(broken), &mut out)?;
    }
    writeln!(out, "  </testsuite>\n</testsuites>")
}

/// Writes a test case of this name, in the class of a URL's host.
fn write_case(
    host: Option<&Url>,
    name: &str,
    elapsed: Duration,
    broken: Option<&Broken>,
    mut out: impl Write,
) -> io::Result<()> {
    let host = host.and_then(|url| url.host_str()).unwrap_or_default();
    let ([host, name], time) = ([host, name].map(xml), elapsed.as_secs_f64());
    write!(out, "    <testcase classname=\"{host}\" name=\"{name}\" time=\"{time:.3}\">")?;
    if let Some(Broken { kind, why, found, .. }) = broken {
        let ([kind, why], found) = ([kind, why].map(|text| xml(text)), found.iter().map(|line| xml(line)));
        let found = found.collect::<Vec<_>>().join("\n");
        write!(out, "<failure type=\"{kind}\" message=\"{why}\">{found}</failure>")?;
    }
    writeln!(out, "</testcase>")
}

/// Returns a line of text for an attribute or an element. XML has no escapes for control characters and
/// U+FFFE (XML, section 2.2), so `printable` escapes them.
fn xml(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
