"""Starts Tilewatch: `python3 play.py`, or a double click on play.command (macOS, Linux) or play.bat (Windows).

The first start fetches what is needed into .venv, and says what it does; later ones need no network. What stands
behind it goes to `tilewatch play`: `python3 play.py --camera 0`. An old Python can read it, too, and says that it is
old.
"""

import os
import re
import subprocess
import sys

OLDEST = (3, 11)
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, os.environ.get("VENV") or ".venv")
SYSTEMS_OWN = (
    os.path.join(FOLDER, "Scripts", "python.exe") if os.name == "nt" else os.path.join(FOLDER, "bin", "python")
)
STAMP = os.path.join(FOLDER, "play")
ASKED = ("pyproject.toml", "requirements.lock")
"""The files that say what is needed; the second one with exact versions and their hashes."""
FILLS = "about 140 MB come in, 420 on the disk: OpenCV 190, ONNX Runtime 75, NumPy 60, SQLAlchemy 20, others 75"
FETCHED = re.compile(r"\s*(?:Downloading|Using cached) (?:.*/)?([A-Za-z0-9_.]+?)-\d\S* \(([\d.]+ [kMG]?B)\)")

OFFLINE = re.compile("NewConnectionError|NameResolutionError|name resolution|getaddrinfo|[Nn]etwork is unreachable")
"""What pip says where nothing outside can be reached."""


class CannotStart(Exception):
    """Why it does not start, and what helps."""


def say(text):
    print(text)
    sys.stdout.flush()


def check_python():
    """Raises CannotStart: this Python is too old."""
    if sys.version_info[:2] < OLDEST:
        raise CannotStart(
            "Python " + sys.version.split()[0] + " (" + sys.executable + ") is too old: 3.11 or newer is needed.\n"
            "`sh play.command` (Windows: play.bat) looks for another one, or brings one.\n"
            "Or install one: https://www.python.org/downloads/"
        )


def is_set_up():
    """Whether what is needed was fetched, for these versions and for a folder that still stands here."""
    try:
        with open(STAMP) as kept:
            is_here = kept.read() == HERE
        is_newest = os.path.getmtime(STAMP) >= max(os.path.getmtime(os.path.join(HERE, name)) for name in ASKED)
    except (OSError, UnicodeError):
        return False
    return is_here and is_newest and subprocess.call([SYSTEMS_OWN, "-c", ""]) == 0


def make_folder():
    """Makes the environment. Raises CannotStart."""
    made = (
        os.path.exists(SYSTEMS_OWN)
        and subprocess.call([SYSTEMS_OWN, "-m", "pip", "--version"], stdout=subprocess.PIPE) == 0
    )
    if made:
        return
    if not os.access(HERE, os.W_OK):
        raise CannotStart("Nothing can be written into " + HERE + ": copy the folder to a place of your own.")
    if subprocess.call([sys.executable, "-m", "venv", "--clear", FOLDER]) != 0:
        raise CannotStart(
            "This Python cannot make an environment in "
            + FOLDER
            + ".\nOn Debian and Ubuntu: sudo apt install python3-venv"
        )


def fetch():
    """Fetches what is needed in the versions that were tried, and installs it; then this folder. Raises CannotStart."""
    install("--require-hashes", "-r", os.path.join(HERE, ASKED[1]))
    install("--no-deps", "--no-build-isolation", "--editable", HERE)
    with open(STAMP, "w") as kept:
        kept.write(HERE)


def install(*what):
    """Has pip install something, a line for each part that comes in. Raises CannotStart."""
    asked = [
        SYSTEMS_OWN,
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--progress-bar",
        "off",
        "--no-compile",
    ]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    last, count, is_offline = [], 0, False
    with subprocess.Popen(asked + list(what), **output) as pip:
        for line in pip.stdout:
            last = last[-12:] + [line]
            is_offline = is_offline or OFFLINE.search(line) is not None
            found = FETCHED.match(line)
            if found:
                count += 1
                say("      " + str(count).rjust(2) + "  " + found.group(1) + ", " + found.group(2))
            elif line.startswith("Installing collected packages"):
                say("      unpacking ...")
    if pip.returncode != 0 and is_offline:
        raise CannotStart(
            "The first start needs a network, and there is none: connect this computer and start again; "
            "it goes on where it was."
        )
    if pip.returncode != 0:
        say("".join(last))
        raise CannotStart(
            "What is needed could not be fetched, for the reason above. Start again, it goes on where it was."
        )


def set_up():
    """Brings everything that is needed. Raises CannotStart."""
    say("1/3  Python " + sys.version.split()[0] + ": good. Its environment is made in " + FOLDER)
    make_folder()
    say("2/3  What is needed is fetched, this once (" + FILLS + ")")
    fetch()


def start(asked):
    """Sets up where that is needed, and plays until it is ended; the exit status."""
    check_python()
    if not is_set_up():
        set_up()
        say("3/3  Starting; Ctrl-C ends it.")
    return play([SYSTEMS_OWN, "-m", "tilewatch", "play"] + (asked or ["--camera", "auto", "--open"]))


def play(words):
    """Becomes the program; where that cannot be, waits for it: Ctrl-C is for it alone, which ends in its own time."""
    if os.name != "nt":
        os.execv(words[0], words)
    program = subprocess.Popen(words)
    while True:
        try:
            return program.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    try:
        sys.exit(start(sys.argv[1:]))
    except CannotStart as why:
        sys.stderr.write(str(why) + "\n")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
