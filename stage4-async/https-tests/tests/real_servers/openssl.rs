//! OpenSSL's own server, which answers one connection after the other, in HTTP/1.0 without a length.

use std::process::Command;
use std::sync::{Arc, Mutex};

use common::crawl::options::Hook;
use https_tests::authority::Authority;
use https_tests::process::serving;
use https_tests::{crawled, url};

use super::address;

/// The page that it makes says whether the session was resumed.
#[test]
#[ignore = "needs nginx, openssl and python3-doc"]
fn a_session_is_resumed_where_openssl_allows_it() {
    let authority = Authority::new("The tests' authority");
    let files = tempfile::tempdir().expect("a folder");
    let [certificate, key] = authority.issue(&["127.0.0.1"]).write(files.path(), "s_server");
    for (options, is_resumed) in [
        (&["-tls1_2"][..], true),
        (&["-tls1_2", "-no_ticket"], true),
        (&["-tls1_2", "-no_ticket", "-no_cache"], false),
        (&["-tls1_3"], true),
        (&["-tls1_3", "-no_ticket"], true),
        (&["-tls1_3", "-num_tickets", "0"], false),
    ] {
        let address = address();
        let mut command = Command::new("openssl");
        command.args(["s_server", "-www", "-accept", &address.to_string(), "-cert"]).arg(&certificate);
        command.arg("-key").arg(&key).args(options);
        let _server = serving(command, &[address], &files.path().join("s_server.log"));
        let pages = Arc::<Mutex<Vec<String>>>::default();
        let seen = Arc::clone(&pages);
        let roots = (0..4).map(|page| url("https", address, &format!("/{page}")));
        let report = crawled(roots, &authority.pem(), |options| {
            options.max_tasks = 1;
            options.on_response = Some(Hook::new(move |_, response| {
                seen.lock().expect("no panic").push(String::from_utf8_lossy(&response.body).into_owned());
            }));
        });
        assert_eq!(report.summary().pages, 4, "{options:?}: {report:?}");
        let pages = pages.lock().expect("no panic");
        let resumed: Vec<_> = pages.iter().map(|page| page.contains("\nReused, TLSv1.")).collect();
        assert_eq!(resumed, [false, is_resumed, is_resumed, is_resumed], "{options:?}: {pages:?}");
    }
}
