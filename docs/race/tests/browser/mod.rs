//! Chromium without a window, and what it says of a page.

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Longer than this means: hung.
const HUNG: Duration = Duration::from_secs(120);

/// Looks at a page in every way of looking at it.
const LOOK: &str = include_str!("look.js");

/// No updates, no reports, no first steps: nothing but the page.
const OPTIONS: [&str; 9] = [
    "--headless",
    // Time passes at once: long enough for what the frame says to arrive.
    "--virtual-time-budget=10000",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// How to look at a page.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub scheme: &'static str,
    pub width: u32,
}

/// In light and in dark, narrow and wide.
pub const VIEWS: [View; 4] = [
    View { scheme: "light", width: 400 },
    View { scheme: "dark", width: 400 },
    View { scheme: "light", width: 1300 },
    View { scheme: "dark", width: 1300 },
];

/// Fails unless the page is as it should be, and `more` finds nothing wrong, either.
pub fn look(page: &Path, view: View, more: &str) {
    let html = fs::read_to_string(page).unwrap();
    let number = number();
    let [copy, frame] = ["copy", "frame"].map(|name| page.with_extension(format!("{name}-{number}.html")));
    fs::write(&copy, with_script(&html, view, more)).unwrap();
    fs::write(&frame, framed(&copy, view)).unwrap();
    let dom = dom(&frame, view);
    let verdict = dom.split("data-verdict=\"").nth(1).and_then(|rest| rest.split('"').next());
    let verdict = verdict.unwrap_or("the page's script did not run to its end");
    assert_eq!(verdict, "fine", "{} in {view:?}", copy.display());
    [copy, frame].iter().for_each(|file| fs::remove_file(file).unwrap());
}

/// A page around the page: Chromium has no window as narrow as a telephone, but a frame may be.
fn framed(page: &Path, View { width, .. }: View) -> String {
    let name = page.file_name().unwrap().display();
    format!(
        "<!DOCTYPE html><html><head><meta charset=\"utf-8\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <script>onmessage = (event) => {{ document.body.dataset.verdict = event.data; }};</script></head>\
         <body><iframe src=\"{name}\" width=\"{width}\" height=\"2000\" frameborder=\"0\">\
         </iframe></body></html>"
    )
}

/// The page with our script before its own: its policy stays in force, but for ours.
fn with_script(html: &str, View { scheme, width, .. }: View, more: &str) -> String {
    let html = html.replacen("script-src ", "script-src 'nonce-look' ", 1);
    let html = html.replacen("<html ", &format!("<html data-scheme=\"{scheme}\" data-width=\"{width}\" "), 1);
    html.replacen("<style>", &format!("<script nonce=\"look\">{more}{LOOK}</script><style>"), 1)
}

/// What has become of the page once it is loaded.
fn dom(page: &Path, View { scheme, .. }: View) -> String {
    let profile =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("profile-{}-{}", process::id(), number()));
    let mut command = Command::new(browser());
    command.args(OPTIONS).arg(format!("--user-data-dir={}", profile.display()));
    command.arg(format!("--blink-settings=preferredColorScheme={}", u8::from(scheme == "light")));
    command.arg("--dump-dom").arg(format!("file://{}", page.display()));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (sender, dom) = channel();
    thread::spawn(move || {
        let mut text = Vec::new();
        // What can be read counts; a test that has failed meanwhile does not listen any more.
        let _ = stdout.read_to_end(&mut text);
        let _ = sender.send(text);
    });
    let dom = dom.recv_timeout(HUNG);
    if dom.is_err() {
        let _ = child.kill();
    }
    let _ = child.wait();
    // It may still be at it, and leftovers do no harm.
    let _ = fs::remove_dir_all(profile);
    String::from_utf8(dom.expect("Chromium hangs")).unwrap()
}

/// The browser that `CHROMIUM` names, or one of those that are often there.
fn browser() -> PathBuf {
    if let Some(browser) = env::var_os("CHROMIUM") {
        return browser.into();
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = env::split_paths(&path).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found =
        names.iter().find_map(|name| places.iter().map(|place| place.join(name)).find(|file| file.is_file()));
    found.unwrap_or_else(|| {
        panic!("no Chromium: install it (on Debian, `apt-get install chromium`) or set CHROMIUM")
    })
}

/// A number of this call's own: tests run at the same time.
fn number() -> usize {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    NUMBER.fetch_add(1, Ordering::Relaxed)
}
