"""Finds the program r2med and calls it; what it says of an error becomes an R2medError."""

import os
import shlex
import shutil
import subprocess
import sys
import threading


class R2medError(Exception):
    """What went wrong (`problem`), and what to do (`fix`, None where there is nothing to say)."""

    def __init__(self, problem, fix=None):
        super().__init__(problem + (f"\n  Fix: {fix}" if fix else ""))
        self.problem = problem
        self.fix = fix


def program():
    """The words that start r2med."""
    named = os.environ.get("R2MED_PROGRAM")
    if named:
        return shlex.split(named)
    for words in (["r2med"], ["npx", "r2med"]):
        found = shutil.which(words[0])
        if found:
            return [found, *words[1:]]
    raise R2medError("no program r2med on this machine", "npm install -g r2med, or set R2MED_PROGRAM")


def call(words, quiet=True, environment=None):
    """What a call of r2med prints. Unless quiet, its notes go to stderr as they come."""
    env = {**os.environ, **(environment or {}), "NO_COLOR": "1"}
    try:
        child = subprocess.Popen(
            [*program(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
        )
    except OSError as error:
        raise R2medError(f"r2med does not start: {error}", "check R2MED_PROGRAM") from error
    said = []

    def listen():
        for line in child.stderr:
            said.append(line.decode("utf-8", "replace"))
            if not quiet:
                sys.stderr.write(said[-1])

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        printed = child.stdout.read().decode("utf-8")
        code = child.wait()
        listener.join()
    except BaseException:
        child.terminate()
        child.wait()
        raise
    finally:
        child.stdout.close()
        child.stderr.close()
    if code != 0:
        raise failure("".join(said), code)
    return printed


def failure(said, code):
    """The last error that the program printed: `r2med: problem`, and `  Fix: …` below it."""
    _, mark, text = ("\n" + said).rpartition("\nr2med: ")
    if not mark:
        return R2medError(said.strip() or f"r2med ended with code {code}")
    problem, _, fix = text.strip().partition("\n  Fix: ")
    return R2medError(problem, fix or None)
