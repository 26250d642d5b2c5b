/**
 * A board: text in any notation that the library reads, or tiles row by row with 0 for the blank.
 */
export type BoardLike = string | number[] | number[][];

/** The cell the blank goes to: down, left, right or up. The tile slides the opposite way. */
export type Move = "d" | "l" | "r" | "u";

export interface LegalMove {
  move: Move;
  /** The tile that slides. */
  tile: number;
  /** The distance after it; null where the board has none. */
  distance: number | null;
}

/** Why a board cannot reach the goal. */
export interface Why {
  /** Whether the tiles are an odd permutation of the goal's. */
  orderIsOdd: boolean;
  /** How many rows lie between the blank and where the goal has it. */
  blankRowsApart: number;
  cols: number;
  /** Exchanging these two tiles makes the board solvable. */
  exchange: [number, number];
}

export interface Answer {
  board: string;
  goal: string;
  /** ROWSxCOLUMNS, as `3x4`. */
  size: string;
  /**
   * The least number of moves to the goal; null if there is none or `error` says why it is not
   * known.
   */
  distance: number | null;
  /** The canonical solution: of all shortest ones the first in the order d < l < r < u. */
  moves: string | null;
  /** All moves that lower the distance by one. */
  next: string | null;
  /** Every move that can be made, those that lower the distance first. */
  legal: LegalMove[];
  /** The number of shortest solutions; null where it was not counted. */
  count: number | null;
  /** What is wrong: the text is no board, or the board cannot be solved. */
  error: string | null;
  why: Why | null;
}

export interface ReadBoard {
  size: string;
  rows: number;
  cols: number;
  /** Tiles row by row, 0 for the blank. */
  cells: number[];
}

/** How far a long search is. */
export type Progress =
  /**
   * Which of the tables is being made: once for each shape and each cell, up to symmetry, of the
   * goal's blank.
   */
  | { table: number; of: number }
  /** No solution has fewer moves than `bound`; so many boards were searched. */
  | { bound: number; boards: number }
  /** The canonical solution; which other moves are optimal is still being searched. */
  | { distance: number; moves: string };

export interface AnswerOptions {
  /**
   * ROWSxCOLUMNS, for boards whose text does not show their rows. 4, 9 and 16 cells are squares
   * without it.
   */
  size?: string;
  /**
   * Whether to count the shortest solutions of boards that are searched, too; that takes longer.
   */
  count?: boolean;
  /** Gives up a search. */
  signal?: AbortSignal;
  onprogress?: (progress: Progress) => void;
}

export interface TraceOptions {
  size?: string;
  signal?: AbortSignal;
  method?: "bfs" | "bibfs" | "astar" | "ida" | "iddfs" | "dfs";
  heuristic?: "none" | "misplaced" | "manhattan" | "linear-conflict" | "table";
  /** Boards generated at the most. */
  maxNodes?: number;
  /** Steps recorded at the most; 0 records none, and the search runs at its own speed. */
  maxSteps?: number;
}

/** What a search did. */
export interface Trace {
  /** The solution; null where a limit was met first. */
  moves: string | null;
  stopped: string | null;
  expanded: number;
  generated: number;
  frontier: number;
  /** The boards that were expanded, in order. */
  steps: {
    /** The step each was reached from; -1 where a search begins (again). */
    parents: number[];
    /** The move from there, one letter a step; `-` where a search begins. */
    moves: string;
    /** How many boards waited. */
    waiting: number[];
    /** The steps at which the boards of the solution were expanded, from the start on. */
    way: number[];
  };
}

export interface LoadOptions {
  /** The bytes of tilebase.wasm. Default: fetched from beside the module. */
  wasm?: BufferSource;
  /** Starts worker.mjs. Default: from beside the module. */
  startWorker?: () => Worker;
}

export class Tilebase {
  static load(options?: LoadOptions): Promise<Tilebase>;
  /**
   * Answers a board, optimally. Boards that are wrong or unsolvable are answered too: see `error`.
   */
  answer(board: BoardLike, goal?: BoardLike, options?: AnswerOptions): Promise<Answer>;
  /** Reads a board without answering it. */
  read(
    board: BoardLike,
    options?: { goal?: BoardLike; size?: string },
  ): { board: ReadBoard; goal: ReadBoard } | { error: string };
  /** How many boards there are at distance 0, 1, 2, ... from the goal, where that is known. */
  counts(options?: {
    goal?: BoardLike;
    size?: string;
  }): { counts: number[]; states: number } | { error: string };
  /** One of the boards at a distance, all equally likely; on shapes of up to nine cells. */
  sample(
    distance: number,
    options?: { goal?: BoardLike; size?: string; part?: number },
  ): { board: ReadBoard } | { error: string };
  /** Runs a search method and tells which boards it expanded, in order. */
  trace(
    board: BoardLike,
    goal?: BoardLike,
    options?: TraceOptions,
  ): Promise<Trace | { error: string }>;
  /** Ends the worker, if one was started. */
  close(): void;
}
