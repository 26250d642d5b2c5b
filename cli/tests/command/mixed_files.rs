//! Random files in every form that files have, with titles and counts, mixed, cut and damaged: no
//! board is read but those that are meant, and no row is read as a board.

use crate::common::grid::Grid;
use crate::common::random::{Random, cases};
use crate::row_meanings::{Row, position, read};
use tilebase::Board;
use tilebase::text::{InputLayout, UnnamedGoal};

/// Letters of five scripts, of which words are made.
const SCRIPTS: [&str; 5] = [
    "abcdefghijklmnopqrstuvwyz",
    "αβγδεζηθικλμνξοπρστυφχψω",
    "абвгдежзиклмнопрстуфхцчшщыэюя",
    "的一是不了人我在有他这为之大来以个中上们",
    "אבגדהוזחטיכלמנסעפצקרשת",
];

fn word(random: &mut Random) -> String {
    let letters: Vec<char> = random.of(&SCRIPTS).chars().collect();
    let length = 3 + random.below(6);
    let mut word: String = (0..length).map(|_| random.of(&letters)).collect();
    if random.below(2) == 0 {
        word = word.chars().enumerate().fold(String::new(), |word, (at, letter)| match at {
            0 => word + &letter.to_uppercase().to_string(),
            _ => word + &letter.to_string(),
        });
    }
    word
}

/// A line that is no board: words, perhaps with a number.
fn title(random: &mut Random) -> String {
    let (one, other) = (word(random), word(random));
    let number = random.below(1000);
    match random.below(8) {
        0 => format!("{one}:"),
        1 => format!("{one} {number}"),
        2 => format!("{one} {number}:"),
        3 => format!("{one} {other}"),
        4 => format!("{one} {other} {number}."),
        5 => format!("--- {one} {number} ---"),
        6 => format!("{one} ="),
        _ => format!("{one} {other}:"),
    }
}

/// A file, and what may be said of it.
struct File {
    text: String,
    layout: InputLayout,
    boards: Vec<Grid>,
    /// The board that has gone wrong, if there is one.
    wrong: Option<usize>,
}

/// Changes a tile of one of some boards, now and then.
fn make_wrong(boards: &mut [Grid], random: &mut Random) -> Option<usize> {
    if random.below(4) > 0 {
        return None;
    }
    let wrong = random.below(boards.len());
    let cells = &mut boards[wrong].cells;
    let (count, at) = (cells.len(), random.below(cells.len()));
    let other = cells[(at + 1) % count];
    cells[at] = if random.below(2) == 0 || other == 0 { count } else { other };
    Some(wrong)
}

/// The rows of a board in one of the forms that grids have.
fn rows(grid: &Grid, form: usize) -> Vec<String> {
    let sign = ["0", "x", "_", "0"][form % 4];
    let (between, before, behind) = match form / 4 {
        0 => (",", "", ""),
        1 => (" | ", "| ", " |"),
        2 => (";", "", ""),
        _ => (" ", "", ""),
    };
    let words = grid.words(sign);
    words.chunks(grid.cols).map(|row| format!("{before}{}{behind}", row.join(between))).collect()
}

/// A file of grids.
fn grids(random: &mut Random) -> File {
    let (first, form) = (Grid::random(random), random.below(20));
    let mut boards: Vec<Grid> = (0..=random.below(4)).map(|_| first.other(random)).collect();
    let (are_stacked, titles) = (random.below(2) == 0, random.below(3));
    let has_sizes = random.below(4) == 0;
    // Without lines between them, the end of a board that has gone wrong may not be seen.
    let is_end_seen = !are_stacked && !has_sizes;
    let wrong = if is_end_seen { make_wrong(&mut boards, random) } else { None };
    let mut lines = Vec::new();
    if random.below(4) == 0 && !has_sizes && boards.len() != first.rows() {
        lines.push(boards.len().to_string());
    }
    if titles > 0 {
        lines.push(title(random));
    }
    for (at, grid) in boards.iter().enumerate() {
        if titles == 2 && at > 0 {
            let between = title(random);
            lines.push(random.of(&["---", "===", &between]).to_owned());
        }
        if has_sizes {
            lines.push(format!("{} {}", grid.rows(), grid.cols));
        }
        lines.extend(rows(grid, form));
        if !are_stacked {
            lines.push(String::new());
        }
    }
    match random.below(4) {
        0 => lines.push("EOF".to_owned()),
        1 if has_sizes => lines.push("0 0".to_owned()),
        _ => {}
    }
    let text = lines.join("\n") + "\n";
    File { text, layout: InputLayout::Grids, boards, wrong }
}

/// A file of lines.
fn lines(random: &mut Random) -> File {
    let mut boards: Vec<Grid> = (0..=random.below(4)).map(|_| Grid::random(random)).collect();
    let wrong = make_wrong(&mut boards, random);
    let mut lines = Vec::new();
    match random.below(4) {
        0 => lines.push(boards.len().to_string()),
        1 => lines.push(title(random)),
        _ => {}
    }
    for grid in &boards {
        let words = grid.words("0");
        let rows = |between: &str, between_rows: &str| {
            let rows: Vec<_> = words.chunks(grid.cols).map(|row| row.join(between)).collect();
            rows.join(between_rows)
        };
        let are_digits = words.len() < 11;
        lines.push(match random.below(6) {
            0 if are_digits => rows("", "/"),
            1 if are_digits && grid.cols > 2 => rows("", " "),
            // Four digits may be a number of boards.
            2 if grid.rows() == grid.cols && words.len() == 9 => words.concat(),
            3 => rows(",", "/"),
            4 => format!("[[{}]]", rows(",", "],[")),
            _ => rows(" ", " / "),
        });
        if random.below(8) == 0 {
            lines.push(random.of(&["---", "===", "# a comment"]).to_owned());
        }
    }
    if random.below(4) == 0 {
        let end = title(random);
        lines.push(random.of(&["EOF", "END OF FILE", "===", &end]).to_owned());
    }
    let text = lines.join("\n") + "\n";
    File { text, layout: InputLayout::Lines, boards, wrong }
}

/// A JSON array of boards.
fn array(random: &mut Random) -> File {
    let mut boards: Vec<Grid> = (0..3 + random.below(4)).map(|_| Grid::random(random)).collect();
    let wrong = make_wrong(&mut boards, random);
    let (form, between) = (random.below(3), random.of(&[",", ", ", ",\n  "]));
    let list = |grid: &Grid| {
        let rows: Vec<_> =
            grid.words("0").chunks(grid.cols).map(|row| format!("[{}]", row.join(","))).collect();
        match form {
            0 => format!("\"{}\"", grid_on_a_line(grid)),
            _ => format!("[{}]", rows.join(between)),
        }
    };
    let lists: Vec<_> = boards.iter().map(list).collect();
    let text = format!("[{}]\n", lists.join(between));
    File { text, layout: InputLayout::Array, boards, wrong }
}

fn grid_on_a_line(grid: &Grid) -> String {
    rows(grid, 16).join(" / ")
}

fn file(random: &mut Random) -> File {
    match random.below(5) {
        0 | 1 => lines(random),
        2 => array(random),
        _ => grids(random),
    }
}

fn check(case: u64) {
    let random = &mut Random::new(case);
    let File { mut text, layout, boards, wrong } = file(random);
    let size_of_first = boards[0].size();
    let have_one_size = boards.iter().all(|board| board.size() == size_of_first);
    let size = (have_one_size && random.below(3) == 0).then_some(size_of_first);
    let is_named = layout == InputLayout::Grids && random.below(3) == 0;
    let named = is_named.then_some(layout);
    let (found, _) = read(&text, named, size, UnnamedGoal::Pass);
    let found: Vec<Row> = found.unwrap_or_else(|why| panic!("case {case}: {why}:\n{text}"));
    let found: Vec<_> = found.into_iter().map(|row| row.ok().map(|(board, _)| board)).collect();
    let meant: Vec<_> =
        (0..boards.len()).map(|at| (wrong != Some(at)).then(|| position(&boards[at]))).collect();
    // The first rows of one that has gone wrong may be a board, if no size is known.
    if wrong != Some(0) || layout != InputLayout::Grids || found.iter().all(Option::is_some) {
        assert_eq!(found, meant, "case {case}:\n{text}");
    }
    if random.below(2) == 0 {
        return;
    }
    // The end is missing.
    let mut end = random.below(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    let Ok(found) = read(&text, named, size, UnnamedGoal::Pass).0 else { return };
    // Where something is invalid, nobody takes what is left for the whole.
    let Ok(found) = found.into_iter().collect::<Result<Vec<_>, _>>() else { return };
    let mut boards: Vec<_> = found.into_iter().map(|(board, _)| board).collect();
    // What is left of the first board, or of a line, may be a smaller one, and a size of two numbers
    // may be the first row of a board.
    let may_be_row = layout == InputLayout::Grids && size_of_first.cols == 2;
    if boards.len() < 2 || may_be_row {
        return;
    }
    let begin = text.rfind('\n').map_or(0, |at| at + 1);
    if boards.last().is_some_and(|last| Board::parse(&text[begin..], size).as_ref() == Ok(last)) {
        boards.pop();
    }
    let mut meant = meant.iter().flatten();
    for board in &boards {
        assert!(meant.any(|it| it == board), "case {case}: {board} was read of:\n{text}<");
    }
}

#[test]
fn files_have_the_boards_that_are_meant() {
    (0..4 * cases()).for_each(check);
}

/// The same with another seed for each, about three boards a file:
/// `cargo test --release --test command -- --ignored a_million_boards`.
///
/// Some files mean two things, such as a count that is a size, too. At most one file in 5,000 may be
/// read otherwise; it was one in 7,800 when this was written.
#[test]
#[ignore = "takes minutes"]
fn a_million_boards() {
    let cases = 1_000_000..1_350_000;
    let most = cases.clone().count() / 5000;
    let others = cases.filter(|&case| std::panic::catch_unwind(|| check(case)).is_err()).count();
    assert!(others <= most, "{others} files were read otherwise");
}
