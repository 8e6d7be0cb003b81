#!/bin/sh
# Starts Tilewatch with a double click (macOS, Linux) or `sh play.command`: finds a Python of 3.11 or newer, or brings one.
cd "$(dirname "$0")" || exit 1
new_enough='import sys; sys.exit(sys.version_info < (3, 11))'
for python in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$python" -c "$new_enough" >/dev/null 2>&1; then
        exec "$python" play.py "$@"
    fi
done
echo "No Python of 3.11 or newer is here. A small program, uv, brings one; it is put into the folder .uv"
uv=$(command -v uv || true)
for kept in .uv/uv .uv/bin/uv; do
    if [ -z "$uv" ] && [ -f "$kept" ] && [ -x "$kept" ]; then uv=$kept; fi
done
if [ -z "$uv" ]; then
    for python in python3 python; do
        [ -x .uv/bin/uv ] ||
            "$python" -m pip install --quiet --target .uv --require-hashes -r requirements-uv.lock >/dev/null 2>&1
    done
    [ -x .uv/bin/uv ] && uv=.uv/bin/uv
fi
if [ -z "$uv" ]; then
    echo "It could not be brought here: that takes a network, and any older Python with pip." >&2
    echo "Install Python 3.11 or newer, and start again: https://www.python.org/downloads/" >&2
    exit 1
fi
fits='>=3.11,<3.15'
if ! "$uv" python find "$fits" >/dev/null 2>&1 && ! "$uv" python install 3.13; then
    echo "No Python could be fetched: is there a network? Or install one: https://www.python.org/downloads/" >&2
    exit 1
fi
exec "$uv" run --no-project --python "$fits" play.py "$@"
