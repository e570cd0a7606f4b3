"""A request that is refused before it reaches the table, told like the refusals of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException

from referee.errors import Refusal


class RefusedRequest(HTTPException):
    """A status with its reason, by kind and data as `RefereeError` has them."""

    def __init__(
        self,
        status: int,
        message: str,
        kind: str,
        headers: Mapping[str, str] | None = None,
        **data: object,
    ) -> None:
        super().__init__(status, message, headers)
        self.refusal = Refusal(message, kind, data)
