//! [`write_junit`]: the report as JUnit's XML, which Jenkins, GitLab and others read.

use std::collections::HashMap;
use std::io::{self, Write};
use std::time::Duration;

use common::Report;
use common::text::printable;

use crate::check::Broken;

/// Writes a test case for each URL, and one for each fragment without a target. What is `broken` is a failure.
///
/// There is no standard: this is what the schema of Jenkins' xUnit plugin and that of Maven's Surefire have in common.
///
/// # Errors
/// If `out` fails.
pub fn write_junit(report: &Report, stage: &str, broken: &[Broken], mut out: impl Write) -> io::Result<()> {
    let records = report.records.iter().map(|record| (&*record.url, record.elapsed));
    let fragments = report.missing_fragments.iter().map(|missing| (&missing.url, Duration::ZERO));
    let (tests, failures) = (records.len() + fragments.len(), broken.len());
    let broken: HashMap<_, _> = broken.iter().map(|broken| (broken.url.as_str(), broken)).collect();
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\"");
    let time = report.elapsed.as_secs_f64();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>")?;
    writeln!(out, "  <testsuite name=\"{stage}\" {counts} time=\"{time:.3}\">")?;
    for (url, elapsed) in records.chain(fragments) {
        let [host, name] = [url.host_str().unwrap_or_default(), url.as_str()].map(xml);
        let time = elapsed.as_secs_f64();
        write!(out, "    <testcase classname=\"{host}\" name=\"{name}\" time=\"{time:.3}\">")?;
        if let Some(Broken { kind, why, found, .. }) = broken.get(url.as_str()) {
            let ([kind, why], found) =
                ([kind, why].map(|text| xml(text)), found.iter().map(|line| xml(line)));
            let found = found.collect::<Vec<_>>().join("\n");
            write!(out, "<failure type=\"{kind}\" message=\"{why}\">{found}</failure>")?;
        }
        writeln!(out, "</testcase>")?;
    }
    writeln!(out, "  </testsuite>\n</testsuites>")
}

/// Returns a line of text for an attribute or an element. XML has no escapes for control characters and
/// U+FFFE (XML, section 2.2), so `printable` escapes them.
fn xml(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
