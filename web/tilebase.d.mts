/** A tile, as a number or as text; the blank is 0, null, undefined or "". */
export type Cell = number | bigint | string | null | undefined;

/** Tiles in a row. */
export type Cells =
  | readonly Cell[]
  | (Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array)
  | (Uint32Array | Float32Array | Float64Array | BigInt64Array | BigUint64Array);

/**
 * A board: text in any notation that the library reads; tiles row by row, flat or in rows; or a
 * board of a reply.
 */
export type BoardLike = string | Cells | readonly Cells[] | ReadBoard<Cell>;

/**
 * A goal: a board; the blank's cell, counted from 0, with the tiles in order; or a name: `first`,
 * `last` or `centre` (where the blank is, with the tiles in order) or `snail`. `answer`, `answers`,
 * `hint`, `isSolved` and `read` take goals with cells that hold anything, `*`, and with equal tiles,
 * which their boards have, too.
 */
export type GoalLike = BoardLike | number;

/** The way the blank goes: down, left, right or up. The tile slides the opposite way. */
export type Way = "d" | "l" | "r" | "u";

/** A move: the way the blank goes. In the metric `multi`, a number of cells may follow, as `d2`. */
export type Move = Way | `${Way}${number}`;

/** What one move slides: one tile, or any number of tiles of a row or column. */
export type Metric = "single" | "multi";

export interface LegalMove {
  move: Move;
  /** The tile that slides; of several the farthest, which a player clicks. */
  tile: number;
  /** The distance after the move; null if it is not known. */
  distance: number | null;
}

/** Why a board cannot reach the goal. */
export interface Why {
  /** Whether the number of inversions is odd: of pairs of tiles whose order is not the goal's. */
  orderIsOdd: boolean;
  /** The number of rows between the blank and its place in the goal. */
  blankRowsApart: number;
  cols: number;
  /** The same in words. */
  reason: string;
  /** Exchanging these two tiles makes the board solvable. */
  exchange: [number, number];
  /** Whether the goal is the usual one, and the board can reach "first", with the blank first. */
  reachesFirst: boolean;
}

export interface Answer {
  board: string;
  goal: string;
  /** ROWSxCOLUMNS, as `3x4`. */
  size: string;
  /**
   * The least number of moves to the goal; null if the board cannot be solved, or if the distance
   * is not known.
   */
  distance: number | null;
  /**
   * The canonical solution: the alphabetically first of the shortest ones (d < l < r < u, then
   * fewer cells first).
   */
  moves: string | null;
  /** All moves that lower the distance by one; null for more than 25 cells. */
  next: string | null;
  /** Every legal move, those that lower the distance first, if that is known. */
  legal: LegalMove[];
  /** The number of shortest solutions; null if it was not counted. */
  count: number | null;
  /** No solution has fewer moves. The distance, if it is known; null if nothing is proved. */
  atLeast: number | null;
  /**
   * The best solution found, while the canonical one is not known: then `moves` and `next` are
   * null. If it has `atLeast` moves, none is shorter, and that is the distance. Otherwise
   * `distance` is null, too. Only for more than sixteen cells.
   */
  best: string | null;
  /** The error message, if the text is not a board or the board cannot be solved. */
  error: string | null;
  /** The kind of the error, if it is one that programs tell apart, as in `Refused`. */
  kind: "unsolvable" | null;
  /** Why the board cannot be solved, if it is of this kind. */
  why: Why | null;
}

/** An error, and of some kinds what belongs to them. */
export type Refused =
  | { error: string; kind?: undefined }
  /** Move `number`, written as `move`, is illegal on the board. All moves before it are legal. */
  | { error: string; kind: "illegal"; number: number; move: string }
  | { error: string; kind: "unsolvable"; why: Why };

/** What was asked for, or an error. */
export type Reply<T, E = { error: string }> =
  | (T & { error?: undefined })
  | (E & { [Name in keyof T]?: undefined });

export interface ReadBoard<T = number> {
  size: string;
  rows: number;
  cols: number;
  /** Tiles row by row, 0 for the blank. In goals with free cells or letters, these are text. */
  cells: T[];
}

/** The progress of a long search. */
export type Progress =
  /**
   * Table number `table` is being made. Tables are made once for each shape and, up to symmetry,
   * each cell of the goal's blank.
   */
  | { table: number; of: number }
  /** No solution has fewer moves than `bound`; `boards` boards were searched so far. */
  | { bound: number; boards: number }
  /** The same, and the best solution found so far. It may have more moves than that. */
  | { bound: number; best: string }
  /** The canonical solution. The search for other optimal moves goes on. */
  | { distance: number; moves: string };

/** How boards are written, and what one move is. */
export interface BoardOptions {
  /**
   * ROWSxCOLUMNS, for boards that do not show their rows. Without it, boards of 4, 9, 16, ... cells
   * are squares. Sides are 2 to 100.
   */
  size?: string;
  /**
   * What one move slides. The default is `single`. In `multi`, shapes of 10 to 12 cells and of more
   * than sixteen have no answers.
   */
  metric?: Metric;
  /**
   * What stands for the blank in the board and the goal, instead of 0, such as 8, 16 or -1. If it
   * is the largest number, or if there is a 0 beside it, the tiles begin at 0. Answers have 0 for
   * the blank, and tiles from 1.
   */
  blank?: number | string;
}

/** The same, where the goal is an option. */
export interface GoalOptions extends BoardOptions {
  goal?: GoalLike | null;
}

export interface AnswerOptions extends BoardOptions {
  /**
   * Whether to count the shortest solutions even if that needs a search, which takes longer.
   */
  count?: boolean;
  /**
   * Whether to search with larger tables, for hard boards of 13 cells or more. They are made first,
   * which takes some seconds, and then kept until the worker ends.
   */
  larger?: boolean;
  /**
   * Whether to search until the canonical solution and all optimal moves are known, for more than
   * sixteen cells. That takes from milliseconds to days. Otherwise the search ends after one to a
   * few seconds. With more than 25 cells it only searches a few times longer.
   */
  optimal?: boolean;
  /** Cancels a search. The promise is rejected with its reason. */
  signal?: AbortSignal;
  /**
   * Hears of a search while it runs. What it throws ends the search, and the promise is rejected
   * with it.
   */
  onprogress?: (progress: Progress) => void;
}

/**
 * How moves are written: where the blank goes (`ddl`), where the tile goes (`U2R`), its number, or
 * its row and column (`r3c2`).
 */
export type Notation = "blank" | "tile" | "tiles" | "cells";

/**
 * Moves: text in a notation; or an array of its words, or of the numbers of the tiles that slide,
 * which need no `notation`.
 */
export type MovesLike = string | readonly string[] | readonly number[] | Uint8Array | Uint16Array;

/** What is right and wrong with a sequence of moves, from `judge`. */
export interface Judged {
  /** The moves, up to the first illegal one, which `error` then names. */
  steps: {
    move: Move;
    /** The tile that slides. */
    tile: number;
    /** The distance after the move. */
    distance: number | null;
    /** The number of moves that it cost: 0 if it was optimal, otherwise 2; in `multi` 1 or 2. */
    cost: 0 | 1 | 2 | null;
    /** The optimal moves, if it was a mistake. */
    better: string;
  }[];
  /** The distance of the board: the least number of moves. */
  optimal: number | null;
  /** The number of moves that mistakes cost. */
  lost: number | null;
  /** The distance of the last board. */
  left: number | null;
  /** A shortest solution of the board before the first mistake, or else of the last board. */
  ending: string | null;
  /** The number of moves made before `ending` begins. */
  endingAfter: number;
}

export interface TraceOptions extends BoardOptions {
  /** Searches are traced in `single` alone. */
  metric?: "single";
  /** Cancels the search, as that of an answer. */
  signal?: AbortSignal;
  method?:
    | ("bfs" | "bibfs" | "astar" | "ida" | "iddfs" | "dfs")
    | ("ucs" | "greedy" | "wastar" | "dls" | "beam" | "hill");
  /** The default is `manhattan`, and for `iddfs` it is `none`. */
  heuristic?:
    | ("none" | "misplaced" | "euclidean" | "manhattan" | "linear-conflict" | "table")
    | ("h1" | "hamming" | "h2");
  /** The order in which the blank's moves are tried: four letters. By default `dlru`. */
  order?: string;
  /**
   * When a board is tested for the goal. `bfs` has both, by default `expanded`; `astar` has
   * `expanded`, and the others `reached`.
   */
  goalTest?: "reached" | "expanded";
  /** How often `wastar` counts estimates, by default 1.5. */
  weight?: number;
  /** The most moves that `dls` tries, by default 31. */
  depthLimit?: number;
  /** The boards of a level that `beam` keeps, by default 100. */
  width?: number;
  /**
   * What moves cost: `tile`, `inverse`, `sqrt`, or a list such as `1:30,2:1,5`. `ucs`, `astar`,
   * `ida`, `wastar` and `greedy` look at it.
   */
  cost?: string;
  /**
   * The largest number of boards to generate [5,000,000]. For methods that remember boards, at most
   * ten million.
   */
  maxNodes?: number;
  /**
   * The largest number of steps to record, at most a million. With 0 nothing slows the search down.
   */
  maxSteps?: number;
}

/** The record of a search. */
export interface Trace {
  /** The solution; null if none was found. */
  moves: string | null;
  /** What it costs, if moves cost what their tiles say. */
  cost: number | null;
  /** What the solution is proved to be, if it is. */
  proved: "shortest" | "cheapest" | null;
  /**
   * Where nothing is proved of the solution, no solution has fewer moves than this, or costs less if
   * the method looks at costs.
   */
  atLeast: number | null;
  /** Why there is no solution. */
  stopped: string | null;
  expanded: number;
  generated: number;
  frontier: number;
  /** The start and the boards generated, without those that the method remembers from before. */
  visited: number;
  /** The boards expanded, and the goal if it was taken to be expanded. */
  closed: number;
  /** The most moves from where the search began to a board that was visited. */
  depth: number;
  /** The boards that were expanded, in order. */
  steps: {
    /** The step that each was reached from; -1 where a search starts or restarts. */
    parents: number[];
    /** The move that reached it, one letter per step; `-` where a search starts. */
    moves: string;
    /** The number of boards waiting to be expanded. */
    waiting: number[];
    /** The estimate of each board. */
    estimates: number[];
    /** What the moves that led to each board cost; empty if the method does not look at costs. */
    costs: number[];
    /** The steps that expanded the boards of the solution, in order. */
    way: number[];
  };
}

/** A move to make next. */
export interface Hint {
  /** The first move of `best`; null at the goal, and if `timeout` left no time for a solution. */
  move: Move | null;
  /** The tile that slides; of several the farthest, which a player clicks. */
  tile: number | null;
  /** The distance of the board, if it is proved. Then the move is optimal. */
  distance: number | null;
  /** No solution has fewer moves; null if nothing is proved. */
  atLeast: number | null;
  /** The best solution found. */
  best: string | null;
}

export interface HintOptions extends GoalOptions {
  /**
   * The most time that it takes, in milliseconds. Without it, the hint takes up to about a second,
   * on 100x100 ten, and always has a move. What needs no tables is known in any time: that a board
   * cannot be solved, is solved, or is one move away.
   */
  timeout?: number;
  signal?: AbortSignal;
}

export interface SampleOptions extends GoalOptions {
  /** How many boards to draw, up to 100,000. The default is 1. */
  n?: number;
  /**
   * Any text, such as a date, or a whole number, also below 0. The same seed gives the same boards, also in
   * Python and on the command line. By default it is drawn.
   */
  seed?: string | number | bigint;
  /** Draw no board twice. */
  unique?: boolean;
  /** Draw boards that cannot reach the goal. */
  unsolvable?: boolean;
  /**
   * Draw boards on the solutions of boards farther away: soon, also where boards at a distance are
   * rare, but not all equally likely.
   */
  alongSolutions?: boolean;
  /** Ends the search for boards at a distance. */
  signal?: AbortSignal;
}

export interface LoadOptions {
  /** The bytes of tilebase.wasm. By default they are read from the package's dist folder. */
  wasm?: BufferSource | WebAssembly.Module;
  /** Starts worker.mjs. By default it is the file beside the module; in Node, a thread. */
  startWorker?: () => Worker;
}

/**
 * The engine could not be started, or it failed, most likely for lack of memory. Then the next call
 * starts it again.
 */
export class EngineError extends Error {
  name: "EngineError";
}

/**
 * Its functions throw an `EngineError`, or reject with it, if the engine fails. An option that a
 * function does not have is an error in its reply.
 */
export class Tilebase {
  /** Starts the engine, in a browser, Node, Deno and Bun. */
  static load(options?: LoadOptions | null): Promise<Tilebase>;
  /**
   * Answers a board, optimally. Invalid and unsolvable boards do not throw: see `Answer.error`.
   * A search that is cancelled rejects with the signal's reason.
   */
  answer(board: BoardLike, goal?: GoalLike | null, options?: AnswerOptions | null): Promise<Answer>;
  /** A move to make next, in limited time: the first of the best solution found. */
  hint(board: BoardLike, options?: HintOptions | null): Promise<Reply<Hint, Exclude<Refused, { kind: "illegal" }>>>;
  /**
   * Answers many boards, in order. The page has its turn between them. One that is invalid or cannot
   * be solved has an `error` and holds up no other.
   */
  answers(
    boards: Iterable<BoardLike>,
    goal?: GoalLike | null,
    options?: AnswerOptions | null,
  ): Promise<Answer[]>;
  /**
   * Makes the tables that boards of a size need, ROWSxCOLUMNS, in the workers of `hint` and
   * `answer`, so that the first of them takes no longer than others.
   */
  ready(size?: string | null, options?: GoalOptions | null): Promise<Reply<{ ready: true }>>;
  /**
   * Judges moves from a board. They need not reach the goal. An illegal one is an error, with what
   * is right and wrong with the moves before it. Their default notation is `blank`; the judgement
   * has letters of the blank.
   */
  judge(
    board: BoardLike,
    moves: MovesLike,
    goal?: GoalLike | null,
    options?: (Omit<AnswerOptions, "count" | "optimal"> & { notation?: Notation }) | null,
  ): Promise<Reply<Judged, Refused> | (Judged & Extract<Refused, { kind: "illegal" }>)>;
  /**
   * Writes moves that are legal on a board in another notation. The default of both is `blank`.
   * They may have up to 2^24 characters.
   */
  moves(
    moves: MovesLike,
    board: BoardLike,
    options?: (BoardOptions & { from?: Notation; to?: Notation }) | null,
  ): Reply<{ moves: string }, Refused>;
  /** The board after moves, all of which must be legal. */
  apply(
    board: BoardLike,
    moves: MovesLike,
    options?: (BoardOptions & { notation?: Notation }) | null,
  ): Reply<{ board: ReadBoard }, Refused>;
  /** Whether a board is its goal, or one of the boards that are. */
  isSolved(
    board: BoardLike,
    goal?: GoalLike | null,
    options?: Pick<BoardOptions, "size" | "blank"> | null,
  ): Reply<{ solved: boolean }>;
  /**
   * What finds the answers for boards of a size: null for a table; `whole` for a search; `parts` for
   * searches one after the other, each for longer, with a good solution after the first; `best` for
   * such searches without a proof.
   */
  search(options?: GoalOptions | null): Reply<{ search: "whole" | "parts" | "best" | null }>;
  /** The size of larger tables, see `AnswerOptions.larger`; null if there are none. */
  larger(options?: Omit<GoalOptions, "metric"> | null): Reply<{ bytes: number | null }>;
  /** Reads a board without answering it. */
  read(
    board: BoardLike,
    options?: Omit<GoalOptions, "metric"> | null,
  ): Reply<{ board: ReadBoard; goal: ReadBoard<number | string> }>;
  /** The number of boards at distance 0, 1, 2, ... from the goal, if it is known. */
  counts(options?: GoalOptions | null): Reply<{ counts: number[]; states: number }>;
  /**
   * The least and the largest distance of easy, medium and hard boards of a size, which `sample`
   * takes by name; null where it is any board, as of 5x5 and more nearly all are hard.
   */
  levels(options?: GoalOptions | null): Reply<Record<"easy" | "medium" | "hard", [number, number] | null>>;
  /**
   * Random boards that can reach the goal, all equally likely: any of them, or only those at a
   * distance, at distances from the first to the last, or `easy`, `medium` or `hard`: see `levels`.
   * Shapes of 13 to 16 cells have boards of a difficulty drawn along solutions. On larger ones, easy
   * and medium boards are as many random moves from the goal, or fewer, and hard ones are any.
   */
  sample(
    distance?: number | [number, number] | "easy" | "medium" | "hard" | null,
    options?: SampleOptions | null,
  ): Promise<Reply<{ board: ReadBoard; boards: ReadBoard[] }>>;
  /**
   * The way that people go: row by row and column by column, for boards of up to 10x10. Each stage
   * takes as few moves as possible while the earlier ones stay in place. Its `goal` has `*` for the
   * cells that do not matter yet.
   */
  stages(
    board: BoardLike,
    goal?: GoalLike | null,
    options?: (BoardOptions & { signal?: AbortSignal }) | null,
  ): Promise<Reply<{ stages: { goal: string; moves: string }[] }, Refused>>;
  /** Runs a search method and records the boards that it expanded, in order. */
  trace(
    board: BoardLike,
    goal?: GoalLike | null,
    options?: TraceOptions | null,
  ): Promise<Reply<Trace, Refused>>;
  /**
   * Ends the workers, if any were started. What is pending rejects with an `AbortError`. Later
   * calls start new workers.
   */
  close(): void;
}
