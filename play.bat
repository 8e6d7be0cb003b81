@echo off
rem Starts Tilewatch with a double click (Windows): finds a Python of 3.11 or newer, or brings one.
cd /d "%~dp0"
for %%v in (3.14 3.13 3.12 3.11) do (
    py -%%v -c "" >nul 2>nul && (
        py -%%v play.py %*
        goto ended
    )
)
python -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && (
    python play.py %*
    goto ended
)
echo No Python of 3.11 or newer is here. A small program, uv, brings one; it is put into the folder .uv
where uv >nul 2>nul && (
    uv run --no-project --python ">=3.11,<3.15" play.py %*
    goto ended
)
if not exist .uv\bin\uv.exe python -m pip install --quiet --target .uv --require-hashes -r requirements-uv.lock >nul 2>nul
if exist .uv\bin\uv.exe (
    .uv\bin\uv.exe run --no-project --python ">=3.11,<3.15" play.py %*
) else (
    echo It could not be brought here: that takes a network, and any older Python with pip.
    echo Install Python 3.11 or newer, and start again: https://www.python.org/downloads/
)
:ended
pause
