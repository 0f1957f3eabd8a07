"""Pages that show nothing without their scripts, as the software of each format writes their data; made up."""

import html
import json
import string

TITLE = "The last ferry leaves the island"
PARAGRAPHS = (
    "The last ferry left the island on Sunday evening, with forty people and two dogs on board, and nobody waved.",
    'For sixty years the line had carried bread, post and "weather news" across the sound, and now a bridge does it.',
    "The crew will run tours of the seal banks, says the owner, who bought the boat from the harbour office in May.",
    "Children on the pier counted the lights until they were gone, and the kiosk closed its shutters at nine.",
)
HTML = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
OTHER = {
    "title": "A storm comes to the northern coast",
    "body": "The wind will rise on Monday in the far north, and boats should stay in port until it is over. " * 9,
}
COMMENT = {"name": "Harbourmaster Jonas", "text": "I was on that boat for the last time, and it was a day to remember."}


def page(*data: str, title: str = TITLE) -> str:
    head = f"<title>{title} | The Sound Courier</title>"
    head += '<script type="module" src="/app.js"></script>'
    return f'<html lang="en"><head>{head}</head><body><div id="app">Loading...</div>{"".join(data)}</body></html>'


def as_json(value: object, attributes: str = "") -> str:
    text = json.dumps(value).replace("</", "<\\/")
    return f'<script type="application/json" {attributes}>{text}</script>'


def assigned(name: str, value: object) -> str:
    text = json.dumps(value).replace("</", "<\\u002F")
    return f"<script>{name}={text};</script>"


def numbered(value: object, *, spaced: bool = False) -> list[object]:
    """Write a value as devalue does, or (``spaced``) turbo-stream: a list of values that name others by number."""
    values: list[object] = []
    numbers: dict[str, int] = {}

    def add(each: object) -> int:
        text = json.dumps(each)
        if text not in numbers:
            numbers[text] = number = len(values)
            values.append(None)
            match each:
                case dict() if spaced:
                    values[number] = {f"_{add(key)}": add(inner) for key, inner in each.items()}
                case dict():
                    values[number] = {key: add(inner) for key, inner in each.items()}
                case list():
                    values[number] = [add(inner) for inner in each]
                case _:
                    values[number] = each
        return numbers[text]

    add(value)
    return values


def of_qwik(value: object) -> dict[str, object]:
    digits = string.digits + string.ascii_lowercase
    values = numbered(value)

    def name(number: int) -> str:
        return (name(number // 36) if number >= 36 else "") + digits[number % 36]

    objs = [
        {key: name(number) for key, number in each.items()}
        if isinstance(each, dict)
        else [name(number) for number in each]
        if isinstance(each, list)
        else each
        for each in values
    ]
    return {"refs": {"0": "0"}, "ctx": {"3": {"s": "0!"}}, "objs": objs, "subs": []}


def of_astro(value: object) -> list[object]:
    if isinstance(value, dict):
        return [0, {key: of_astro(inner) for key, inner in value.items()}]
    return [1, [of_astro(inner) for inner in value]] if isinstance(value, list) else [0, value]


def attribute(element: str, name: str, value: object) -> str:
    return f'<{element} {name}="{html.escape(json.dumps(value))}"></{element}>'


def flight(*rows: str) -> str:
    stream = "".join(rows)
    pieces = [stream[at : at + 300] for at in range(0, len(stream), 300)]
    return "".join(f"<script>self.__next_f.push([1,{json.dumps(piece)}])</script>" for piece in pieces)


ARTICLE = {"id": 7, "title": TITLE, "body": HTML, "related": [OTHER], "comments": [COMMENT]}
BODY = json.dumps(HTML).replace("</", "<\\u002F")
OTHERS = json.dumps([OTHER])
NAMED_ROW = f"1b:T{len(HTML.encode()):x},{HTML}"
ELEMENTS = ["$", "article", None, {"children": [["$", "h1", None, {"children": TITLE}]]}]
ELEMENTS[3]["children"].append(
    ["$", "div", None, {"className": "story", "children": [["$", "p", None, {"children": p}] for p in PARAGRAPHS]}]
)
NUXT_2 = (
    f'window.__NUXT__=(function(a,b,c,d){{d.title=a;d.body=b;d.premium=c;return {{layout:"a",data:[{{article:d}}],'
    f'fetch:{{"x-1":{{list:{OTHERS}}}}},error:null,serverRendered:!0,at:new Date(1700000000000)}}}}'
    f"({json.dumps(TITLE)},{BODY},!1,{{}}));"
)
KIT = (
    '{const element = document.currentScript.parentElement;Promise.all([import("./app.js"),import("./start.js")])'
    f".then(([app,kit])=>{{kit.start(app,element,{{node_ids:[0,2],data:[null,{{type:\"data\",data:{{post:{{title:'{TITLE}',"
    f'content:{BODY}}},others:{OTHERS}}},uses:{{params:["slug"]}}}}],form:null,error:null}});}});}}'
)
KIT_REPEATED = KIT.replace("data:{post:{title", "data:(function(a){return {post:{title").replace(
    "},uses", "}}(void 0)),uses"
)
ROUTER = json.dumps(numbered({"loaderData": {"routes/post": {"post": ARTICLE}}, "errors": None}, spaced=True)) + "\n"
CACHE = {
    "ROOT_QUERY": {'article({"id":7})': {"__ref": "Article:7"}},
    "Article:7": {"__typename": "Article", "title": TITLE, "content": [{"__ref": f"Part:{n}"} for n in range(4)]},
    **{f"Part:{n}": {"__typename": "Paragraph", "text": text} for n, text in enumerate(PARAGRAPHS)},
    "Article:8": {"__typename": "Article", **OTHER},
}
PAGES = {
    "Next.js, pages": page(as_json({"props": {"pageProps": {"post": ARTICLE}}}, 'id="__NEXT_DATA__"')),
    "Next.js, a text that a row names": page(
        flight(NAMED_ROW, f"4:{json.dumps(['$', '$L9', None, {'post': {**ARTICLE, 'body': '$1b'}}])}\n")
    ),
    "Next.js, a row that a row names": page(
        flight('4:["$","$L9",null,{"post":"$c"}]\n', f"c:{json.dumps({**ARTICLE, 'body': '$d:html'})}\n")
        + flight(f"d:{json.dumps({'html': HTML})}\n")
    ),
    "Next.js, elements": page(flight(f"5:{json.dumps(ELEMENTS)}\n")),
    "Nuxt 2": page(f"<script>{NUXT_2}</script>"),
    "Nuxt 3": page(
        as_json(
            [["ShallowReactive", 1], {"data": 2}, ["Reactive", 3]]
            + [
                {key: number + 3 for key, number in each.items()}
                if isinstance(each, dict)
                else [number + 3 for number in each]
                if isinstance(each, list)
                else each
                for each in numbered({"article-7": ARTICLE, "n": 0})
            ],
            'data-nuxt-data="nuxt-app" id="__NUXT_DATA__" data-ssr="true"',
        )
    ),
    "Remix 1": page(assigned("window.__remixContext", {"state": {"loaderData": {"routes/post": {"post": ARTICLE}}}})),
    "React Router": page(
        f"<script>window.__reactRouterContext.streamController.enqueue({json.dumps(ROUTER)});</script>"
    ),
    "SvelteKit, fetched": page(
        as_json({"status": 200, "headers": {}, "body": json.dumps(ARTICLE)}, 'data-sveltekit-fetched data-url="/api/7"')
    ),
    "SvelteKit, start": page(f"<script>{KIT}</script>"),
    "SvelteKit, start with a function": page(f"<script>{KIT_REPEATED}</script>"),
    "Astro": page(attribute("astro-island", 'uid="Z1" client="only" props', of_astro({"post": ARTICLE, "n": 3})[1])),
    "Qwik": page(f'<script type="qwik/json">{json.dumps(of_qwik(ARTICLE))}</script>'),
    "Gatsby": page(
        "<script>/*<![CDATA[*/window.pagePath='/ferry/';window.pageData="
        + json.dumps({"result": {"data": {"markdownRemark": {"html": HTML, "frontmatter": {"title": TITLE}}}}})
        + ";/*]]>*/</script>"
    ),
    "Apollo": page(assigned("window.__APOLLO_STATE__", CACHE)),
    "Angular": page(as_json({"1234567": {"b": ARTICLE, "h": {}, "s": 200, "u": "/api/7"}}, 'id="ng-state"')),
    "Angular, before 17": page(
        '<script id="app-state" type="application/json">'
        + json.dumps({"post": ARTICLE}).replace("&", "&a;").replace('"', "&q;").replace("<", "&l;").replace(">", "&g;")
        + "</script>"
    ),
    "Inertia": page(attribute("div", 'id="app" data-page', {"component": "Post", "props": {"post": ARTICLE}})),
    "a text of JSON": page(
        "<script>window.__STATE__ = JSON.parse("
        + json.dumps(json.dumps({"post": ARTICLE})).replace("</", "<\\/")
        + ")</script>"
    ),
    "WordPress": page(
        assigned(
            "window.__INITIAL__", {"post": {"title": {"rendered": TITLE}, "content": {"rendered": HTML}, "x": [OTHER]}}
        )
    ),
}
