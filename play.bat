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
if not exist .uv\uv.exe powershell -NoProfile -ExecutionPolicy Bypass -Command "$env:UV_UNMANAGED_INSTALL = Join-Path (Get-Location) '.uv'; irm https://astral.sh/uv/install.ps1 | iex"
if exist .uv\uv.exe (
    .uv\uv.exe run --no-project --python ">=3.11,<3.15" play.py %*
) else (
    echo uv could not be fetched: is there a network? Or install Python: https://www.python.org/downloads/
)
:ended
pause
