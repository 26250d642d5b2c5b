// Asks the C library from C#: Ask.exe [BOARD]. The system finds the library by its name, as after
// `LD_LIBRARY_PATH=target/release`.
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Ask
{
    const string Library = "tilebase_c";
    const int Ok = 0, Stopped = 2;
    struct Interval { public uint AtLeast, AtMost; public ulong Generated; }

    struct Limits
    {
        public ulong Milliseconds, Boards;
        public uint Threads;
        public IntPtr Stop, User;
    }
    struct Move { public ulong Text; public uint Tile, Distance; }

    [DllImport(Library)]
    static extern IntPtr tilebase_last_error();
    [DllImport(Library)]
    static extern IntPtr tilebase_open(string size, string goal, string metric, string folder);
    [DllImport(Library)]
    static extern void tilebase_close(IntPtr oracle);
    [DllImport(Library)]
    static extern int tilebase_parse(IntPtr oracle, string board, uint[] cells, UIntPtr count);
    [DllImport(Library)]
    static extern int tilebase_solution(IntPtr oracle, uint[] cells, UIntPtr count,
        ref Limits limits, string notation, byte[] text, UIntPtr capacity, out UIntPtr length,
        out Interval interval);
    [DllImport(Library)]
    static extern int tilebase_moves(IntPtr oracle, uint[] cells, UIntPtr count,
        ref Limits limits, [Out] Move[] moves, UIntPtr capacity, out UIntPtr length);

    static void Call(int status)
    {
        if (status != Ok && status != Stopped)
            throw new Exception(Marshal.PtrToStringAnsi(tilebase_last_error()));
    }

    static void Main(string[] arguments)
    {
        var oracle = tilebase_open("3x3", null, null, null);
        var limits = new Limits { Milliseconds = 1000 };
        var (board, count, moves, text) = (new uint[9], (UIntPtr)9, new Move[4], new byte[256]);
        string given = arguments.Length > 0 ? arguments[0] : "2 3 4 1 5 x 7 6 8";
        Call(tilebase_parse(oracle, given, board, count));
        Call(tilebase_solution(oracle, board, count, ref limits, null, text, (UIntPtr)256,
            out var length, out var interval));
        string solution = Encoding.ASCII.GetString(text, 0, (int)length);
        Console.WriteLine($"{interval.AtLeast} {interval.AtMost} {solution}");
        Call(tilebase_moves(oracle, board, count, ref limits, moves, (UIntPtr)4, out length));
        for (int i = 0; i < (int)length; i++)
            Console.WriteLine($"{(char)(moves[i].Text & 255)} {moves[i].Tile} {moves[i].Distance}");
        tilebase_close(oracle);
    }
}
