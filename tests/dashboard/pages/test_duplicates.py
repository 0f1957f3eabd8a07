from workers.maintenance.duplicates import Duplicates

TEXT = "The same words stand on two sites, and a reader who has seen them once need not see them again. " * 3


def test_clusters_and_repeated_texts_are_listed_and_lead_to_their_documents(sign_in, stored, engine):
    stored({"http://a/1": TEXT}, title="The first")
    stored({"http://b/1": TEXT + "Copied."}, "blog")
    stored({f"http://a/login/{number}": "<b>Log in</b> to read on." for number in range(5)})
    Duplicates(engine, lambda: 0).look()
    browser = sign_in()
    page = browser.get("/duplicates").text
    assert "The first" in page
    assert "&lt;b&gt;Log in" in page
    page = browser.get("/duplicates/1").text
    assert "http://b/1" in page
    assert page.count("canonical") == 1
    hits = browser.get("/documents?cluster=1").text
    assert hits.count("<article>") == 2


def test_without_any_it_says_what_will_be_there_and_odd_addresses_are_refused(sign_in, stored):
    stored({"http://a/1": TEXT})
    browser = sign_in()
    assert "No two documents are nearly the same." in browser.get("/duplicates").text
    assert browser.get("/duplicates/1").status_code == 404
    assert browser.get("/duplicates/x").status_code == 422
