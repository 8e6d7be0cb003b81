"""`tilewatch import`: copies a table's matches from one database to another."""

import sys
from contextlib import closing

import click

from referee.messages import Message
from tilewatch.commands.inputs import complain, refusing
from tilewatch.commands.places import check_there
from tilewatch.language import said
from tilewatch.storage.copying import imported
from tilewatch.storage.journal import Journal
from tilewatch.storage.sql.place import JournalUnusable
from web.contract import NotWritten


@click.command(name="import")
@click.argument("file")
@click.option("--database", required=True, help="Where the matches are copied to: a file, or a database's URL.")
@click.option("--table", default="", metavar="NAME", help="Which table of a club's database they were played at.")
def command(file: str, database: str, table: str) -> None:
    """Copies the matches of FILE into another database; what is there already stays as it is.

    Exit status 0; 2 where FILE is damaged (what can be read of it is copied).
    """
    with refusing(JournalUnusable, NotWritten):
        check_there(file)
        with closing(Journal(file)) as source, closing(Journal(database, table=table)) as to:
            for remark in (*source.remarks, *to.remarks):
                complain(remark)
            outcome = imported(source, to)
    click.echo(said(Message.of("imported", matches=outcome.matches, events=outcome.events, there=outcome.there)))
    sys.exit(2 if source.damage else 0)
