"""Signed cookies that say who is signed in, and the token that guards against forged requests.

Of sessions the server keeps only which were signed out, so that a restart in the middle of a
match signs nobody out. A new password raises the account's epoch and ends the sessions made
before it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeTimedSerializer

from referee.web.accounts import Account, Accounts

COOKIE = "referee_session"
LIFETIME_S = 14 * 24 * 3600
"""How long a cookie is good for."""


@dataclass(frozen=True)
class Session:
    """One browser: a random number, and the account it is signed in to, if any."""

    nonce: str
    account: Account | None = None


class Sessions:
    """Makes and reads cookies."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    @property
    def _serializer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._accounts.secret, salt="referee.session")

    def begin(self, account: Account | None = None) -> Session:
        """A new session; signing in always begins one, so that a planted cookie is worthless."""
        return Session(secrets.token_urlsafe(16), account)

    def write(self, session: Session) -> str:
        """The cookie of a session."""
        account = session.account
        who = [account.name, account.epoch] if account else None
        return self._serializer.dumps([session.nonce, who])

    def read(self, cookie: str | None) -> Session | None:
        """The session of a cookie; None when it is forged, too old or its account has changed."""
        if not cookie:
            return None
        try:
            nonce, who = self._serializer.loads(cookie, max_age=LIFETIME_S)
        except (BadSignature, ValueError, TypeError):
            return None
        if who is None:
            return Session(nonce)
        account = self._accounts.get(who[0])
        if account is None or account.epoch != who[1] or self._accounts.is_ended(nonce):
            return None
        return Session(nonce, account)

    def end(self, session: Session) -> None:
        """Sign out: the session's cookie is worthless, whoever has a copy."""
        if session.account:
            now_s = time.time()
            # the cookie may have been made this very second
            self._accounts.end_session(session.nonce, now_s, now_s + LIFETIME_S + 1)

    def csrf_token(self, session: Session) -> str:
        """What a page of this session must send with everything that changes something."""
        key = self._accounts.secret.encode()
        return hmac.new(key, f"csrf {session.nonce}".encode(), hashlib.sha256).hexdigest()

    def is_csrf_token(self, session: Session, text: str | None) -> bool:
        """Whether the text is this session's token."""
        if text is None:
            return False
        return hmac.compare_digest(self.csrf_token(session).encode(), text.encode())
