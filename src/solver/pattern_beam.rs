//! How a beam expands boards with pattern tables, in one view or two.

#![expect(clippy::inline_always, reason = "compiled for each kind of processor")]

use std::marker::PhantomData;

use super::beam::{BOARDS_IN_FLIGHT, BeamMemory, BeamSpace, Candidate, Expanded};
use super::depth_first::{Child, Node, SearchContext};
use super::lookup::PatternState;
use super::spread::Spread;
use super::width::{Count as _, Wide, Width};

/// The memory for a beam on shapes of more than sixteen cells, whatever tables it has.
pub(super) const fn largest_room(width: usize) -> u64 {
    BeamMemory::<PatternBeam<Wide, 2, 10>>::bytes(width)
}

/// Beams with `L` patterns in `V` views.
pub(super) struct PatternBeam<W, const V: usize, const L: usize>(PhantomData<W>);

/// What a move changes in a node.
#[derive(Clone, Copy)]
pub(super) struct PatternStep<W: Width, const V: usize> {
    states: [PatternState; V],
    sums: [W::Count; V],
    automaton: u16,
    patterns: [u8; V],
}

impl<W: Width, const V: usize, const L: usize> BeamSpace for PatternBeam<W, V, L> {
    type Node = Node<W, V, L>;
    type Step = PatternStep<W, V>;
    type Context<'c> = (&'c SearchContext<'c, W, V, L>, &'c Spread);

    const MOVE_BITS: u32 = 2;
    const CHILDREN: usize = 3;
    const LONGEST: u32 = W::LONGEST;
    /// Four and six were as good.
    const BOUNDS: usize = 5;

    #[inline(always)]
    fn expand(
        (context, spread): Self::Context<'_>,
        boards: &[Node<W, V, L>],
        spreads: &[u16],
        first: u32,
        below: u32,
        candidates: &mut Vec<Candidate<PatternStep<W, V>>>,
    ) -> Expanded {
        let mut found = Expanded::default();
        let mut children = [[Child::NONE; 4]; BOARDS_IN_FLIGHT];
        let mut counts = [0; BOARDS_IN_FLIGHT];
        for (i, node) in boards.iter().enumerate() {
            counts[i] = context.begin_all(node, &mut children[i]);
            found.generated += counts[i] as u64;
        }
        for (i, node) in boards.iter().enumerate() {
            context.ask_all(node, &mut children[i][..counts[i]]);
        }
        for (i, node) in boards.iter().enumerate() {
            for child in &children[i][..counts[i]] {
                let (states, sums) = context.distances(node, child);
                let bound = sums.into_iter().max().unwrap_or_default().get();
                if bound >= below {
                    continue;
                }
                let (board, more) = context.board_after(node, child.mv, spread);
                if bound == 0 && board == context.goal {
                    found.goal = found.goal.or(Some(candidates.len()));
                }
                let Child { automaton, patterns, mv, .. } = *child;
                candidates.push(Candidate {
                    key: W::hash(board),
                    step: PatternStep { states, sums, automaton, patterns },
                    parent: first + i as u32,
                    spread: spreads[i].wrapping_add_signed(more),
                    mv,
                });
            }
        }
        found
    }

    #[inline(always)]
    fn child(
        (context, _): Self::Context<'_>,
        parent: &Node<W, V, L>,
        child: &Candidate<PatternStep<W, V>>,
    ) -> Node<W, V, L> {
        let PatternStep { states, sums, automaton, patterns } = child.step;
        context.child(parent, child.mv, automaton, patterns, states, sums)
    }

    #[inline(always)]
    fn bounds(step: &PatternStep<W, V>) -> usize {
        step.sums.iter().map(|sum| sum.get() as usize).sum()
    }
}
