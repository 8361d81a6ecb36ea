//! Which parts of a file stand side by side: those of one function in both stages.
//!
//! A part is a function, a type or an implementation, up to the next one. A future belongs to the function
//! that it is named after: `FetchOnce` to `fetch_once`. A part that the other file does not have by name
//! belongs to the part that takes the same step, or else to the part above it.

use std::ops::Range;

use heck::ToSnakeCase;

use crate::outline::{Kind, outline};

/// The code of a step of a crawl in every stage, whatever its function is called.
const STEPS: [&str; 5] = [".again(", "Phase::Connecting", "Phase::Sending", "Phase::Reading", ".settle("];

/// The lines of one side that belong together, which need not be neighbours.
#[derive(Default)]
pub struct Half<'a> {
    /// The functions and types, in order.
    pub names: Vec<&'a str>,
    /// The indices of the lines.
    pub lines: Vec<usize>,
}

/// A function, a type or an implementation.
struct Part<'a> {
    /// The name as code has it.
    label: &'a str,
    /// The name that it has in common with what belongs to it.
    name: String,
    step: Option<&'static str>,
    lines: Range<usize>,
}

/// Divides two files into sections, in the order of the old one. The first holds what is above all parts.
pub fn sections(texts: [&str; 2]) -> Vec<[Half<'_>; 2]> {
    let all = texts.map(parts);
    let [old, new] = &all;
    let first_of_name = |part: &Part<'_>| partner(&new[partner(part, new)?], old);
    let old_homes = homes(old, |part| first_of_name(part).map(|index| index + 1));
    let new_homes = homes(new, |part| partner(part, old).map(|index| old_homes[index]));
    let mut sections: Vec<[Half<'_>; 2]> = (0..=old.len()).map(|_| Default::default()).collect();
    for (side, (parts, homes)) in all.into_iter().zip([old_homes, new_homes]).enumerate() {
        let above = parts.first().map_or(texts[side].lines().count(), |part| part.lines.start);
        sections[0][side].lines.extend(0..above);
        parts.into_iter().zip(homes).for_each(|(part, home)| sections[home][side].take(part));
    }
    sections.retain(|halves| halves.iter().any(|half| !half.lines.is_empty()));
    sections
}

/// Returns the section of each part: what `own` says, or else the section of the part above.
fn homes<'a>(parts: &[Part<'a>], own: impl Fn(&Part<'a>) -> Option<usize>) -> Vec<usize> {
    let with_above = parts.iter().scan(0, |above, part| {
        *above = own(part).unwrap_or(*above);
        Some(*above)
    });
    with_above.collect()
}

/// Returns the first part of the same name, or else of the same step.
fn partner(part: &Part<'_>, others: &[Part<'_>]) -> Option<usize> {
    let named = others.iter().position(|other| other.name == part.name);
    named.or_else(|| others.iter().position(|other| part.step.is_some() && other.step == part.step))
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let items = outline(text);
    let futures = items.iter().filter(|item| item.kind == Kind::Impl && item.of() == Some("Future"));
    let futures: Vec<_> = futures.map(|item| item.name).collect();
    let common_name =
        |name: &str| if futures.contains(&name) { name.to_snake_case() } else { name.to_owned() };
    let (mut parts, mut head): (Vec<Part<'_>>, _) = (Vec::new(), None);
    for item in &items {
        match item.kind {
            // The head of an implementation belongs to its first function.
            Kind::Impl if item.of().is_none() => head = Some(item.start),
            Kind::Function if item.of().is_some() => {}
            _ => {
                let start = head.take().unwrap_or(item.start);
                if let Some(above) = parts.last_mut() {
                    above.lines.end = start;
                }
                let lines = start..text.lines().count();
                parts.push(Part { label: item.name, name: common_name(item.name), step: None, lines });
            }
        }
    }
    let lines: Vec<_> = text.lines().collect();
    // The first step counts, so that it is set last.
    for step in STEPS.iter().rev() {
        let takes = |part: &&Part<'_>| lines[part.lines.clone()].iter().any(|line| line.contains(step));
        let names: Vec<_> = parts.iter().filter(takes).map(|part| part.name.clone()).collect();
        parts.iter_mut().filter(|part| names.contains(&part.name)).for_each(|part| part.step = Some(step));
    }
    parts
}

impl<'a> Half<'a> {
    fn take(&mut self, part: Part<'a>) {
        if !self.names.contains(&part.label) {
            self.names.push(part.label);
        }
        self.lines.extend(part.lines);
    }
}
