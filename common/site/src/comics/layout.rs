//! The frame that all pages share.

const STYLE: &str = "body{max-width:46em;margin:2em auto;padding:0 1em}\
body{font:17px/1.5 Georgia,serif;background:#fffaf0;color:#28283c}\
a{color:#a8321e}header img{vertical-align:middle;margin-right:.5em}nav a,footer a{margin-right:.8em}\
.strip{display:flex;gap:.8em}.strip p{flex:1;border:2px solid;background:#fff;padding:1em;min-height:7em}\
li{break-inside:avoid}.archive{columns:2}footer{margin-top:3em;border-top:1px solid;padding-top:.5em}";

/// Returns a whole page: `body` in the frame that all pages share.
pub(super) fn layout(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=en>\n<title>{title} - Ping and Poll</title>\n<style>{STYLE}</style>\n\
         <header><a href=\"/logo.png\"><img src=\"/logo.png\" alt=\"A speech bubble\"></a>\
         <a href=\"/\">Ping and Poll</a>, a comic strip about waiting</header>\n\
         <h1>{title}</h1>\n{body}\
         <footer><a href=\"/archive/\">Archive</a><a href=\"/about/\">About</a></footer>\n</html>\n"
    )
}
