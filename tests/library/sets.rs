//! The public sets of boards.

use tilebase::Board;
use tilebase::sets::{Set, SetBoard};

/// The sum of the tiles' distances from their cells in the goal.
fn manhattan(board: &str, side: usize, home: impl Fn(usize) -> usize) -> usize {
    let cells = board.split(' ').map(|tile| tile.parse::<usize>().expect("a number"));
    let steps = |(cell, tile): (usize, usize)| {
        let (from, to) = (cell, home(tile));
        (from / side).abs_diff(to / side) + (from % side).abs_diff(to % side)
    };
    cells.enumerate().filter(|&(_, tile)| tile > 0).map(steps).sum()
}

/// The list has each file, the means are those that the sources state, and every board can reach
/// the goal, with figures that are possible and have the parity of its distance.
#[test]
fn boards_and_figures_fit_the_goal() {
    let list = include_str!("../../data/known/sets.tsv");
    let names = list.lines().skip(1).filter_map(|row| row.split('\t').next());
    assert!(Set::all().map(|set| set.name).eq(names));
    for set in Set::all() {
        let size = set.size.parse().expect("a size");
        let goal = Board::parse_goal(set.goal.as_bytes(), Some(size)).expect("a goal");
        let columns = set.size[..1].parse().expect("a digit");
        let boards: Vec<SetBoard> = set.boards().collect();
        assert!(set.name.ends_with(&format!("-{}", boards.len())), "{}", set.name);
        for board in &boards {
            let at = Board::parse(board.board, Some(size)).expect("a board");
            at.expect_solvable(&goal).expect("solvable");
            let is_last = usize::from(set.goal == "last");
            let least = manhattan(board.board, columns, |tile| tile - is_last) as u32;
            for known in [Some(board.lower_bound), board.best_length].into_iter().flatten() {
                assert!(least <= known && (known - least).is_multiple_of(2), "{board:?}");
            }
            assert!(board.best_length.is_none_or(|best| board.lower_bound <= best), "{board:?}");
        }
        let lengths = || boards.iter().filter_map(|board| board.best_length);
        let sum: u32 = lengths().sum();
        // Lengths that are proved never change.
        let stated = match set.name {
            "korf-100" => 5_305,
            "hardest-17" => 17 * 80,
            "korf-felner-50" => 5_039,
            _ => continue,
        };
        assert_eq!((sum, boards.iter().all(|board| board.is_proved())), (stated, true));
    }
}
