"""Signing in and out, and the language of the interface."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from dashboard.access.passwords import Throttle, is_right
from dashboard.access.sessions import COOKIE, Viewer, refuse_foreign_forms
from dashboard.interface import COOKIE as LANGUAGE_COOKIE
from dashboard.interface import LANGUAGES, render
from dashboard.resources import resources_of
from db.access.operators import SESSION_TIME, begin_session, end_session, secret_hash_of

router = APIRouter(include_in_schema=False)


@router.get("/sign-in")
def sign_in_page(request: Request, to: Annotated[str, Query(alias="next")] = "/") -> Response:
    """Show the form."""
    return render(request, "sign_in.html", to=to, fault=None)


@router.post("/sign-in")
def sign_in(
    request: Request,
    name: Annotated[str, Form(max_length=100)] = "",
    password: Annotated[str, Form(max_length=1000)] = "",
    to: Annotated[str, Form(alias="next")] = "/",
) -> Response:
    """Sign a browser in, or say that name or password is wrong, without which."""
    refuse_foreign_forms(request)
    resources = resources_of(request)
    throttle: Throttle = request.app.state.throttle
    wait = throttle.wait(name)
    if wait > 0:
        slow = render(request, "sign_in.html", to=to, fault="Too many wrong passwords. Wait a little.", status=429)
        slow.headers["Retry-After"] = str(int(wait) + 1)
        return slow
    with resources.engine.connect() as connection:
        secret_hash = secret_hash_of(connection, name)
    with throttle.hashing:
        right = is_right(secret_hash, password)
    throttle.note(name, right=right)
    if not right:
        return render(request, "sign_in.html", to=to, fault="Name or password is wrong.", status=403)
    with resources.engine.begin() as connection:
        cookie = begin_session(connection, name, now=resources.now())
    answer = RedirectResponse(_local(to), 303)
    answer.set_cookie(
        COOKIE,
        cookie,
        max_age=int(SESSION_TIME.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


@router.post("/sign-out")
def sign_out(request: Request, _: Viewer) -> Response:
    """End the session."""
    refuse_foreign_forms(request)
    with resources_of(request).engine.begin() as connection:
        end_session(connection, request.cookies[COOKIE])
    answer = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(COOKIE)
    return answer


@router.get("/language/{language}")
def choose_language(language: str, to: Annotated[str, Query(alias="next")] = "/") -> Response:
    """Set the language of the interface, and go back."""
    answer = RedirectResponse(_local(to), 303)
    if language in LANGUAGES:
        answer.set_cookie(LANGUAGE_COOKIE, language, max_age=365 * 86400, samesite="lax")
    return answer


def _local(address: str) -> str:
    """Give an address of ours; for one that leads elsewhere, the first page."""
    is_ours = address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()
    return address if is_ours else "/"
