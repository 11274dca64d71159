//! The picture: a panel a program and one of their mean, a line an order.

use std::fmt::Write;

/// Steps of a line.
pub const STEPS: usize = 100;

/// A search order with its shares of the best coverage, from 0 to 1, a panel each.
pub struct Line<'a> {
    pub name: &'a str,
    pub panels: Vec<Vec<f64>>,
}

const WIDTH: f64 = 250.0;
const HEIGHT: f64 = 180.0;
const GAP: f64 = 45.0;
const COLUMNS: usize = 4;
const COLOURS: [&str; 15] = [
    "#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f",
    "#bcbd22", "#17becf", "#000000", "#ff9896", "#98df8a", "#c5b0d5", "#9edae5",
];

/// The picture as SVG.
pub fn draw(lines: &[Line<'_>], panels: &[&str], seconds: f64) -> String {
    let mut titles = vec!["mean of all"];
    titles.extend(panels);
    let rows = titles.len().div_ceil(COLUMNS);
    let (width, legend) = (
        COLUMNS as f64 * (WIDTH + GAP) + GAP,
        lines.len().div_ceil(COLUMNS),
    );
    let height = rows as f64 * (HEIGHT + GAP) + GAP + legend as f64 * 18.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (index, title) in titles.iter().enumerate() {
        let left = GAP + (index % COLUMNS) as f64 * (WIDTH + GAP);
        let top = GAP / 2.0 + (index / COLUMNS) as f64 * (HEIGHT + GAP);
        axes(&mut svg, title, left, top, seconds);
        for (line, colour) in lines.iter().zip(COLOURS.iter().cycle()) {
            let values: Vec<f64> = match index.checked_sub(1) {
                Some(panel) => line.panels[panel].clone(),
                None => (0..=STEPS).map(|step| mean(&line.panels, step)).collect(),
            };
            curve(&mut svg, &values, colour, left, top);
        }
    }
    for (index, (line, colour)) in lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let left = GAP + (index % COLUMNS) as f64 * (WIDTH + GAP);
        let top = rows as f64 * (HEIGHT + GAP) + GAP / 2.0 + (index / COLUMNS) as f64 * 18.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"14\" height=\"4\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            left + 20.0,
            top + 6.0,
            line.name
        );
    }
    svg += "</svg>\n";
    svg
}

fn mean(panels: &[Vec<f64>], step: usize) -> f64 {
    panels.iter().map(|panel| panel[step]).sum::<f64>() / panels.len() as f64
}

fn axes(svg: &mut String, title: &str, left: f64, top: f64, seconds: f64) {
    let (right, bottom) = (left + WIDTH, top + HEIGHT);
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{title}</text>\
         <path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"black\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">100 %</text>\
         <text x=\"{}\" y=\"{bottom}\" text-anchor=\"end\">0</text>\
         <text x=\"{right}\" y=\"{}\" text-anchor=\"end\">{seconds} s</text>",
        top - 6.0,
        left - 4.0,
        top + 8.0,
        left - 4.0,
        bottom + 14.0,
    );
}

fn curve(svg: &mut String, values: &[f64], colour: &str, left: f64, top: f64) {
    let mut path = String::new();
    for (step, value) in values.iter().enumerate() {
        let x = left + WIDTH * step as f64 / STEPS as f64;
        let y = top + HEIGHT * (1.0 - value.clamp(0.0, 1.0));
        let _ = write!(path, "{}{x:.1} {y:.1}", if step == 0 { "M" } else { "L" });
    }
    let _ = writeln!(
        svg,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.3\"/>"
    );
}
