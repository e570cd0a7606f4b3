"""`python -m tests.conformance FILE...`: prints every difference and exits 1 if there is one.

Exit code 2 means that a file could not be read.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from referee.errors import UnreadableError
from tests.conformance.cases import CaseFile
from tests.conformance.runner import Verdict, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the files and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--verbose", action="store_true", help="name the cases not covered, too")
    options = parser.parse_args(arguments)
    try:
        files = [CaseFile.read(path) for path in options.files]
    except UnreadableError as fault:
        print(fault, file=sys.stderr)
        return 2
    tally: Counter[Verdict] = Counter()
    for file in files:
        for result in run(file):
            tally[result.verdict] += 1
            if result.verdict is Verdict.FAILED or options.verbose:
                for remark in result.remarks:
                    print(f"{file.path.name} {result.name}: {result.verdict.value}: {remark}")
    print(", ".join(f"{tally[verdict]} {verdict.value}" for verdict in Verdict))
    return 1 if tally[Verdict.FAILED] else 0


if __name__ == "__main__":
    sys.exit(main())
