from mezmun.cli.operation import run_demo


def test_a_dashboard_that_cannot_be_shown_is_told_with_what_it_needs(monkeypatch, capsys):
    monkeypatch.setattr(run_demo, "find_spec", lambda _: None)
    assert not run_demo.has_dashboard()
    sentence = "`mezmun dashboard` needs packages that are not installed (fastapi): pip install 'mezmun[dashboard]'."
    assert sentence in capsys.readouterr().err


def test_with_its_packages_the_dashboard_is_shown_and_nothing_told(capsys):
    assert run_demo.has_dashboard()
    assert capsys.readouterr() == ("", "")
