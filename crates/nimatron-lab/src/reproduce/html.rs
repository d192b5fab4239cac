//! The report as one self-contained page: no network, no scripts, light and dark, for phones and for print.

use std::fmt::Write;

use super::{Machine, Paper, Plan, Reproduction, Settled, Table, Verdict};
use crate::duration;
use crate::picture::escaped;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d2127;--faint:#667;--line:#d9dce1;--ground:#fff;--soft:#f5f6f8;--accent:#1f5fa8;--good:#2b7a3a;--warn:#9a5b00;--bad:#b3261e}\
@media(prefers-color-scheme:dark){:root{--ink:#e4e6ea;--faint:#9aa3ad;--line:#363b42;--ground:#16181b;--soft:#1f2226;--accent:#7fb2ff;--good:#7fd18f;--warn:#f0b45b;--bad:#ff8a80}}\
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}\
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:2rem;line-height:1.2;margin:1rem 0}h2{margin:3rem 0 .5rem;border-bottom:2px solid var(--line);padding-bottom:.3rem}h3{margin:2.2rem 0 .3rem}\
h3 small{color:var(--faint);font-weight:400;font-size:.85rem}p{max-width:48rem}a{color:var(--accent)}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}\
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:.8rem 0;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line)}\
th[scope=row]{min-width:10rem}th{font-weight:600;color:var(--faint);font-size:.9rem}td.num{font:.92em ui-monospace,monospace;overflow-wrap:anywhere;max-width:26rem}\
.same{color:var(--good)}.differs,.paper-is-wrong{color:var(--warn)}.failed,.unexplained{color:var(--bad);font-weight:600}.extended{color:var(--accent)}.not-reproducible,.not-asked{color:var(--faint)}\
.why{color:var(--faint);font-size:.9rem}.sums{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding:0;list-style:none}.sums b{font-size:1.4rem;display:block}\
nav ul{columns:18rem;padding-left:1.2rem}nav li{break-inside:avoid}nav details{margin:.2rem 0}details{margin:.3rem 0 1rem}summary{cursor:pointer;color:var(--faint)}figure{margin:1rem 0}figure img{max-width:100%;height:auto;border:1px solid var(--line)}\
figcaption{color:var(--faint);font-size:.9rem}.facts{color:var(--faint);font-size:.9rem}\
@media print{body{font-size:10pt}details>*{display:block}nav{display:none}h2{break-before:page}tr,figure{break-inside:avoid}}";

/// The beginning of a page, by which it is recognised.
pub(super) const BEGINNING: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>nimatron: the papers reproduced";

/// The page.
pub(super) fn page(plan: &Plan, result: &Reproduction, machine: &Machine) -> String {
    let mut out = String::new();
    let rows = || result.tables.iter().flat_map(|(_, rows)| rows);
    // Writing to a string can't fail.
    let _ = write!(
        out,
        "{BEGINNING}</title>\
         <style>{STYLE}</style></head><body><main>\n<h1>The papers, reproduced</h1>\n\
         <p>Every table, every figure that is data and every number of the papers, beside what <b>nimatron</b> computes. \
         What is printed comes from files that cite the paper; what stands beside it was computed for this page by the commands that are named with each table.</p>\n\
         <p class=\"facts\">nimatron {} · {} · {} · {} rows, {} of computing{}</p>\n",
        escaped(&machine.version),
        escaped(&machine.date),
        escaped(&machine.processor),
        rows().count(),
        duration(result.seconds),
        if result.stopped { " · <b class=\"failed\">stopped before the end</b>" } else { "" },
    );
    let _ = write!(out, "<ul class=\"sums\">");
    for (class, name, count) in sums(rows()) {
        let _ = write!(out, "<li class=\"{class}\"><b>{count}</b>{name}</li>");
    }
    let _ = writeln!(out, "</ul>\n<nav aria-label=\"Tables\">");
    for paper in &plan.papers {
        let (id, title) = (anchor(&paper.name), escaped(&paper.title));
        let _ = writeln!(out, "<details><summary><a href=\"#{id}\">{title}</a></summary><ul>");
        for table in &paper.tables {
            let (id, title) = (anchor(&table.name), escaped(&table.title));
            let _ = writeln!(out, "<li><a href=\"#{id}\">{title}</a></li>");
        }
        out.push_str("</ul></details>\n");
    }
    out.push_str("</nav>\n");
    for paper in &plan.papers {
        write_paper(&mut out, paper, result);
    }
    out.push_str("</main></body></html>\n");
    out
}

/// The number of rows with each verdict.
fn sums<'a>(rows: impl Iterator<Item = &'a Settled>) -> Vec<(&'static str, &'static str, usize)> {
    let mut sums = vec![
        ("same", "same", 0),
        ("paper-is-wrong", "paper is wrong", 0),
        ("differs", "differs, explained", 0),
        ("extended", "extended", 0),
        ("not-reproducible", "not reproducible", 0),
        ("unexplained", "differs", 0),
        ("failed", "failed", 0),
        ("not-asked", "not asked", 0),
    ];
    for row in rows {
        let class = class(&row.verdict);
        if let Some(sum) = sums.iter_mut().find(|sum| sum.0 == class) {
            sum.2 += 1;
        }
    }
    sums.retain(|sum| sum.2 > 0);
    sums
}

fn class(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "same",
        Verdict::Differs(_) => "differs",
        Verdict::PaperIsWrong(_) => "paper-is-wrong",
        Verdict::Extended => "extended",
        Verdict::NotReproducible(_) => "not-reproducible",
        Verdict::Unexplained => "unexplained",
        Verdict::Failed(_) => "failed",
        Verdict::NotAsked => "not-asked",
    }
}

fn write_paper(out: &mut String, paper: &Paper, result: &Reproduction) {
    let _ = writeln!(out, "<h2 id=\"{}\">{}</h2>", anchor(&paper.name), escaped(&paper.title));
    out.push_str(&prose(&paper.about));
    for table in &paper.tables {
        let rows =
            result.tables.iter().find(|(name, _)| *name == table.name).map_or(&[][..], |(_, rows)| rows);
        write_table(out, table, rows, result);
    }
}

fn write_table(out: &mut String, table: &Table, rows: &[Settled], result: &Reproduction) {
    let (id, title, name) = (anchor(&table.name), escaped(&table.title), escaped(&table.name));
    let _ =
        writeln!(out, "<section aria-labelledby=\"{id}\"><h3 id=\"{id}\">{title} <small>{name}</small></h3>");
    out.push_str(&prose(&table.about));
    if !rows.is_empty() {
        out.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
        out.push_str(&title);
        out.push_str("\"><table><thead><tr><th scope=\"col\"></th><th scope=\"col\">paper</th><th scope=\"col\">here</th><th scope=\"col\">verdict</th></tr></thead><tbody>\n");
        for row in rows {
            let cell = |text: &Option<String>| {
                text.as_deref().map_or("–".into(), |text| escaped(&shortened(text)))
            };
            let why = match (row.verdict.why(), &row.note) {
                ("", None) => String::new(),
                ("", Some(note)) => format!(" <span class=\"why\">{}</span>", inline(note)),
                (why, _) => format!(": <span class=\"why\">{}</span>", inline(why)),
            };
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td><td><span class=\"{}\">{}</span>{why}</td></tr>",
                inline(&row.cell),
                cell(&row.paper),
                cell(&row.here),
                class(&row.verdict),
                row.verdict.word(),
            );
        }
        out.push_str("</tbody></table></div>\n");
    }
    if let Some(svg) = table.chart.as_ref().and_then(|chart| chart.svg(rows)) {
        picture(out, &svg, &format!("{}: here and in the paper", table.title));
    }
    for drawn in result.figures.get(&table.name).into_iter().flatten() {
        match &drawn.svg {
            Ok(svg) => picture(out, svg, &drawn.figure.caption),
            Err(error) => {
                let _ = writeln!(out, "<p class=\"failed\">No picture: {}</p>", escaped(error));
            }
        }
    }
    let mut commands: Vec<(&str, f64)> = Vec::new();
    for row in rows {
        if let (Some(command), Some(seconds)) = (&row.command, row.seconds)
            && !commands.iter().any(|(known, _)| known == command)
        {
            commands.push((command, seconds));
        }
    }
    if !commands.is_empty() {
        let _ = writeln!(out, "<details><summary>The commands, and how long they took</summary><ul>");
        for (command, seconds) in commands {
            let time = duration(seconds);
            let _ = writeln!(
                out,
                "<li><code>nimatron {}</code> <span class=\"why\">{time}</span></li>",
                escaped(command)
            );
        }
        out.push_str("</ul></details>\n");
    }
    out.push_str("</section>\n");
}

/// A picture embedded in the page. As an image it has its own styles, which follow the colour scheme.
fn picture(out: &mut String, svg: &str, caption: &str) {
    let mut data = String::with_capacity(svg.len() * 5 / 4);
    for byte in svg.bytes() {
        match byte {
            b'%' | b'#' | b'<' | b'>' | b'"' | b'&' | b'\n' | b'\r' | 0x80.. => {
                let _ = write!(data, "%{byte:02X}");
            }
            byte => data.push(char::from(byte)),
        }
    }
    let alt = escaped(&caption.replace(['*', '`'], ""));
    let _ = writeln!(
        out,
        "<figure><img loading=\"lazy\" alt=\"{alt}\" src=\"data:image/svg+xml,{data}\"><figcaption>{}</figcaption></figure>",
        inline(caption)
    );
}

/// The longest text in a cell; the data next to the page has the full text.
const LONGEST: usize = 400;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.into(),
    }
}

/// The anchor of a table on the page.
fn anchor(name: &str) -> String {
    name.replace('/', "-")
}

/// Paragraphs of a text.
fn prose(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| format!("<p>{}</p>\n", inline(paragraph))).collect()
}

/// Converts `code`, *emphasis* and **strong** to HTML.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('`').enumerate() {
        if i % 2 == 1 {
            let _ = write!(out, "<code>{}</code>", escaped(part));
            continue;
        }
        // A backslash escapes a star.
        let part = escaped(part).replace("\\*", "&#42;");
        let mut strong = false;
        for (j, piece) in part.split("**").enumerate() {
            if j > 0 {
                out.push_str(if strong { "</b>" } else { "<b>" });
                strong = !strong;
            }
            for (k, word) in piece.split('*').enumerate() {
                let stars = piece.matches('*').count();
                if k > 0 {
                    // An unpaired star stays a star.
                    out.push_str(match (k % 2, k == stars && stars % 2 == 1) {
                        (_, true) => "*",
                        (1, _) => "<em>",
                        _ => "</em>",
                    });
                }
                out.push_str(word);
            }
        }
        if strong {
            out.push_str("</b>");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_becomes_html() {
        assert_eq!(inline("a *b* `{0|*}` < **c**"), "a <em>b</em> <code>{0|*}</code> &lt; <b>c</b>");
        assert_eq!(inline("0, \\* and a lone *"), "0, &#42; and a lone *");
        assert_eq!(prose("one\n\ntwo"), "<p>one</p>\n<p>two</p>\n");
    }
}
