/* Solves boards with a table. The format of tables is in docs/format.md, from which this was
 * written; it uses nothing else of tilebase. C99, no library.
 *
 *     cc -std=c99 -O2 -o reader reader.c
 *     ./reader 3x3-8.tbl "1 2 3/4 5 6/7 8 0" < boards
 *
 * The second argument is the goal, with `/` between its rows. Boards stand one on a line, row by
 * row, the blank as 0. Each answer is the canonical solution, `unsolvable`, or `invalid`. What is
 * above `main` works on bytes in memory, so it also serves where there are no files. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { START = 4096, BLOCK = 4096, MAX_CELLS = 14, LONGEST = 300 };

typedef struct {
    const unsigned char *bytes;
    unsigned char *checked; /* for each block, whether its checksum was found to be right */
    unsigned metric, rows, cols, goal_blank, pattern, bits, diameter, cells;
    uint64_t entries_len, orders; /* the states for each cell of the blank */
    unsigned user_rows, user_cols, cell[MAX_CELLS], tile[MAX_CELLS]; /* what they are turned to */
} Table;

/* What a table says of a board. The residue is the distance modulo 4 or 3. */
typedef struct { uint64_t state; unsigned entry, residue, odd; } Place;

static uint32_t crc32(const unsigned char *bytes, uint64_t length) {
    uint32_t crc = 0xFFFFFFFF;
    for (uint64_t bit = 0; bit < 8 * length; bit++) {
        if (bit % 8 == 0) crc ^= bytes[bit / 8];
        crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

static uint64_t number(const unsigned char *bytes, int length) {
    return length ? bytes[0] | number(bytes + 1, length - 1) << 8 : 0;
}

/* The cell that a symmetry (bits: mirror rows, mirror columns, transpose) makes of a cell. */
static unsigned turned(unsigned symmetry, unsigned rows, unsigned cols, unsigned cell) {
    unsigned row = symmetry & 1 ? rows - 1 - cell / cols : cell / cols;
    unsigned col = symmetry & 2 ? cols - 1 - cell % cols : cell % cols;
    return symmetry & 4 ? col * rows + row : row * cols + col;
}

/* Opens a table. Returns what is wrong with it, or NULL. */
static const char *open_table(Table *t, const unsigned char *bytes, uint64_t length) {
    if (length < START || memcmp(bytes, "TILEBASE", 8)) return "no table";
    if (number(bytes + 8, 4) != 1 || number(bytes + 12, 4) != 1112) return "another version";
    if (crc32(bytes + 20, 1112) != number(bytes + 16, 4)) return "a damaged header";
    unsigned *fields[] = {&t->metric,  &t->rows, &t->cols,    &t->goal_blank,
                          &t->pattern, &t->bits, &t->diameter};
    for (int i = 0; i < 7; i++) *fields[i] = (unsigned)number(bytes + 20 + 4 * i, 4);
    int bits_fit = t->metric == 1 ? t->bits == 4 || t->bits == 1 : t->metric == 2 && t->bits == 2;
    if (t->pattern || !bits_fit) return "no table of all boards";
    if (t->cols < 2 || t->rows < t->cols || t->rows > (t->metric == 1 ? 14 : 12) / t->cols)
        return "an impossible shape";
    t->cells = t->rows * t->cols, t->orders = 1;
    for (unsigned s = 0; s < (t->rows == t->cols ? 8 : 4); s++)
        if (t->goal_blank >= t->cells || turned(s, t->rows, t->cols, t->goal_blank) > t->goal_blank)
            return "an impossible goal";
    for (unsigned i = 3; i < t->cells; i++) t->orders *= i;
    t->entries_len = (t->orders * t->cells * t->bits + 7) / 8;
    uint64_t blocks = (t->entries_len + BLOCK - 1) / BLOCK, end = START + t->entries_len;
    uint64_t expected[] = {t->orders * t->cells, START, t->entries_len, end, 4 * blocks};
    for (int i = 0; i < 5; i++)
        if (number(bytes + (i ? 1072 + 8 * i : 48), 8) != expected[i]) return "wrong lengths";
    if (number(bytes + 1112, 4) != BLOCK || length != end + 4 * blocks) return "a wrong length";
    if (crc32(bytes + end, 4 * blocks) != number(bytes + 1116, 4)) return "damaged checksums";
    for (int i = 1132; i < START; i++) if (bytes[i]) return "no padding";
    return t->bytes = bytes, (t->checked = calloc(blocks, 1)) ? NULL : "no memory";
}

/* Sets the goal. Returns 0 if the table is not for it. */
static int set_goal(Table *t, const unsigned *goal, unsigned rows, unsigned cols) {
    unsigned blank = 0, image[MAX_CELLS], tile = 0, s = 0;
    if (rows * cols != t->cells) return 0;
    while (goal[blank]) blank++;
    while (s < 8 && ((s & 4 ? cols : rows) != t->rows ||
                     turned(s, rows, cols, blank) != t->goal_blank)) s++;
    t->user_rows = rows, t->user_cols = cols;
    for (unsigned i = 0; i < t->cells; i++) image[t->cell[i] = turned(s, rows, cols, i)] = goal[i];
    for (unsigned i = 0; i < t->cells; i++) t->tile[image[i]] = image[i] ? ++tile : 0;
    return s < 8;
}

/* Looks a user's board up. Returns 0 if its block is damaged. */
static int look_up(const Table *t, const unsigned *board, Place *place) {
    unsigned image[MAX_CELLS], blank = 0, left = t->cells - 1, sum = 0;
    uint64_t rank = 0;
    for (unsigned i = 0; i < t->cells; i++) image[t->cell[i]] = t->tile[board[i]];
    for (unsigned i = 0, digit = 0; i < t->cells; i++, digit = 0) {
        if (!image[i]) { blank = i; continue; }
        for (unsigned j = i + 1; j < t->cells; j++) digit += image[j] && image[j] < image[i];
        rank = rank * left-- + digit, sum += digit;
    }
    unsigned rows = blank / t->cols + t->goal_blank / t->cols;
    place->odd = (t->cols % 2 ? sum : sum + rows) % 2;
    place->state = blank * t->orders + rank / 2;
    uint64_t byte = place->state * t->bits / 8, block = byte / BLOCK, first = START + block * BLOCK;
    uint64_t end = START + t->entries_len, length = end - first < BLOCK ? end - first : BLOCK;
    uint64_t expected = number(t->bytes + end + 4 * block, 4);
    if (!t->checked[block] && crc32(t->bytes + first, length) != expected) return 0;
    t->checked[block] = 1;
    place->entry = t->bytes[START + byte] >> place->state * t->bits % 8 & ((1u << t->bits) - 1);
    unsigned colour = (rows + blank % t->cols + t->goal_blank % t->cols) % 2;
    place->residue = t->bits == 1 ? 2 * place->entry + colour : place->entry;
    return 1;
}

/* Writes the canonical solution of a board. Returns 0 if the table is damaged. */
static int solve(const Table *t, unsigned *board, char *moves) {
    static const unsigned down[4] = {1, 0, 0, -1u}, right[4] = {0, -1u, 1, 0}; /* d, l, r, u */
    unsigned blank = 0, modulus = t->bits == 1 ? 4 : 3, next[MAX_CELLS];
    Place here, there;
    if (!look_up(t, board, &here)) return 0;
    if (here.odd) return strcpy(moves, "unsolvable") != NULL;
    while (board[blank]) blank++;
    for (unsigned step = 0; here.state != t->goal_blank * t->orders; step++) {
        int found = step == t->diameter ? -1 : 0;
        for (int d = 0; d < 4 && !found; d++) {
            unsigned at = blank, row = blank / t->user_cols, col = blank % t->user_cols;
            memcpy(next, board, sizeof next);
            for (int count = 1; !found && (count == 1 || t->metric == 2); count++) {
                row += down[d], col += right[d]; /* -1 is beyond any side */
                if (row >= t->user_rows || col >= t->user_cols) break;
                unsigned cell = row * t->user_cols + col, to = t->cell[cell] - t->cell[at];
                unsigned bit = to == t->cols ? 1 : to == -1u ? 2 : to == 1 ? 4 : 8;
                if (t->bits == 4 && !(here.entry & bit)) break;
                next[at] = next[cell], next[cell] = 0, at = cell;
                if (!look_up(t, next, &there)) return 0;
                found = t->bits == 4 || (there.residue + 1) % modulus == here.residue;
                if (found) moves += sprintf(moves, count == 1 ? "%c" : "%c%d", "dlru"[d], count);
            }
            if (found) here = there, blank = at, memcpy(board, next, sizeof next);
        }
        if (found != 1) return 0;
    }
    return *moves = 0, 1;
}

/* Reads a board and its rows, which are 1 without `/`. Returns 0 if it is none. */
static int read_board(const char *text, unsigned *cells, unsigned *rows, unsigned wanted) {
    unsigned seen = 0, count = 0;
    for (*rows = 1; *(text += strspn(text, " \r\n")); seen |= 1u << cells[count++]) {
        while (*text == '/') ++*rows, ++text, text += strspn(text, " ");
        unsigned long tile = *text < '0' || *text > '9' ? 99 : strtoul(text, (char **)&text, 10);
        if (count == wanted || tile >= wanted || seen >> tile & 1) return 0;
        cells[count] = (unsigned)tile;
    }
    return count == wanted;
}

int main(int count, char **arguments) {
    Table t;
    unsigned cells[MAX_CELLS], rows, status = 0;
    char line[LONGEST], moves[LONGEST];
    FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
    uint64_t length = 0, room = 1 << 20;
    unsigned char *bytes = malloc(room);
    while (file && bytes && (length += fread(bytes + length, 1, room - length, file)) == room)
        bytes = realloc(bytes, room *= 2);
    const char *why = file && bytes ? open_table(&t, bytes, length) : "expected a table and a goal";
    if (why) return fprintf(stderr, "reader: %s\n", why), 2;
    if (!read_board(arguments[2], cells, &rows, t.cells) ||
        !set_goal(&t, cells, rows, t.cells / rows))
        return fprintf(stderr, "reader: %s is not for this goal\n", arguments[1]), 2;
    while (fgets(line, sizeof line, stdin)) {
        int is_board = read_board(line, cells, &rows, t.cells);
        if (is_board && !solve(&t, cells, moves))
            return fprintf(stderr, "reader: %s: a damaged block\n", arguments[1]), 2;
        puts(is_board ? moves : "invalid");
        status |= !is_board;
    }
    return (int)status;
}
