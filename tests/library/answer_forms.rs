//! Answers in every form and notation, changed in up to three places, with their meaning known: no
//! form is read as something else, and no verdict on one is false.
//!
//! Boards, moves and their names are this file's own: nothing of the library makes what is expected
//! of it, but the distances.

use tilebase::check::{Verdict, claims_unsolvable};
use tilebase::oracle::Outcome;
use tilebase::puzzle::Metric;
use tilebase::text::Notation;
use tilebase::{Board, Tablebase};

use crate::common::random::{Random, cases};

/// A board, the blank being 0.
#[derive(Clone, PartialEq)]
struct Grid {
    cells: Vec<usize>,
    cols: usize,
}

/// Down, left, right and up, as in the library's order of letters.
const OPPOSITE: [usize; 4] = [3, 2, 1, 0];

impl Grid {
    fn goal(rows: usize, cols: usize) -> Grid {
        let mut cells: Vec<usize> = (1..=rows * cols).collect();
        cells[rows * cols - 1] = 0;
        Grid { cells, cols }
    }

    fn blank(&self) -> usize {
        self.cells.iter().position(|&tile| tile == 0).expect("a blank")
    }

    /// Where the blank goes, if it stays on the board.
    fn target(&self, way: usize) -> Option<usize> {
        let (blank, cols) = (self.blank(), self.cols);
        match way {
            0 => (blank + cols < self.cells.len()).then_some(blank + cols),
            1 => (blank % cols > 0).then(|| blank - 1),
            2 => (blank % cols + 1 < cols).then_some(blank + 1),
            _ => blank.checked_sub(cols),
        }
    }

    fn slide(&mut self, way: usize) -> bool {
        let (blank, target) = (self.blank(), self.target(way));
        target.map(|target| self.cells.swap(blank, target)).is_some()
    }

    fn text(&self) -> String {
        let rows = self
            .cells
            .chunks(self.cols)
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>().join(" / ")
    }
}

/// What an answer says: moves of the blank, and whether all of them are legal.
struct Meaning {
    ways: Vec<usize>,
    is_legal: bool,
}

/// An answer that is being written: the words of each move, and how they are put together.
struct Draft {
    notation: Notation,
    items: Vec<String>,
    /// Between moves.
    between: &'static str,
    /// How the numbers of steps are written, with `#` for the number, and the numbers of moves in
    /// each.
    steps: Option<(&'static str, Vec<usize>)>,
    /// Before and behind all.
    around: (String, String),
    /// True if the text must not be read, and if it need not be.
    is_wrong: bool,
    is_loose: bool,
}

/// What may number steps. `Move #` alone does so only beside a step of several moves.
const STEPS: [&str; 9] =
    ["#. ", "#) ", "(#) ", "Step #: ", "Step # ", "#: ", "Move #: ", "**#.** ", "- Step #. "];

impl Draft {
    fn text(&self) -> String {
        let (before, behind) = &self.around;
        let mut text = before.clone();
        match &self.steps {
            None => text += &self.items.join(self.between),
            Some((sign, lengths)) => {
                let mut items = self.items.iter();
                for (number, &length) in (1..).zip(lengths) {
                    if number > 1 {
                        text += if self.between == "\n" { "\n" } else { ", " };
                    }
                    text += &sign.replace('#', &number.to_string());
                    let own: Vec<&str> = items.by_ref().take(length).map(String::as_str).collect();
                    text += &own.join(if self.between == "\n" { ", " } else { self.between });
                }
            }
        }
        text + behind
    }
}

/// A way on a board to its goal, with up to three changes, in a form. Returns the board, the
/// answer, and what it means.
fn answer(random: &mut Random) -> (Grid, Draft, Meaning) {
    let (rows, cols) = (2 + random.below(3), 2 + random.below(3));
    let mut board = Grid::goal(rows, cols);
    let mut ways = Vec::new();
    for _ in 0..random.below(11) {
        let way = random.below(4);
        if board.slide(way) {
            ways.insert(0, OPPOSITE[way]);
        }
    }
    let notation = random.of(&Notation::ALL);
    let mut changes = random.below(4);
    // What the answer names: directions, or the tiles or cells in the order in which they slide.
    let mut after = board.clone();
    let mut names: Vec<usize> = ways
        .iter()
        .map(|&way| {
            let target = after.target(way).expect("a legal move");
            let tile = after.cells[target];
            after.slide(way);
            match notation {
                Notation::Tiles => tile,
                Notation::Cells => target,
                _ => way,
            }
        })
        .collect();
    while changes > 0 && random.below(2) == 0 {
        changes -= 1;
        let at = random.below(names.len() + 1);
        let most = if notation.needs_board() { board.cells.len() } else { 4 };
        let other = random.below(most);
        let other = if notation == Notation::Tiles { other.max(1) } else { other };
        match random.below(3) {
            0 if at < names.len() => drop(names.remove(at)),
            1 if at < names.len() => names[at] = other,
            _ => names.insert(at, other),
        }
    }
    // What they mean.
    let (mut after, mut meant, mut slides) = (board.clone(), Vec::new(), Vec::new());
    for &name in &names {
        let way = (0..4).find(|&way| {
            after.target(way).is_some_and(|target| match notation {
                Notation::Tiles => after.cells[target] == name,
                Notation::Cells => target == name,
                _ => way == name,
            })
        });
        slides.push(way);
        let Some(way) = way else { break };
        after.slide(way);
        meant.push(way);
    }
    let is_legal = meant.len() == names.len();
    slides.resize(names.len(), None);
    let mut draft = written(random, &board, notation, &names, &slides);
    for _ in 0..changes {
        change(random, &mut draft);
    }
    (board, draft, Meaning { ways: meant, is_legal })
}

/// Names of moves in a form.
#[expect(clippy::too_many_lines, reason = "every way to write an answer, one after the other")]
fn written(
    random: &mut Random,
    board: &Grid,
    notation: Notation,
    names: &[usize],
    slides: &[Option<usize>],
) -> Draft {
    let words = ["down", "left", "right", "up"];
    let signs: Vec<Vec<char>> =
        ["↓←→↑", "⬇⬅➡⬆", "⇓⇐⇒⇑"].map(|signs| signs.chars().collect()).to_vec();
    let form = random.below(7);
    let mut is_spaced = false;
    let item = |name: usize, slide: Option<usize>| -> (String, bool) {
        // Where the tile goes.
        let of_tile = words[slide.map_or(0, |way| OPPOSITE[way])];
        let (row, col) = (name / board.cols + 1, name % board.cols + 1);
        match notation {
            Notation::Tiles => match form {
                0 => (format!("tile {name}"), true),
                1 if slide.is_some() => (format!("{name} {of_tile}"), true),
                2 if slide.is_some() => (format!("{name}{}", &of_tile[..1]), true),
                3 if slide.is_some() => (format!("Move tile {name} {of_tile}"), true),
                4 => (format!("slide {name}"), true),
                _ => (name.to_string(), true),
            },
            Notation::Cells => match form {
                0 => (format!("({row}, {col})"), true),
                1 => (format!("({row},{col})"), true),
                2 => (format!("row {row}, column {col}"), true),
                3 => (format!("column {col}, row {row}"), true),
                4 => (format!("c{col}r{row}"), true),
                5 => (format!("{row} {col}"), true),
                _ => (format!("r{row}c{col}"), true),
            },
            _ => {
                // The direction of the blank, or of the tile.
                let way = if notation == Notation::Blank { name } else { OPPOSITE[name] };
                match form {
                    0 => (words[way].to_owned(), true),
                    1 => (words[way].to_uppercase(), true),
                    2 => (signs[0][way].to_string(), false),
                    3 => (signs[1][way].to_string() + "\u{fe0f}", false),
                    4 => (signs[2][way].to_string(), false),
                    5 => (words[way][..1].to_uppercase(), false),
                    _ => (words[way][..1].to_owned(), false),
                }
            }
        }
    };
    let mut items = Vec::new();
    // A direction beside some tiles, but not beside those that cannot slide, would be refused.
    let is_whole = slides.iter().all(Option::is_some);
    for (&name, &slide) in names.iter().zip(slides) {
        let (text, must_space) = item(name, slide.filter(|_| is_whole));
        is_spaced |= must_space;
        items.push(text);
    }
    let has_commas = notation == Notation::Cells && matches!(form, 2 | 3);
    let between: &[&str] = match (is_spaced, notation) {
        _ if has_commas => &["; ", "\n", " -> "],
        (_, Notation::Cells) if form == 5 => &[", ", "; ", "\n", " "],
        (true, _) => &[", ", "; ", " ", "\n", " -> ", " | "],
        (false, _) => &["", ", ", "; ", " ", "\n", " -> "],
    };
    let mut between = random.of(between);
    let is_arrow = !notation.needs_board() && matches!(form, 2..=4);
    if is_arrow && between == " -> " {
        between = " ";
    }
    // Equal moves side by side may be counted, each on the same side.
    if !notation.needs_board() && random.below(4) == 0 {
        let mut runs: Vec<(String, usize)> = Vec::new();
        for item in items {
            match runs.last_mut() {
                Some((last, count)) if *last == item => *count += 1,
                _ => runs.push((item, 1)),
            }
        }
        let is_letter = matches!(form, 5 | 6);
        let how = random.below(4);
        items = runs
            .into_iter()
            .map(|(item, count)| match how {
                0 if is_letter => {
                    if count > 1 {
                        format!("{item}{count}")
                    } else {
                        item
                    }
                }
                0 | 1 => format!("{item} x{count}"),
                2 => format!("{count}x {item}"),
                _ if is_letter => format!("{item}{count}"),
                _ => format!("{item} {count}"),
            })
            .collect();
        if !(is_letter && matches!(how, 0 | 3)) {
            between = random.of(&[", ", "; ", "\n"]);
        }
        // A bare number in a step is a tile.
        if how == 3 && !is_letter {
            let around = around(random, names.len(), 9);
            let (is_wrong, is_loose) = (false, false);
            return Draft { notation, items, between, steps: None, around, is_wrong, is_loose };
        }
    }
    let mut steps = None;
    if !items.is_empty() && random.below(3) == 0 {
        let mut left = items.len();
        let mut lengths = Vec::new();
        while left > 0 {
            let length =
                if notation == Notation::Cells { 1 } else { 1 + random.below(left.min(3)) };
            lengths.push(length);
            left -= length;
        }
        if between == " -> " {
            between = ", ";
        }
        steps = Some((random.of(&STEPS), lengths));
    }
    let around = around(random, names.len(), if steps.is_some() { 5 } else { 9 });
    Draft { notation, items, between, steps, around, is_wrong: false, is_loose: false }
}

/// What may stand before and behind all moves.
fn around(random: &mut Random, count: usize, most: usize) -> (String, String) {
    let moves = if count == 1 { "move" } else { "moves" };
    let (before, behind) = match random.below(most) {
        0 => (format!("{count} {moves}: "), String::new()),
        1 => (String::new(), format!(" ({count} {moves})")),
        2 => ("Answer:\n".to_owned(), format!("\nTotal moves: {count}")),
        3 => ("Solution: ".to_owned(), String::new()),
        5 => ("[".to_owned(), "]".to_owned()),
        6 => ("{\"solution\": [".to_owned(), "], \"solvable\": true}".to_owned()),
        7 => ("**".to_owned(), "**".to_owned()),
        8 => ("$\\boxed{".to_owned(), "}$".to_owned()),
        _ => (String::new(), String::new()),
    };
    // The solution of the goal is no text, or an empty list.
    if count == 0 && !before.ends_with('[') {
        return Default::default();
    }
    (before, behind)
}

/// Changes the text, in a way whose effect is known.
fn change(random: &mut Random, draft: &mut Draft) {
    if draft.items.is_empty() {
        return;
    }
    let at = random.below(draft.items.len());
    let is_direction = !draft.notation.needs_board();
    match random.below(12) {
        // A word that means nothing.
        0 => {
            draft.items[at] += random.of(&[" foo", " hello", " ?", " +"]);
            draft.is_wrong = true;
        }
        // Another alphabet.
        1 if is_direction && draft.items.len() > 1 && !draft.is_wrong => {
            let is_word = draft.items[0].to_lowercase().contains(['o', 'e', 'i', 'p']);
            draft.items[at] = String::from(if is_word { "d" } else { "down" });
            draft.is_wrong = true;
        }
        // A tile among directions.
        2 if is_direction => {
            let tile = random.of(&["tile 2 ", "Move tile 3 ", "slide 5 ", "the 4 "]);
            draft.items[at].insert_str(0, tile);
            draft.is_wrong = true;
        }
        // A number that is neither a step nor a count.
        3 if is_direction && draft.steps.is_some() => {
            draft.items[at].insert_str(0, random.of(&[" 8 ", " 2 ", " 1 "]));
            draft.is_wrong = true;
        }
        // A step that is not the next.
        4 if let Some((sign, _)) = &mut draft.steps => {
            *sign = random.of(&["1#. ", "Step 1#: ", "1#) "]);
            draft.is_wrong = true;
        }
        // A step without moves.
        5 if draft.notation != Notation::Tiles
            && let Some((_, lengths)) = &mut draft.steps =>
        {
            lengths.insert(random.below(lengths.len() + 1), 0);
            draft.is_wrong = true;
        }
        // Spaces mean nothing.
        6 => {
            let text = random.of(&["  ", "\t", " \r\n", "\n\n"]);
            draft.around.1.insert_str(0, text.trim_end_matches('\n'));
            draft.around.0 += text.trim_start_matches(['\n', '\r']);
        }
        7 => draft.around.1 += random.of(&["\n", " ", "\r\n", "\n\n"]),
        // What need not be read.
        8 => {
            draft.around.1 += random.of(&[")", "]", "\"", "}", ".", ","]);
            draft.is_loose = true;
        }
        9 => {
            draft.around.0.insert_str(0, random.of(&["(", "[", "\"", "{", "- ", "the "]));
            draft.is_loose = true;
        }
        10 => {
            draft.items[at] += random.of(&[",", ";", " |", " ->"]);
            draft.is_loose = true;
        }
        _ => {
            draft.items[at] = format!("'{}'", draft.items[at]);
            draft.is_loose = true;
        }
    }
}

#[test]
fn answers_mean_what_was_meant() {
    let tables = Tablebase::embedded();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..cases() {
        let mut random = Random::new(seed + 1);
        let (grid, draft, meaning) = answer(&mut random);
        let (text, notation) = (draft.text(), draft.notation);
        let shown = format!("seed {seed}: {notation} on {}: {text:?}", grid.text());
        let board: Board = grid.text().parse().expect("a board");
        let found = notation.parse_on(&text, Metric::Single, &board);
        let expected: String = meaning.ways.iter().map(|&way| ['d', 'l', 'r', 'u'][way]).collect();
        match &found {
            Ok(way) => {
                assert!(!draft.is_wrong && meaning.is_legal, "{shown}: read as {way}");
                assert_eq!(way.to_string(), expected, "{shown}");
                read += 1;
            }
            Err(why) => {
                let may_fail = draft.is_wrong || draft.is_loose || !meaning.is_legal;
                assert!(may_fail, "{shown}: {why}");
                refused += 1;
            }
        }
        if grid.cells.len() > 9 {
            continue;
        }
        let goal = Board::goal(board.shape()).expect("a goal");
        let oracle = tables.oracle(&goal).expect("a table");
        let distance = Outcome::of(oracle.distance(&board)).expect("an answer");
        let verdict = Verdict::of_moves(&board, &goal, Metric::Single, &distance, &text, notation);
        let mut after = grid.clone();
        meaning.ways.iter().for_each(|&way| assert!(after.slide(way)));
        let is_goal = after == Grid::goal(grid.cells.len() / grid.cols, grid.cols);
        let least = distance.distance().expect("it can be solved") as usize;
        match verdict {
            Verdict::Optimal => {
                assert!(found.is_ok() && is_goal && expected.len() == least, "{shown}");
            }
            Verdict::Valid { excess } => {
                assert!(found.is_ok() && is_goal && expected.len() == least + excess, "{shown}");
            }
            other => assert!(found.is_err() || !is_goal, "{shown}: {other}"),
        }
    }
    println!("{read} answers were read, {refused} refused");
    assert!(read > refused / 2 && refused > 0);
}

#[test]
fn claims_are_what_was_claimed() {
    let subjects = ["the board", "this puzzle", "It", "this position", "the puzzle", "This board"];
    let predicates = [
        "is unsolvable",
        "cannot be solved",
        "can't be solved",
        "can not be solved",
        "is not solvable",
        "is impossible to solve",
        "has no solution",
    ];
    let alone =
        ["unsolvable", "No solution", "no solution exists", "There is no solution", "impossible"];
    let reasons = [
        "",
        " because the parity is odd",
        " because of parity",
        ", since 7 is odd",
        " due to parity",
    ];
    let before =
        ["", "So ", "Therefore, ", "The parity is odd. ", "I counted 7 inversions: ", "Answer: "];
    let ends = ["", ".", "!", "\n", " "];
    let signs = [("", ""), ("**", "**"), ("`", "`"), ("\"", "\""), ("$\\boxed{\\text{", "}}$")];
    // What makes a claim none.
    let less = [" in fewer moves", " with 3 moves", " optimally", " quickly", "?", " in 4 steps"];
    let guards = ["If odd, ", "I don't think ", "It is false that ", "I checked whether "];
    let doubts = [" But wait: it can be solved.", " r d r", " Actually, it is solvable.", " 7 8"];
    for seed in 0..cases() {
        let mut random = Random::new(seed + 1);
        let mut claim = match random.below(3) {
            0 => random.of(&alone).to_owned(),
            _ => format!("{} {}", random.of(&subjects), random.of(&predicates)),
        };
        let mut is_claim = true;
        let mut changes = random.below(4);
        if changes > 0 && random.below(4) == 0 {
            (claim, is_claim) = (claim + random.of(&less), false);
        } else {
            claim += random.of(&reasons);
        }
        if is_claim && changes > 0 && random.below(5) == 0 {
            (claim, is_claim) = (random.of(&guards).to_owned() + &claim, false);
        } else {
            claim.insert_str(0, random.of(&before));
        }
        if is_claim && changes > 1 && random.below(5) == 0 {
            (claim, is_claim) = (claim + "." + random.of(&doubts), false);
            changes = 0;
        }
        if changes > 0 {
            let (open, close) = random.of(&signs);
            claim = format!("{open}{claim}{}{close}", random.of(&ends));
        }
        if random.below(4) == 0 {
            claim = claim.to_uppercase().replace("BOXED", "boxed").replace("TEXT", "text");
        }
        assert_eq!(claims_unsolvable(&claim), is_claim, "seed {seed}: {claim:?}");
        let [solved, none] =
            ["12345678x", "12345687x"].map(|text| text.parse::<Board>().expect("a board"));
        let oracle = Tablebase::embedded().oracle(&solved).expect("a table");
        let on = |board: &Board, distance: &Outcome<u32>| {
            Verdict::of_moves(board, &solved, Metric::Single, distance, &claim, Notation::Tile)
        };
        if seed < 200 {
            let verdict = on(&none, &Outcome::of(oracle.distance(&none)).expect("an answer"));
            assert_eq!(verdict == Verdict::Optimal, is_claim, "{claim:?}: {verdict}");
            assert!(matches!(on(&solved, &Outcome::Known(0)), Verdict::Wrong(_)), "{claim:?}");
        }
    }
}
