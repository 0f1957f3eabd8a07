"""Reviews, other goods and delivery beside the goods that a page sells are no part of its text."""

import pytest

from extraction import extract

TEXT = "The board is glued from blocks of walnut, so that the blade slides between the fibres and stays sharp. " * 3
REVIEW = "Warm feet at last, and they fit like a sock after two evenings."
STATEMENTS = {
    "Open Graph": '<meta property="og:type" content="og:product">',
    "JSON-LD": '<script type="application/ld+json">{"@context": "https://schema.org", "@type": ["Product"]}</script>',
    "a group in JSON-LD": '<script type="application/ld+json">{"@type":"https://schema.org/ProductGroup"}</script>',
    "microdata": "<body><div itemprop=offers><b>7</b></div>",
}


def text_of(statement, box, *, text=TEXT):
    html = f"<html><head><title>Walnut board</title>{statement}<body><h1>Walnut board</h1><p>{text}</p>{box}"
    return extract(html, method="all-text").text


@pytest.mark.parametrize("statement", STATEMENTS)
def test_reviews_of_goods_are_left_out(statement):
    text = text_of(STATEMENTS[statement], f"<div id=customerReviews><h2>Reviews</h2><p>{REVIEW}</div>")
    assert "walnut" in text
    assert REVIEW not in text


@pytest.mark.parametrize(
    "name",
    [
        *("jdgm-widget", "related-products", "Product_Recommendations", "delivery-information", "payment"),
        *("shipping-info", "product-tax", "pickup-availability", "product_reassurance", "easy-returns", "write-review"),
        *("product-detail-review-teaser", "product-detail-ordernumber", "product-sku", "product_meta"),
    ],
)
def test_what_else_shops_put_beside_goods_is_left_out(name):
    assert REVIEW not in text_of(STATEMENTS["Open Graph"], f'<section class="{name}"><p>{REVIEW}</section>')


@pytest.mark.parametrize(
    ("statement", "box"),
    [
        pytest.param("", "<div class=reviews><p>{}</div>", id="nothing is sold"),
        pytest.param('<meta property="og:type" content="article">', "<div class=reviews><p>{}</div>", id="an article"),
        pytest.param(STATEMENTS["Open Graph"], "<div class=js-previews><p>{}</div>", id="another name"),
        pytest.param(STATEMENTS["Open Graph"], "<div class=description-reviews><p>{}</div>", id="with the description"),
        pytest.param(STATEMENTS["Open Graph"], "<div class=delivery><h1>Oak</h1><p>{}</div>", id="with the title"),
        pytest.param(
            STATEMENTS["Open Graph"],
            "<div class=related><p>{}</div>" + "<div class=related><p>Oak</div>" * 3,
            id="items",
        ),
    ],
)
def test_other_boxes_stay(statement, box):
    assert REVIEW in text_of(statement, box.format(REVIEW))


CART = "<form class=js-product-form><button class='button single_add_to_cart_button'>Buy</button></form>"


@pytest.mark.parametrize(
    "button",
    [CART, "<input type=submit id=add-to-cart-button>", "<a class='btn product-detail-buy-button'>В корзину</a>"],
)
def test_a_button_for_the_cart_below_the_headline_says_that_goods_are_sold(button):
    assert REVIEW not in text_of("", f"{button}<div class=customer-reviews><p>{REVIEW}</div>")


@pytest.mark.parametrize(
    ("statement", "box"),
    [
        pytest.param("", CART * 5, id="a list of goods"),
        pytest.param("", CART.replace("button", "span"), id="no control"),
        pytest.param("", CART.replace("add_to_cart", "search"), id="another button"),
        pytest.param('<meta property="og:type" content="article">', CART, id="an article"),
        pytest.param(f"<body>{CART}", "", id="above the headline"),
    ],
)
def test_other_controls_say_nothing_of_goods(statement, box):
    assert REVIEW in text_of(statement, f"{box}<div class=reviews><p>{REVIEW}</div>")


@pytest.mark.parametrize(
    "name",
    [
        "similar-items",
        "bought-together",
        "also-like",
        "merchant-box",
        "shipping_info",
        "review_area",
        "customer-review",
    ],
)
def test_other_goods_and_the_seller_are_left_out(name):
    assert REVIEW not in text_of(STATEMENTS["Open Graph"], f'<section class="{name}"><p>{REVIEW}</section>')


def test_what_is_nearly_all_of_the_text_stays():
    assert REVIEW in text_of(STATEMENTS["Open Graph"], f"<div class=reviews><p>{REVIEW * 9}</div>", text="Oak")
