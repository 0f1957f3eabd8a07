"""The pages in a real browser: as an operator walks through them, at two widths, in two themes and two languages."""

import base64
import os
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

from db.access.tables import AccessRole
from mezmun.core.clock import utc_now
from tests.dashboard.conftest import PASSWORD
from tests.dashboard.demo_installation import BROKEN, make_demo_installation
from workers.maintenance.reextraction import Reextractions

LOOKS = (("phone", 390, 844, "light"), ("phone", 390, 844, "dark"), ("desktop", 1400, 900, "light"))
LOOKS += (("desktop", 1400, 900, "dark"),)
AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCREENSHOTS = os.environ.get("MEZMUN_SCREENSHOTS")
"""Folder in which pictures of all pages are put, when it is set."""


@pytest.fixture(scope="module")
def chromium():
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium and chromedriver are not installed.")
        pytest.skip("Chromium and chromedriver are not installed: the browser tests need them.")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options, webdriver.ChromeService(driver))
    browser.set_page_load_timeout(120)
    browser.implicitly_wait(20)  # seconds
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": AXE})
    yield browser
    browser.quit()


@pytest.fixture
def demo(sign_in, engine, raw, tmp_path):
    """An installation with the sites of the demo, and an operator."""
    installation = make_demo_installation(engine, raw, tmp_path / "exports")
    sign_in(AccessRole.OPERATOR)  # behind it, since the first page's figures are shown again for some seconds
    return installation


@pytest.fixture
def browser(chromium, address, demo):
    """A browser in which nobody is signed in, before that installation."""
    chromium.get(f"{address}/sign-in")
    chromium.delete_all_cookies()  # those of the test before, also the language's
    for feature in ("setEmulatedMedia", "clearDeviceMetricsOverride"):
        chromium.execute_cdp_cmd(f"Emulation.{feature}", {})
    chromium.get(f"{address}/sign-in")
    chromium.get_log("browser")
    return chromium


def see(browser, address, name, but_for=None, looks=LOOKS):
    """Open a page and look at it at sizes and in themes; nothing may fail, overflow, or be hard to use.

    ``but_for`` is an address that is to fail.
    """
    browser.get(address)
    for size, width, height, theme in looks:
        media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        too_wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute_script(too_wide) <= 0, (address, size)
        check = "axe.run({runOnly: arguments[0]}).then(arguments[1])"
        faults = browser.execute_async_script(check, WCAG)["violations"]
        shown = [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in faults]
        assert shown == [], (address, size, theme)
        if SCREENSHOTS:
            height = min(2400, browser.execute_script("return document.documentElement.scrollHeight"))
            area = {"x": 0, "y": 0, "width": width, "height": max(600, height), "scale": 1}
            options = {"clip": area, "captureBeyondViewport": True}
            picture = base64.b64decode(browser.execute_cdp_cmd("Page.captureScreenshot", options)["data"])
            Path(SCREENSHOTS, f"{name}-{size}-{theme}.png").write_bytes(picture)
    failed = [each for each in browser.get_log("browser") if not each["message"].startswith(f"{but_for} - ")]
    assert failed == [], address  # nothing was refused, and no request failed


def follow(browser, by, value, which=0):
    """Click on what leads to another page, and wait until that page is there."""
    old = browser.find_element(By.TAG_NAME, "html")
    browser.find_elements(by, value)[which].click()
    # Asked for a page that is just going away, Chromium may answer that something else went wrong.
    waiting = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
    waiting.until(expected_conditions.staleness_of(old))


def enter(browser, address):
    """Sign in, as an operator does."""
    browser.find_element(By.NAME, "name").send_keys("a operator")
    browser.find_element(By.NAME, "password").send_keys(PASSWORD)
    follow(browser, By.XPATH, "//button[text()='Sign in']")
    assert browser.current_url == f"{address}/"


@pytest.mark.timeout(900)
# From right to left, each size and each theme once.
@pytest.mark.parametrize(("language", "looks"), [("en", LOOKS), ("ug", LOOKS[1:3])])
def test_every_page_is_usable_at_every_size_and_in_every_theme(browser, address, demo, language, looks):
    browser.get(f"{address}/language/{language}")
    see(browser, f"{address}/sign-in", f"sign-in-{language}", looks=looks)
    browser.find_element(By.NAME, "name").send_keys("a operator")
    browser.find_element(By.NAME, "password").send_keys(PASSWORD)
    follow(browser, By.CSS_SELECTOR, "main button")
    browser.get(f"{address}/sites/mirror")
    follow(browser, By.CSS_SELECTOR, ".actions button")  # so that a change is listed
    pages = {
        "takedowns": "/takedowns",
        "overview": "/",
        "sites": "/sites",
        "site": f"/sites/{BROKEN}",
        "site-file": "/sites/demo-news/file?changed=kind:%20news%0Aseeds:%20[http://news.example/]%0Arules:%20{skip:%20[id=10]}",
        "site-template": "/sites/demo-news/template",
        "documents": "/documents?q=kitab*",
        "documents-filtered": "/documents?language=ug&min_confidence=0.5&method=mezmun",
        "document": f"/documents/{demo.article}",
        "thread": f"/documents/{demo.thread}",
        "lines": f"/documents/{demo.article}/lines",
        "source": f"/documents/{demo.article}/source",
        "failures": "/failures",
        "duplicates": "/duplicates",
        "cluster": "/duplicates/1",
        "reextractions": "/reextractions",
        "reextraction": f"/reextractions/{demo.reextraction}",
        "exports": "/exports",
        "changes": "/changes",
    }
    for name, path in pages.items():
        see(browser, address + path, f"{name}-{language}", looks=looks)
    see(browser, f"{address}/documents/99", f"fault-{language}", f"{address}/documents/99", looks)
    assert browser.execute_script("return document.documentElement.dir") == ("rtl" if language == "ug" else "ltr")


@pytest.mark.timeout(600)
def test_an_operator_searches_reads_back_and_takes_down(browser, address):
    enter(browser, address)
    results = set()
    for typed in ("ﻛﯩﺘﺎﺏ", "kitab", "китаб", "كىتاب"):  # presentation forms, Latin, Cyrillic, and as it is written
        follow(browser, By.LINK_TEXT, "Documents")
        browser.find_element(By.NAME, "q").send_keys(typed + "*")
        follow(browser, By.XPATH, "//button[text()='Search']")
        hits = browser.find_elements(By.CSS_SELECTOR, ".hits h2 a")
        results.add(tuple(each.get_attribute("href") for each in hits))
        assert browser.find_element(By.TAG_NAME, "mark").text.startswith("كىتاب"), typed
    assert len(results) == 1
    follow(browser, By.CSS_SELECTOR, ".hits h2 a", -1)  # an article; the last that was stored, a thread, comes first
    document = browser.current_url
    last = browser.find_elements(By.CSS_SELECTOR, "article.text p")[-1].text
    page = browser.find_element(By.CSS_SELECTOR, ".address").text
    follow(browser, By.LINK_TEXT, "Lines, and why")
    assert last in [each.text for each in browser.find_elements(By.CSS_SELECTOR, "tr.kept td:nth-child(2)")]
    assert browser.find_elements(By.CSS_SELECTOR, "tr.left .tag")
    follow(browser, By.LINK_TEXT, "Raw page as source")
    assert "<html" in browser.find_element(By.CSS_SELECTOR, "pre.code").text.lower()
    follow(browser, By.LINK_TEXT, "Take-downs")
    browser.find_element(By.NAME, "subject").send_keys(page)
    follow(browser, By.XPATH, "//button[text()='Go on']")
    follow(browser, By.CSS_SELECTOR, "button.danger")
    assert "Taken down." in browser.find_element(By.CSS_SELECTOR, ".done").text
    assert browser.get_log("browser") == []
    browser.get(document)
    assert "There is no such document" in browser.find_element(By.TAG_NAME, "main").text
    follow(browser, By.XPATH, "//button[text()='Sign out']")
    assert browser.current_url.endswith("/sign-in")


@pytest.mark.timeout(600)
def test_an_operator_finds_a_broken_site_sees_why_tries_a_file_pauses_it_and_tries_again(browser, address):
    enter(browser, address)
    assert "has the layout changed?" in browser.find_element(By.CSS_SELECTOR, ".alerts").text
    follow(browser, By.LINK_TEXT, "Sites")
    follow(browser, By.PARTIAL_LINK_TEXT, "Failures, 24 h")
    follow(browser, By.PARTIAL_LINK_TEXT, "Failures, 24 h")  # the most first
    row = browser.find_element(By.CSS_SELECTOR, "tbody tr").text
    assert row.startswith(BROKEN)
    assert "layout" in row
    follow(browser, By.LINK_TEXT, BROKEN)
    follow(browser, By.PARTIAL_LINK_TEXT, "failures in 24 h")
    assert "no text was found" in browser.find_element(By.CSS_SELECTOR, "tbody tr").text
    browser.back()
    follow(browser, By.LINK_TEXT, "File")
    box = browser.find_element(By.NAME, "changed")
    box.clear()
    box.send_keys(f"kind: news\nseeds: ['http://{BROKEN}.example/']\nrules: {{skip: [/22/]}}\n")
    follow(browser, By.XPATH, "//button[text()='Try it']")
    assert f"http://{BROKEN}.example/22/" in browser.find_element(By.CSS_SELECTOR, "main table").text
    tried = browser.current_url
    follow(browser, By.LINK_TEXT, "How it goes")
    follow(browser, By.XPATH, "//button[text()='Pause']")
    assert "paused" in browser.find_element(By.TAG_NAME, "h1").text
    follow(browser, By.LINK_TEXT, "Failures")
    follow(browser, By.CSS_SELECTOR, "tbody .actions button")
    assert "Tried again:" in browser.find_element(By.CSS_SELECTOR, ".done").text
    browser.find_element(By.CSS_SELECTOR, "tbody .actions summary").click()
    browser.find_element(By.CSS_SELECTOR, "tbody input[name=why]").send_keys("gone for good")
    follow(browser, By.CSS_SELECTOR, "tbody details button")
    assert "Discarded:" in browser.find_element(By.CSS_SELECTOR, ".done").text
    follow(browser, By.LINK_TEXT, "Changes")
    log = browser.find_element(By.TAG_NAME, "table").text
    assert all(change in log for change in ("pause site", "retry failures", "discard failures", "gone for good"))
    browser.get(tried)  # the try has an address that can be shared
    assert f"http://{BROKEN}.example/22/" in browser.find_element(By.CSS_SELECTOR, "main table").text
    assert browser.get_log("browser") == []


@pytest.mark.timeout(600)
def test_an_operator_compares_a_reextraction_and_promotes_it(browser, address, engine, queue):
    enter(browser, address)
    follow(browser, By.LINK_TEXT, "Re-extractions")
    follow(browser, By.CSS_SELECTOR, "tbody th a")
    lost = browser.find_element(By.TAG_NAME, "del").text
    document = browser.find_element(By.CSS_SELECTOR, "article h3 a").get_attribute("href")
    follow(browser, By.XPATH, "//button[text()='Promote']")
    assert "promoting" in browser.find_element(By.CSS_SELECTOR, "p[role=status]").text
    reextraction, chores = browser.current_url, Reextractions(engine, queue, utc_now)
    for _ in range(2):
        chores.look()
    browser.get(reextraction)
    assert "promoted" in browser.find_element(By.CSS_SELECTOR, "p[role=status]").text
    browser.get(document)
    assert lost not in browser.find_element(By.CSS_SELECTOR, "article.text").text
    follow(browser, By.LINK_TEXT, "compare with the one before")
    assert lost in [each.text for each in browser.find_elements(By.TAG_NAME, "del")]
    assert browser.get_log("browser") == []


@pytest.mark.timeout(600)
def test_everything_is_done_by_keyboard(browser, address):
    def press(*keys):
        ActionChains(browser).send_keys(*keys).perform()

    def focused():
        return browser.switch_to.active_element

    press("a operator", Keys.TAB, PASSWORD, Keys.ENTER)  # the name's field has the focus at once
    WebDriverWait(browser, 60).until(expected_conditions.url_to_be(f"{address}/"))
    press(Keys.TAB)
    assert focused().text == "Skip to the content"
    press(Keys.ENTER, Keys.TAB)
    inside = "return document.querySelector('main').contains(document.activeElement)"
    assert browser.execute_script(inside)
    browser.get(f"{address}/failures")
    seen = []
    while not seen or seen[-1].tag_name != "body":
        press(Keys.TAB)
        seen.append(focused())
        assert len(seen) < 500, "the focus is caught"
    reachable = "a[href], button, input:not([type=hidden]), select, summary"
    hidden = "return [...document.querySelectorAll(arguments[0])].filter(each => each.checkVisibility()).length"
    stops = [each for each in seen if each.tag_name in ("a", "button", "input", "select", "summary")]
    assert len(stops) == browser.execute_script(hidden, reachable)
    outlined = "return getComputedStyle(arguments[0]).outlineStyle"
    stops[-1].send_keys(Keys.SHIFT, Keys.TAB)
    assert browser.execute_script(outlined, focused()) == "solid"


@pytest.mark.parametrize("language", ["en", "ug"])
@pytest.mark.parametrize("page", ["sites", "failures", "reextractions", "exports"])
def test_no_column_of_a_list_is_out_of_sight_on_a_phone_and_each_cell_says_what_it_is(browser, address, language, page):
    enter(browser, address)
    browser.get(f"{address}/language/{language}?next=/{page}?days=all")
    cell = "getComputedStyle(document.querySelector('.cards tbody td:last-child'), '::before').content"
    heading = browser.execute_script("return document.querySelector('.cards thead th:last-child').innerText")
    assert browser.execute_script(f"return {cell}") == "none"
    screen = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    boxes = "return [...document.querySelectorAll('.scroll')].map(box => box.scrollWidth - box.clientWidth)"
    assert max(browser.execute_script(boxes)) <= 0
    assert browser.execute_script(f"return {cell}") == f'"{heading}"'


def test_a_long_address_among_the_texts_of_a_template_pushes_none_out_of_sight_on_a_phone(chromium):
    style = files("dashboard").joinpath("static/style.css").read_text(encoding="utf-8")
    rows = "".join(
        f"<tr><th scope=row dir={direction}>{text}</th><td><code>div</code></td><td class=n>12</td></tr>"
        for direction, text in (("rtl", "باش بەت"), ("ltr", "https://e.example/" + "x" * 120))
    )
    screen = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    chromium.get("data:text/html,<meta name=viewport content='width=device-width'>")
    content = f"<style>{style}</style><main><div class=scroll><table><tbody>{rows}</table></div></main>"
    chromium.execute_script("document.body.innerHTML = arguments[0]", content)
    too_wide = "let box = document.querySelector('.scroll'); return box.scrollWidth - box.clientWidth"
    assert chromium.execute_script(too_wide) <= 0
