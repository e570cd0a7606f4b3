"""Accounts and tokens, for admins."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from referee.web.access import Access, opens_to
from referee.web.accounts import Account, Role, Token, TokenKind
from referee.web.context import Web

RoleName = Literal["viewer", "scorekeeper", "referee", "admin"]


class NewAccount(BaseModel):
    """A new account."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)
    name: str = Field(pattern=r"^[A-Za-z0-9._-]{1,40}$")
    role: RoleName
    password: str = Field(max_length=500)


class ChangedAccount(BaseModel):
    """Another role, another password, or both."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)
    role: RoleName | None = None
    password: str | None = Field(default=None, max_length=500)


class ShownAccount(BaseModel):
    """An account without its password."""

    name: str
    role: RoleName


class NewToken(BaseModel):
    """A new token, by what it is for."""

    model_config = ConfigDict(extra="forbid")
    label: str = Field(min_length=1, max_length=60)
    kind: TokenKind


class ShownToken(BaseModel):
    """A token with the text that goes into an address."""

    id: str
    label: str
    kind: TokenKind
    text: str


def account_routes(web: Web) -> APIRouter:
    """/accounts and /tokens."""
    router = APIRouter(prefix="/api/v1", tags=["accounts"])

    def shown(account: Account) -> ShownAccount:
        return ShownAccount.model_validate({"name": account.name, "role": account.role.word})

    def shown_token(token: Token) -> ShownToken:
        text = web.accounts.text_of(token)
        return ShownToken(id=token.id, label=token.label, kind=token.kind, text=text)

    @router.get("/accounts")
    @opens_to(Access.ADMIN)
    def list_accounts() -> list[ShownAccount]:
        """Everybody who may sign in."""
        return [shown(account) for account in web.accounts.all]

    @router.post("/accounts", status_code=201)
    @opens_to(Access.ADMIN)
    def add_account(body: NewAccount) -> ShownAccount:
        """The first account must be an admin: with it, signing in is needed."""
        return shown(web.accounts.add(body.name, Role.parse(body.role), body.password))

    @router.patch("/accounts/{name}")
    @opens_to(Access.ADMIN)
    def change_account(name: str, body: ChangedAccount) -> ShownAccount:
        """A new password ends the account's sessions."""
        role = Role.parse(body.role) if body.role else None
        return shown(web.accounts.change(name, role=role, password=body.password))

    @router.delete("/accounts/{name}", status_code=204)
    @opens_to(Access.ADMIN)
    def remove_account(name: str) -> None:
        """The last admin stays."""
        web.accounts.remove(name)

    @router.get("/tokens")
    @opens_to(Access.ADMIN)
    def list_tokens() -> list[ShownToken]:
        """Read-only keys for overlays and scrapers."""
        return [shown_token(token) for token in web.accounts.tokens]

    @router.post("/tokens", status_code=201)
    @opens_to(Access.ADMIN)
    def issue_token(body: NewToken) -> ShownToken:
        """A new token; anybody who has its text may use it until it is taken back."""
        return shown_token(web.accounts.issue(body.label, body.kind))

    @router.delete("/tokens/{token_id}", status_code=204)
    @opens_to(Access.ADMIN)
    def revoke_token(token_id: str) -> None:
        """Take a token back."""
        web.accounts.revoke(token_id)

    return router
