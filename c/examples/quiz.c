/* A quiz at the console. Type moves of the blank (u, d, l, r), `hint`, `undo`, `new` or `quit`.
 *
 *     quiz [SIZE [SEED]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilebase.h"

#define CELLS 100 /* as many as 10x10 has */
#define UNDOS 1000

static int fail(void) {
    fprintf(stderr, "quiz: %s\n", tilebase_last_error());
    return 1;
}

int main(int argc, char **argv) {
    TilebaseOracle *oracle = tilebase_open(argc > 1 ? argv[1] : NULL, NULL, NULL, NULL);
    const char *seed = argc > 2 ? argv[2] : NULL; /* the daily board has the date */
    static uint32_t boards[UNDOS][CELLS]; /* all boards of this game, for undo */
    uint32_t goal[CELLS];
    size_t made = 0, count;
    TilebaseLimits limits = TILEBASE_NO_LIMITS;
    char line[256];

    if (!oracle) return fail();
    count = (size_t)tilebase_rows(oracle) * tilebase_cols(oracle);
    if (count > CELLS) {
        fprintf(stderr, "quiz: expected at most %d cells, found %zu\n", CELLS, count);
        tilebase_close(oracle);
        return 1;
    }
    tilebase_goal(oracle, goal, count);
    limits.milliseconds = 1000;
    if (tilebase_random(oracle, seed, boards[0], count)) return fail();
    for (;;) {
        uint32_t *board = boards[made];
        char text[4 * CELLS];
        if (tilebase_write(oracle, board, count, text, sizeof text, NULL)) return fail();
        puts(text);
        if (!memcmp(board, goal, count * sizeof *board)) printf("solved in %zu\n", made);
        fputs("> ", stdout);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) break;
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, "quit")) break;
        if (!strcmp(line, "new")) {
            made = 0;
            if (tilebase_random(oracle, NULL, boards[0], count)) return fail();
        } else if (!strcmp(line, "undo")) {
            if (made > 0) --made;
        } else if (!strcmp(line, "hint")) {
            TilebaseMove moves[4];
            size_t length;
            int status = (int)tilebase_moves(oracle, board, count, &limits, moves, 4, &length);
            if (status != TILEBASE_STATUS_OK && status != TILEBASE_STATUS_STOPPED) return fail();
            printf("%s, tile %u", moves[0].text, moves[0].tile);
            if (moves[0].distance != TILEBASE_UNKNOWN) printf(": then %u more", moves[0].distance);
            putchar('\n');
        } else if (made + 1 < UNDOS) {
            memcpy(boards[made + 1], board, count * sizeof *board);
            if (tilebase_apply(oracle, boards[made + 1], count, line, NULL))
                puts(tilebase_last_error());
            else
                ++made;
        }
    }
    tilebase_close(oracle);
    return 0;
}
