"""Asks the C library from Python, with ctypes alone: ask.py LIBRARY [BOARD]."""

import sys
from ctypes import CDLL, POINTER, Structure, byref, c_char, c_char_p, c_size_t
from ctypes import c_uint32, c_uint64, c_void_p, create_string_buffer


class Interval(Structure):
    _fields_ = [("at_least", c_uint32), ("at_most", c_uint32), ("generated", c_uint64)]


class Limits(Structure):
    _fields_ = [("milliseconds", c_uint64), ("boards", c_uint64), ("threads", c_uint32),
                ("stop", c_void_p), ("user", c_void_p)]


class Move(Structure):
    _fields_ = [("text", c_char * 8), ("tile", c_uint32), ("distance", c_uint32)]


OK, UNSOLVABLE, STOPPED = range(3)
lib = CDLL(sys.argv[1])
lib.tilebase_version.restype = lib.tilebase_last_error.restype = c_char_p
lib.tilebase_open.restype = c_void_p
lib.tilebase_open.argtypes = [c_char_p] * 4
lib.tilebase_close.argtypes = [c_void_p]
cells = [c_void_p, POINTER(c_uint32), c_size_t]
lib.tilebase_parse.argtypes = [c_void_p, c_char_p, POINTER(c_uint32), c_size_t]
lib.tilebase_solution.argtypes = [*cells, POINTER(Limits), c_char_p, c_char_p, c_size_t,
                                  POINTER(c_size_t), POINTER(Interval)]
lib.tilebase_moves.argtypes = [*cells, POINTER(Limits), POINTER(Move), c_size_t,
                               POINTER(c_size_t)]


def call(function, *arguments):
    status = function(*arguments)
    if status not in (OK, STOPPED):
        sys.exit(lib.tilebase_last_error().decode())


oracle = lib.tilebase_open(b"3x3", None, None, None)
board, limits, interval, length = (c_uint32 * 9)(), Limits(1000), Interval(), c_size_t()
text, moves = create_string_buffer(256), (Move * 4)()
call(lib.tilebase_parse, oracle, (sys.argv[2:] or ["2 3 4 1 5 x 7 6 8"])[0].encode(), board, 9)
call(lib.tilebase_solution, oracle, board, 9, limits, None, text, 256, None, byref(interval))
print(interval.at_least, interval.at_most, text.value.decode())
call(lib.tilebase_moves, oracle, board, 9, limits, moves, 4, byref(length))
for move in moves[: length.value]:
    print(move.text.decode(), move.tile, move.distance)
lib.tilebase_close(oracle)
