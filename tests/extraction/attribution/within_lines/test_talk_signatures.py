import pytest

from extraction import extract

SENTENCE = "The length of the river given here differs from the one in the old atlas of the valley."
USER = '<a href="/wiki/User:Alder" title="User:Alder">Alder</a>'
TALK = '<a href="/wiki/User_talk:Alder">{}</a>'


def _text(signature, sentence=SENTENCE):
    lines = f"<p>{sentence} {signature}</p><dl><dd>{sentence} {signature}</dd></dl>"
    return extract(f"<html><title>Talk</title><body><h1>Talk</h1>{lines}", method="all-text").text


@pytest.mark.parametrize(
    "signature",
    [
        f"{USER} ({TALK.format('talk')}) 10:20, 3 March 2020 (UTC)",
        f"—{USER} ({TALK.format('talk')} · <a href=/c>contribs</a>) 10:20, 3 March 2020 (UTC)",
        f"--{USER} ({TALK.format('Diskussion')}) 10:20, 3. Mär. 2020 (CET)",
        f"— {USER} ({TALK.format('d')}) 3 mars 2020 à 10:20 (CET)",
        f"{USER} ({TALK.format('discusión')}) 10:20 3 mar 2020 (UTC)",
        f"{USER} ({TALK.format('обс.')}) 10:20, 3 марта 2020 (UTC)",
        f"--{USER}（{TALK.format('会話')}） 2020年3月3日 (火) 10:20 (UTC)",
        f"——{USER}（{TALK.format('留言')}） 2020年3月3日 (二) 10:20 (UTC)",
        f"{USER} ({TALK.format('نقاش')}) 10:20، 3 مارس 2020 (ت ع م)",
        f"{USER} ({TALK.format('پاراڭ')}) 10:20, 2020-يىلى 3-مارت (UTC)",
        f"{USER} ({TALK.format('thảo luận')}) 10:20, ngày 3 tháng 3 năm 2020 (UTC)",
        "--Alder (토론) 2020년 3월 3일 (화) 10:20 (KST)",
        f"{USER} - {TALK.format('שיחה')} 10:20, 3 במרץ 2020 (IST)",
        f"{USER} <sup>{TALK.format('vita')}</sup> 2020. március 3., 10:20 (CET)",
        f"--{USER} ({TALK.format('คุย')}) 10:20, 3 มีนาคม 2563 (+07)",
        f"{USER} 10:20, 3 March 2020 (UTC)",
        f"{USER} <sup>{TALK.format('talk')}</sup> 10:20, 3 March 2020 (UTC)",
        f"{USER} ({TALK.format('talk')}) 10:20, 3 March 2020 (UTC) [<a href=#r>reply</a>]",
        f"<small>—Preceding unsigned comment added by {USER} ({TALK.format('talk')}) 10:20, 3 May 2020 (UTC)</small>",
        "<a href=/u><b>Al</b><i>der</i></a> (<a href=/t>talk</a>) 10:20, 3 May 2020 (UTC)",
    ],
)
def test_a_signature_is_cut_from_what_is_signed(signature):
    assert _text(signature) == f"Talk\n{SENTENCE}\n{SENTENCE}"


@pytest.mark.parametrize(
    "sentence",
    [
        "The gates were opened at 10:20, 3 March 2020 (UTC)",
        "The gates were opened (see the talk of Alder) at 10:20, 3 March 2020",
        "The gates were opened by <a href=/alder>Alder</a> and closed again at 10:20, 3 March 2020 (UTC)",
        "Who spoke (talk of the evening) was the keeper of the gates, and the gates were opened in March (UTC)",
    ],
)
def test_a_line_that_speaks_of_a_moment_stays(sentence):
    plain = sentence.replace("<a href=/alder>", "").replace("</a>", "")
    assert plain in _text("", sentence)


def test_a_link_before_the_signature_stays():
    signed = f"--{USER} ({TALK.format('talk')}) 10:20, 3 May 2020 (UTC)"
    linked = f"The length is given in the <a href=/atlas>old atlas</a> {signed}"
    assert _text("", linked).splitlines()[1] == "The length is given in the old atlas"
