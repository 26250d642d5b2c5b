//! Drawings: boards as text, and boards, distances and counts as pictures in SVG.
//!
//! The pictures fit a light page and a dark one: they take the colours that the reader's system
//! prefers. They have no background of their own.

use std::fmt::Write as _;

use crate::board::Board;
use crate::puzzle::{Metric, Move, SmallBoard, SmallShape};
use crate::text::{MoveError, Notation};

/// The colours, which are the same in all pictures, on a light page and then on a dark one. They
/// are literal: programs that make pixels or print know no variables of CSS.
const STYLE: &str = "\
<style>text{fill:#1f2933;font:20px sans-serif;text-anchor:middle}.small{font-size:13px}\
.tile{fill:#ecd6aa;stroke:#b59b63}.moved{fill:#f4a259;stroke:#b59b63}\
.frame{fill:none;stroke:#7b8794;stroke-width:2}.grid{stroke:#c9ced6}\
.line{fill:none;stroke:#2166ac;stroke-width:2}.dot,.bar,.less{fill:#2166ac}\
.bad,.more{fill:#c0392b}.expected{fill:none;stroke:#e08214;stroke-width:3}\
@media(prefers-color-scheme:dark){text{fill:#e4e7eb}.tile{fill:#4b4433;stroke:#8a7748}\
.moved{fill:#a85f1c;stroke:#8a7748}.frame{stroke:#616e7c}.grid{stroke:#3e4c59}\
.line{stroke:#67a9cf}.dot,.bar,.less{fill:#67a9cf}.bad,.more{fill:#ff7b6b}}</style>";

/// The pixels of a tile, and of the space between boards.
const TILE: usize = 48;
const GAP: usize = 20;

/// The most boards in a row of a picture.
const BOARDS_IN_A_ROW: usize = 6;

/// The pixels of a curve or a chart, and round it.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 56.0;

/// A board of any size as lines of text, and again after each move, with brackets round the tile
/// that moved if it is one. Ends with the first move that is illegal.
///
/// ```
/// use tilebase::puzzle::Metric;
/// use tilebase::text::Notation;
/// use tilebase::{Move, drawing};
/// let board = "1 2 / x 3".parse()?;
/// let text = drawing::steps(&board, &[Move::RIGHT], Metric::Single, Notation::Blank);
/// assert_eq!(text, " 1 2\n x 3\n\n1/1: r\n 1 2\n[3]x");
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
pub fn steps(board: &Board, moves: &[Move], metric: Metric, notation: Notation) -> String {
    let (mut text, mut board) = (grid(board, None), board.clone());
    for (number, &mv) in (1..).zip(moves) {
        let written = notation.format_on(&[mv], metric, &board);
        let (Ok(written), Some(after)) = (written, board.moved(mv)) else { break };
        let marked = metric.slides_one_tile().then(|| board.blank_cell());
        board = after;
        // Writing to a string cannot fail.
        let _ = write!(text, "\n\n{number}/{}: {written}\n{}", moves.len(), grid(&board, marked));
    }
    text
}

/// A board as lines of text, with brackets round the tile in a cell.
fn grid(board: &Board, marked: Option<usize>) -> String {
    let cols = board.shape().cols;
    let mut rows = Vec::new();
    for (row, cells) in format!("{board:#}").lines().enumerate() {
        let mut line: Vec<char> = format!(" {cells} ").chars().collect();
        let step = (line.len() - 1) / cols;
        if let Some(cell) = marked.filter(|cell| cell / cols == row) {
            let begin = cell % cols * step;
            (line[begin], line[begin + step]) = ('[', ']');
        }
        rows.push(line.into_iter().collect::<String>().trim_end().to_owned());
    }
    rows.join("\n")
}

/// A board to draw.
///
/// ```
/// use tilebase::{drawing::Frame, puzzle::SmallBoard};
/// let board: SmallBoard = "1 2 3 / 4 5 6 / 7 x 8".parse()?;
/// let frame = Frame { board, moved: Some(5), caption: String::new() };
/// assert_eq!(frame.text(), " 1 2 3\n 4[5]6\n 7 x 8");
/// assert!(tilebase::drawing::boards(&[frame]).starts_with("<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frame {
    /// The board.
    pub board: SmallBoard,
    /// The tile that moved last, which is marked.
    pub moved: Option<u8>,
    /// The text below the board in a picture.
    pub caption: String,
}

impl Frame {
    /// A board, and the board after each of some moves, with captions that say which.
    ///
    /// ```
    /// use tilebase::{Moves, drawing::Frame, puzzle::SmallBoard, text::Notation};
    /// let (board, moves): (SmallBoard, Moves) = ("1 2 / x 3".parse()?, "ru".parse()?);
    /// let frames = Frame::along(&board, &moves, Notation::Tiles)?;
    /// let captions: Vec<&str> = frames.iter().map(|frame| frame.caption.as_str()).collect();
    /// assert_eq!(captions, ["start", "1/2: 3", "2/2: 2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Notation::format_set_on`], if a move would leave the board.
    pub fn along(
        start: &SmallBoard,
        moves: &[Move],
        notation: Notation,
    ) -> Result<Vec<Frame>, MoveError> {
        let mut board = *start;
        let caption = if moves.is_empty() { "" } else { "start" }.to_owned();
        let mut frames = vec![Frame { board, moved: None, caption }];
        for (number, &mv) in (1..).zip(moves) {
            let written = notation.format_set_on(mv, &board)?;
            let blank = board.blank_cell();
            board.slide(mv);
            let caption = format!("{number}/{}: {written}", moves.len());
            frames.push(Frame { board, moved: Some(board.cells()[blank]), caption });
        }
        Ok(frames)
    }

    /// The board as lines of text, with brackets round the tile that moved.
    pub fn text(&self) -> String {
        let is_moved = |&tile: &u8| Some(tile) == self.moved;
        grid(&self.board.into(), self.board.cells().iter().position(is_moved))
    }
}

/// The frame around the tiles of a board.
fn frame_of(shape: SmallShape) -> String {
    let (wide, high) = (shape.cols() * TILE + 2, shape.rows() * TILE + 2);
    format!("<rect class=\"frame\" x=\"1\" y=\"1\" width=\"{wide}\" height=\"{high}\" rx=\"6\"/>")
}

/// A picture of boards, several in a row.
///
/// # Panics
///
/// If the boards differ in shape.
pub fn boards(frames: &[Frame]) -> String {
    let Some(first) = frames.first() else { return picture(0.0, 0.0, "") };
    let shape = first.board.shape();
    let has_captions = frames.iter().any(|frame| !frame.caption.is_empty());
    let (wide, high) = (shape.cols() * TILE + 4, shape.rows() * TILE + 4);
    let below = if has_captions { GAP } else { 0 };
    let beside = frames.len().min(BOARDS_IN_A_ROW);
    let rows = frames.len().div_ceil(BOARDS_IN_A_ROW);
    let mut svg = String::new();
    for (number, frame) in frames.iter().enumerate() {
        assert_eq!(frame.board.shape(), shape, "boards of one shape");
        let x = number % BOARDS_IN_A_ROW * (wide + GAP);
        let y = number / BOARDS_IN_A_ROW * (high + below + GAP);
        let _ = write!(svg, "<g transform=\"translate({x},{y})\">{}", frame_of(shape));
        for (cell, &tile) in frame.board.cells().iter().enumerate().filter(|(_, tile)| **tile != 0)
        {
            let class = if frame.moved == Some(tile) { "moved" } else { "tile" };
            let (x, y) = (cell % shape.cols() * TILE + 2, cell / shape.cols() * TILE + 2);
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" \
                 rx=\"5\"/><text x=\"{}\" y=\"{}\">{tile}</text>",
                x + 2,
                y + 2,
                x + TILE / 2,
                y + TILE / 2 + 7,
                side = TILE - 4,
            );
        }
        if !frame.caption.is_empty() {
            let caption = escaped(&frame.caption);
            let (x, y) = (wide / 2, high + GAP - 4);
            let _ = write!(svg, "<text class=\"small\" x=\"{x}\" y=\"{y}\">{caption}</text>");
        }
        svg.push_str("</g>");
    }
    let height = rows * (high + below) + (rows - 1) * GAP;
    let width = beside * wide + (beside - 1) * GAP;
    picture(width as f64, height as f64, &svg)
}

/// A picture that moves: the board, and its tiles as they slide, again and again. Ends at the first
/// move that is illegal. A move of several tiles is made one tile after the other.
///
/// ```
/// let board = "1 2 3 / 4 x 6 / 7 5 8".parse()?;
/// let svg = tilebase::drawing::animation(&board, &"dr".parse::<tilebase::Moves>()?.singles());
/// assert_eq!(svg.matches("<animateTransform").count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animation(start: &SmallBoard, moves: &[Move]) -> String {
    /// Seconds of a move, of which the tile slides for half, and moves' times of rest at both ends.
    const MOVE: f64 = 0.6;
    const RESTS: [f64; 2] = [1.0, 3.0];
    let shape = start.shape();
    let place = |cell: usize| {
        format!("{},{}", cell % shape.cols() * TILE + 4, cell / shape.cols() * TILE + 4)
    };
    // The places of each tile, each with the time from which it is there.
    let mut places: Vec<Vec<(f64, String)>> = vec![Vec::new(); shape.cells()];
    for (cell, &tile) in start.cells().iter().enumerate() {
        places[usize::from(tile)].push((0.0, place(cell)));
    }
    let (mut board, mut time) = (*start, RESTS[0]);
    for &mv in moves {
        let to = board.blank_cell();
        let Some(after) = board.moved(mv) else { break };
        let of_tile = &mut places[usize::from(after.cells()[to])];
        let from = of_tile.last().map(|(_, place)| place.clone()).unwrap_or_default();
        of_tile.extend([(time, from), (time + 0.5, place(to))]);
        (board, time) = (after, time + 1.0);
    }
    let all = time + RESTS[1];
    let mut svg = frame_of(shape);
    for (tile, places) in places.iter().enumerate().skip(1) {
        let first = places.first().map_or("", |(_, place)| place);
        let (side, middle) = (TILE - 4, TILE / 2 - 2);
        let _ = write!(
            svg,
            "<g transform=\"translate({first})\"><rect class=\"tile\" width=\"{side}\" \
             height=\"{side}\" rx=\"5\"/><text x=\"{middle}\" y=\"{}\">{tile}</text>",
            middle + 7
        );
        if let [_, _, .., (_, last)] = &places[..] {
            let times: Vec<_> = places.iter().map(|(at, _)| format!("{:.4}", at / all)).collect();
            let values: Vec<_> = places.iter().map(|(_, place)| &**place).collect();
            let _ = write!(
                svg,
                "<animateTransform attributeName=\"transform\" type=\"translate\" \
                 dur=\"{:.1}s\" repeatCount=\"indefinite\" keyTimes=\"{};1\" \
                 values=\"{};{last}\"/>",
                all * MOVE,
                times.join(";"),
                values.join(";")
            );
        }
        svg.push_str("</g>");
    }
    picture((shape.cols() * TILE + 4) as f64, (shape.rows() * TILE + 4) as f64, &svg)
}

/// A picture of the distances along moves, the first before the first move. A move that leads away
/// from the goal is marked. Unknown distances are left out.
///
/// ```
/// let svg = tilebase::drawing::distances(&[Some(2), Some(3), Some(2), None]);
/// assert_eq!(svg.matches("class=\"bad\"").count(), 1);
/// ```
pub fn distances(along: &[Option<u32>]) -> String {
    let most = along.iter().flatten().copied().max().unwrap_or(0).max(1);
    let steps = along.len().saturating_sub(1).max(1);
    let at = |move_number: usize, distance: u32| {
        let x = MARGIN + WIDTH * move_number as f64 / steps as f64;
        let y = MARGIN + HEIGHT * (1.0 - f64::from(distance) / f64::from(most));
        (x, y)
    };
    let mut svg = axes("Distance to the goal after each move", "moves", "distance");
    for tick in ticks(u64::from(most)) {
        let (_, y) = at(0, tick as u32);
        level(&mut svg, y, &tick.to_string());
    }
    for tick in ticks(steps as u64) {
        let (x, _) = at(tick as usize, 0);
        below(&mut svg, x, &tick.to_string());
    }
    let known: Vec<_> =
        along.iter().enumerate().filter_map(|(at, distance)| Some((at, (*distance)?))).collect();
    let points: Vec<String> = known
        .iter()
        .map(|&(number, distance)| at(number, distance))
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let _ = write!(svg, "<polyline class=\"line\" points=\"{}\"/>", points.join(" "));
    for &(number, distance) in &known {
        let before = number.checked_sub(1).and_then(|before| along[before]);
        let is_bad = before.is_some_and(|before| before < distance);
        let (class, radius) = if is_bad { ("bad", 5) } else { ("dot", 3) };
        let (x, y) = at(number, distance);
        let _ =
            write!(svg, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
    }
    chart(&svg)
}

/// A picture of the numbers of boards at distance 0, 1, 2, ...
///
/// ```
/// let svg = tilebase::drawing::counts(&[1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!(svg.matches("class=\"bar\"").count(), 7);
/// ```
pub fn counts(counts: &[u64]) -> String {
    chart(&bars("Boards at each distance from the goal", counts, &[]))
}

/// A picture of a sample of boards, with this title: how many are at distance 0, 1, 2, ..., and
/// where each tile was. `all` are the numbers of all boards, if they are known: a line is drawn
/// through what is expected. There is a map for each tile, where the goal has that tile. `seen` is
/// how often a tile, or 0 for the blank, was in a cell.
///
/// ```
/// let seen = [[2, 1, 1, 0], [0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1]];
/// let seen = |tile: u8, cell: usize| seen[usize::from(tile)][cell];
/// let goal = "1 2 / 3 x".parse()?;
/// let svg = tilebase::drawing::sample("4 boards", &[0, 1, 3], &[1, 3, 4], &goal, seen);
/// assert_eq!(svg.matches("class=\"bar\"").count(), 3);
/// assert!(svg.contains("<title>2 in cell 3: 1, expected 1.0</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample(
    title: &str,
    counts: &[u64],
    all: &[u64],
    goal: &SmallBoard,
    seen: impl Fn(u8, usize) -> u64,
) -> String {
    let (middle, title) = (MARGIN + WIDTH / 2.0, escaped(title));
    let (mut svg, mut height) = (small(middle, 16.0, &title), MARGIN - GAP as f64);
    if !counts.is_empty() {
        let beside = if all.is_empty() { "" } else { ", and as expected (the line)" };
        svg += &bars(&format!("Boards at each distance from the goal{beside}"), counts, all);
        height += HEIGHT + 2.0 * MARGIN;
    }
    svg += &small(middle, height, "How often each tile was in each cell: a map for each tile");
    height = maps(&mut svg, height + GAP as f64 / 2.0, goal, seen);
    picture(WIDTH + 2.0 * MARGIN, height, &svg)
}

/// A bar for each number of boards, and a line through what these would be if all boards were
/// equally likely, if the numbers of all boards are known.
fn bars(title: &str, counts: &[u64], all: &[u64]) -> String {
    let sum = |counts: &[u64]| counts.iter().map(|&number| u128::from(number)).sum::<u128>();
    let (boards, states) = (sum(counts), sum(all));
    let all = if states > 0 { all } else { &[] };
    let columns = counts.len().max(all.len());
    let largest = |counts: &[u64]| counts.iter().copied().max().unwrap_or(0);
    let expected = |number: u64| number as f64 * (boards as f64 / states as f64);
    let most = u128::from(largest(all)).saturating_mul(boards);
    let most = most.checked_div(states).map_or(0, |most| most as u64 + 1);
    let most = most.max(largest(counts)).max(1);
    let width = WIDTH / columns.max(1) as f64;
    let x = |distance: usize| MARGIN + (distance as f64 + 0.5) * width;
    let high = |boards: f64| HEIGHT * boards / most as f64;
    let (unit, boards) = unit_of(ticks(most).nth(1).unwrap_or(1));
    let mut svg = axes(title, "moves", boards);
    for tick in ticks(most) {
        level(&mut svg, MARGIN + HEIGHT - high(tick as f64), &(tick / unit).to_string());
    }
    for tick in ticks(columns.saturating_sub(1) as u64) {
        below(&mut svg, x(tick as usize), &tick.to_string());
    }
    for (distance, &boards) in counts.iter().enumerate() {
        let height = high(boards as f64);
        let beside = all.get(distance).map(|&all| format!(", expected {:.1}", expected(all)));
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
             <title>{distance}: {boards}{}</title></rect>",
            x(distance) - width * 0.4,
            MARGIN + HEIGHT - height,
            width * 0.8,
            beside.unwrap_or_default(),
        );
    }
    if !all.is_empty() {
        let y = |number: u64| MARGIN + HEIGHT - high(expected(number));
        let points = all.iter().enumerate();
        let points = points.map(|(at, &number)| format!("{:.1},{:.1}", x(at), y(number)));
        let points: Vec<_> = points.collect();
        let _ = write!(svg, "<polyline class=\"expected\" points=\"{}\"/>", points.join(" "));
    }
    svg
}

/// A map for each tile, below this height, and what its colours mean. Returns the height below.
fn maps(svg: &mut String, top: f64, goal: &SmallBoard, seen: impl Fn(u8, usize) -> u64) -> f64 {
    /// How many standard deviations have the full colour.
    const FULL: f64 = 4.0;
    let (shape, cells, gap) = (goal.shape(), goal.cells().len(), GAP as f64);
    let (rows, cols) = (shape.rows() as f64, shape.cols() as f64);
    let side = ((WIDTH / cols - gap) / cols).min(24.0);
    let (wide, high) = (cols * side + gap, rows * side + 1.5 * gap);
    let left = MARGIN + (WIDTH + gap - cols * wide) * 0.5;
    let expected = (0..cells).map(|cell| seen(0, cell)).sum::<u64>() as f64 / cells as f64;
    let deviation = (expected * (1.0 - 1.0 / cells as f64)).sqrt();
    let square = |x: f64, y: f64, off: f64, title: &str| {
        let class = if off < 0.0 { "less" } else { "more" };
        let opacity = (off.abs() / FULL).min(1.0);
        format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" \
             height=\"{side:.1}\" fill-opacity=\"{opacity:.2}\">{title}</rect>"
        )
    };
    let frame = |x: f64, y: f64, wide: f64, high: f64| {
        format!(
            "<rect class=\"frame\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" \
             height=\"{high:.1}\"/>"
        )
    };
    let text = |x: f64, y: f64, text: &str| {
        format!("<text class=\"small\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>")
    };
    for (place, &tile) in goal.cells().iter().enumerate() {
        let name = if tile == 0 { "blank".to_owned() } else { tile.to_string() };
        let x = left + (place % shape.cols()) as f64 * wide;
        let y = top + (place / shape.cols()) as f64 * high + gap;
        *svg += &text(x + cols * side / 2.0, y - 5.0, &name);
        for cell in 0..cells {
            let number = seen(tile, cell);
            let off = (number as f64 - expected) / deviation.max(f64::MIN_POSITIVE);
            let title =
                format!("<title>{name} in cell {cell}: {number}, expected {expected:.1}</title>");
            let x = x + (cell % shape.cols()) as f64 * side;
            *svg += &square(x, y + (cell / shape.cols()) as f64 * side, off, &title);
        }
        *svg += &frame(x, y, cols * side, rows * side);
    }
    let top = top + rows * high + gap;
    let middle = MARGIN + WIDTH / 2.0;
    for (number, off) in [-FULL, -FULL / 2.0, 0.0, FULL / 2.0, FULL].into_iter().enumerate() {
        let x = middle + (number as f64 - 2.5) * 3.0 * side;
        *svg += &square(x + side, top, off, "");
        *svg += &frame(x + side, top, side, side);
        let boards = format!("{:.0}", (expected + off * deviation).max(0.0));
        *svg += &text(x + 1.5 * side, top + side + 16.0, &boards);
    }
    let meaning = format!(
        "Expected {expected:.1} boards, with a standard deviation of {deviation:.1}: fewer are \
         blue, more are red"
    );
    *svg += &text(middle, top + side + 36.0, &meaning);
    top + side + 36.0 + gap
}

/// The title, and the names of the axes.
fn axes(title: &str, across: &str, up: &str) -> String {
    let middle = MARGIN + WIDTH / 2.0;
    let (above, below) = (MARGIN - 20.0, HEIGHT + 2.0 * MARGIN - 10.0);
    small(middle, above, title) + &small(middle, below, across) + &small(MARGIN + 12.0, above, up)
}

/// Small text.
fn small(x: f64, y: f64, text: &str) -> String {
    format!("<text class=\"small\" x=\"{x}\" y=\"{y}\">{text}</text>")
}

/// A line across, with its number before it.
fn level(svg: &mut String, y: f64, name: &str) {
    let _ = write!(
        svg,
        "<line class=\"grid\" x1=\"{MARGIN}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\"/>\
         <text class=\"small\" x=\"{}\" y=\"{:.1}\">{name}</text>",
        MARGIN + WIDTH,
        MARGIN / 2.0,
        y + 4.0
    );
}

/// A number below the picture.
fn below(svg: &mut String, x: f64, name: &str) {
    let y = MARGIN + HEIGHT + 20.0;
    let _ = write!(svg, "<text class=\"small\" x=\"{x:.1}\" y=\"{y}\">{name}</text>");
}

/// From 0 to at most `last`, about five round numbers: steps of 1, 2 or 5 times a power of ten.
fn ticks(last: u64) -> impl Iterator<Item = u64> {
    let powers = (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    let step = powers.into_iter().find(|step| last / step <= 6).unwrap_or(last.max(1));
    (0..=last / step).map(move |number| number * step)
}

/// The largest unit of which this number is a multiple, and how boards are called in it.
fn unit_of(number: u64) -> (u64, &'static str) {
    let units = [
        (1_000_000_000_000, "trillion boards"),
        (1_000_000_000, "billion boards"),
        (1_000_000, "million boards"),
        (1000, "thousand boards"),
    ];
    let unit = units.into_iter().find(|(size, _)| number > 0 && number.is_multiple_of(*size));
    unit.unwrap_or((1, "boards"))
}

fn chart(svg: &str) -> String {
    picture(WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN, svg)
}

/// A whole SVG picture of this width and height, in pixels.
fn picture(width: f64, height: f64, svg: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">{STYLE}{svg}</svg>\n"
    )
}

/// A text in which nothing is a tag.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (last, expected) in [
            (0, vec![0]),
            (1, vec![0, 1]),
            (6, vec![0, 1, 2, 3, 4, 5, 6]),
            (31, vec![0, 5, 10, 15, 20, 25, 30]),
            (80, vec![0, 20, 40, 60, 80]),
            (24_047, vec![0, 5000, 10_000, 15_000, 20_000]),
            (u64::MAX, (0..4).map(|i| i * 5_000_000_000_000_000_000).collect()),
        ] {
            assert_eq!(ticks(last).collect::<Vec<_>>(), expected, "{last}");
        }
        for (number, size, name) in [
            (0, 1, "boards"),
            (20, 1, "boards"),
            (20_000, 1000, "thousand boards"),
            (200_000_000_000, 1_000_000_000, "billion boards"),
        ] {
            assert_eq!(unit_of(number), (size, name));
        }
    }

    /// A tag for each tile, and every tag closed.
    #[test]
    fn pictures_are_whole() {
        let board: SmallBoard = "1 2 3 4 / 5 6 7 8 / 9 10 11 x".parse().unwrap();
        let caption = "1/8: <d> & u".to_owned();
        let frames = vec![Frame { board, moved: Some(11), caption }; 8];
        let all = boards(&frames);
        assert_eq!(all.matches("class=\"tile\"").count(), 8 * 10);
        assert_eq!(all.matches("class=\"moved\"").count(), 8);
        assert!(all.contains("1/8: &lt;d&gt; &amp; u") && all.contains("prefers-color-scheme"));
        let along = distances(&[Some(4), Some(5), None, Some(3), Some(2), Some(3)]);
        assert_eq!(along.matches("class=\"bad\"").count(), 2);
        assert_eq!(along.matches("class=\"dot\"").count(), 3);
        let none = sample("<", &[], &[], &board, |_, _| 0);
        assert!(none.contains(">&lt;<"), "{none}");
        let known = sample("", &[1, 2], &[], &board, |tile, cell| u64::from(tile) * cell as u64);
        for svg in
            [all, along, none, known, counts(&[1, 2, 4]), counts(&[]), distances(&[]), boards(&[])]
        {
            for tag in ["svg", "g", "text", "title", "style"] {
                let opened = svg.matches(&format!("<{tag}>")).count()
                    + svg.matches(&format!("<{tag} ")).count();
                assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
            }
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            // Programs that make pixels or print draw these black.
            assert!(!svg.contains("var("), "{svg}");
        }
    }
}
