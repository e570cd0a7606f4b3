"""Where a log is: what is told of it."""

import pytest

from referee.table.database import shown


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("table.db", "table.db"),
        ("a:b@c.db", "a:b@c.db"),
        ("sqlite:////home/ane/table.db", "sqlite:////home/ane/table.db"),
        ("postgresql+psycopg://bob@host:5432/db", "postgresql+psycopg://bob@host:5432/db"),
        ("postgresql+psycopg://bob:pw@host/db", "postgresql+psycopg://bob:***@host/db"),
        ("postgresql://bob:p@w/x:y@host/db", "postgresql://bob:***@host/db"),
        ("postgresql://bob@house:pw@host/db", "postgresql://bob@house:***@host/db"),
        ("postgresql:///bob:pw@host/db", "postgresql:///bob:***@host/db"),
        ("://bob:pw@host", "://bob:***@host"),
        ("x://bob:p\nw@host:y", "x://bob:***@host:y"),
        ("x://host/db?user=bob&password=p@w&a=b", "x://host/db?user=bob&password=***&a=b"),
        ("x://host/db?sslPassword=pw", "x://host/db?sslPassword=***"),
    ],
)
def test_a_place_is_told_without_its_password(where: str, told: str) -> None:
    assert shown(where) == told
