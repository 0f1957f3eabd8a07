"""Who is signed in, on every page; and that a form comes from a page of ours."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import Depends, Form, HTTPException, Request

from dashboard.resources import resources_of
from db.access.operators import SignedIn, session_of
from db.access.tables import AccessRole

COOKIE: Final = "mezmun_session"


class NotSignedInError(Exception):
    """Somebody who is not signed in asked for a page; it leads to the page where one signs in."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, and what their forms must carry so that they can be told from others' forms."""

    operator: str
    role: AccessRole
    form_token: str

    @property
    def may_change(self) -> bool:
        """Say whether they may change things."""
        return self.role is AccessRole.OPERATOR


def visitor(request: Request) -> Visitor:
    """Give who asks.

    Raises:
        NotSignedInError: nobody is signed in.
    """
    resources, cookie = resources_of(request), request.cookies.get(COOKIE, "")
    signed_in: SignedIn | None = None
    if cookie:
        with resources.engine.connect() as connection:
            signed_in = session_of(connection, cookie, now=resources.now())
    if signed_in is None:
        where = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        raise NotSignedInError(f"/sign-in?next={quote(where)}" if request.method == "GET" else "/sign-in")
    return Visitor(signed_in.operator, signed_in.role, form_token(cookie))


def changing_visitor(
    request: Request, who: Annotated[Visitor, Depends(visitor)], form: Annotated[str, Form(alias="token")] = ""
) -> Visitor:
    """Give who sends a form that changes something.

    Raises:
        HTTPException: they may not, or the form is not one of ours.
    """
    refuse_foreign_forms(request)
    if not hmac.compare_digest(form.encode(), who.form_token.encode()):
        raise HTTPException(403, "The form is out of date. Open its page again.")
    if not who.may_change:
        raise HTTPException(403, "Your role is to look; an operator may change this.")
    return who


def operating_visitor(who: Annotated[Visitor, Depends(visitor)]) -> Visitor:
    """Give who asks for what only an operator sees: pages as they came, with the names and addresses in them.

    Raises:
        HTTPException: they are none.
    """
    if not who.may_change:
        raise HTTPException(403, "Your role is to look at texts; an operator may see the page that they are of.")
    return who


def form_token(cookie: str) -> str:
    """Give what a signed-in browser's forms carry: who cannot read the cookie cannot make it."""
    return hashlib.sha256(b"form\0" + cookie.encode()).hexdigest()


def refuse_foreign_forms(request: Request) -> None:
    """Refuse a form that a page of another site sent, as the browser says (``Sec-Fetch-Site``, ``Origin``).

    Raises:
        HTTPException: it is one.
    """
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    own = f"{request.url.scheme}://{request.headers.get('Host', '')}"
    if site not in ("same-origin", "none") or origin not in (None, own):
        raise HTTPException(403, "The form comes from another site.")


Viewer = Annotated[Visitor, Depends(visitor)]
Changer = Annotated[Visitor, Depends(changing_visitor)]
Operator = Annotated[Visitor, Depends(operating_visitor)]
