"""The pages in a real browser: as an operator walks through them, at two widths, in two themes and two languages."""

import os
import shutil
from importlib.resources import files

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

from db.access.tables import Role
from mezmun.core.clock import utc_now
from mezmun.core.outcomes import Outcome
from tests.dashboard.conftest import PASSWORD
from tests.db.world import World
from workers.maintenance.reextraction import Reextractions

TEXTS = {
    "http://news.example/1": "بۇ يېڭى كىتاب ناھايىتى ياخشى.\n\nئۇنى ھەممە ئوقۇۋاتىدۇ.",
    "http://news.example/2": "An English article about libraries.",
}
WIDTHS = {"phone": (390, 844), "desktop": (1400, 900)}
AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
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
    yield browser
    browser.quit()


@pytest.fixture
def browser(chromium, address, sign_in, stored, engine):
    """A browser in which nobody is signed in, before an installation with a few documents."""
    sign_in(Role.OPERATOR)
    stored(TEXTS, language="ug", title="كىتاب", method="mezmun", confidence=0.9)
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        page = world.page(crawl, "http://news.example/gone")
        world.fetch(crawl, page, outcome=Outcome.HTTP_ERROR, detail="410 Gone", status=410, fetched_at=utc_now())
    chromium.get(f"{address}/sign-in")
    chromium.delete_all_cookies()  # those of the test before, also the language's
    chromium.get(f"{address}/sign-in")
    chromium.get_log("browser")
    return chromium


def see(browser, address, name, width, theme="light"):
    """Open a page at a size and in a theme; nothing may fail, overflow, or be hard to use."""
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    )
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": WIDTHS[width][0], "height": WIDTHS[width][1], "deviceScaleFactor": 1, "mobile": width == "phone"},
    )
    browser.get(address)
    assert browser.get_log("browser") == []
    too_wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert browser.execute_script(too_wide) <= 0, (address, width)
    browser.execute_script(AXE)
    violations = browser.execute_async_script("axe.run().then(arguments[arguments.length - 1])")["violations"]
    grave = [each for each in violations if each["impact"] in ("serious", "critical")]
    assert [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in grave] == []
    if SCREENSHOTS:
        browser.save_screenshot(f"{SCREENSHOTS}/{name}-{width}-{theme}.png")


def follow(browser, by, value, which=0):
    """Click on what leads to another page, and wait until that page is there."""
    old = browser.find_element(By.TAG_NAME, "html")
    browser.find_elements(by, value)[which].click()
    # Asked for a page that is just going away, Chromium may answer that something else went wrong.
    waiting = WebDriverWait(browser, 60, ignored_exceptions=[WebDriverException])
    waiting.until(expected_conditions.staleness_of(old))


def enter(browser, address):
    browser.find_element(By.NAME, "name").send_keys("a operator")
    browser.find_element(By.NAME, "password").send_keys(PASSWORD)
    follow(browser, By.XPATH, "//button[text()='Sign in']")
    assert browser.current_url == f"{address}/"


@pytest.mark.timeout(600)
def test_every_page_is_usable_at_every_size_theme_and_language(browser, address, reextracted):
    see(browser, f"{address}/sign-in", "sign-in", "desktop")
    enter(browser, address)
    pages = {
        "overview": "/",
        "sites": "/sites",
        "site": "/sites/news",
        "site-file": "/sites/news/file?changed=kind:%20news%0Aseeds:%20[http://a/]%0Arules:%20{skip:%20[/1$]}",
        "site-template": "/sites/news/template",
        "documents": "/documents?q=kitab",
        "document": "/documents/1",
        "lines": "/documents/1/lines",
        "source": "/documents/1/source",
        "failures": "/failures",
        "duplicates": "/duplicates",
        "reextractions": "/reextractions",
        "reextraction": f"/reextractions/{reextracted('بۇ يېڭى كىتاب.')}",
        "exports": "/exports",
        "takedowns": "/takedowns",
        "changes": "/changes",
    }
    for name, path in pages.items():
        see(browser, address + path, name, "desktop")
        see(browser, address + path, name, "phone", "dark")
    browser.get(f"{address}/language/ug")
    for name in ("overview", "sites", "site", "site-file", "documents", "document", "reextraction", "takedowns"):
        see(browser, address + pages[name], f"{name}-ug", "phone")
        see(browser, address + pages[name], f"{name}-ug", "desktop", "dark")
    assert browser.execute_script("return document.documentElement.dir") == "rtl"


@pytest.mark.timeout(600)
def test_an_operator_searches_reads_back_pauses_and_takes_down(browser, address, engine):
    enter(browser, address)
    follow(browser, By.LINK_TEXT, "Documents")
    box = browser.find_element(By.NAME, "q")
    box.send_keys("ﻛﯩﺘﺎﺏ")  # in presentation forms
    follow(browser, By.XPATH, "//button[text()='Search']")
    assert browser.find_element(By.TAG_NAME, "mark").text == "كىتاب"
    follow(browser, By.CSS_SELECTOR, ".hits h2 a", -1)  # the first document; the last comes first
    assert "ئۇنى ھەممە ئوقۇۋاتىدۇ" in browser.find_element(By.CSS_SELECTOR, "article.text").text
    follow(browser, By.LINK_TEXT, "Raw page as source")
    assert "<p>" in browser.find_element(By.CSS_SELECTOR, "pre.code").text
    browser.get(f"{address}/sites/news")
    follow(browser, By.XPATH, "//button[text()='Pause']")
    assert "paused" in browser.find_element(By.TAG_NAME, "h1").text
    follow(browser, By.LINK_TEXT, "Take-downs")
    browser.find_element(By.NAME, "subject").send_keys("http://news.example/1")
    follow(browser, By.XPATH, "//button[text()='Go on']")
    follow(browser, By.CSS_SELECTOR, "button.danger")
    assert "Taken down." in browser.find_element(By.CSS_SELECTOR, ".done").text
    browser.get(f"{address}/documents?q=oquwatidu")
    assert "No document has all of that." in browser.find_element(By.CSS_SELECTOR, ".empty").text
    follow(browser, By.XPATH, "//button[text()='Sign out']")
    assert browser.current_url.endswith("/sign-in")


@pytest.mark.timeout(600)
def test_an_operator_compares_a_reextraction_and_promotes_it(browser, address, reextracted, engine, queue):
    reextracted("بۇ يېڭى كىتاب.")
    enter(browser, address)
    follow(browser, By.LINK_TEXT, "Re-extractions")
    follow(browser, By.CSS_SELECTOR, "tbody th a")
    sides = [side.text for side in browser.find_elements(By.CSS_SELECTOR, ".sides section")]
    assert "بۇ يېڭى كىتاب." in sides[1]
    assert any("ئۇنى ھەممە ئوقۇۋاتىدۇ" in side for side in sides)
    follow(browser, By.XPATH, "//button[text()='Promote']")
    assert "promoting" in browser.find_element(By.CSS_SELECTOR, "p[role=status]").text
    chores = Reextractions(engine, queue, utc_now)
    for _ in range(2):
        chores.look()
    browser.get(f"{address}/reextractions/1")
    assert "promoted" in browser.find_element(By.CSS_SELECTOR, "p[role=status]").text
    browser.get(f"{address}/documents/1")
    assert browser.find_element(By.CSS_SELECTOR, "article.text").text == "بۇ يېڭى كىتاب."
