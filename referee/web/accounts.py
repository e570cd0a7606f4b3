"""Who may sign in, and the read-only tokens that overlays and scrapers carry in a URL.

One JSON file, readable by its owner alone, holds password hashes (argon2), token names, the
secret that cookies and tokens are signed with, and which sessions were signed out. Without a
file the accounts live in memory.

`referee users` changes the file while a server runs, so every question looks whether it has
changed, and every change is made to the file as it is then, under a lock of its folder.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from threading import RLock
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, Signer

from referee.errors import NotAllowedError, UnreadableError

LEAST_PASSWORD = 10
"""Characters in a password, at least."""
VERSION = 1
log = logging.getLogger(__name__)

_NAME = re.compile(r"[A-Za-z0-9._-]{1,40}")


class Role(IntEnum):
    """What a person may do; each role may do what the ones before it may."""

    VIEWER = 1
    """See the table."""
    SCOREKEEPER = 2
    """Enter calls and cards, and correct them."""
    REFEREE = 3
    """Rule on flags and false declarations."""
    ADMIN = 4
    """Accounts, tokens and settings."""

    @property
    def word(self) -> str:
        """`viewer`: as files and the API write it."""
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Role:
        """`referee`; raises UnreadableError naming the roles there are."""
        if text.upper() in cls.__members__:
            return cls[text.upper()]
        allowed = ", ".join(role.word for role in cls)
        raise UnreadableError(f"{text!r} is not a role; allowed: {allowed}")


class TokenKind(StrEnum):
    """What a token opens, and nothing else."""

    OVERLAY = "overlay"
    """The overlay: what everybody at the table has seen."""
    HANDS = "hands"
    """The overlay with hands that are not revealed yet, long after they were seen."""
    METRICS = "metrics"
    """`/metrics`, for a scraper."""


@dataclass(frozen=True)
class Account:
    """A person who signs in. `epoch` rises with every new password and ends older sessions."""

    name: str
    role: Role
    password_hash: str = field(repr=False)
    epoch: int = 0


@dataclass(frozen=True)
class Token:
    """A read-only key, named so that it can be taken back."""

    id: str
    label: str
    kind: TokenKind


@dataclass(frozen=True)
class _Stamp:
    """By what a file that has changed is told."""

    inode: int
    size: int
    changed_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> _Stamp:
        return cls(found.st_ino, found.st_size, found.st_mtime_ns)


class Accounts:
    """The accounts and tokens of one installation; safe to use from several threads."""

    def __init__(self, path: Path | None = None, hasher: PasswordHasher | None = None) -> None:
        self._path = path
        self._hasher = hasher or PasswordHasher()
        self._lock = RLock()
        self._accounts: dict[str, Account] = {}
        self._tokens: dict[str, Token] = {}
        self._ended: dict[str, float] = {}
        self._secret = secrets.token_urlsafe(32)
        # verified when no such account exists, so that both answers take the same time
        self._nobody = self._hasher.hash(secrets.token_urlsafe(16))
        self._stamp: _Stamp | None = None
        if path is not None and path.exists():
            self._read(path)

    @property
    def secret(self) -> str:
        """What cookies are signed with."""
        with self._lock:
            self._refresh()
            return self._secret

    @property
    def all(self) -> tuple[Account, ...]:
        """By name."""
        with self._lock:
            self._refresh()
            return tuple(self._accounts[name] for name in sorted(self._accounts))

    @property
    def tokens(self) -> tuple[Token, ...]:
        """By label."""
        with self._lock:
            self._refresh()
            return tuple(sorted(self._tokens.values(), key=lambda token: (token.label, token.id)))

    def __len__(self) -> int:
        with self._lock:
            self._refresh()
            return len(self._accounts)

    def get(self, name: str) -> Account | None:
        """The account of that name."""
        with self._lock:
            self._refresh()
            return self._accounts.get(name)

    def add(self, name: str, role: Role, password: str) -> Account:
        """A new account; raises NotAllowedError for a taken or unusable name or password."""
        with self._changing():
            self._refuse(name, role)
            account = Account(name, role, self._hashed(password))
            self._accounts[name] = account
        return account

    def require_addable(self, name: str, role: Role) -> None:
        """Raises NotAllowedError where `add` would, whatever the password."""
        with self._lock:
            self._refresh()
            self._refuse(name, role)

    def _refuse(self, name: str, role: Role) -> None:
        if not _NAME.fullmatch(name):
            raise NotAllowedError(
                f"{name!r} is no name for an account; allowed: 1 to 40 of A-Z a-z 0-9 . _ -",
                "account_name",
                name=name,
            )
        if name in self._accounts:
            raise NotAllowedError(
                f"there is an account {name} already; choose another name",
                "account_there",
                name=name,
            )
        if not self._accounts and role is not Role.ADMIN:
            # with the first account signing in is needed, so somebody must be able to do it all
            raise NotAllowedError("the first account must be an admin", "first_admin")

    def change(
        self, name: str, *, role: Role | None = None, password: str | None = None
    ) -> Account:
        """Another role or password; raises NotAllowedError when no admin would be left."""
        with self._changing():
            account = self._known(name)
            if role is not None and role is not account.role:
                self._keep_an_admin(account)
                account = replace(account, role=role)
            if password is not None:
                account = replace(
                    account, password_hash=self._hashed(password), epoch=account.epoch + 1
                )
            self._accounts[name] = account
        return account

    def remove(self, name: str) -> None:
        """Take an account away; raises NotAllowedError when no admin would be left."""
        with self._changing():
            self._keep_an_admin(self._known(name))
            del self._accounts[name]

    def verify(self, name: str, password: str) -> Account | None:
        """The account when name and password belong together."""
        account = self.get(name)
        try:
            self._hasher.verify(account.password_hash if account else self._nobody, password)
        except (VerificationError, InvalidHashError):
            return None
        return account

    def issue(self, label: str, kind: TokenKind) -> Token:
        """A new token."""
        if not 1 <= len(label.strip()) <= 60:
            raise NotAllowedError("a token needs a label of 1 to 60 characters", "token_label")
        token = Token(secrets.token_hex(8), label.strip(), kind)
        with self._changing():
            self._tokens[token.id] = token
        return token

    def revoke(self, token_id: str) -> None:
        """Take a token back."""
        with self._changing():
            if self._tokens.pop(token_id, None) is None:
                raise NotAllowedError("there is no such token; look at /overlay/setup", "no_token")

    def text_of(self, token: Token) -> str:
        """What goes into the URL."""
        return self._signer().sign(f"{token.kind}-{token.id}").decode()

    def token_of(self, text: str) -> Token | None:
        """The token of a URL, if it is genuine and not revoked."""
        try:
            value = self._signer().unsign(text).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
        with self._lock:
            token = self._tokens.get(value.rpartition("-")[2])
        return token if token and value == f"{token.kind}-{token.id}" else None

    def end_session(self, nonce: str, now_s: float, until_s: float) -> None:
        """Sign a session out for good; `until_s`, seconds since 1970, its cookie is worthless."""
        with self._changing():
            self._ended = {n: until for n, until in self._ended.items() if until > now_s}
            self._ended[nonce] = until_s

    def is_ended(self, nonce: str) -> bool:
        """Whether a session was signed out."""
        with self._lock:
            self._refresh()
            return nonce in self._ended

    def _signer(self) -> Signer:
        return Signer(self.secret, salt="referee.token")

    def _known(self, name: str) -> Account:
        if name not in self._accounts:
            there = ", ".join(sorted(self._accounts)) or "none"
            raise NotAllowedError(
                f"there is no account {name!r}; there are: {there}", "no_account", name=name
            )
        return self._accounts[name]

    def _keep_an_admin(self, account: Account) -> None:
        admins = [a for a in self._accounts.values() if a.role is Role.ADMIN]
        if admins == [account]:
            raise NotAllowedError(
                f"{account.name} is the only admin; make another account admin first",
                "only_admin",
                name=account.name,
            )

    def _hashed(self, password: str) -> str:
        if len(password) < LEAST_PASSWORD:
            raise NotAllowedError(
                f"a password needs at least {LEAST_PASSWORD} characters; this one has "
                f"{len(password)}",
                "password_short",
                least=LEAST_PASSWORD,
                n=len(password),
            )
        return self._hasher.hash(password)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change the accounts as the file has them now, and write them; no other process does."""
        if self._path is None:
            with self._lock:
                yield
            return
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True)
        with self._lock:
            handle = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                if self._path.exists():
                    self._read(self._path)
                yield
                self._write(self._path)
            finally:
                os.close(handle)

    def _refresh(self) -> None:
        """Read the file if it has changed; the lock is held.

        What cannot be read opens nothing: the accounts stay as they were known.
        """
        if self._path is None:
            return
        try:
            stamp = _Stamp.of(self._path.stat())
        except OSError:
            return
        if stamp == self._stamp:
            return
        try:
            self._read(self._path)
        except UnreadableError as error:
            self._stamp = stamp
            log.error("%s; the accounts stay as they were", error)

    def _read(self, path: Path) -> None:
        try:
            with path.open(encoding="utf-8") as file:
                stamp = _Stamp.of(os.fstat(file.fileno()))
                data = json.load(file)
            if data["version"] != VERSION:
                raise UnreadableError(
                    f"{path}: version {data['version']}; this release reads version {VERSION}"
                )
            secret = str(data["secret"])
            ended = {str(nonce): float(until) for nonce, until in data.get("ended", {}).items()}
            accounts = [_account(entry) for entry in data["accounts"]]
            tokens = [
                Token(str(t["id"]), str(t["label"]), TokenKind(t["kind"])) for t in data["tokens"]
            ]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise UnreadableError(
                f"{path}: cannot be read as accounts ({error}); restore it, or move it away and "
                "run `referee users add NAME --role admin`"
            ) from None
        self._secret, self._stamp = secret, stamp
        self._accounts = {account.name: account for account in accounts}
        self._tokens = {token.id: token for token in tokens}
        self._ended = ended

    def _write(self, path: Path) -> None:
        """Whole or not at all, and never readable by others, not even for a moment."""
        data = {
            "version": VERSION,
            "secret": self._secret,
            "accounts": [
                {**asdict(account), "role": account.role.word}
                for _, account in sorted(self._accounts.items())
            ],
            "tokens": [asdict(token) for token in self._tokens.values()],
            "ended": self._ended,
        }
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=2, default=_plain)
            file.flush()
            os.fsync(file.fileno())
            self._stamp = _Stamp.of(os.fstat(file.fileno()))
        os.replace(draft, path)


def _account(entry: Mapping[str, Any]) -> Account:
    return Account(
        str(entry["name"]),
        Role.parse(entry["role"]),
        str(entry["password_hash"]),
        int(entry["epoch"]),
    )


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"cannot write {value!r}")
