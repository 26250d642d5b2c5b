// Solves boards with a table. The format of tables is in docs/format.md, from which this was
// written; it uses nothing else of tilebase. Java 17 or later, no library.
//
//     java Reader.java 3x3-8.tbl "1 2 3/4 5 6/7 8 0" < boards
//
// The second argument is the goal, with `/` between its rows. Boards stand one on a line, row by
// row, the blank as 0. Each answer is the canonical solution, `unsolvable`, or `invalid`.

import java.io.*;
import java.nio.*;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import java.util.zip.CRC32;

final class Reader {
    private static final int START = 4096, BLOCK = 4096;
    private static final int[] DOWN = {1, 0, 0, -1}, RIGHT = {0, -1, 1, 0}; // d, l, r, u

    /** What the table says of a board. The residue is the distance modulo 4 or 3. */
    private record Place(long state, int entry, int residue, boolean odd) {}

    private final ByteBuffer bytes;
    private final BitSet checked = new BitSet();
    private final int metric, rows, cols, blank, bits, diameter, cells, end;
    private final int userRows, userCols;
    private final int[] cell, tile;
    private final long orders;

    /** Opens a table, given as its bytes, for a goal, given as its rows. */
    Reader(byte[] file, int[][] goal) {
        expect(file.length >= START, "length");
        bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        expect(bytes.getLong(0) == 0x4553_4142_454C_4954L, "magic"); // TILEBASE, the T lowest
        expect(bytes.getInt(8) == 1 && bytes.getInt(12) == 1112, "version");
        expect(crc32(20, 1132) == bytes.getInt(16), "checksum of the header");
        int[] fields = IntStream.range(0, 7).map(i -> bytes.getInt(20 + 4 * i)).toArray();
        metric = fields[0]; rows = fields[1]; cols = fields[2]; blank = fields[3];
        bits = fields[5]; diameter = fields[6];
        boolean entriesFit = metric == 1 ? bits == 4 || bits == 1 : metric == 2 && bits == 2;
        expect(fields[4] == 0 && entriesFit, "entries");
        expect(cols >= 2 && rows >= cols && rows <= (metric == 1 ? 14 : 12) / cols, "shape");
        cells = rows * cols;
        expect(blank >= 0 && blank < cells, "goal");
        for (int i = 0; i < (rows == cols ? 8 : 4); i++)
            expect(turned(i, rows, cols, blank) <= blank, "goal");
        orders = LongStream.range(3, cells).reduce(1, (product, i) -> product * i);
        long length = (orders * cells * bits + 7) / 8, blocks = (length + BLOCK - 1) / BLOCK;
        long[] lengths = {orders * cells, START, length, START + length, 4 * blocks};
        int[] offsets = {48, 1080, 1088, 1096, 1104};
        for (int i = 0; i < 5; i++) expect(bytes.getLong(offsets[i]) == lengths[i], "lengths");
        expect(bytes.getInt(1112) == BLOCK && file.length == lengths[3] + lengths[4], "length");
        end = (int) (START + length);
        for (int i = 1132; i < START; i++) expect(file[i] == 0, "padding");
        expect(crc32(end, file.length) == bytes.getInt(1116), "checksum of the checksums");

        // What becomes of the user's cells and tiles in the table.
        userRows = goal.length; userCols = goal[0].length;
        int[] flat = Arrays.stream(goal).flatMapToInt(Arrays::stream).toArray();
        expect(flat.length == cells && userRows * userCols == cells && isBoard(flat), "goal");
        int s = 0, goalBlank = blankOf(flat);
        while (s < 8 && (((s & 4) == 0 ? userRows : userCols) != rows
            || turned(s, userRows, userCols, goalBlank) != blank)) s++;
        expect(s < 8, "another goal");
        cell = new int[cells]; tile = new int[cells];
        int[] image = new int[cells];
        for (int i = 0; i < cells; i++) image[cell[i] = turned(s, userRows, userCols, i)] = flat[i];
        int number = 0;
        for (int old : image) if (old > 0) tile[old] = ++number;
    }

    private static void expect(boolean condition, String what) {
        if (!condition) throw new IllegalArgumentException("no table that this reads: " + what);
    }

    private int crc32(int from, int to) {
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), from, to - from);
        return (int) crc.getValue();
    }

    /** The cell that a symmetry (bits: mirror rows, mirror columns, transpose) makes of one. */
    private static int turned(int symmetry, int rows, int cols, int cell) {
        int row = (symmetry & 1) == 0 ? cell / cols : rows - 1 - cell / cols;
        int col = (symmetry & 2) == 0 ? cell % cols : cols - 1 - cell % cols;
        return (symmetry & 4) == 0 ? row * cols + col : col * rows + row;
    }

    private Place lookUp(int[] board) {
        int[] image = new int[cells];
        for (int i = 0; i < cells; i++) image[cell[i]] = tile[board[i]];
        int at = blankOf(image), sum = 0, left = cells - 1;
        long rank = 0;
        for (int i = 0, digit = 0; i < cells; i++, digit = 0) {
            for (int j = i + 1; j < cells; j++) if (image[j] > 0 && image[j] < image[i]) digit++;
            if (i != at) rank = rank * left-- + digit;
            sum += digit;
        }
        int sumOfRows = at / cols + blank / cols;
        long state = at * orders + rank / 2;
        int index = (int) (state * bits / 8), block = index / BLOCK, first = START + block * BLOCK;
        if (!checked.get(block)) {
            int crc = crc32(first, Math.min(first + BLOCK, end));
            expect(crc == bytes.getInt(end + 4 * block), "block " + block + " is damaged");
            checked.set(block);
        }
        int entry = bytes.get(START + index) >> (int) (state * bits % 8) & (1 << bits) - 1;
        int colour = (sumOfRows + at % cols + blank % cols) % 2;
        boolean odd = (cols % 2 == 0 ? sum + sumOfRows : sum) % 2 == 1;
        return new Place(state, entry, bits == 1 ? 2 * entry + colour : entry, odd);
    }

    /** The canonical solution of a board in one row, or null if it is unsolvable. */
    String solve(int[] board) {
        StringBuilder moves = new StringBuilder();
        Place here = lookUp(board);
        if (here.odd) return null;
        for (int step = 0; here.state != blank * orders; step++) {
            expect(step < diameter, "entries that lead nowhere");
            here = makeOptimalMove(board, here, moves);
        }
        return moves.toString();
    }

    /** Makes the first optimal move, and says where it leads to. */
    private Place makeOptimalMove(int[] board, Place here, StringBuilder moves) {
        for (int d = 0; d < 4; d++) {
            int[] after = board.clone();
            int at = blankOf(board), row = at / userCols, col = at % userCols;
            for (int count = 1; count == 1 || metric == 2; count++) {
                row += DOWN[d]; col += RIGHT[d];
                if (row < 0 || row >= userRows || col < 0 || col >= userCols) break;
                int next = row * userCols + col, way = cell[next] - cell[at];
                int bit = way == cols ? 1 : way == -1 ? 2 : way == 1 ? 4 : 8;
                if (bits == 4 && (here.entry & bit) == 0) break;
                after[at] = after[next];
                after[at = next] = 0;
                Place there = lookUp(after);
                if (bits == 4 || (there.residue + 1) % (bits == 1 ? 4 : 3) == here.residue) {
                    System.arraycopy(after, 0, board, 0, cells);
                    moves.append("dlru".charAt(d)).append(count == 1 ? "" : count);
                    return there;
                }
            }
        }
        throw new IllegalArgumentException("entries that lead nowhere");
    }

    private static int blankOf(int[] board) {
        int cell = 0;
        while (board[cell] != 0) cell++;
        return cell;
    }

    private static boolean isBoard(int[] tiles) {
        IntStream known = Arrays.stream(tiles).filter(tile -> tile < tiles.length);
        return known.distinct().count() == tiles.length;
    }

    private static int[] numbers(String text) {
        return new Scanner(text).tokens().mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] arguments) throws IOException {
        String[] goal = arguments[1].split("/");
        int[][] rows = Arrays.stream(goal).map(Reader::numbers).toArray(int[][]::new);
        Reader table = new Reader(Files.readAllBytes(Path.of(arguments[0])), rows);
        int status = 0;
        for (String line : new BufferedReader(new InputStreamReader(System.in)).lines().toList()) {
            boolean isOfNumbers = line.matches("([0-9]{1,2}([ /]+|$))+");
            int[] board = isOfNumbers ? numbers(line.replace('/', ' ')) : new int[0];
            boolean isBoard = board.length == table.cells && isBoard(board);
            String solution = isBoard ? table.solve(board) : "invalid";
            System.out.println(solution == null ? "unsolvable" : solution);
            if (!isBoard) status = 1;
        }
        System.exit(status);
    }
}
