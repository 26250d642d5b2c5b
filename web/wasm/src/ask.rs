//! Requests and replies.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{DrawRequest, How, Page, counts, larger_memory, levels};
use crate::problem::{PageProblem, SearchKind, TypedProblem, error_of, named, read};
use crate::{answer, trace};

/// A request from the page. In JSON, the field `ask` names its kind, and all other fields are
/// beside it.
#[derive(Debug, Deserialize)]
pub struct PageRequest {
    /// Board, goal and metric.
    #[serde(flatten)]
    question: TypedProblem,
    #[serde(flatten)]
    ask: RequestKind,
}

/// The question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase")]
pub enum RequestKind {
    /// The full answer for a board: distance, solution, optimal moves.
    Answer(How),
    /// Judge moves from a board.
    Judge {
        /// The moves.
        moves: String,
        /// The notation they are in. If empty, `blank`.
        #[serde(default)]
        notation: String,
        /// How to search.
        #[serde(flatten)]
        how: How,
    },
    /// Write moves from a board in another notation, and the board after them.
    Moves {
        /// The moves.
        moves: String,
        /// The notation they are in: `blank`, `tile`, `tiles` or `cells`. If empty, `blank`.
        #[serde(default)]
        from: String,
        /// The notation to write. If empty, `blank`.
        #[serde(default)]
        to: String,
    },
    /// Make the tables that boards of a size and goal need, so that later requests do not.
    Ready,
    /// The search for boards of a size and goal: `{"search": ...}` with a [`SearchKind`], or null
    /// for a table.
    Search,
    /// The memory that larger tables for a goal take, or null if there are none.
    Larger,
    /// Read a board and a goal, and reply with their shapes and cells, and whether it is solved.
    Board,
    /// The number of boards at each distance from the goal.
    Counts,
    /// The distances of easy, medium and hard boards, which `Sample` takes by name.
    Levels,
    /// Random boards.
    Sample(DrawRequest),
    /// Solve row by row, in stages.
    Stages,
    /// Run a search method and record what it did.
    Trace(trace::TraceRequest),
}

impl Page {
    /// Answers a request in JSON with a reply in JSON.
    pub fn ask_json(&self, request: &[u8]) -> Vec<u8> {
        let request =
            serde_json::from_slice(request).map_err(|why| format!("request: {why}").into());
        let reply = match request.and_then(|request| self.ask(&request)) {
            Err(error @ Value::String(_)) => json!({ "error": error }),
            Ok(reply) | Err(reply) => reply,
        };
        reply.to_string().into_bytes()
    }

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// An error in the request: a message, or a reply that says what kind of error it is.
    pub fn ask(&self, PageRequest { question, ask }: &PageRequest) -> Result<Value, Value> {
        let problem = question.problem()?;
        Ok(match ask {
            RequestKind::Answer(how) => match problem.search() {
                Some(search) if !how.search => {
                    self.near_answer(&problem).unwrap_or_else(|| search.needed())
                }
                _ => self.answer(&problem, *how),
            },
            RequestKind::Judge { moves, notation, how } => {
                problem.small_goal("a judgement of moves")?;
                if !how.search && problem.table().is_none() {
                    return Ok(SearchKind::Whole.needed());
                }
                let notation = named("notation", notation)?.unwrap_or_default();
                self.judge(&problem, moves, notation, how.larger)?
            }
            RequestKind::Moves { moves, from, to } => {
                answer::translated(moves, &problem, from, to)?
            }
            RequestKind::Ready => {
                self.oracle(&problem, false).map_err(error_of)?;
                json!({ "ready": true })
            }
            RequestKind::Search => json!({ "search": problem.search() }),
            RequestKind::Larger => {
                json!({ "bytes": larger_memory(problem.small_goal("larger tables")?) })
            }
            RequestKind::Board => {
                let PageProblem { start, goal, .. } = &problem;
                let solved = goal.is_reached(start);
                json!({ "board": read(start), "goal": read(goal), "solved": solved })
            }
            RequestKind::Counts => {
                let states = problem.small_goal("counts of boards")?.shape().states();
                let counts = counts(&problem).ok_or("nobody has counted these boards")?;
                json!({ "counts": counts, "states": states })
            }
            RequestKind::Levels => levels(&problem),
            RequestKind::Sample(draw) => self.sample(&problem, draw)?,
            RequestKind::Stages => answer::in_stages(&problem)?,
            RequestKind::Trace(search) => trace::run(&problem, search)?,
        })
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use tilebase::Board;
    use tilebase::puzzle::SmallBoard;

    fn ask(request: &Value) -> Value {
        let reply = Page::new(|_| ()).ask_json(request.to_string().as_bytes());
        serde_json::from_slice(&reply).expect("a reply is JSON")
    }

    #[test]
    fn a_board_is_answered() {
        let reply = ask(&json!({ "ask": "answer", "board": "2 3 4 1 5 x 7 6 8" }));
        assert_eq!(reply["distance"], 19);
        assert_eq!(reply["moves"], "dlurullddrurdllurdr");
        assert_eq!(reply["next"], "dlu");
        assert_eq!(reply["error"], Value::Null);
        assert_eq!(reply["legal"][0], json!({ "move": "d", "tile": 8, "distance": 18 }));
    }

    #[test]
    fn what_has_no_table_is_searched() {
        for (board, distance) in [
            ("1 2 3 4 / 5 6 x 8 / 9 10 7 11", 2),
            ("1 2 3 4 / 5 6 x 7 / 9 10 11 8 / 13 14 15 12", 3),
        ] {
            let question = json!({ "ask": "answer", "board": board });
            assert_eq!(ask(&question), json!({ "search": "whole" }));
            let reply =
                ask(&json!({ "ask": "answer", "board": board, "search": true, "count": true }));
            assert_eq!(
                (&reply["distance"], &reply["count"]),
                (&json!(distance), &json!(1)),
                "{reply}"
            );
            assert_eq!(reply["legal"][0]["distance"], distance - 1);
        }
    }

    #[test]
    fn what_is_not_proved_is_between_bounds() {
        let board = "17 1 20 9 16 2 22 19 14 5 15 21 0 3 24 23 18 13 12 7 10 8 6 4 11";
        let question = json!({ "ask": "answer", "board": board });
        assert_eq!(ask(&question), json!({ "search": "parts" }));
        let search = json!({ "ask": "answer", "board": board, "search": true, "boards": 100_000 });
        let reply = ask(&search);
        for proved in ["distance", "moves", "next", "count", "error"] {
            assert_eq!(reply[proved], Value::Null, "{proved}");
        }
        let best = reply["best"].as_str().expect("a solution");
        let at_least = reply["atLeast"].as_u64().expect("a bound") as usize;
        assert!((80..=best.len()).contains(&at_least));
        assert!((best.len() - at_least).is_multiple_of(2));
        let board: SmallBoard = board.parse().expect("a board");
        let moves: tilebase::Moves = best.parse().expect("moves");
        assert_eq!(board.after(&moves), Some(SmallBoard::goal(board.shape())));

        // The distance may be proved before the canonical solution is found.
        let board = "8 1 17 4 2 3 / 11 6 12 10 16 5 / 14 x 7 13 9 15";
        let search = json!({ "ask": "answer", "board": board, "search": true, "boards": 400_000 });
        let reply = ask(&search);
        assert_eq!((&reply["distance"], &reply["moves"]), (&json!(60), &Value::Null), "{reply}");
        assert_eq!(reply["best"].as_str().map(str::len), Some(60), "{reply}");

        let near = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 x 23 24";
        let search = json!({ "ask": "answer", "board": near, "search": true, "boards": 100_000 });
        let reply = ask(&search);
        let known = ["distance", "moves", "next", "atLeast", "best"].map(|name| &reply[name]);
        let expected = [json!(2), json!("rr"), json!("r"), json!(2), Value::Null];
        assert_eq!(known, expected.each_ref(), "{reply}");
    }

    #[test]
    fn large_boards_have_bounds_and_no_proof() {
        let cells: Vec<u32> = (0..36).map(|cell| (cell * 5 + 3) % 36).collect();
        let board = json!(cells).to_string();
        let question = json!({ "ask": "answer", "board": board });
        assert_eq!(ask(&question), json!({ "search": "best" }));
        let search = json!({ "ask": "answer", "board": board, "search": true, "boards": 10_000 });
        let reply = ask(&search);
        assert_eq!([&reply["distance"], &reply["moves"], &reply["error"]], [&Value::Null; 3]);
        let best = reply["best"].as_str().expect("a solution");
        assert!(reply["atLeast"].as_u64().is_some_and(|bound| bound as usize <= best.len()));
        let tiles = json!({ "ask": "moves", "board": board, "moves": best, "to": "tiles" });
        assert_eq!(ask(&tiles)["moves"].to_string().split(' ').count(), best.len());
        assert_eq!(reply["legal"].as_array().map(Vec::len), Some(4), "{reply}");
        for (size, expected) in [("4x7", Value::Null), ("1x30", json!(1)), ("2x101", json!(2))] {
            let reply = ask(&json!({ "ask": "board", "size": size }));
            assert_eq!(reply["error"].is_null(), expected.is_null(), "{reply}");
        }
        let swapped = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 x";
        let search = json!({ "ask": "answer", "board": swapped, "size": "4x7", "search": true });
        assert_eq!(ask(&search)["why"]["exchange"], json!([26, 27]));
        assert!(ask(&json!({ "ask": "judge", "size": "6x6" }))["error"].is_string());
    }

    #[test]
    fn stages_are_those_of_the_library() {
        let board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12";
        let reply = ask(&json!({ "ask": "stages", "board": board }));
        let of = |name: &str| {
            let stages = reply["stages"].as_array().expect("stages").iter();
            stages.map(|stage| stage[name].clone()).collect::<Vec<_>>()
        };
        assert_eq!(of("moves"), ["uuurrd", "", "drd"]);
        assert_eq!(of("goal")[1], "1 2 3 4 / 5 * * * / 9 * * * / 13 * * *");
        let unsolvable = ask(&json!({ "ask": "stages", "board": "1 2 3 4 5 6 8 7 x" }));
        assert_eq!(unsolvable["kind"], "unsolvable");
        let large = ask(&json!({ "ask": "stages", "size": "2x11" }));
        assert_eq!(large["error"], "shape 2x11: expected sides from 2 to 10");
    }

    #[test]
    fn moves_are_judged() {
        let board = "1 2 3 x 4 6 7 5 8";
        let reply = ask(&json!({ "ask": "judge", "board": board, "moves": "rlrdr" }));
        let steps: Vec<_> = reply["steps"]
            .as_array()
            .expect("steps")
            .iter()
            .map(|step| (step["tile"].clone(), step["cost"].clone()))
            .collect();
        let expected = [(4, 0), (4, 2), (4, 0), (5, 0), (8, 0)];
        assert_eq!(steps, expected.map(|(tile, cost)| (json!(tile), json!(cost))));
        assert_eq!(reply["steps"][1]["better"], "d");
        assert_eq!([&reply["optimal"], &reply["lost"], &reply["left"]], [3, 2, 0]);
        assert_eq!((&reply["ending"], &reply["endingAfter"]), (&json!("dr"), &json!(1)));

        // An illegal move is no perfect game, although all before it were optimal.
        let reply = ask(&json!({ "ask": "judge", "board": board, "moves": "rdrr" }));
        let wrong = [&reply["kind"], &reply["number"], &reply["move"], &reply["lost"]];
        assert_eq!(wrong, [&json!("illegal"), &json!(4), &json!("r"), &json!(0)], "{reply}");
        assert!(reply["error"].as_str().is_some_and(|why| why.starts_with("move 4, column 4")));

        let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15";
        let searched = json!({ "ask": "judge", "board": board, "moves": "lrr" });
        assert_eq!(ask(&searched), json!({ "search": "whole" }));
        let reply = ask(&json!({ "ask": "judge", "board": board, "moves": "lrr", "search": true }));
        assert_eq!([&reply["optimal"], &reply["lost"], &reply["left"]], [1, 2, 0]);
        assert!(ask(&json!({ "ask": "judge", "moves": "q" }))["error"].is_string());
    }

    #[test]
    fn rows_slide_in_the_multi_tile_metric() {
        let multi = |ask: &str, more: Value| {
            let mut request = json!({ "ask": ask, "metric": "multi" });
            for (name, value) in more.as_object().expect("fields") {
                request[name] = value.clone();
            }
            super::tests::ask(&request)
        };
        let board = "2 3 4 1 5 x 7 6 8";
        let reply = multi("answer", json!({ "board": board }));
        assert_eq!((&reply["distance"], &reply["count"]), (&json!(14), &json!(1)), "{reply}");
        assert_eq!((&reply["moves"], &reply["next"]), (&json!("ldru2l2d2rurdl2ur2d"), &json!("l")));
        assert_eq!(reply["legal"][1], json!({ "move": "l2", "tile": 1, "distance": 14 }));
        let judged = multi("judge", json!({ "board": "1 2 3 x 4 5 7 8 6", "moves": "rdlr2" }));
        assert_eq!(
            (&judged["optimal"], &judged["lost"], &judged["steps"][0]["better"]),
            (&json!(2), &json!(6), &json!("r2"))
        );
        let tiles = multi("moves", json!({ "board": board, "moves": "l2u", "to": "tiles" }));
        assert_eq!(tiles["moves"], "1 2");
        assert_eq!(multi("counts", json!({}))["counts"].as_array().map(Vec::len), Some(25));
        for distance in [0, 12, 24] {
            let drawn = multi("sample", drawn(distance, "5"));
            let board = drawn["board"]["cells"].to_string();
            assert_eq!(multi("answer", json!({ "board": board }))["distance"], distance);
        }
        assert!(multi("sample", drawn(25, "5"))["error"].is_string());

        // Shapes of 13 to 16 cells are searched for.
        let board = "x 2 3 4 1 6 7 8 5 10 11 12 9 13 14 15";
        assert_eq!(multi("answer", json!({ "board": board }))["search"], "whole");
        // What is one move away is known.
        let board = "1 2 3 4 5 6 7 8 9 10 11 12 x 13 14 15";
        let reply = multi("answer", json!({ "board": board }));
        assert_eq!((&reply["moves"], &reply["count"]), (&json!("r3"), &json!(1)), "{reply}");
        let reply = multi("answer", json!({ "board": board, "search": true }));
        assert_eq!((&reply["moves"], &reply["count"]), (&json!("r3"), &Value::Null), "{reply}");
        for size in ["3x4", "5x5", "6x6"] {
            let reply = multi("answer", json!({ "size": size, "search": true }));
            assert!(reply["error"].is_string(), "{reply}");
        }
        assert!(ask(&json!({ "ask": "answer", "metric": "htm" }))["error"].is_string());
    }

    #[test]
    fn moves_are_written_in_every_notation() {
        let write = |moves: &str, from: &str, to: &str| {
            let board = "1 2 3 4 x 6 7 5 8";
            ask(&json!({ "ask": "moves", "board": board, "moves": moves, "from": from, "to": to }))
        };
        for (notation, text) in [("blank", "drlu"), ("tile", "ULRD"), ("tiles", "5 8 8 5")] {
            assert_eq!(write("drlu", "", notation)["moves"], text);
            assert_eq!(write(text, notation, "")["moves"], "drlu");
        }
        // Tile 4 is not beside the blank, and no `z` is a move.
        for (moves, from, number, mv) in [
            ("dd", "", 2, "d"),
            ("drr", "blank", 3, "r"),
            ("UU", "tile", 2, "U"),
            ("5 4", "tiles", 2, "4"),
        ] {
            let error = write(moves, from, "tile");
            let illegal = [&error["kind"], &error["number"], &error["move"]];
            assert_eq!(illegal, [&json!("illegal"), &json!(number), &json!(mv)], "{error}");
        }
        assert_eq!(write("dz", "", "tile")["kind"], Value::Null);
        assert!(write("dz", "", "tile")["error"].is_string());
        assert!(write("d", "htm", "")["error"].to_string().contains("htm"));
    }

    #[test]
    fn larger_tables_are_offered_where_searches_are_long() {
        let bytes = |size: &str| ask(&json!({ "ask": "larger", "size": size }))["bytes"].clone();
        assert_eq!(bytes("3x3"), Value::Null);
        assert_eq!(bytes("3x4"), Value::Null);
        assert!(bytes("4x4").as_u64().is_some_and(|bytes| bytes < 40_000_000));
    }

    #[test]
    fn what_cannot_be_solved_says_why() {
        let reply = ask(&json!({ "ask": "answer", "board": "123456 87x" }));
        assert_eq!(reply["distance"], Value::Null);
        let reply = ask(&json!({ "ask": "answer", "board": "1 2 3 4 5 6 8 7 x" }));
        assert_eq!(reply["why"]["exchange"], json!([8, 7]));
        assert_eq!(reply["why"]["reachesFirst"], false);
        let of_first = ask(&json!({ "ask": "answer", "board": "0 1 / 2 3" }));
        assert_eq!(of_first["why"]["reachesFirst"], true);
        let [board, goal] =
            ["12345687x", "12345678x"].map(|text| text.parse::<SmallBoard>().unwrap());
        let why = tilebase::puzzle::solvable(&board, &goal).unwrap_err();
        assert_eq!(reply["error"], why.to_string());
        let whole = format!(
            "unsolvable: no sequence of moves reaches the goal: {}; swap tiles 8 and 7 to make it solvable",
            reply["why"]["reason"].as_str().expect("a reason")
        );
        let traced = json!({
            "ask": "trace", "board": "1 2 3 4 5 6 8 7 x", "method": "bfs", "heuristic": "none",
            "maxNodes": 9, "maxSteps": 9,
        });
        for reply in [reply, ask(&traced)] {
            assert_eq!((&reply["kind"], &reply["error"]), (&json!("unsolvable"), &json!(whole)));
        }
        let mended = ask(&json!({ "ask": "answer", "board": "1 2 3 4 5 6 7 8 x" }));
        assert_eq!((&mended["distance"], &mended["count"]), (&json!(0), &json!(1)));
    }

    #[test]
    fn goals_have_names() {
        for (goal, size, cells) in [
            ("snail", "2x3", [1, 2, 3, 0, 5, 4]),
            ("First", "2x3", [0, 1, 2, 3, 4, 5]),
            ("2", "3x2", [1, 2, 0, 3, 4, 5]),
        ] {
            let reply = ask(&json!({ "ask": "board", "goal": goal, "size": size }));
            assert_eq!(reply["goal"]["cells"], json!(cells), "{goal}");
        }
        let board = "1 2 3 / 8 4 x / 7 6 5";
        assert_eq!(ask(&json!({ "ask": "answer", "board": board, "goal": "snail" }))["moves"], "l");
        let error = ask(&json!({ "ask": "answer", "board": board, "goal": "second" }));
        let expected = "goal: expected a board, the cell of its blank, first, last, centre or snail, found \
                        `second`";
        assert_eq!(error["error"], expected);
    }

    #[test]
    fn shapes_are_seen_in_the_text() {
        for (text, size) in [("12/3x", "2x2"), ("1 2 3 x", "2x2"), ("[[1,2,3,4],[5,6,7,0]]", "2x4")]
        {
            assert_eq!(
                ask(&json!({ "ask": "board", "board": text }))["board"]["size"],
                size,
                "{text}"
            );
        }
        let sixteen: Vec<String> = (0..16).map(|tile: u8| tile.to_string()).collect();
        assert_eq!(
            ask(&json!({ "ask": "board", "board": sixteen.join(",") }))["board"]["size"],
            "4x4"
        );
        let error = ask(&json!({ "ask": "board", "board": "1 2 3", "size": "4x4" }));
        let why = Board::parse("1 2 3", Some("4x4".parse().unwrap())).unwrap_err();
        assert_eq!(error["error"], why.to_string());
    }

    #[test]
    fn errors_say_what_there_is() {
        let error = |request: Value| ask(&request)["error"].as_str().unwrap_or_default().to_owned();
        let trace = |method: &str, heuristic: &str, size: &str| {
            let limits = json!({ "ask": "trace", "maxNodes": 9, "maxSteps": 9 });
            let Value::Object(mut request) = limits else { unreachable!() };
            for (name, value) in [("method", method), ("heuristic", heuristic), ("size", size)] {
                request.insert(name.to_owned(), json!(value));
            }
            error(Value::Object(request))
        };
        assert_eq!(
            trace("bsf", "none", "3x3"),
            "method: expected bfs, bibfs, astar, ida, iddfs, dfs, ucs, greedy, wastar, dls, beam or \
             hill, found `bsf`"
        );
        assert_eq!(
            trace("ida", "patterns", "3x3"),
            "heuristic: expected none, misplaced, euclidean, manhattan, linear-conflict, table, h1, \
             hamming or h2, found `patterns`"
        );
        assert_eq!(trace("BFS", "Linear-Conflict", "3x3"), "");
        let no_table = "no table for 2x5 is in the program, only for 2x2, 2x3, 3x2, 2x4, 4x2, 3x3";
        assert_eq!(trace("ida", "table", "2x5"), no_table);

        let size = |size: &str| error(json!({ "ask": "answer", "board": "1 2 3 x", "size": size }));
        for wrong in ["0x0", "101x2", "1x4"] {
            assert_eq!(size(wrong), format!("shape {wrong}: expected sides from 2 to 100"));
        }
        let long = "99999999999999999999x2";
        assert_eq!(size(long), format!("shape `{long}`: expected ROWSxCOLUMNS, as in 3x4"));
        assert!(size("2x5").starts_with("4 cells: expected 10"));
    }

    #[test]
    fn rubbish_is_an_error() {
        for text in ["", "{", "[]", "{\"ask\":\"nothing\"}", "\u{0}"] {
            let reply = Page::new(|_| ()).ask_json(text.as_bytes());
            let reply: Value = serde_json::from_slice(&reply).expect("a reply is JSON");
            assert!(reply["error"].is_string(), "{text}");
        }
    }

    /// A request for one board at a distance.
    fn drawn(distance: u32, seed: &str) -> Value {
        json!({ "ask": "sample", "distances": [distance, distance], "seed": seed, "n": 1 })
    }

    #[test]
    fn samples_are_at_their_distance() {
        for (distance, seed) in [(0, "0"), (1, "7"), (17, "today"), (31, "1"), (31, "-1")] {
            let reply = ask(&drawn(distance, seed));
            let board = reply["board"]["cells"].to_string();
            assert_eq!(ask(&json!({ "ask": "answer", "board": board }))["distance"], distance);
        }
        assert!(ask(&drawn(32, "0"))["error"].is_string());
        let difficult = json!({ "ask": "sample", "difficulty": "medium", "n": 2, "size": "4x4" });
        assert_eq!(ask(&difficult), json!({ "search": "whole" }));
        // Of larger boards, those of a few moves.
        let large = ask(&json!({ "ask": "sample", "n": 2, "size": "8x8", "difficulty": "easy" }));
        assert_eq!(large["boards"].as_array().map(Vec::len), Some(2), "{large}");
        let levels = |size: &str| ask(&json!({ "ask": "levels", "size": size }));
        assert_eq!(levels("4x4"), json!({ "easy": [8, 20], "medium": [21, 44], "hard": [45, 60] }));
        assert_eq!(levels("8x8")["hard"], Value::Null);
        // One solution of them is proved, but not what is after other moves.
        let mut tiles: Vec<String> = (1..36).map(|tile| tile.to_string()).collect();
        tiles.insert(33, "x".into());
        let near = json!({ "ask": "answer", "search": true, "boards": 1_000_000, "size": "6x6",
            "board": tiles.join(" ") });
        let reply = ask(&near);
        let known = [&reply["distance"], &reply["atLeast"], &reply["moves"], &reply["best"]];
        assert_eq!(known, [&json!(2), &json!(2), &json!("rr"), &Value::Null], "{reply}");
        assert_eq!([&reply["next"], &reply["legal"][0]["distance"]], [&Value::Null; 2]);
    }

    #[test]
    fn counts_add_up_to_the_states() {
        for size in ["2x2", "3x3", "4x2", "3x4", "4x4"] {
            let reply = ask(&json!({ "ask": "counts", "size": size }));
            let counts = reply["counts"].as_array().expect("counts");
            let sum: u64 = counts.iter().filter_map(Value::as_u64).sum();
            assert_eq!(Some(sum), reply["states"].as_u64(), "{size}");
        }
    }
}
