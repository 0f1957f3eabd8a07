"""Which program calls: a token in the ``Authorization`` header, with the scope that the call needs."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from dashboard.resources import resources_of
from db.publication.access_tokens import Scope, scopes_of

_bearer: Final = HTTPBearer(auto_error=False, description="A token that `mezmun token create` gave.")


def requires(scope: Scope) -> Callable[[Request, HTTPAuthorizationCredentials | None], None]:
    """Make the dependency of a call that only tokens with this scope may make; 401 and 403 otherwise."""

    def check(request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> None:
        resources = resources_of(request)
        granted = None
        if credentials is not None:
            with resources.engine.connect() as connection:
                granted = scopes_of(connection, credentials.credentials, now=resources.now())
        if granted is None:
            raise HTTPException(
                401,
                "This call needs a token that is valid: Authorization: Bearer …; `mezmun token create` makes one.",
                headers={"WWW-Authenticate": "Bearer"},
            )
        if scope not in granted:
            raise HTTPException(403, f"The token lacks the scope {scope}.")

    return check
