//! The pages around the strips.

use super::layout::layout;
use super::{STRIPS, strip};

/// A speech bubble, 32 by 32.
pub(super) const LOGO: &[u8] = b"\
    \x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x20\x00\x00\x00\x20\x02\
    \x03\x00\x00\x00\x0e\x14\x92\x67\x00\x00\x00\x0c\x50\x4c\x54\x45\xff\xfa\xf0\x28\x28\x3c\xff\xff\xff\
    \xc8\x3c\x28\x2d\xf6\x1f\xb0\x00\x00\x00\x01\x74\x52\x4e\x53\x00\x40\xe6\xd8\x66\x00\x00\x00\x53\x49\
    \x44\x41\x54\x78\xda\x63\x60\x20\x02\x30\x86\x82\x81\x03\x03\xeb\x2a\x30\x08\x60\x60\x83\x30\x26\x10\
    \xc9\xf8\xb7\xfa\xd7\xfa\x57\x40\xc6\xea\xff\xeb\xff\xed\xff\x85\x95\x01\x57\x43\x84\x81\x70\x67\x30\
    \x86\x66\x2d\x05\x3b\x8c\x81\x21\x6b\x09\xd4\xb1\x59\x13\x60\x0c\x07\x28\x23\x13\xe6\x8f\x14\x18\x23\
    \x00\xc6\x70\x20\xe4\x75\x00\xec\x40\x56\xa1\x67\xaf\xe3\xbc\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\
    \x60\x82";

pub(super) fn front() -> String {
    let newest = strip::body(STRIPS);
    let title = strip::title(STRIPS);
    let body = format!(
        "<h2><a href=\"/latest\">{title}</a></h2>\n{newest}\
         <p>New here? Begin with <a href=\"/first\">the first strip</a>, or with\n\
         <a href=\"/best\">the one everybody sends around</a>.\n"
    );
    layout("Today's strip", &body)
}

pub(super) fn archive() -> String {
    let mut list = String::from("<ul class=archive>\n");
    for number in 1..=STRIPS {
        list += &format!("<li><a href=\"/strip/{number}\">{}</a>\n", strip::title(number));
    }
    layout("Archive", &(list + "</ul>\n"))
}

pub(super) fn about() -> String {
    let body = "<p>Ping is a duck, Poll is a parrot. They wait for things, each in a way of their own.\n\
        <p>Nobody drew these strips: they are put together from a few sentences, the same ones at every visit.\n\
        <p>See also <a href=\"/corners\">the odd corners</a> of this site, the <a href=\"/archive\">archive</a>,\n\
        and <a href=\"/fan-art/\">what readers sent us</a>.\n\
        <p>Elsewhere: <a href=\"http://elsewhere.invalid/\">a friend's page</a>,\n\
        <a href=\"https://secure.invalid/\">a careful friend's page</a>.\n";
    layout("About", body)
}

pub(super) fn corners() -> String {
    let body = "<ul>\n\
        <li><a href=\"/classic\">A classic</a>, by another road than the front page takes\n\
        <li><a href=\"/old/1\">An address that moved</a>, and moved, and moved\n\
        <li><a href=\"/loop/a\">An address that moves for ever</a>\n\
        <li><a href=\"/strip/0\">The strip before the first</a>\n\
        <li><a href=\"/statistics\">Statistics</a>, which were never finished\n\
        <li><a href=\"/caf%C3%A9/\">The caf&eacute;</a>, which kept its old charset\n\
        </ul>\n";
    layout("Odd corners", body)
}

/// Returns a page to be sent as ISO-8859-1.
pub(super) fn cafe() -> String {
    let body = "<p>The café on the jetty is open while you wait. Soup, crème brûlée, and a view of the bell.\n\
        <p><a href=\"/café/menü\">Das Menü</a>\n";
    layout("The café", body)
}

pub(super) fn menu() -> String {
    layout("Menü", "<p>Soup. When the kettle whistles: tea. <a href=\"/café/\">Zurück</a>\n")
}
