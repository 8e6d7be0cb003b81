"""A request as Flask wants to be told of it (PEP 3333), from how the server tells of it (ASGI)."""

import io
import sys
from typing import Any

from tilewatch.serving.bodies import Body

Scope = dict[str, Any]
LONG_NAMES = {"HTTP_CONTENT_TYPE": "CONTENT_TYPE", "HTTP_CONTENT_LENGTH": "CONTENT_LENGTH"}


def environ_of(scope: Scope, body: Body) -> dict[str, Any]:
    """What Flask is told of a request whose body was read."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("?", 0)
    fields = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.input": io.BytesIO(body.read),
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    return {**_headers(scope), **fields, "CONTENT_LENGTH": str(body.length)}


def _headers(scope: Scope) -> dict[str, str]:
    """The headers; a name with an underscore could pass for another one, and is left out."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        if b"_" in name or name == b"transfer-encoding":
            continue
        key = "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        key = LONG_NAMES.get(key, key)
        joined = "; " if name == b"cookie" else ","
        text = value.decode("latin-1")
        headers[key] = f"{headers[key]}{joined}{text}" if key in headers else text
    return headers
