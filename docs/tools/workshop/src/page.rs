//! A web page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Returns a page that needs no network, in light and in dark. `style` is CSS.
pub fn document(title: &str, style: &str, body: Markup) -> String {
    page(title, html! { style { (PreEscaped(style)) } }, html! { body { (body) } })
}

/// Returns a whole page, in light and in dark. `style` is the element of its style, or a link to that.
pub fn page(title: &str, style: Markup, body: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                (style)
            }
            (body)
        }
    };
    page.into_string()
}
