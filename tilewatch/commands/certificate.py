"""`tilewatch certificate`: a phone may trust this computer once for all, and is never warned again."""

import sys
from contextlib import ExitStack, suppress

import click

from referee.messages import Message, message_of
from tilewatch.authority import Authority, AuthorityUnusable, make_authority
from tilewatch.commands.inputs import InputError
from tilewatch.commands.places import AUTHORITY
from tilewatch.doors import EVERYWHERE
from tilewatch.language import said
from tilewatch.server import PortTaken, addresses, announce, server
from tilewatch.threads import let_sigterm_interrupt
from web.routes.joining import STEPS, create_trust_app


@click.command(name="certificate")
@click.option("--host", default=EVERYWHERE, show_default=True, help="Where phones find the certificate.")
@click.option("--port", default=8019, show_default=True, type=click.IntRange(0, 65535))
@click.option("--forget", is_flag=True, help="Forget the certificate: phones are warned again.")
def command(host: str, port: int, forget: bool) -> None:
    """Lets phones trust this computer once for all; runs until interrupted.

    Makes a certificate that vouches for this computer, shows it to phones, and tells how to install it. Nothing of
    this is done unless you ask for it; without it a phone's browser warns once.
    """
    if forget:
        AUTHORITY.unlink(missing_ok=True)
        click.echo(said("trust.forgotten"))
        return
    with ExitStack() as closing:
        try:
            authority = _authority()
            made = server(create_trust_app(authority.pem, authority.fingerprint), host, port)
        except OSError as error:
            raise InputError(f"{AUTHORITY}: {error.strerror or error}") from error
        except PortTaken as error:
            raise InputError(said(message_of(error))) from error
        closing.callback(made.close)
        announce(addresses(host, made.port), None, sys.stdout, says_pin=False)
        for step in STEPS:
            click.echo("- " + said(step))
        click.echo(said(Message.of("trust.fingerprint", digits=authority.fingerprint)))
        let_sigterm_interrupt()
        with suppress(KeyboardInterrupt):
            made.run()


def _authority() -> Authority:
    """The stored authority; a new one if there is none, or if it cannot be used, which is reported. Raises OSError."""
    try:
        return make_authority(AUTHORITY)
    except AuthorityUnusable as unusable:
        click.echo(said(unusable.message), err=True)
        AUTHORITY.unlink()
        return make_authority(AUTHORITY)
