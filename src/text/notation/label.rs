//! Labels before answers, and comments behind them.

use super::move_tokens::Named;
use crate::text::claims::{is_failure, is_in_list};

/// Words for how long an answer is.
const OF_LENGTH: &str = "cost|depth|distance|length|moves|total";

/// A label before an answer: `Case #1:`, `Answer:`, `path_to_goal:`, `Minimum number of moves =`.
///
/// It is words and perhaps a number behind them, up to a colon or an equals sign in the same line.
/// None of the words is a move, denies that there are moves, or says that the number is that of a
/// step, a tile or a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnswerLabel<'t> {
    /// The words, and the number if there is one.
    pub name: &'t str,
    /// The number.
    pub number: Option<u64>,
    /// Offset of what stands behind it.
    pub end: usize,
    /// True if moves have no such label, so that they cannot be read with it.
    pub is_other: bool,
}

impl<'t> AnswerLabel<'t> {
    /// The label that begins a text.
    pub fn of(text: &'t str) -> Option<AnswerLabel<'t>> {
        let line = text.lines().next()?;
        // Most lines of moves have no such sign.
        line.bytes().any(|byte| matches!(byte, b':' | b'=' | 0xef)).then_some(())?;
        let at = line.find([':', '=', '：'])?;
        let (name, rest) = line.split_at(at);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let is_plain = |c: char| is_word(c) || c.is_whitespace() || "#*-.()>".contains(c);
        let is_bound = rest.starts_with('=') && name.ends_with(['>', '<', '~']);
        let is_arrow = rest.starts_with("=>") || rest.starts_with("==");
        if is_arrow || is_bound || !name.chars().all(is_plain) {
            return None;
        }
        let mut words =
            name.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()).peekable();
        let (mut number, mut has_word, mut is_other) = (None, false, false);
        while let Some(word) = words.next() {
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                // It is the last word.
                number = Some(word.parse().ok()?);
                words.peek().is_none().then_some(())?;
                continue;
            }
            has_word |= word.chars().count() > 1;
            let all = [&WORDS[..], &OF_TILES, &OF_CELLS];
            match all.into_iter().find_map(|words| find(words, word)) {
                _ if is_move(word) || is_failure(word) => return None,
                _ if is_in_list(NO_LABEL, word) => return None,
                _ if is_in_list("the|of", word) => {}
                Some(Named::Nothing | Named::Moves | Named::Length) => {}
                Some(_) => return None,
                None => is_other = true,
            }
        }
        let end = at + rest.chars().next().map_or(0, char::len_utf8);
        // `Solution 2:` is no step.
        is_other |= number.is_some();
        has_word.then_some(AnswerLabel { name: name.trim(), number, end, is_other })
    }

    /// The number, if it says which answer it is: not its length or its cost.
    pub fn index(&self) -> Option<u64> {
        let mut words = self.name.split(|c: char| !c.is_alphanumeric());
        self.number.filter(|_| !words.any(|word| is_in_list(OF_LENGTH, word)))
    }

    /// Offset of the moves of a text behind its labels, and behind their number if that is all that
    /// stands between a label and the moves.
    pub fn end_of_all(text: &str) -> usize {
        let Some(AnswerLabel { end, is_other: true, .. }) = AnswerLabel::of(text) else { return 0 };
        let line = text[end..].lines().next().unwrap_or_default();
        let is_length = line.trim().bytes().all(|byte| byte.is_ascii_digit());
        let behind = end + line.len();
        if is_length && !text[behind..].trim().is_empty() { behind } else { end }
    }
}

/// The words with which an answer says that there are no moves, or only a bound, and names of the
/// blank.
const NO_LABEL: &str =
    "no|not|none|cannot|impossible|unsolvable|unsolveable|bound|least|most|blank|empty";

/// True for a word of directions, or letters of moves.
pub(super) fn is_move(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| b"dlruvDLRUV".contains(&byte))
        || DIRECTIONS.iter().any(|(it, _)| it.eq_ignore_ascii_case(word))
}

/// Offset of the comment in a line, or of its end. A `#` begins one at the start of the line or
/// behind white space, but not before a number behind a word (`Case #1`), and not in the signs of a
/// heading before the number of a step.
pub fn comment_at(line: &str) -> usize {
    let begins = |&(at, _): &(usize, &str)| {
        let (before, behind) = (&line[..at], &line[at + 1..]);
        let word = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
        let is_number = behind.starts_with(|c: char| c.is_ascii_digit())
            && word.is_some_and(|word| !word.is_empty() && !is_move(word));
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && !is_number
            && !begins_step(&line[at..])
    };
    line.match_indices('#').find(begins).map_or(line.len(), |(at, _)| at)
}

/// True where the signs of a heading stand before the number of a step.
pub(super) fn begins_step(text: &str) -> bool {
    let word = text.trim_start_matches(['#', ' ']).as_bytes();
    word.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"step"))
}

/// The words of directions, in the order of moves.
pub(super) const DIRECTIONS: [(&str, u8); 4] =
    [("down", b'd'), ("left", b'l'), ("right", b'r'), ("up", b'u')];

/// What words that may stand beside moves say of a number behind them: in every notation, in those
/// of tiles, and in that of cells.
pub(super) const WORDS: [(Named, &str); 6] = [
    (
        Named::Nothing,
        "action|actions|and|answer|direction|directions|final|into|path|solution|solvable|space|\
         then|to|true",
    ),
    (Named::Step, "step|steps"),
    (Named::Move, "move"),
    (Named::Moves, "moves"),
    (Named::Slides, "the"),
    (Named::Length, "length|number|total"),
];
pub(super) const OF_TILES: [(Named, &str); 2] =
    [(Named::Tile, "tile|tiles"), (Named::Slides, "click|press|slide|slides|tap")];
pub(super) const OF_CELLS: [(Named, &str); 3] =
    [(Named::Row, "row|r"), (Named::Column, "column|col|c"), (Named::Nothing, "cell|at")];

/// What a word says in these lists.
pub(super) fn find(words: &[(Named, &str)], word: &str) -> Option<Named> {
    words.iter().find(|(_, words)| is_in_list(words, word)).map(|(named, _)| *named)
}
