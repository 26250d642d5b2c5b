//! Claims that a board cannot be solved, in the words that people and programs use.
//!
//! A claim is a clause of its own: `the board is unsolvable`, with a reason behind it or none. What
//! says less (`in fewer moves`), asks (`no solution?`) or is a condition (`if it is unsolvable`) is
//! none, and neither is a claim with moves beside it, or with second thoughts behind it.

/// Clauses that claim it, and what may stand behind `it` and the like. The longer come first.
const CLAIMS: &str = "impossible to solve it|impossible to solve|impossible|unsolvable|\
    unsolveable|not solvable|not possible to solve it|not possible to solve|no solution exists|\
    no solution|no solutions|no answer|cannot be solved|none";

/// Verbs between a board and those.
const VERBS: &str = "is|has|exists|are";

/// What a claim may be about, behind `the` or `this`.
const BOARDS: &str = "answer|board|configuration|instance|position|puzzle|start|state";

/// Words that may begin a clause with a claim, and say nothing.
const CONNECTIVES: &str =
    "and|believe|clearly|conclude|hence|i|means|so|that|then|therefore|think|thus|we|which";

/// What begins a reason.
const REASONS: &str = "as|because|by|due|since";

/// What begins a condition, which claims nothing.
const CONDITIONS: &str = "assume|assuming|if|suppose|unless|whether";

/// Words behind a claim that may take it back.
const DOUBTS: &str =
    "actually|although|but|however|possible|solution|solvable|solve|solved|though|wait";

/// Words of a program that was stopped or failed, so that it claims nothing.
const FAILURES: &str = "aborted|crashed|error|exceeded|exception|exit|fault|gave|interrupted|\
    killed|memory|stopped|timed|timeout";

/// True if a list has a word.
pub(super) fn is_in_list(list: &str, word: &str) -> bool {
    list.split('|').any(|it| it.eq_ignore_ascii_case(word))
}

/// True for a word of a failure.
pub(super) fn is_failure(word: &str) -> bool {
    is_in_list(FAILURES, word)
}

/// True if an answer says that a board cannot be solved.
///
/// ```
/// use tilebase::check::claims_unsolvable;
/// for claim in [
///     "unsolvable",
///     "**No solution exists** because the parity is odd.",
///     "I counted 7 inversions: the board cannot be solved.",
///     "{\"solvable\": false}",
/// ] {
///     assert!(claims_unsolvable(claim), "{claim}");
/// }
/// for other in ["rdr", "null", "no solution? rdr", "it cannot be solved in fewer moves"] {
///     assert!(!claims_unsolvable(other), "{other}");
/// }
/// ```
pub fn claims_unsolvable(answer: &str) -> bool {
    // Every claim in words has this letter, which letters of moves and numbers have not.
    if memchr::memchr2(b'o', b'O', answer.as_bytes()).is_none() {
        return answer.trim_matches(|c: char| !c.is_alphanumeric() && c != '-') == "-1";
    }
    let clauses = clauses(answer);
    let Some(at) = clauses.iter().rposition(|clause| clause.is_claim) else { return false };
    let (before, behind) = (&clauses[..at], &clauses[at + 1..]);
    !clauses.iter().any(Clause::is_failure)
        && !before.iter().any(Clause::is_directions)
        && !behind.iter().any(|clause| clause.is_doubt() || clause.is_moves())
}

/// True if an answer stands for a missing one. Programs write it where there is no solution, and
/// where they stopped before they found one.
pub(crate) fn is_missing(answer: &str) -> bool {
    ["null", "nan"].iter().any(|missing| answer.trim().eq_ignore_ascii_case(missing))
}

/// True if an answer says, in the words of this program, that a limit ended the search for it.
pub(crate) fn was_stopped(answer: &str) -> bool {
    let rest = answer.trim().strip_prefix("stopped");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}

/// What stands between two signs that divide sentences.
struct Clause {
    words: Vec<String>,
    is_claim: bool,
}

impl Clause {
    /// True if all words are directions.
    fn is_directions(&self) -> bool {
        let is_direction = |word: &String| {
            is_in_list("up|down|left|right", word) || word.chars().all(|c| "udlr←↑→↓".contains(c))
        };
        !self.words.is_empty() && self.words.iter().all(is_direction)
    }

    /// True if all words are directions, or numbers of tiles.
    fn is_moves(&self) -> bool {
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        self.is_directions() || !self.words.is_empty() && self.words.iter().all(is_number)
    }

    /// True if it says that a program failed.
    fn is_failure(&self) -> bool {
        self.words.iter().any(|word| is_failure(word))
    }

    /// True if it may take a claim back. A reason does not, and neither does the name of a field.
    /// `no` behind a claim denies it.
    fn is_doubt(&self) -> bool {
        if let [word] = &self.words[..] {
            return is_in_list("false|no", word) && !self.is_claim;
        }
        !self.is_claim
            && self.words.len() > 1
            && !is_in_list(REASONS, &self.words[0])
            && (self.words.iter().any(|word| is_in_list(DOUBTS, word)) || self.words[0] == "or")
    }
}

/// The clauses of a text, in small letters.
fn clauses(text: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let text = text.to_lowercase().replace('\u{2019}', "'").replace("can't", "cannot");
    let mut is_condition = false;
    for part in text.split_inclusive(['.', '!', '?', ';', '\n', ',', ':', '=', '—', '{', '}']) {
        let words = part.split(|c: char| !c.is_alphanumeric() && !"'←↑→↓".contains(c));
        let words = words.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_owned).collect();
        let joined = words.join(" ").replace("can not", "cannot").replace("'s ", " is ");
        is_condition |= words.first().is_some_and(|word| is_in_list(CONDITIONS, word));
        let mut is_claim = !is_condition && !part.ends_with('?') && is_claim(&joined);
        // `"solvable": false`
        if let Some(Clause { words, is_claim: before }) = clauses.last_mut()
            && let [name] = &words[..]
        {
            match (&**name, &*joined) {
                ("solvable", "false" | "no") | ("unsolvable", "true" | "yes") => is_claim = true,
                ("unsolvable", "false" | "no") => *before = false,
                _ => (),
            }
        }
        clauses.push(Clause { words, is_claim });
        is_condition &= !part.ends_with(['.', '!', '?', ';', '\n']);
    }
    clauses
}

/// True if words claim it, and nothing else.
fn is_claim(mut words: &str) -> bool {
    while let Some((first, rest)) = words.split_once(' ')
        && is_in_list(CONNECTIVES, first)
        && (first != "that" || after_subject(rest).is_some())
    {
        words = rest;
    }
    let about = after_subject(words);
    let verb = about.and_then(|rest| after(rest, VERBS));
    let claimed = [Some(words), verb, about].into_iter().flatten();
    let Some(rest) = { claimed }.find_map(|words| after(words, CLAIMS)) else { return false };
    // `for this board`
    let of = after(rest, "for|from|to").and_then(after_subject);
    let rest = of.unwrap_or(rest);
    rest.is_empty() || after(rest, REASONS).is_some()
}

/// What stands behind `it`, `there` or `the board`.
fn after_subject(words: &str) -> Option<&str> {
    let board = after(words, "the|this|that|given").and_then(|rest| after(rest, BOARDS));
    board.or_else(|| after(words, "it|this|there"))
}

/// What stands behind the first words in a list that begin these.
fn after<'t>(words: &'t str, list: &str) -> Option<&'t str> {
    list.split('|').find_map(|first| {
        let rest = words.strip_prefix(first)?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_told_from_what_says_less() {
        for claim in [
            "unsolvable",
            "Unsolvable.",
            "**unsolvable**",
            "`Unsolvable`",
            "-1",
            " no solution!",
            "None",
            "impossible to solve",
            "the board cannot be solved.",
            "The board can\u{2019}t be solved",
            "It can not be solved.",
            "This puzzle is unsolvable!",
            "No solution exists because the parity is odd.",
            "It is unsolvable because of parity",
            "It is unsolvable, since only even permutations can be solved.",
            "There is no solution for this board.",
            "there's no solution",
            "I counted the inversions: the board has no solution.",
            "If it is odd, it is unsolvable. There are 7 inversions. So the board is unsolvable.",
            "To see whether it can be solved, count. I conclude that the puzzle is unsolvable.",
            "The parity is odd.\nAnswer: not solvable",
            "{\"solvable\": false}",
            "{'solvable': False, 'solution': None}",
            "{\"solvable\": false, \"moves\": []}",
            "{\"answer\": \"unsolvable\"}",
            "{\"unsolvable\": true}",
            r"\boxed{\text{unsolvable}}",
            "Unsolvable: the parity is odd.",
        ] {
            assert!(claims_unsolvable(claim), "{claim}");
        }
        for other in [
            "",
            "rdr",
            "down, up",
            "null",
            "NaN",
            "1",
            "{}",
            "There is no solution? rdr",
            "It is unsolvable? No.",
            "This puzzle is not solvable in fewer than 3 moves: rdr",
            "The puzzle cannot be solved in fewer moves.",
            "There is no solution with 2 moves",
            "There is no solution for fewer than 4 moves",
            "If the parity is odd, the board is unsolvable.",
            "I don't think the board is unsolvable",
            "It is false that the board is unsolvable",
            "The board is unsolvable. But wait: r, d, r",
            "The board is unsolvable. 7 8",
            "rdr. The board is unsolvable",
            "no solution is shorter",
            "it is not unsolvable",
            "{\"unsolvable\": false}",
            "{\"solvable\": true, \"solution\": [7, 8]}",
            "{\"solvable\": false, \"solution\": [7, 8]}",
            "The number is odd, which is impossible",
            "impossible: no",
            "not solvable: False",
            "The board is unsolvable, or is it?",
            "exit code: -1",
            "timeout: no solution",
            "Time limit exceeded: no solution",
            "out of memory: none",
            "Segmentation fault: none",
            "no solution, timeout",
            "gave up: no solution",
            "{\"solvable\":false,\"timeout\":true}",
        ] {
            assert!(!claims_unsolvable(other), "{other}");
        }
    }
}
