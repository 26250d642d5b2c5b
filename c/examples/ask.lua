-- Asks the C library from LuaJIT: luajit ask.lua LIBRARY [BOARD].
local ffi = require("ffi")

ffi.cdef([[
typedef struct TilebaseOracle TilebaseOracle;
typedef struct { uint32_t at_least, at_most; uint64_t generated; } TilebaseInterval;
typedef struct { uint64_t milliseconds, boards; uint32_t threads; void *stop, *user; }
    TilebaseLimits;
typedef struct { char text[8]; uint32_t tile, distance; } TilebaseMove;
const char *tilebase_last_error(void);
TilebaseOracle *tilebase_open(const char *size, const char *goal, const char *metric,
                              const char *folder);
void tilebase_close(TilebaseOracle *oracle);
int tilebase_parse(const TilebaseOracle *oracle, const char *board, uint32_t *cells, size_t count);
int tilebase_solution(const TilebaseOracle *oracle, const uint32_t *cells, size_t count,
                      const TilebaseLimits *limits, const char *notation, char *out,
                      size_t capacity, size_t *length, TilebaseInterval *interval);
int tilebase_moves(const TilebaseOracle *oracle, const uint32_t *cells, size_t count,
                   const TilebaseLimits *limits, TilebaseMove *out, size_t capacity,
                   size_t *length);
]])

local OK, STOPPED = 0, 2
local lib = ffi.load(arg[1])

local function call(status)
    if status ~= OK and status ~= STOPPED then
        error(ffi.string(lib.tilebase_last_error()), 0)
    end
end

local oracle = lib.tilebase_open("3x3", nil, nil, nil)
assert(oracle ~= nil, ffi.string(lib.tilebase_last_error()))
oracle = ffi.gc(oracle, lib.tilebase_close)
local board, limits = ffi.new("uint32_t[9]"), ffi.new("TilebaseLimits", { milliseconds = 1000 })
local interval, length = ffi.new("TilebaseInterval"), ffi.new("size_t[1]")
local text, moves = ffi.new("char[256]"), ffi.new("TilebaseMove[4]")
call(lib.tilebase_parse(oracle, arg[2] or "2 3 4 1 5 x 7 6 8", board, 9))
call(lib.tilebase_solution(oracle, board, 9, limits, nil, text, 256, nil, interval))
print(interval.at_least, interval.at_most, ffi.string(text))
call(lib.tilebase_moves(oracle, board, 9, limits, moves, 4, length))
for i = 0, tonumber(length[0]) - 1 do
    print(ffi.string(moves[i].text), moves[i].tile, moves[i].distance)
end
