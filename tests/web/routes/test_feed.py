"""The live feed, byte by byte."""

from flask.testing import FlaskClient

from web.routes.feed import feed


def test_a_listener_gets_the_state_at_once(table) -> None:
    listener = feed(table)
    assert next(listener) == "retry: 1000\n"
    assert next(listener) == ('id: 1\nevent: state\ndata: {"version": 1, "match": null, "turn": null, "table": []}\n\n')


def test_nothing_new_is_a_heartbeat_and_a_change_an_event(table) -> None:
    listener = feed(table)
    next(listener), next(listener)
    assert next(listener) == ": still here\n\n"
    table.version = 7
    assert next(listener).startswith("id: 7\nevent: state\ndata: {")


def test_the_feed_is_an_event_stream_that_nobody_stores(client: FlaskClient) -> None:
    answer = client.get("/api/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    answer.close()
