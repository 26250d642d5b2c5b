"""True distances for PuXle's slide puzzle, as targets for a heuristic on JAX arrays.

    pip install "puxle @ git+https://github.com/tinker495/PuXle.git" tilebase
    python labels_puxle.py

PuXle is not in the Python registry, so no test runs this. It was run with its commit 4741a18.
"""

import jax
import numpy
from puxle import SlidePuzzle

import tilebase


def distances(puzzle: SlidePuzzle, states) -> jax.Array:
    """The least number of moves from each of a batch of states to the puzzle's goal."""
    boards = numpy.asarray(jax.vmap(lambda state: state.board_unpacked)(states))
    oracle = tilebase.Oracle(size=(puzzle.size, puzzle.size))
    return jax.numpy.asarray(oracle.distances(boards))


if __name__ == "__main__":
    puzzle = SlidePuzzle(3)
    keys = jax.random.split(jax.random.PRNGKey(1), 1000)
    _, states = jax.vmap(puzzle.get_inits)(keys)
    print(numpy.bincount(distances(puzzle, states)))
