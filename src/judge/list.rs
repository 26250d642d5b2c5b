//! The list of judges. Each differs in a few fields from one of four that stand before it.

use super::cases::CaseKind;
use super::layout::{self, CellLayout};
use super::{AroundCases, CaseAnswer, CaseCount, Judge, RightSolutions};
use crate::puzzle::{GoalName, Shape};

/// One board of 3x3. The answer is the solution.
const EIGHT: Judge = Judge {
    name: "",
    problem: "",
    about: "one board; the moves or `unsolvable`",
    case_count: CaseCount::One,
    case: CaseKind::Board,
    layout: layout::LINE,
    size: Shape { rows: 3, cols: 3 },
    goal: GoalName::Last,
    answer: CaseAnswer::Moves,
    unsolvable: "unsolvable",
    around: AroundCases::Nothing,
    solutions: RightSolutions::Shortest,
    most_moves: None,
    distances: None,
};

/// Boards of 3x3 until the end. The answers are the solutions.
const EIGHTS: Judge = Judge {
    about: "boards until the end; the moves or `unsolvable` of each",
    case_count: CaseCount::UntilTheEnd,
    ..EIGHT
};

/// Boards of 4x4. The answers are the solutions.
const FIFTEEN: Judge = Judge {
    about: "a count, then boards of 4x4; the moves in capitals, or `This puzzle is not solvable.`",
    case_count: CaseCount::Given,
    layout: layout::ROWS,
    size: Shape { rows: 4, cols: 4 },
    answer: CaseAnswer::Capitals,
    unsolvable: "This puzzle is not solvable.",
    ..EIGHT
};

/// One board of 3x3. The answer is the distance.
const EIGHT_DISTANCE: Judge = Judge {
    about: "one board; the least number of moves or -1",
    answer: CaseAnswer::Distance,
    unsolvable: "-1",
    ..EIGHT
};

impl Judge {
    /// All judges, ordered by name.
    pub const ALL: &[Judge] = &[
        Judge {
            name: "acwing108",
            problem: "AcWing 108 odd-number puzzle",
            about: "until the end: N, a start and a goal of N x N cells; TAK if it can be reached, or NIE",
            case_count: CaseCount::UntilTheEnd,
            case: CaseKind::Squares,
            layout: layout::ROWS,
            answer: CaseAnswer::Can("TAK"),
            unsolvable: "NIE",
            ..EIGHT
        },
        Judge { name: "acwing179", problem: "AcWing 179 8-puzzle", ..EIGHT },
        Judge { name: "acwing845", problem: "AcWing 845 8-puzzle", ..EIGHT_DISTANCE },
        Judge {
            name: "aoj-alds1-13b",
            problem: "AOJ ALDS1_13_B 8 Puzzle",
            layout: layout::ROWS,
            ..EIGHT_DISTANCE
        },
        Judge {
            name: "aoj-alds1-13c",
            problem: "AOJ ALDS1_13_C 15 Puzzle",
            layout: layout::ROWS,
            size: FIFTEEN.size,
            // "The given puzzle is solvable in at most 45 steps."
            distances: Some((0, 45)),
            ..EIGHT_DISTANCE
        },
        Judge {
            name: "boj1525",
            problem: "BOJ 1525 Puzzle",
            layout: layout::ROWS,
            ..EIGHT_DISTANCE
        },
        Judge {
            name: "chino2",
            problem: "Picture Puzzle of Chino II",
            about: "nine numbers; `Step #k: a b` for each exchange of tiles, or `No Need`",
            case: CaseKind::Picture,
            unsolvable: "No Solution",
            ..EIGHT
        },
        Judge {
            name: "hackerrank-n-puzzle",
            problem: "HackerRank N Puzzle",
            about: "k, then the k x k numbers of one board, to become 0 1 2 ...; the number of moves, \
                    then a move as a word on each line",
            case: CaseKind::Square { largest: 5 },
            layout: layout::COLUMN,
            goal: GoalName::First,
            answer: CaseAnswer::MoveNames,
            solutions: RightSolutions::All,
            ..EIGHT
        },
        Judge { name: "hdu1043", problem: "HDU 1043 Eight", ..EIGHTS },
        Judge {
            name: "hdu3567",
            problem: "HDU 3567 Eight II",
            about: "a count, then starts and goals; `Case k: d`, and on the next line the smallest moves",
            case_count: CaseCount::Given,
            case: CaseKind::Pair,
            layout: layout::WORD,
            answer: CaseAnswer::DistanceAndMoves,
            around: AroundCases::Numbers,
            unsolvable: "-1",
            ..EIGHT
        },
        Judge {
            name: "leetcode773",
            problem: "LeetCode 773 Sliding Puzzle",
            about: "boards of 2x3 in brackets until the end; the least number of moves or -1 of each",
            case_count: CaseCount::UntilTheEnd,
            case: CaseKind::Bracketed,
            layout: layout::BRACKETS,
            size: Shape { rows: 2, cols: 3 },
            ..EIGHT_DISTANCE
        },
        Judge {
            name: "lightoj-15-puzzle",
            problem: "LightOJ 15 Puzzle",
            about: "a count, then boards of 4x4; `Case k: ` and the smallest of the shortest moves in \
                    capitals, or `This puzzle is not solvable.` for those that need more than 35",
            around: AroundCases::Numbers,
            most_moves: Some(35),
            distances: Some((1, 35)),
            ..FIFTEEN
        },
        Judge {
            name: "luogu1379",
            problem: "Luogu P1379",
            about: "one board, to become 123804765; the least number of moves or -1",
            layout: CellLayout { blank: '0', ..layout::WORD },
            goal: GoalName::Snail,
            ..EIGHT_DISTANCE
        },
        Judge { name: "poj1077", problem: "POJ 1077 Eight", ..EIGHT },
        Judge {
            name: "poj3240",
            problem: "POJ 3240 n^2 - 1 Puzzle",
            about: "n, then one board of n x n; the moves in capitals or `No Answer!`",
            case: CaseKind::Square { largest: 10 },
            layout: layout::ROWS,
            answer: CaseAnswer::Capitals,
            unsolvable: "No Answer!",
            solutions: RightSolutions::All,
            ..EIGHT
        },
        Judge {
            name: "uva10181",
            problem: "UVa 10181 15-Puzzle Problem",
            // "The input 15-puzzles require at most 45 steps".
            distances: Some((0, 45)),
            ..FIFTEEN
        },
        Judge {
            name: "uva652",
            problem: "UVa 652 Eight",
            about: "a count, then boards; the moves or `unsolvable` of each, an empty line between",
            case_count: CaseCount::Given,
            around: AroundCases::EmptyLines,
            ..EIGHT
        },
        Judge { name: "zoj1217", problem: "ZOJ 1217 Eight", ..EIGHTS },
    ];
}
