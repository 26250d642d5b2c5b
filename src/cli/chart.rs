//! Boards at each distance, as a bar chart.

use std::fmt::Write;

/// A line for each distance: how many boards, and a bar. No newline at the end.
pub fn chart(counts: &[u64]) -> String {
    const WIDTH: u64 = 50;
    let most = counts.iter().copied().max().unwrap_or(1);
    let mut text = "distance         boards".to_owned();
    for (distance, &count) in counts.iter().enumerate() {
        // Rounded up: no distance that has boards is without a bar.
        let bar = "#".repeat((count * WIDTH).div_ceil(most) as usize);
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{distance:>8}  {count:>13}  {bar}");
    }
    text
}
