// The guided scenes of the view Learn: of each, its searches, what they show, and a number to guess.

/**
 * Methods: the name in the library, the name on the page, whether an estimate guides them, and the
 * number that some take: its name in the library, its name on the page, and the usual one.
 */
export const METHODS = [
  ["bfs", "Breadth-first", false],
  ["bibfs", "Bidirectional", false],
  ["astar", "A*", true],
  ["ida", "IDA*", true],
  ["iddfs", "Iterative deepening", true],
  ["dfs", "Depth-first", true],
  ["ucs", "Uniform cost", false],
  ["greedy", "Greedy best-first", true],
  ["wastar", "Weighted A*", true, ["weight", "Weight", 1.5]],
  ["dls", "Depth-limited", false, ["depthLimit", "Depth limit", 31]],
  ["beam", "Beam", true, ["width", "Width", 100]],
  ["hill", "Hill climbing", true],
];
/** Methods that remember the path that they are on, and no other boards. */
export const DEPTH_FIRST = ["ida", "iddfs", "dfs", "dls", "hill"];
export const HEURISTICS = [
  ["manhattan", "Manhattan: how far each tile is"],
  ["linear-conflict", "linear conflict: and tiles in each other’s way"],
  ["misplaced", "misplaced tiles: how many are wrong"],
  ["euclidean", "Euclidean: straight lines"],
  ["table", "the true distance"],
  ["none", "none"],
];

/** What a move may cost: the names that the library knows, and what they mean. */
export const COSTS = [
  ["", "1"],
  ["tile", "tile: its number"],
  ["inverse", "inverse: 1 / its number"],
  ["sqrt", "sqrt: the root of its number"],
  ["1:30,2:1,5", "a list"],
];

/** The orders in which moves can be tried, the usual one first. */
const orders = (moves) =>
  moves ? [...moves].flatMap((mv) => orders(moves.replace(mv, "")).map((rest) => mv + rest)) : [""];
export const ORDERS = orders("dlru").map((order) => [order, order]);

/** Scenes with boards of their own are solved in stages. */
export const SCENES = [
  {
    name: "Breadth-first",
    lanes: ["bfs"],
    text: "A flood: breadth-first search looks at every board one move away, then at every board two moves away, until the goal is among them.",
    ask: "How many boards will it look at?",
  },
  {
    name: "Bidirectional",
    lanes: ["bfs", "bibfs"],
    text: "From both ends: two floods, one from the board and one from the goal, meet halfway, so each has only half as far to go.",
    ask: "How many boards will the two floods look at?",
  },
  {
    name: "A* with misplaced tiles",
    lanes: ["bibfs", "astar-misplaced"],
    text: "An estimate pulls. A board with five wrong tiles is at least five moves from the goal: A* adds this estimate to the moves made, and looks first where the sum is least.",
    ask: "How many boards will A* look at?",
  },
  {
    name: "A* with Manhattan",
    lanes: ["astar-misplaced", "astar-manhattan"],
    text: "A better estimate pulls harder. How far each tile is from home, all added up, says more than how many are wrong: it is never too much either, and closer to the truth.",
    ask: "How many boards will the better estimate leave?",
  },
  {
    name: "Breadth-first or A*",
    lanes: ["bfs", "astar-manhattan"],
    text: "With an estimate, or without. Both find a shortest solution, but breadth-first search looks in every direction, and A* in that of the goal.",
    ask: "How many boards will A* look at?",
  },
  {
    name: "IDA*",
    lanes: ["astar-manhattan", "ida-manhattan"],
    text: "A* by deepening. IDA* remembers nothing but the path that it is on: it goes as deep as a limit allows, and when it fails it raises the limit and begins again. The limit rises by two, since a move changes the estimate by one: moves made and estimate add up to the same as before, or to two more.",
    ask: "How many boards will IDA* look at?",
  },
  {
    name: "Row by row",
    lanes: [],
    text: "The way that people go: the rows and columns away from the blank’s place, one after the other. Each stage takes as few moves as possible while the tiles of the earlier ones stay where they are, or return there. All stages together take more moves than a shortest solution.",
    ask: "How many moves will all stages take?",
    boards: {
      "3x4": [8, 10, 11, 1, 5, 2, 4, 9, 7, 3, 6, 0],
      "4x4": [2, 9, 13, 7, 8, 5, 0, 15, 14, 6, 4, 1, 3, 10, 12, 11],
      "5x5": [10, 22, 21, 9, 17, 7, 15, 23, 2, 0, 18, 12, 11, 8, 5, 4, 6, 1, 24, 13, 3, 20, 16, 14, 19],
    },
  },
];

/**
 * Of each size that the scenes offer, a board that every search solves soon: 19 moves from the goal
 * on 3x3, 16 on 3x4, 14 on 4x4 and 12 on 5x5.
 */
export const BOARDS = {
  "3x3": [2, 3, 4, 1, 5, 0, 7, 6, 8],
  "3x4": [1, 0, 2, 4, 5, 6, 7, 11, 9, 10, 3, 8],
  "4x4": [1, 2, 3, 4, 5, 7, 8, 0, 9, 6, 11, 12, 13, 15, 10, 14],
  "5x5": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 24, 14, 16, 17, 19, 0, 15, 21, 22, 18, 20, 23],
};
