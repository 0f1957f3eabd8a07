from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.attribution.forms import role_match
from extraction.attribution.forms.expressions import is_any
from extraction.attribution.forms.patterns import LinePattern, LineRole
from extraction.attribution.forms.role_match import PATTERNS, match
from extraction.attribution.forms.tokens import Tokens, letters_of_roles
from extraction.lexicon.terms import TermRole, texts_of
from tests.growth import MOST, TIMES, growth


@pytest.mark.parametrize(
    "line",
    [
        "时间:2020-01-01 来源:河谷网 作者:阿依古丽 点击:123次",
        "时间:2020-01-01 10:10来源:河谷网作者:阿依古丽点击:123次",
        "2020-01-01 10:10 来源：河谷网 浏览 123次",
        "(责任编辑:阿依古丽)",
        "(王小明 编辑)",
        "To contact the reporter on this story: Aygul Example in Mumbai at aexample8@paper.example",
        "To contact the editor responsible for this story: Ida Ahrens at iahrens@paper.example",
        "（记者 王小明）",
        "（記者王小明）",
        "（責任編輯 余淩）",
        "مەنبە: تەڭرىتاغ تورى ۋاقتى: 2020-01-01 كۆرۈلۈشى: 12",
        "مەسئۇل تەھرىر: ئايگۈل",
        "(مەسئۇل مۇھەررىرى: ئايگۈل)",
        "图文：阿依古丽",
        "Тілші: Айгүл Мысалова",
        "Redaktion: Aygül Example",
        "Menbe: Tengritagh Waqti: 2020-01-01 Körülüshi: 12",
        "Мәс'ул тәһрир: Айгүл",
        "01.02.2020 Источник: Вестник Просмотров: 12",
        "Kaynak: Vadi Tarih: 01.02.2020",
        "2020-01-01 | Ko‘rishlar: 12",
        "Дереккөз: Алатау Қаралды: 12",
        "Булак: Ала-Тоо Көрүлдү: 12",
        "Autor: Aygul. Data publikacji Śro, 2011-05-18 15:23",
        "འབྱུང་ཁུངས།: གངས། 2020-01-01 ལྟ་གྲངས།: 12",
        "Author: Aygul Example",
        "Posted by: Aygul at May 29, 2005 10:19:16 PM",
    ],
)
def test_a_line_that_tells_source_and_writer_is_one_of_information(line: str) -> None:
    assert match(line, LineRole.INFORMATION) is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "记者：这次评级下调对欧美股市没有带来影响",
        "时间：2020-01-05 14:00 地点：大厅",
        "Date: 2020-03-01 Time: 10:00 Place: Hall",
        "Published: 2020-03-01",
        "Source: School Administrator, v59 n3 p6-12",
        "Editor: it is a tool. Use it.",
        "Views: 12",
        "The reporter said that the author: a man of 40: came at 10:30",
        "2020-01-01 the coauthor: Aygul",
        "Editor Vim",
        "Editor 3 is out",
    ],
)
def test_the_time_of_an_event_or_what_somebody_says_is_no_information(line: str) -> None:
    assert match(line, LineRole.INFORMATION) is None


@pytest.mark.parametrize(
    "line",
    [
        "Posted by Aygul at March 5, 2012 12:30 PM | TrackBack",
        "Posted by red kettle on Sunday March 05, 2012 @03:34AM",
        "# Posted by Aygul Example on 3/5/12; 10:33:13 PM",
        "Posted by aygul at 09:39 PM in Notes | Permalink",
        "Added by aygul_7 on 2012-03-05 @ 00:21:11",
        "Best answer by Aygul 5 March 2012, 12:29",
        "By Aygul on Monday, March 5, 2012 - 01:04 pm:",
        "by Aygul - Jan 12th 2012 13:08:28",
        "by Great Kettle » Mon Mar 05, 2012 1:47 am",
        "By Aygul Example • Dec. 19, 2012",
        "5 Mar 2012 | By Aygul Example",
        "Geschrieben von Aygul am 05.03.2012 um 12:30",
        "Publié par Aygul le 5 mars 2012",
        "Posted: Mon Mar 05, 2012 10:54 pm    Post subject: which kettle is the best?",
        "Posted: Mon Mar 05, 2012 10:54 pm    Post subject:",
        "Verfasst am: 05.03.2012, 10:54    Titel: Der Kessel",
        "Posté le: Lun Mar 05, 2012 10:54 pm    Sujet du message: la bouilloire",
        "Wysłany: Pon Mar 05, 2012 10:54    Temat postu: Czajnik",
        "Добавлено: Пн Мар 05, 2012 10:54    Заголовок сообщения: Чайник",
    ],
)
def test_a_line_of_who_wrote_and_when_is_a_stamp(line: str) -> None:
    assert match(line, LineRole.STAMP) is not None


@pytest.mark.parametrize(
    "line",
    [
        "By Monday, 5 March 2012, all was done",
        "By the end of March 5, 2012 they had come to the river",
        "By air on 5 March 2012 and by road after that",
        "Posted by the door is a list of rules",
        "5 March 2012 | By the river",
        "Published 5 March 2012",
        "Posted at 8:41 PM | link | follow-ups",
        "Posted on January 10, 2008 4:52 PM",
        "Updated: March 5, 2012",
        "Published: 5 March 2012 10:54, the door is open",
        "Published: March 5, 2012 10:54 Updated: March 6, 2012 8:00",
        "Added: two eggs at 10:54 and then the rule: stir",
        "By Aygul Example",
    ],
)
def test_a_line_that_says_more_or_less_is_no_stamp(line: str) -> None:
    assert match(line, LineRole.STAMP) is None


@pytest.mark.parametrize(
    "line",
    [
        "By Aygul Example",
        "by Aygul Example - January 2 2008",
        "By: Aygul Example",
        "BY AYGUL EXAMPLE",
        "Posted by Aygul on October 27, 2003",
        "By AYGUL EXAMPLE, Valley Press Writer 14 minutes ago",
        "Written by Aygul Example and Bahar van den Example",
        "By Aygul Example.",
        "Von Aygül Example",
        "par Aygul Example",
        "【山谷晚報╱記者王小明／即時報導】",
        "（记者 王小明）",
        "本报记者 王小明",
        "记者 李四 通讯员 王五",
        "Von Aygül Example, Jan Muster und Bahar Beispiel",
        "Редактор Айгуль Примерова",
        "Материал подготовила Айгуль Примерова",
        "Дайындаған Айгүл Мысалова",
        "مۇخبىرىمىز ئايگۈل مىسال",
        "تەرجىمە قىلغۇچى ئايگۈل مىسال",
        "(Additional reporting by Aygul Example in Valley; Editing by Bahar Example)",
        "Ein Gastbeitrag von Aygül Example",
        "Das Gespräch führte Aygül Example.",
    ],
)
def test_a_line_of_a_by_and_names_says_who_wrote(line: str) -> None:
    assert match(line, LineRole.WRITER) is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "By",
        "By the river",
        "By Monday",
        "By air and by sea",
        "By 2020 Example had grown",
        "By Aygul Example who had come a long way to see what had become of the bridge",
        "Von der Leyen",
        "Par exemple",
        "Standby Aygul Example",
        "记者会今天举行",
        "记者调查",
        "本报记者从有关部门获悉，大桥已关闭",
        "Von Anfang an",
        "Редактор газеты подал в отставку",
        "مۇخبىرىمىز نەق مەيداندىن خەۋەر قىلدى، كۆۋرۈك تاقالغان",
        "Reporter Aygul Example came home on Tuesday",
        "Text Generation Inference",
    ],
)
def test_a_line_that_says_something_else_does_not_say_who_wrote(line: str) -> None:
    assert match(line, LineRole.WRITER) is None


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Von Aygül Example", "de"),
        ("Von Aygül Example und Bahar Muster", "de"),
        ("Door Aygul Example", "nl"),
        ("par Aygul Example", "und"),
    ],
)
def test_a_preposition_stands_for_by_on_pages_of_its_language(line: str, language: str) -> None:
    assert match(line, LineRole.WRITER, language) is not None
    assert match(line, LineRole.WRITER, "en") is None


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("{}", LineRole.STAMP),
        ("posted by {}", LineRole.STAMP),
        ("соңғы рет {}", LineRole.EDIT_NOTE),
        ("сүүлд {}", LineRole.EDIT_NOTE),
        ("senast {}", LineRole.EDIT_NOTE),
        ("source: {}", LineRole.INFORMATION),
        ("{}", LineRole.ASKER),
    ],
)
@pytest.mark.parametrize("again", ["by a, 1 ", "may 5 ", "1-2-3 | ", "12:30 ", "өңде", "edit", "تەرىپىدىن 6 ", "作者"])
def test_the_words_of_a_form_over_and_over_cost_no_more_than_others(line: str, role: LineRole, again: str) -> None:
    less, more = (line.format(again * 80)[: 20 * times] for times in (1, TIMES))
    assert growth(lambda line: [match(line, role) for _ in range(20)], less, more) < MOST


_SHAPES = st.text(st.sampled_from("dDt#:.(|_)Nnuk" + letters_of_roles(*TermRole)), max_size=14)


@pytest.mark.parametrize("pattern", [each for each in PATTERNS if each.dated], ids=lambda each: each.reason)
@given(shape=_SHAPES.map(lambda shape: shape.translate(dict.fromkeys(map(ord, "dDt")))))
def test_no_line_without_day_and_time_has_a_form_that_asks_for_one(pattern: LinePattern, shape: str) -> None:
    assert not is_any(Tokens(list(shape), [], []), (pattern.form,))


@pytest.mark.parametrize("pattern", [each for each in PATTERNS if each.terms], ids=lambda each: each.reason)
@given(shape=_SHAPES)
def test_no_line_without_its_terms_has_a_form_that_asks_for_them(pattern: LinePattern, shape: str) -> None:
    without = shape.translate(dict.fromkeys(map(ord, letters_of_roles(*pattern.terms))))
    assert not is_any(Tokens(list(without), [], []), (pattern.form,))


OF_NOTES = texts_of(
    *(
        TermRole.EDITED,
        TermRole.EDITED_BY,
        TermRole.MOVED,
        TermRole.POST,
        TermRole.LAST,
        TermRole.BY,
        TermRole.BY_BEHIND,
    )
)
PARTS = st.sampled_from(
    [*sorted(OF_NOTES), "5 May 2024", "2024-05-05", "10:12", "Ayla", "ئايلا", "(", ":", ".", "\u00a0"]
)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(PARTS, max_size=6).map(" ".join), st.sampled_from([LineRole.EDIT_NOTE, LineRole.STAMP]))
def test_lines_without_what_a_role_asks_for_have_no_form_of_it(line, role):
    sifted = match(line, role)
    with mock.patch.object(role_match, "_may_have", return_value=True):
        assert match(line, role) == sifted
