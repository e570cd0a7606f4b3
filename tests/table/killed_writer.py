"""A process whose children write to a log until they are killed: run by test_log.

Usage: python -m tests.table.killed_writer DATABASE KILLS. Each child appends batches of events and,
once `append` has returned, tells the number of the last one; the parent kills it with SIGKILL in
the middle of its work. Prints, per child, the last number that was acknowledged.
"""

import os
import random
import signal
import sys
import time

from referee.table.events import Noticed
from referee.table.log import EventLog


def batch(first: int) -> list[Noticed]:
    """The events that start at a number: one to three, so that half a batch can be told."""
    return [Noticed(f"event {first + i}" + " with a tail" * 20) for i in range(1 + first % 3)]


def write_for_ever(where: str, acknowledge: int) -> None:
    """Append until killed; four bytes to a pipe for every batch that is safe."""
    log = EventLog.open(where, "killed")
    last = len(log.read())
    while True:
        last = log.append(batch(last + 1), "writer")[-1].seq
        os.write(acknowledge, last.to_bytes(4))


def kill_one(where: str, chance: random.Random) -> int:
    """Start a child, let it work for a moment, kill it; the last number that it acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        write_for_ever(where, writing)
    os.close(writing)
    acknowledged = 0
    for _ in range(chance.randint(1, 4)):
        acknowledged = int.from_bytes(os.read(reading, 4))
    time.sleep(chance.random() * 0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while told := os.read(reading, 4):
        acknowledged = int.from_bytes(told)
    os.close(reading)
    return acknowledged


if __name__ == "__main__":
    dice = random.Random(20261130)
    for _ in range(int(sys.argv[2])):
        print(kill_one(sys.argv[1], dice), flush=True)
