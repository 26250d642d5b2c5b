//! Bar charts of numbers.

use std::fmt::Write;

/// A chart with a line for each distance: the number of boards and a bar. There is no newline at
/// the end.
pub fn chart(counts: &[u64]) -> String {
    const WIDTH: u64 = 50;
    let most = counts.iter().copied().max().unwrap_or(1);
    let mut text = "distance         boards".to_owned();
    for (distance, &count) in counts.iter().enumerate() {
        // Rounded up, so that every distance with boards has a bar.
        let bar = "#".repeat((count * WIDTH).div_ceil(most) as usize);
        text.push('\n');
        text.push_str(format!("{distance:>8}  {count:>13}  {bar}").trim_end());
    }
    text
}

/// A chart with a line for each named number. The bar grows by one for each doubling.
pub fn logarithmic(bars: &[(String, f64)]) -> String {
    let width = bars.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, number) in bars {
        let doublings = number.max(1.0).log2().ceil();
        let bar: String =
            (0..=64).take_while(|&mark| f64::from(mark) <= doublings).map(|_| '#').collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<width$}  {number:>12.1}  {bar}");
    }
    text
}
