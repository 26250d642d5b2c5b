/* Two threads on one handle for 4x4. Both find the same distances; then one of them is stopped by a
 * function of its own while the other goes on. Prints the sum of the distances. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tilebase.h"

#define CELLS 16
#define BOARDS 100

typedef struct {
    const TilebaseOracle *oracle;
    int is_stopped; /* in: whether the thread stops its searches */
    unsigned sum, stopped, failed;
} Work;

static int32_t stop(const TilebaseInterval *known, void *user) {
    (void)known;
    return *(const int *)user;
}

static void *run(void *argument) {
    Work *work = (Work *)argument;
    TilebaseLimits limits = TILEBASE_NO_LIMITS;
    unsigned board;
    limits.threads = 1;
    limits.stop = stop;
    limits.user = &work->is_stopped;
    for (board = 0; board < BOARDS; ++board) {
        char seed[16];
        uint32_t cells[CELLS];
        TilebaseInterval interval;
        TilebaseStatus status;
        snprintf(seed, sizeof seed, "%u", board);
        status = tilebase_random_at(work->oracle, 20, 40, 1, seed, NULL, cells, CELLS);
        if (status == TILEBASE_STATUS_OK)
            status = tilebase_distance(work->oracle, cells, CELLS, &limits, &interval);
        if (status == TILEBASE_STATUS_OK)
            work->sum += interval.at_most;
        else if (status == TILEBASE_STATUS_STOPPED && interval.at_least <= interval.at_most)
            ++work->stopped;
        else
            ++work->failed;
    }
    return NULL;
}

int main(void) {
    TilebaseOracle *oracle = tilebase_open("4x4", NULL, NULL, NULL);
    int turn, failed = 0;
    if (!oracle) {
        fprintf(stderr, "threads: %s\n", tilebase_last_error());
        return 1;
    }
    for (turn = 0; turn < 2; ++turn) {
        pthread_t other;
        Work works[2];
        memset(works, 0, sizeof works);
        works[0].oracle = works[1].oracle = oracle;
        works[1].is_stopped = turn;
        if (pthread_create(&other, NULL, run, &works[1])) return 1;
        run(&works[0]);
        pthread_join(other, NULL);
        printf("%u, stopped %u\n", works[0].sum, works[1].stopped);
        failed |= works[0].failed || works[1].failed || (!turn && works[0].sum != works[1].sum);
    }
    tilebase_close(oracle);
    return failed;
}
