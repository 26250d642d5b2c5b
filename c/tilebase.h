/* Optimal answers for sliding-tile puzzles: https://docs.rs/tilebase has the whole story.
 *
 * Boards are arrays of cells, row by row: 0 for the blank, then the tiles from 1. `count` is always
 * the number of cells, rows times columns, and is checked. Text is UTF-8 and ends with a zero byte.
 * Text and moves go into a buffer of yours, `out`, with room for `capacity` chars or moves; for
 * text that includes the zero byte. `length`, which may be null, is set to how many there are,
 * without the zero byte, even if there is no room for them.
 *
 * What you hand over stays yours, and is not kept after the call. Limits may be null: then the
 * usual ones hold. Another pointer may be null only where that is said; elsewhere null is an error.
 * A pointer that is not null must point to what its parameter says, for as long as the call lasts,
 * and what is written must not overlap what is read. A handle comes from `tilebase_open`, and must
 * not be used after `tilebase_close`.
 *
 * All functions may be called on any thread, at the same time, with the same handle. A call that
 * fails writes nothing but `length` and `interval`.
 */

#ifndef TILEBASE_H
#define TILEBASE_H

#include <stddef.h>
#include <stdint.h>

/* No limits, in both languages without a warning. */
#ifdef __cplusplus
#define TILEBASE_NO_LIMITS {}
#else
#define TILEBASE_NO_LIMITS {0}
#endif

/**
 * A number that is not known: a distance, or the length of a solution.
 */
#define TILEBASE_UNKNOWN UINT32_MAX

/**
 * In the answer of `tilebase_distances`: the board cannot reach the goal.
 */
#define TILEBASE_NO_DISTANCE UINT16_MAX

/**
 * In the answer of `tilebase_distances`: a limit was reached before the distance was known.
 */
#define TILEBASE_NOT_PROVED (UINT16_MAX - 1)

/**
 * How a call ended. Unless it is `TILEBASE_STATUS_OK`, `tilebase_last_error` says why.
 */
typedef enum TilebaseStatus {
    /**
     * All that was asked for is written.
     */
    TILEBASE_STATUS_OK = 0,
    /**
     * An answer: the board cannot reach the goal. Nothing is written.
     */
    TILEBASE_STATUS_UNSOLVABLE = 1,
    /**
     * An answer: a limit was reached, or your function stopped the search. `interval`, `out` and
     * `length` have what is known by then.
     */
    TILEBASE_STATUS_STOPPED = 2,
    /**
     * An argument is wrong: null, no board of this size, no legal move, no such name.
     * Nothing is written.
     */
    TILEBASE_STATUS_ARGUMENT = 3,
    /**
     * Your buffer is too short. `length` has what is needed, and `interval` what is known.
     * Nothing else is written.
     */
    TILEBASE_STATUS_SHORT = 4,
    /**
     * A table is damaged or cannot be read, or there is not enough memory. Nothing is written.
     */
    TILEBASE_STATUS_FAILED = 5,
    /**
     * A defect of the library. The handle can still be used.
     */
    TILEBASE_STATUS_PANIC = 6,
} TilebaseStatus;

/**
 * Answers boards of one size and goal in one metric. Any number of threads may use it at the same
 * time.
 */
typedef struct TilebaseOracle TilebaseOracle;

/**
 * What is known of a distance, in moves. Both numbers are equal if the distance is known.
 */
typedef struct TilebaseInterval {
    /**
     * The distance is proved to be at least this.
     */
    uint32_t at_least;
    /**
     * The length of the best solution found, or `TILEBASE_UNKNOWN` if there is none.
     */
    uint32_t at_most;
    /**
     * The number of boards that a search generated. 0 if the answer is from a table.
     */
    uint64_t generated;
} TilebaseInterval;

/**
 * Your function, which a search calls every few milliseconds with what is known so far, and which
 * stops the search if it does not return 0. It is called on any thread, perhaps on several at the
 * same time. It must return: no `longjmp` and no exception may leave it.
 */
typedef int32_t (*TilebaseStop)(const struct TilebaseInterval *known, void *user);

/**
 * The most work for a question. Begin with `TilebaseLimits limits = TILEBASE_NO_LIMITS;`, which is
 * all zeros. What is looked up in a table never reaches a limit. Without limits, or if both
 * `milliseconds` and `boards` are 0, boards of up to 16 cells are searched for until the distance
 * is known, and larger ones for about a second.
 */
typedef struct TilebaseLimits {
    /**
     * The time for each board, or 0.
     */
    uint64_t milliseconds;
    /**
     * The number of boards that the search for each board may generate, or 0.
     */
    uint64_t boards;
    /**
     * The number of threads, or 0 for one for each processor.
     */
    uint32_t threads;
    /**
     * A function that may stop the search, or null.
     */
    TilebaseStop stop;
    /**
     * Is handed to that function.
     */
    void *user;
} TilebaseLimits;

/**
 * A legal move.
 */
typedef struct TilebaseMove {
    /**
     * The way of the blank, `u`, `d`, `l` or `r`, then the number of cells if there are several,
     * then a zero byte.
     */
    char text[8];
    /**
     * The tile that slides; of several, the farthest from the blank.
     */
    uint32_t tile;
    /**
     * The distance after the move, or `TILEBASE_UNKNOWN`.
     */
    uint32_t distance;
} TilebaseMove;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library, such as "0.1.0". Do not free it.
 */
const char *tilebase_version(void);

/**
 * The message of the last call on this thread that did not return `TILEBASE_STATUS_OK`, or that
 * returned null; empty before there is one. It is there until the next such call on this thread.
 * Do not free it.
 */
const char *tilebase_last_error(void);

/**
 * Opens what answers boards of one size and goal. Returns null if it fails. Close it with
 * `tilebase_close`. For the same question many times, open it once: it keeps what it needs.
 *
 * * `size`: rows and columns, "3x4"; to 100x100. Null: that of the goal, or else "3x3".
 * * `goal`: the board to reach, in any form that is read, or "first", "last", "centre", "snail".
 *   Null: the tiles in order, the blank in the last cell. It may have cells that hold anything,
 *   `*`, which are `TILEBASE_UNKNOWN` among cells, and equal tiles, which its boards have, too.
 *   No random boards are drawn for such a goal.
 * * `metric`: "single", a move slides one tile; or "multi", any number of tiles of a row or a
 *   column, for up to 16 cells; 10 to 12 need a table in the folder. Null: "single".
 * * `folder`: a folder with tables that the command `tilebase generate` made. They are mapped into
 *   memory, so nobody may change them while they are used. Null: only what is in the library.
 */
struct TilebaseOracle *tilebase_open(const char *size,
                                     const char *goal,
                                     const char *metric,
                                     const char *folder);

/**
 * Frees a handle, or does nothing if it is null. No thread may use it any more.
 */
void tilebase_close(struct TilebaseOracle *oracle);

/**
 * The number of rows, or 0 if the handle is null.
 */
uint32_t tilebase_rows(const struct TilebaseOracle *oracle);

/**
 * The number of columns, or 0 if the handle is null.
 */
uint32_t tilebase_cols(const struct TilebaseOracle *oracle);

/**
 * Stores the goal in `cells`.
 */
enum TilebaseStatus tilebase_goal(const struct TilebaseOracle *oracle,
                                  uint32_t *cells,
                                  size_t count);

/**
 * Reads a board of the handle's size from text, in any form that the command reads: "2 3 4 1 5 x 7
 * 6 8", "234/15x/768", "[[2,3,4],[1,5,0],[7,6,8]]", ...
 */
enum TilebaseStatus tilebase_parse(const struct TilebaseOracle *oracle,
                                   const char *board,
                                   uint32_t *cells,
                                   size_t count);

/**
 * Writes a board as text: "2 3 4 1 5 x 7 6 8".
 */
enum TilebaseStatus tilebase_write(const struct TilebaseOracle *oracle,
                                   const uint32_t *cells,
                                   size_t count,
                                   char *out,
                                   size_t capacity,
                                   size_t *length);

/**
 * Whether the board can reach the goal: `TILEBASE_STATUS_OK` or `TILEBASE_STATUS_UNSOLVABLE`. Then
 * `tilebase_last_error` says why it cannot, and which two tiles to exchange so that it can.
 */
enum TilebaseStatus tilebase_solvable(const struct TilebaseOracle *oracle,
                                      const uint32_t *cells,
                                      size_t count);

/**
 * The distance of a board, in moves, as an interval. With `TILEBASE_STATUS_STOPPED` its ends
 * differ.
 */
enum TilebaseStatus tilebase_distance(const struct TilebaseOracle *oracle,
                                      const uint32_t *cells,
                                      size_t count,
                                      const struct TilebaseLimits *limits,
                                      struct TilebaseInterval *interval);

/**
 * A shortest solution, the canonical one, as text. With `TILEBASE_STATUS_STOPPED` it is the best
 * one found, or empty if there is none: then `interval.at_most` is `TILEBASE_UNKNOWN`.
 *
 * `notation` is "blank" (null, too): the way of the blank, "dlu"; "tile": the way of the tile,
 * "URD"; "tiles": the numbers of the tiles that slide, "8 7 4"; or "cells": their rows and
 * columns. `interval` may be null.
 */
enum TilebaseStatus tilebase_solution(const struct TilebaseOracle *oracle,
                                      const uint32_t *cells,
                                      size_t count,
                                      const struct TilebaseLimits *limits,
                                      const char *notation,
                                      char *out,
                                      size_t capacity,
                                      size_t *length,
                                      struct TilebaseInterval *interval);

/**
 * Every legal move, the best first, with the distance after each: those with the least are
 * optimal. With `TILEBASE_STATUS_STOPPED` no distance is known, and the first move is that of the
 * best solution found, if there is one. `length` is their number: at most rows + columns.
 */
enum TilebaseStatus tilebase_moves(const struct TilebaseOracle *oracle,
                                   const uint32_t *cells,
                                   size_t count,
                                   const struct TilebaseLimits *limits,
                                   struct TilebaseMove *out,
                                   size_t capacity,
                                   size_t *length);

/**
 * Makes moves on a board. If one cannot be read or is illegal, the board stays as it was. They may
 * be written in any form that the command reads; for `notation` see `tilebase_solution`.
 */
enum TilebaseStatus tilebase_apply(const struct TilebaseOracle *oracle,
                                   uint32_t *cells,
                                   size_t count,
                                   const char *moves,
                                   const char *notation);

/**
 * A random board that can reach the goal, all of them equally likely.
 *
 * `seed` is any text, such as "2026-11-29" or "7". It gives the same board on every machine, the
 * one that the command `tilebase sample --seed` draws first. Null: another board each time.
 */
enum TilebaseStatus tilebase_random(const struct TilebaseOracle *oracle,
                                    const char *seed,
                                    uint32_t *cells,
                                    size_t count);

/**
 * A random board at a distance from `first` to `last`, for boards of up to 25 cells.
 *
 * If `quick` is 0, all such boards are equally likely, which takes long where they are rare and
 * have to be searched for. Otherwise it takes milliseconds: each distance is equally likely, and
 * the board lies on a solution of a random one, so some are more likely than others. The limits
 * are those of each search. For `seed` see `tilebase_random`.
 */
enum TilebaseStatus tilebase_random_at(const struct TilebaseOracle *oracle,
                                       uint32_t first,
                                       uint32_t last,
                                       int32_t quick,
                                       const char *seed,
                                       const struct TilebaseLimits *limits,
                                       uint32_t *cells,
                                       size_t count);

/**
 * The distances of many boards of up to 25 cells. `boards` has a byte for each cell, 0 for the
 * blank, one board after another: `count` times rows times columns. `distances` has `count`
 * numbers; `TILEBASE_NO_DISTANCE` and `TILEBASE_NOT_PROVED` are none. If this fails, `distances`
 * holds nothing of use; if a row is no board, the message says which.
 */
enum TilebaseStatus tilebase_distances(const struct TilebaseOracle *oracle,
                                       const uint8_t *boards,
                                       size_t count,
                                       const struct TilebaseLimits *limits,
                                       uint16_t *distances);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TILEBASE_H */
