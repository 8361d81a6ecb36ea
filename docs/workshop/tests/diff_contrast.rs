//! `cargo workshop diff --html`: whatever is coloured can be read, in light and in dark.

use std::collections::HashMap;

const STYLE: &str = include_str!("../src/diff/page.css");

/// What WCAG 2 asks of text, at level AA.
const ENOUGH: f64 = 4.5;

const BACKGROUNDS: [&str; 6] = ["page", "removed", "removed-part", "added", "added-part", "moved"];
const TEXTS: [&str; 5] = ["text", "comment", "keyword", "literal", "type"];

#[test]
fn code_can_be_read_on_every_background() {
    let (light, dark) = STYLE.split_once("@media (prefers-color-scheme: dark)").unwrap();
    for (scheme, colours) in [("light", colours(light)), ("dark", colours(dark))] {
        for background in BACKGROUNDS {
            for text in TEXTS {
                let contrast = contrast(colours[background], colours[text]);
                assert!(contrast >= ENOUGH, "{scheme}: {text} on {background} has {contrast:.2}");
            }
        }
    }
}

/// The colours by name: `--name: #rrggbb;`
fn colours(style: &str) -> HashMap<&str, u32> {
    let declarations = style.split("--").filter_map(|rest| rest.split_once(": #"));
    declarations
        .filter_map(|(name, rest)| Some((name, u32::from_str_radix(rest.get(..6)?, 16).ok()?)))
        .collect()
}

/// <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>
fn contrast(one: u32, other: u32) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>
fn luminance(colour: u32) -> f64 {
    let [_, red, green, blue] = colour.to_be_bytes().map(|channel| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}
