//! Bar charts of numbers.

use std::fmt::Write;

/// A chart with a line for each number, such as a distance, with its boards and a bar. There is no
/// newline at the end.
pub fn chart(title: &str, counts: impl Iterator<Item = (u32, u64)> + Clone) -> String {
    const WIDTH: u128 = 50;
    let most = counts.clone().map(|(_, count)| count).max().unwrap_or(1);
    let width = title.len().max(8);
    let mut text = format!("{title:>width$}         boards");
    for (number, count) in counts {
        // Rounded up, so that every number with boards has a bar.
        let bar = "#".repeat((u128::from(count) * WIDTH).div_ceil(most.into()) as usize);
        text.push('\n');
        text.push_str(format!("{number:>width$}  {count:>13}  {bar}").trim_end());
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
