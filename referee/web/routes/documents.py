"""The API's description, for programs and for people."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from referee.web.access import Access, opens_to
from referee.web.context import Web
from referee.web.routes.pages import words_for


def document_routes(web: Web, app: FastAPI) -> APIRouter:
    """/api/openapi.json and /api/docs."""
    router = APIRouter(prefix="/api", include_in_schema=False)

    @router.get("/openapi.json")
    @opens_to(Access.VIEWER)
    def openapi() -> Response:
        """OpenAPI 3."""
        return JSONResponse(app.openapi())

    @router.get("/docs")
    @opens_to(Access.VIEWER)
    def docs(request: Request) -> Response:
        """The same as a page, without anything from the internet."""
        words = words_for(web, request)
        html = web.templates.get_template("api.html").render(
            t=words, lang=words.language, operations=list(_operations(app.openapi()))
        )
        return HTMLResponse(html)

    return router


def _operations(schema: dict[str, Any]) -> Any:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield {
                "method": method.upper(),
                "path": path,
                "text": operation.get("description", operation.get("summary", "")),
                "body": _body(operation, schema),
            }


def _body(operation: dict[str, Any], schema: dict[str, Any]) -> list[tuple[str, str]]:
    """Name and kind of each field of the body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    model = schema.get("components", {}).get("schemas", {}).get(name, {})
    required = model.get("required", [])
    return [
        (field, f"{kind.get('type', 'value')}{'' if field in required else ', optional'}")
        for field, kind in model.get("properties", {}).items()
    ]
