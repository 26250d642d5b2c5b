//! The layout of an input, guessed from its first lines.

use std::io::{self, Read};

use crate::puzzle::{BoardError, Shape};
use crate::text::MAX_LINE;
use crate::text::comments::{is_comment, without_comment, without_words};

use super::array::BoardArray;
use super::before::{BoardLines, Opening, is_heading};
use super::columns::{Object, UnnamedGoal, board_fields, ends, without_goals};
use super::first_lines::{FirstLines, LinePlace};
use super::header::{SEPARATORS, has_boards, layout_of_answers, may_be_record, records};
use super::row::{
    GridRows, has_bracket, has_mark_of_row, is_frame, is_labelled_row, may_begin_board,
    open_brackets, row_cells, with_gap_filled, without_list_sign,
};
use super::title::Title;
use super::{COLUMN, Expected, InputLayout};

/// The most objects within each other in which a field is sought.
const MOST_WITHIN: usize = 16;

/// Guesses the layout from the first lines.
#[expect(clippy::struct_excessive_bools, reason = "what was seen so far, each apart")]
pub(super) struct Guess<'e> {
    expected: &'e Expected,
    /// The lines that may be the rows of a grid.
    pub rows: GridRows,
    /// True if the first line is a board, so that all lines are, but may also be a row.
    pub first_is_board: bool,
    /// True if it was one, until the second line went on from it.
    first_was_board: bool,
    /// True if the lines are no plain rows, but may be a board together.
    is_gathering: bool,
    /// The first line, and how many brackets it leaves open, if it has any.
    pub first: Vec<u8>,
    first_opens: Option<i32>,
    /// The size that comes before each board, or headings.
    pub size: Option<BoardLines>,
    pub has_headings: bool,
    /// The lines above the boards that are titles, and the empty ones among them.
    pub titles: Vec<LinePlace>,
    /// The last of them, unless an empty line follows.
    title: Option<Title>,
    /// Where the header of CSV begins. The lines before it are comments.
    pub header: LinePlace,
    /// The column of the boards, if it was found without its name.
    pub found: Option<String>,
    /// Why nothing can be read.
    flaw: Option<String>,
}

impl<'e> Guess<'e> {
    pub fn new(expected: &'e Expected) -> Guess<'e> {
        Guess {
            expected,
            rows: GridRows::default(),
            first_is_board: false,
            first_was_board: false,
            is_gathering: false,
            first: Vec::new(),
            first_opens: None,
            size: None,
            has_headings: false,
            titles: Vec::new(),
            title: None,
            header: LinePlace::default(),
            found: None,
            flaw: None,
        }
    }

    /// Reads lines until the layout is known.
    pub fn layout(&mut self, lines: &mut FirstLines<impl Read>) -> io::Result<InputLayout> {
        loop {
            self.header = lines.place();
            let line = lines.next()?;
            if self.expected.has_only_answers() {
                self.first = line.unwrap_or_default();
                if is_comment(&self.first) {
                    continue;
                }
                return Ok(layout_of_answers(&self.first, self.expected));
            }
            if let Some(header) = &line
                && self.may_be_header(header)
                && self.is_header(header, lines)?
            {
                header.clone_into(&mut self.first);
                return Ok(InputLayout::Csv);
            }
            if let Some(layout) = self.at_line(line.as_deref(), lines)? {
                return Ok(layout);
            }
        }
    }

    /// True if a line may be a header that does not name the column of the boards.
    fn may_be_header(&self, line: &[u8]) -> bool {
        let (expected, row) = (self.expected, line.trim_ascii());
        let is_first = self.rows.text.is_empty() && !row.is_empty();
        let is_csv = expected.layout == Some(InputLayout::Csv) || expected.goals.is_some();
        is_first
            && expected.column.is_none()
            && line.len() <= expected.longest
            && !is_comment(line)
            && !row.starts_with(b"{")
            && !has_boards(line)
            // A line that leaves a bracket open begins a board.
            && open_brackets(line) <= 0
            && (is_csv || may_be_record(line, expected))
    }

    /// True if the line after one that may be a header shows that it is one. Empty lines between
    /// them do not matter.
    fn is_header(&mut self, header: &[u8], lines: &mut FirstLines<impl Read>) -> io::Result<bool> {
        loop {
            let place = lines.place();
            let line = lines.next()?;
            if line.as_ref().is_some_and(|line| line.trim_ascii().is_empty()) {
                continue;
            }
            let record = line.map(|line| whole_record(line, lines, self.expected)).transpose()?;
            let found = record.and_then(|record| records(header, &record, self.expected));
            let is_header = found.is_some();
            match found {
                Some(Ok(name)) => self.found = Some(name),
                Some(Err(why)) => self.flaw = Some(why),
                None => lines.go_back(place),
            }
            return Ok(is_header);
        }
    }

    /// Looks at a line that is no header of CSV. It may be a title, or the size of a board, if the
    /// lines after it show that.
    fn at_line(
        &mut self,
        line: Option<&[u8]>,
        lines: &mut FirstLines<impl Read>,
    ) -> io::Result<Option<InputLayout>> {
        let is_first = self.rows.text.is_empty() && !self.is_gathering;
        if let Some(line) = line
            && is_first
            && !self.expected.has_columns()
            && self.is_before_boards(line, lines)?
        {
            return Ok(self.is_begun().then_some(InputLayout::Grids));
        }
        // Whoever sends an empty line may be waiting for its answer.
        let is_empty = line.is_some_and(|line| line.trim_ascii().is_empty());
        if is_empty && is_first && self.expected.is_whole {
            return Ok(None);
        }
        if line.is_none() && is_first {
            // Nothing that could be a board: all these lines are boards gone wrong.
            self.titles.clear();
        }
        Ok(self.next_usual(line))
    }

    /// Finds the size that stands before the first board of grids, if there is one.
    pub fn find_before(&mut self, lines: &mut FirstLines<impl Read>) -> io::Result<()> {
        loop {
            self.header = lines.place();
            let Some(line) = lines.next()? else { break };
            let is_empty = is_comment(&line) || line.trim_ascii().is_empty();
            if !is_empty && !self.is_before_boards(&line, lines)? || self.is_begun() {
                break;
            }
        }
        Ok(())
    }

    /// True if a line before the first board is the size of boards, a heading or a title, or is
    /// empty below one.
    fn is_before_boards(
        &mut self,
        line: &[u8],
        lines: &mut FirstLines<impl Read>,
    ) -> io::Result<bool> {
        let is_csv = self.expected.layout.is_none() && has_boards(line);
        let is_row = is_labelled_row(line, &self.expected.reading);
        if is_comment(line) || is_csv || is_row || line.len() > self.expected.longest {
            return Ok(false);
        }
        let next = lines.place();
        if self.with_size(line, lines)? {
            return Ok(true);
        }
        lines.go_back(next);
        if line.trim_ascii().is_empty() {
            self.title = None;
            if !self.titles.is_empty() {
                self.titles.push(self.header);
            }
            return Ok(!self.titles.is_empty());
        }
        let title = Title::of(line, &self.expected.reading);
        // What has separators may be CSV that is not read.
        let is_explicit = self.expected.layout.is_some();
        if !is_explicit && line.iter().any(|byte| SEPARATORS.contains(byte)) {
            return Ok(false);
        }
        let below = if title.depends_on_next() { next_line(lines)? } else { None };
        lines.go_back(next);
        let is_title = title.is_above(below.as_deref(), &self.expected.reading);
        if is_title {
            self.titles.push(self.header);
            self.title = Some(title);
            self.rows.has_title = true;
        }
        Ok(is_title)
    }

    /// True if a line is a heading, or the size of the board after it, so that boards are grids.
    fn with_size(&mut self, line: &[u8], lines: &mut FirstLines<impl Read>) -> io::Result<bool> {
        let mut openings = Opening::begun_by(line, self.expected);
        let mut last = Some(line.to_vec());
        while !self.is_begun() {
            if last.as_deref().is_some_and(is_heading) {
                self.has_headings = true;
            } else if let Some(whole) = openings.iter().position(Opening::is_whole) {
                self.size = Some(openings.swap_remove(whole).lines);
            } else if openings.is_empty() {
                return Ok(false);
            } else {
                last = lines.next()?;
                openings.retain_mut(|opening| opening.add(last.as_deref(), self.expected));
            }
        }
        Ok(true)
    }

    /// True if it is known what comes before each board.
    const fn is_begun(&self) -> bool {
        self.has_headings || self.size.is_some()
    }

    /// Looks at a line that belongs to no header.
    fn next_usual(&mut self, line: Option<&[u8]>) -> Option<InputLayout> {
        let text = line.unwrap_or_default();
        let row = without_comment(text).trim_ascii();
        let is_long = text.len() > self.expected.longest;
        // Lines before a header have no answer.
        let is_before_header = self.expected.has_columns() && row.is_empty() && line.is_some();
        if (is_comment(text) || is_before_header) && !is_long {
            return None;
        }
        if self.rows.count == 0
            && !self.is_gathering
            && let Some(layout) = self.layout_of_first(text, row)
        {
            return Some(layout);
        }
        if is_long || self.rows.text.len() > self.expected.longest {
            return Some(self.array_or_lines());
        }
        if row.is_empty() {
            let are_rows = !self.first_is_board && (self.rows.count > 1 || self.is_gathering);
            return Some(if are_rows { self.gathered() } else { InputLayout::Lines });
        }
        if is_frame(row) {
            self.rows.add(row);
            return None;
        }
        if self.is_gathering {
            // The head of the next data frame. A frame has few lines, so that few are looked at.
            let is_short = |rows: &[u8]| {
                rows.len() <= MAX_LINE
                    && memchr::memchr_iter(b'\n', rows).count() <= Shape::MAX_SIDE + 1
            };
            if text == self.first
                && is_short(&self.rows.text)
                && self.expected.is_board(&self.rows.text)
            {
                return Some(InputLayout::Grids);
            }
            self.rows.add(without_words(text));
            let is_whole = self.rows.open == 0 && self.first_opens.is_some();
            return is_whole.then(|| self.gathered());
        }
        if self.first_is_board {
            let goes_on = self.cells_alike(row).is_some_and(|cells| self.rows.has_large(&cells));
            if !goes_on && !is_numbered(row, &self.first, self.expected) {
                return Some(InputLayout::Lines);
            }
            self.first_is_board = false;
            self.first_was_board = true;
        }
        self.next_row(text, row)
    }

    /// The layout, if the first line alone shows it: an object, or the header of CSV.
    fn layout_of_first(&mut self, text: &[u8], row: &[u8]) -> Option<InputLayout> {
        text.clone_into(&mut self.first);
        self.first_opens = has_bracket(text).then(|| open_brackets(text));
        let inside = row.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
        if self.expected.layout.is_none() && inside.is_some_and(|inside| inside.starts_with(b"\""))
        {
            // A comment may stand behind it.
            let end = text.iter().rposition(|&byte| byte == b'}').map_or(text.len(), |at| at + 1);
            self.find_field(&text[..end]);
            return Some(InputLayout::JsonLines);
        }
        if BoardArray::is_begun_by(text, self.expected) {
            return Some(InputLayout::Array);
        }
        let is_csv =
            self.expected.has_columns() || text.len() <= self.expected.longest && has_boards(text);
        is_csv.then_some(InputLayout::Csv)
    }

    /// Looks at a line that is a board, or may be a row of one.
    fn next_row(&mut self, text: &[u8], row: &[u8]) -> Option<InputLayout> {
        // With an empty cell or an open bracket, it is more likely a row of a grid.
        let is_whole = open_brackets(row) <= 0
            && with_gap_filled(row).is_none()
            && without_list_sign(row) == row;
        let board = self.expected.reading.board(row, self.expected.size).ok().filter(|_| is_whole);
        let is_board = board.is_some();
        let is_first = self.rows.count == 0;
        // One whose words are rows: 24/73/50/61.
        let cells = board.map(|board| board.shape().cells());
        let are_rows =
            |cells| row_cells(row, &self.expected.reading).is_some_and(|words| words.len() < cells);
        if is_first && cells.is_some_and(are_rows) {
            self.first_is_board = true;
            return Some(InputLayout::Lines);
        }
        if is_first && self.is_row_of_grid(row) {
            return Some(InputLayout::Grids);
        }
        let is_row = self.rows.add_row(row, self.expected);
        if is_first {
            self.first_is_board = is_board && is_row;
            // A row of 4x4 may be a board of 2x2, and a row with a mark may be one, too: the next
            // line says which.
            let may_be_row = self.rows.width() == Some(4) || has_mark_of_row(row);
            if self.first_is_board && may_be_row && self.expected.size.is_none() {
                return None;
            }
            if is_board {
                return Some(InputLayout::Lines);
            }
            self.is_gathering = !is_row && may_begin_board(row);
        } else if !is_row && self.rows.open == 0 && self.are_rows_of_grid(row) {
            return Some(InputLayout::Grids);
        } else if is_row && self.rows.open == 0 && self.first_opens > Some(0) {
            return Some(self.gathered());
        } else {
            // A line that is a board does not end one, unless brackets are open.
            let is_other = !is_board || may_begin_board(row) || self.rows.open > 0;
            self.is_gathering =
                !is_row && (is_other || is_numbered(row, &self.first, self.expected));
        }
        if self.is_gathering {
            self.rows.add(without_words(text));
        }
        (!is_row && !self.is_gathering).then_some(InputLayout::Lines)
    }

    /// True if the first row alone shows that it is one: it is as wide as all boards are, or has
    /// its number before it, below the names of columns.
    fn is_row_of_grid(&self, row: &[u8]) -> bool {
        let cells = row_cells(row, &self.expected.reading).map(|cells| cells.len());
        // What leaves two brackets open is a list of boards.
        cells.is_some()
            && cells == self.expected.size.map(|size| size.cols)
            && open_brackets(row) < 2
            || self.title.is_some_and(|title| title.names_columns_of(row, &self.expected.reading))
    }

    /// True if the rows so far are those of grids, though this line is not the next row of the
    /// first: they are a board, or are wrong but cannot be boards by themselves.
    fn are_rows_of_grid(&self, row: &[u8]) -> bool {
        let reading = &self.expected.reading;
        if self.rows.count > 1 && reading.board(&self.rows.text, self.expected.size).is_ok() {
            return true;
        }
        self.cells_alike(row).is_some_and(|cells| {
            let was_row = self.first_was_board || self.rows.has_large(&self.rows.cells);
            was_row && self.rows.has_large(&cells) || self.rows.are_no_boards()
        })
    }

    /// The cells of a row that is as wide as those so far.
    fn cells_alike(&self, row: &[u8]) -> Option<Vec<u64>> {
        let cells = row_cells(row, &self.expected.reading);
        cells.filter(|cells| Some(cells.len()) == self.rows.width())
    }

    /// The layout of the rows so far, if no others belong to them.
    fn gathered(&self) -> InputLayout {
        use BoardError::{Comment, OtherBlank, OtherShape, ShortRow};
        let found = self.expected.reading.board(&self.rows.text, self.expected.size);
        // The errors are about the rows of one board.
        let flaw =
            |why| matches!(why, Comment | OtherBlank { .. } | OtherShape { .. } | ShortRow { .. });
        let are_grids =
            found.map_or_else(flaw, |_| true) || self.rows.count > 1 && self.rows.are_no_boards();
        match self.array_or_lines() {
            InputLayout::Lines if are_grids => InputLayout::Grids,
            layout => layout,
        }
    }

    /// The layout of the rows so far, if they are no board.
    fn array_or_lines(&self) -> InputLayout {
        if BoardArray::is_begun_by(&self.rows.text, self.expected) {
            InputLayout::Array
        } else {
            InputLayout::Lines
        }
    }

    /// Why an input of this layout cannot be read, or not with these options.
    pub fn refusal(&mut self, layout: InputLayout) -> Option<String> {
        let is_guessed = layout == InputLayout::Lines && self.expected.layout.is_none();
        if is_guessed && self.is_array() {
            let why = "this looks like a JSON array; expected JSON lines: make them with \
                       jq -c '.[]' FILE";
            return Some(why.to_owned());
        }
        if self.has_headings && !self.expected.reading.positions {
            let why = "a heading says that the numbers below it are the positions of tiles: \
                       read them with --positions";
            return Some(why.to_owned());
        }
        let has_goals =
            self.has_headings || self.size.as_ref().is_some_and(|size| size.goal.is_some());
        match self.expected.unnamed_goal {
            UnnamedGoal::Overruled(option) if has_goals => {
                Some(format!("the input names the goal of each board: leave out {option}"))
            }
            _ => self.flaw.take(),
        }
    }

    /// True if the first line begins an array of objects or of boards, and is not a board itself.
    fn is_array(&self) -> bool {
        let Some(inside) = self.first.trim_ascii().strip_prefix(b"[") else { return false };
        let is_array = match inside.trim_ascii_start() {
            [] | [b'{', b'"', ..] => return true,
            // A list of moves, or of boards between them.
            _ if self.expected.has_only_answers() => false,
            [b'"', ..] => true,
            [b'[', rest @ ..] => {
                // A list in a list in a list, or lists that are boards.
                let mut lists = rest.split(|&byte| byte == b']').take(2).map(|list| {
                    let begin = list.iter().rposition(|&byte| byte == b'[');
                    &list[begin.map_or(0, |begin| begin + 1)..]
                });
                rest.trim_ascii_start().starts_with(b"[")
                    || lists.all(|list| self.expected.is_board(list))
            }
            _ => false,
        };
        is_array && !self.expected.is_board(&self.first)
    }

    /// Finds the only field of the first object that can be a board, if none has the usual name.
    fn find_field(&mut self, object: &[u8]) {
        let Ok(object) = serde_json::from_slice::<Object<'_>>(object) else { return };
        let mut found = board_fields(&object, self.expected, MOST_WITHIN);
        without_goals(&mut found, self.expected);
        if self.expected.column.is_none()
            && !object.contains_key(COLUMN)
            && let [name] = &found[..]
        {
            self.found = Some(name.clone());
        }
    }

    /// Notes the layout, unless the user named it.
    pub fn report(&self, layout: InputLayout) {
        let Expected { column, note, .. } = self.expected;
        if self.expected.has_only_answers() {
            return;
        }
        let name = column.as_deref().or(self.found.as_deref()).unwrap_or(COLUMN);
        if layout == InputLayout::Csv && self.first.is_empty() {
            note(&format!("the input is empty: it has no column `{name}`"));
        }
        match layout {
            _ if self.expected.layout.is_some() => {}
            InputLayout::Array => note("JSON array: each element is a board"),
            InputLayout::JsonLines => {
                note(&format!("JSON lines: the boards are in the field `{name}`"));
            }
            InputLayout::Csv if column.is_none() => match ends(name) {
                Some((first, last)) => {
                    note(&format!("CSV: the boards are in the columns `{first}` to `{last}`"));
                }
                None if self.expected.goals.is_some() && self.found.is_none() => {}
                None => note(&format!("CSV: the boards are in the column `{name}`")),
            },
            InputLayout::Lines if self.rows.count > 1 => note(
                "the first lines are not the rows of one board, so each line is read as a board; \
                 for grids use --layout grids",
            ),
            InputLayout::Lines => {
                let names = self.first.split(|byte| SEPARATORS.contains(byte));
                let names: Vec<&[u8]> = names.map(unquoted).collect();
                let is_in_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
                let are_names = names.iter().all(|name| {
                    name.len() > 1 && name[0].is_ascii_alphabetic() && name.iter().all(is_in_name)
                });
                let numbers = (0..names.len()).map(|number| number.to_string().into_bytes());
                let all = String::from_utf8_lossy(&names.join(&b", "[..])).into_owned();
                if names.len() > 3 && names.iter().copied().eq(numbers) {
                    note(&format!(
                        "the first line is read as a board; if it has the names of columns, use \
                         --column 0..{}",
                        names.len() - 1
                    ));
                } else if are_names && names.len() > 1 {
                    note(&format!(
                        "this looks like CSV; name the column of the boards with --column, one of: \
                         {all}"
                    ));
                } else if are_names && !self.expected.is_board(&self.first) {
                    note(&format!("if the first line is the header of CSV, use --column {all}"));
                }
            }
            _ => {}
        }
    }
}

/// The next line that is not empty and no comment.
fn next_line(lines: &mut FirstLines<impl Read>) -> io::Result<Option<Vec<u8>>> {
    loop {
        match lines.next()? {
            Some(line) if is_comment(&line) || line.trim_ascii().is_empty() => {}
            line => return Ok(line),
        }
    }
}

/// True if a row has its number before it, below the numbers of columns.
fn is_numbered(row: &[u8], columns: &[u8], expected: &Expected) -> bool {
    let (row, columns) = (row_cells(row, &expected.reading), row_cells(columns, &expected.reading));
    row.zip(columns).is_some_and(|(row, columns)| {
        let are_numbers = columns.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        are_numbers && row.len() == columns.len() + 1 && row.first() == columns.first()
    })
}

/// A line of CSV, and those after it to which a field in quotes goes on.
fn whole_record(
    mut record: Vec<u8>,
    lines: &mut FirstLines<impl Read>,
    expected: &Expected,
) -> io::Result<Vec<u8>> {
    while memchr::memchr_iter(b'"', &record).count() % 2 == 1
        && record.len() <= expected.longest
        && let Some(line) = lines.next()?
    {
        record.push(b'\n');
        record.extend(line);
    }
    Ok(record)
}

/// A name in a header without quotes.
fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field)
}
