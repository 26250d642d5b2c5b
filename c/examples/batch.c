/* The distances of many boards of 3x3 at once: of all arrangements, as often as they fit.
 *
 *     batch [COUNT]
 *
 * Prints how many boards there are at each distance, and how many cannot be solved.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tilebase.h"

#define CELLS 9

/* The next arrangement in lexicographic order; after the last, the first. */
static void next(uint8_t *cells) {
    int at = CELLS - 2, other = CELLS - 1, end = CELLS - 1;
    uint8_t kept;
    while (at >= 0 && cells[at] > cells[at + 1]) --at;
    if (at >= 0) {
        while (cells[other] < cells[at]) --other;
        kept = cells[at], cells[at] = cells[other], cells[other] = kept;
    }
    for (++at; at < end; ++at, --end)
        kept = cells[at], cells[at] = cells[end], cells[end] = kept;
}

int main(int argc, char **argv) {
    size_t count = argc > 1 ? (size_t)strtoull(argv[1], NULL, 10) : 1000000, at;
    TilebaseOracle *oracle = tilebase_open("3x3", NULL, NULL, NULL);
    uint8_t *boards = (uint8_t *)malloc(count * CELLS + 1);
    uint16_t *distances = (uint16_t *)malloc((count + 1) * sizeof *distances);
    uint8_t cells[CELLS] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    size_t found[64] = {0}, unsolvable = 0;
    clock_t begin;
    int status = 1, distance;

    if (!oracle || !boards || !distances) {
        fprintf(stderr, "batch: %s\n", oracle ? "no memory" : tilebase_last_error());
    } else {
        for (at = 0; at < count; ++at, next(cells)) {
            int cell;
            for (cell = 0; cell < CELLS; ++cell) boards[at * CELLS + (size_t)cell] = cells[cell];
        }
        begin = clock();
        status = (int)tilebase_distances(oracle, boards, count, NULL, distances);
        fprintf(stderr, "%.3f s of processor time\n", (double)(clock() - begin) / CLOCKS_PER_SEC);
        if (status) fprintf(stderr, "batch: %s\n", tilebase_last_error());
        for (at = 0; !status && at < count; ++at) {
            if (distances[at] == TILEBASE_NO_DISTANCE)
                ++unsolvable;
            else
                ++found[distances[at]];
        }
        for (distance = 0; distance < 64 && found[distance]; ++distance)
            printf("%d %zu\n", distance, found[distance]);
        printf("unsolvable %zu\n", unsolvable);
    }
    free(distances);
    free(boards);
    tilebase_close(oracle);
    return status;
}
