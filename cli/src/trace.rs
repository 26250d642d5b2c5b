//! `tilebase solve --trace`: the boards that a method takes, in order.

use std::ops::ControlFlow;

use tilebase::search::{SearchChoice, Taken};
use tilebase::{Board, Error};

use crate::Ending;
use crate::fields::fields;
use crate::options::RowsArgs;
use crate::report::note;
use crate::session::Session;
use crate::tables::Tables;

fields! {
    /// A board that a method takes to expand it. `f` is the sum of `g`, the moves so far, and `h`,
    /// the estimate.
    struct TraceRow {
        board: String,
        depth: u32,
        parent: Option<String>,
        f: u64,
        g: u32,
        h: u64,
    }
}

/// Solves the only board by a method, and writes the boards that it takes.
pub fn run(
    (board, goal): (Board, Board),
    choice: SearchChoice,
    tables: &Tables,
    rows: &RowsArgs,
    has_stats: bool,
    session: &Session,
) -> anyhow::Result<Ending> {
    let (board, goal) = (board.expect_small("a trace")?, goal.expect_small("a trace")?);
    let mut rows = rows.begin::<TraceRow>(session)?;
    let mut written = Ok(());
    let mut write = |taken: &Taken, h: u64| {
        let row = TraceRow {
            board: taken.board.to_string(),
            depth: taken.depth,
            parent: taken.parent.map(|parent| parent.to_string()),
            f: h.saturating_add(taken.depth.into()),
            g: taken.depth,
            h,
        };
        written = rows.line(&row, &row.board);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let (metric, limits) = (tables.problems.metric, tables.limits.limits());
    let searched = choice.trace([board, goal], metric, tables, &limits, &mut write);
    written?;
    match searched {
        Ok(cost) if has_stats => note!("{cost}"),
        Ok(_) => {}
        // What it took until then is the trace.
        Err(Error::Stopped(stopped)) => {
            note!("{stopped}");
            if has_stats {
                note!("{}", stopped.cost());
            }
        }
        Err(why) => return Err(why.into()),
    }
    rows.finish()?;
    Ok(Ending::Answered)
}
