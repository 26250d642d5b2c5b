//! Answers in the lines of a text: one a line, below titles, behind labels, or over several lines.
//!
//! Each layout is a function of the lines that says which answers they are, or that they have
//! another layout. If the number of boards is known, the layout that has as many answers is right.

use std::borrow::Cow;
use std::io::{self, BufRead};

use super::claims::{claims_unsolvable, is_in_list};
use super::is_dividing;
use super::notation::{AnswerLabel, Notation, behind_digits, comment_at};
use crate::puzzle::Metric;

/// What is known of the answers of a text before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The number of boards.
    pub boards: Option<u64>,
    /// The notation of moves.
    pub notation: Notation,
    /// True for distances, false for moves.
    pub are_distances: bool,
}

/// An answer of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<'t> {
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// Its text, without a label before it and comments behind its lines.
    pub text: Cow<'t, str>,
    /// The number in its label, if that says which answer it is.
    pub number: Option<u64>,
}

/// A line without its comment.
#[derive(Clone, Copy)]
struct AnswerLine<'t> {
    number: u64,
    text: &'t str,
}

impl<'t> AnswerLine<'t> {
    fn is_empty(self) -> bool {
        self.text.trim().is_empty()
    }

    /// The label before an answer. The words that claim that there is none may look like one.
    fn label(self) -> Option<AnswerLabel<'t>> {
        AnswerLabel::of(self.text).filter(|_| !claims_unsolvable(self.text))
    }

    fn behind(self, offset: usize, number: Option<u64>) -> Given<'t> {
        Given { line: self.number, text: self.text[offset..].trim().into(), number }
    }

    /// The answer behind the label, if there is one.
    fn given(self) -> Given<'t> {
        match self.label() {
            Some(label) => self.behind(label.end, label.index()),
            None => Given { line: self.number, text: self.text.into(), number: None },
        }
    }
}

/// Names of the fields that have the moves, and of those that have the distance, where each line
/// has a field.
const MOVES: &str = "path_to_goal|moves|solution|answer|path";
const DISTANCES: &str = "cost_of_path|distance|answer|length";

impl Answers {
    /// The answers of a text.
    ///
    /// ```
    /// use tilebase::text::Answers;
    /// let read = |text, boards| {
    ///     let answers = Answers { boards, ..Answers::default() }.read(text);
    ///     answers.into_iter().map(|given| given.text.into_owned()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(read("1. r\n2. d\n", Some(2)), ["r", "d"]);
    /// assert_eq!(read("1. r\n2. d\n", Some(1)), ["1. r\n2. d"]);
    /// assert_eq!(read("2\nr\n\n", Some(2)), ["r", ""]);
    /// assert_eq!(read("Case 1:\nCase 2: rr # done\n", None), ["", "rr"]);
    /// assert_eq!(read("Case 1:\n", Some(1)), [""]);
    /// ```
    pub fn read<'t>(self, text: &'t str) -> Vec<Given<'t>> {
        let lines = (1..).zip(text.lines()).filter_map(|(number, line)| line_of(line, number));
        let lines: Vec<AnswerLine<'t>> = lines.collect();
        let answer = |line: &AnswerLine<'t>| Given {
            line: line.number,
            text: line.text.into(),
            number: None,
        };
        let plain = || lines.iter().map(answer).collect();
        let each = || self.each_line(&lines).unwrap_or_else(plain);
        let mut layouts = [
            self.fields(&lines),
            self.each_line(&lines),
            self.below_title(&lines),
            self.sections(&lines),
            self.whole(&lines),
        ];
        let Some(boards) = self.boards else {
            layouts.swap(1, 4);
            return layouts.into_iter().flatten().next().unwrap_or_else(each);
        };
        let fits = |answers: &Vec<Given<'_>>| answers.len() as u64 == boards;
        layouts.into_iter().flatten().find(fits).unwrap_or_else(each)
    }

    /// True if lines are answers one by one, whatever follows this first one: what comes as a
    /// stream is answered line by line.
    pub fn is_answer(self, first: &str) -> bool {
        let text = first[..comment_at(first)].trim();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(label) = (AnswerLine { number: 1, text }).label() {
            let behind = text[label.end..].trim();
            let is_field = label.number.is_none() && label.name.contains('_');
            return !behind.is_empty() && !is_field && (self.are_distances || !is_number(behind));
        }
        // The row of a board, or the number of answers.
        let mut cells = text.split_whitespace();
        self.are_distances
            || self.notation.needs_board()
            || text.is_empty()
            || !cells.all(|cell| is_number(cell) || cell == "_")
    }

    /// The answers in one field of several, each in a line of its own: `path_to_goal: ['Up']` among
    /// `cost_of_path: 1` and others.
    fn fields<'t>(self, lines: &[AnswerLine<'t>]) -> Option<Vec<Given<'t>>> {
        let fields = lines.iter().filter(|line| !line.is_empty()).map(|&line| {
            let label = AnswerLabel::of(line.text).filter(|label| label.number.is_none())?;
            Some((line, label))
        });
        let fields: Vec<_> = fields.collect::<Option<_>>()?;
        let mut names = if self.are_distances { DISTANCES } else { MOVES }.split('|');
        let name = names.find(|name| fields.iter().any(|(_, it)| is_in_list(name, it.name)))?;
        let own = fields.iter().filter(|(_, label)| is_in_list(name, label.name));
        let own: Vec<_> = own.map(|(line, label)| line.behind(label.end, None)).collect();
        (own.len() < fields.len()).then_some(own)
    }

    /// Answers below a first line that is none: their number, or a title.
    fn below_title<'t>(self, lines: &[AnswerLine<'t>]) -> Option<Vec<Given<'t>>> {
        let (first, below) = lines.split_first()?;
        let text = first.text.trim();
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let answers = self.each_line(below)?;
        let is_title = if is_number {
            text.parse() == Ok(answers.len())
        } else {
            // `Case 1:` above `Case 2: r` is the label of an empty answer.
            let number = |line: &AnswerLine<'t>| line.label().and_then(|label| label.number);
            let are_numbered =
                number(first).is_some() && below.iter().any(|it| number(it).is_some());
            text.ends_with([':', '：']) && text.contains(char::is_alphabetic) && !are_numbered
        };
        is_title.then_some(answers)
    }

    /// The number that stands before an answer, and the offset behind it and its sign: `1.`, `1)`,
    /// `(1)`, `1:` or `1 |`. In a notation that counts, `1. 8 left` is a step of a tile: it is left
    /// as it is, and refused when it is read.
    fn number_before(self, text: &str) -> Option<(u64, usize)> {
        let inside = text.trim_start();
        let digits = inside.strip_prefix('(').unwrap_or(inside);
        let behind = behind_digits(digits);
        let number = digits[..digits.len() - behind.len()].parse().ok()?;
        let signs = if digits.len() < inside.len() { &[')'][..] } else { &['.', ')', ':'] };
        let answer =
            behind.strip_prefix(signs).or_else(|| behind.trim_start().strip_prefix('|'))?;
        let ends = answer.chars().next().is_none_or(char::is_whitespace);
        let moves = answer.trim_start();
        let direction = behind_digits(moves);
        let is_step_of_tile = !self.are_distances
            && !self.notation.needs_board()
            && direction.len() < moves.len()
            && direction.trim_start().starts_with(char::is_alphabetic);
        (ends && !is_step_of_tile).then_some((number, text.len() - answer.len()))
    }

    /// An answer in each line, perhaps behind a label or its number. Where all have one, an empty
    /// line is none. `None` if all labels stand alone, but for one that is the answer to one board.
    fn each_line<'t>(self, lines: &[AnswerLine<'t>]) -> Option<Vec<Given<'t>>> {
        let filled: Vec<AnswerLine<'t>> =
            lines.iter().copied().filter(|line| !line.is_empty()).collect();
        let numbers: Option<Vec<(u64, usize)>> =
            filled.iter().map(|line| self.number_before(line.text)).collect();
        if let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) {
            let answers = filled.iter().zip(&numbers);
            let answers: Vec<_> =
                answers.map(|(line, &(number, end))| line.behind(end, Some(number))).collect();
            // `2.` above `1.` may be tiles.
            let are_sorted = numbers.is_sorted() || answers.iter().all(|it| !it.text.is_empty());
            if are_sorted && count_from(&answers).is_some() {
                return Some(answers);
            }
        }
        let are_labelled = !filled.is_empty() && filled.iter().all(|line| line.label().is_some());
        let lines = if are_labelled { &filled } else { lines };
        let answers: Vec<Given<'t>> = lines.iter().map(|line| line.given()).collect();
        let are_bare = are_labelled && answers.iter().all(|answer| answer.text.is_empty());
        let is_whole = self.boards == Some(1) && answers.len() == 1;
        (!are_bare || is_whole).then_some(answers)
    }

    /// Answers over several lines, each below its label: `Case 1:`, or the number of its moves, as
    /// in `Minimum number of moves = 4`.
    fn sections<'t>(self, lines: &[AnswerLine<'t>]) -> Option<Vec<Given<'t>>> {
        let lines = &lines[lines.iter().position(|line| !line.is_empty())?..];
        let name = |label: AnswerLabel<'t>| {
            label.name.trim_end_matches(|c: char| c.is_ascii_digit() || "# ".contains(c))
        };
        let first = name(lines[0].label()?);
        let begins = |line: &AnswerLine<'t>| line.label().is_some_and(|label| name(label) == first);
        let mut answers = Vec::new();
        for section in lines.chunk_by(|_, next| !begins(next)) {
            let (head, body) = section.split_first()?;
            let label = head.label()?;
            let (value, number) = (head.behind(label.end, label.index()), label.index());
            let is_number = value.text.bytes().all(|byte| byte.is_ascii_digit());
            let has_value = !value.text.is_empty() && (self.are_distances || !is_number);
            answers.push(match joined(body) {
                _ if self.are_distances && has_value => value,
                None => Given { line: head.number, text: "".into(), number },
                Some(_) if has_value => return None,
                Some(body) => Given { number, ..body },
            });
        }
        let has_body = answers.iter().any(|answer| !answer.text.is_empty());
        has_body.then_some(answers)
    }

    /// One answer over all lines, if there is one board; or if there is no board that says so, and
    /// the lines are the boards between its moves.
    fn whole<'t>(self, lines: &[AnswerLine<'t>]) -> Option<Vec<Given<'t>>> {
        let whole = joined(lines)?;
        let read = |text: &str| Notation::Blank.parse(text, Metric::Multi).is_ok();
        let has_moves = |line: &AnswerLine<'t>| {
            let moves = line.given().text;
            !moves.trim().is_empty() && read(&moves)
        };
        let is_one = self.boards.map_or_else(
            || !self.are_distances && read(&whole.text) && !lines.iter().any(has_moves),
            |boards| boards == 1,
        );
        is_one.then(|| vec![whole])
    }
}

/// Answers that come line by line.
#[derive(Clone, Debug, Default)]
pub struct AnswerLines {
    answers: Answers,
    /// How many there were.
    count: u64,
    /// True if the first has its number before it.
    are_numbered: bool,
    /// True if a label counts from 0.
    from_zero: bool,
    /// Why the last may be the answer to another board.
    pub(super) flaw: Option<String>,
}

impl AnswerLines {
    /// Answers of which these things are known.
    pub fn new(answers: Answers) -> AnswerLines {
        AnswerLines { answers, ..AnswerLines::default() }
    }

    /// The answer in the next line. `None` if it is a comment, or divides answers.
    ///
    /// ```
    /// use tilebase::text::AnswerLines;
    /// let mut lines = AnswerLines::default();
    /// for (line, answer) in [("1. r # one", Some("r")), ("# two", None), ("2. rr", Some("rr"))] {
    ///     assert_eq!(lines.next(line).map(str::trim), answer);
    /// }
    /// ```
    pub fn next<'t>(&mut self, line: &'t str) -> Option<&'t str> {
        if is_plain(line.as_bytes()) {
            self.count += 1;
            return Some(line);
        }
        let AnswerLine { text, .. } = line_of(line, 0)?;
        self.count += 1;
        let behind = self.answers.number_before(text).filter(|(number, _)| *number == self.count);
        if self.count == 1 {
            self.are_numbered = behind.is_some();
        }
        let label = (AnswerLine { number: 0, text }).label();
        let number = label.and_then(|label| label.index());
        self.from_zero |= self.count == 1 && number == Some(0);
        let expected = self.count - u64::from(self.from_zero);
        self.flaw =
            number.filter(|&number| number != expected).map(|it| out_of_order(it, expected));
        Some(match (behind, label) {
            (Some((_, end)), _) if self.are_numbered => &text[end..],
            (_, Some(label)) => &text[label.end..],
            _ => text,
        })
    }
}

/// The number from which the labels of answers count, in any order: 0 or 1.
fn count_from(answers: &[Given<'_>]) -> Option<u64> {
    let mut numbers: Vec<u64> = answers.iter().map(|it| it.number).collect::<Option<_>>()?;
    numbers.sort_unstable();
    let first = *numbers.first().filter(|&&first| first < 2)?;
    (first..).zip(numbers).all(|(expected, number)| expected == number).then_some(first)
}

/// Puts answers in the order of the numbers in their labels, where all have one. What may be the
/// answer to another board has a flaw, unless the numbers only grow, or are all the same.
pub(super) fn paired(mut answers: Vec<Given<'_>>) -> Vec<(Given<'_>, Option<String>)> {
    if count_from(&answers).is_some() {
        answers.sort_by_key(|it| it.number);
    }
    let grow = answers.is_sorted_by(|one, other| one.number < other.number);
    let has_none = answers.iter().any(|it| it.number.is_none());
    let are_right = grow || has_none || answers.iter().all(|it| it.number == answers[0].number);
    let first = u64::from(answers.iter().all(|it| it.number != Some(0)));
    let flaw = |number, expected| (number != expected).then(|| out_of_order(number, expected));
    let flawed = (first..).zip(answers).map(|(expected, it)| {
        let flaw = it.number.filter(|_| !are_right).and_then(|number| flaw(number, expected));
        (it, flaw)
    });
    flawed.collect()
}

fn out_of_order(number: u64, expected: u64) -> String {
    format!("its label has the number {number}; expected {expected}, in the order of the boards")
}

/// The first line of an answer without a label before it and a comment behind it, if the answer has
/// one line; or else the answer as it is.
pub fn bare(answer: &str) -> &str {
    if answer.trim_end().contains('\n') {
        return answer;
    }
    let text = &answer[..comment_at(answer)];
    (AnswerLine { number: 1, text }).label().map_or(text, |label| &text[label.end..])
}

/// The number of answers, if each line is nothing but letters of moves and counts, or plain numbers
/// where these are answers. Such lines need no layout.
///
/// # Errors
///
/// Any error from reading.
pub fn count_plain(mut input: impl BufRead, answers: Answers) -> io::Result<Option<u64>> {
    let are_numbers = answers.are_distances || answers.notation.needs_board();
    let (mut count, mut line) = (0, Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 {
        let is_number = |text: &[u8]| {
            are_numbers && text.iter().all(|byte| byte.is_ascii_digit() || *byte == b' ')
        };
        let text = line.trim_ascii();
        if !is_plain(text) && !is_number(text) && text != b"unsolvable" {
            return Ok(None);
        }
        count += 1;
        line.clear();
    }
    Ok(Some(count))
}

/// True for nothing but letters of moves, or for nothing at all.
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b'd' | b'l' | b'r' | b'u' | b'\r'))
}

/// A line without its comment. `None` for nothing but a comment, and for a line that divides
/// answers or ends them.
fn line_of(line: &str, number: u64) -> Option<AnswerLine<'_>> {
    let text = &line[..comment_at(line)];
    let sign = text.trim();
    let is_comment = text.len() < line.len() && sign.is_empty();
    let is_end = is_in_list("EOF|END OF FILE|END", sign) || is_dividing(sign.as_bytes());
    (!is_comment && !is_end).then_some(AnswerLine { number, text })
}

/// These lines as one answer, without empty ones around it.
fn joined<'t>(lines: &[AnswerLine<'t>]) -> Option<Given<'t>> {
    let first = lines.iter().position(|line| !line.is_empty())?;
    let last = lines.iter().rposition(|line| !line.is_empty())?;
    let texts: Vec<&str> = lines[first..=last].iter().map(|line| line.text).collect();
    let text = if let [text] = texts[..] { text.into() } else { texts.join("\n").into() };
    Some(Given { line: lines[first].number, text, number: None })
}
