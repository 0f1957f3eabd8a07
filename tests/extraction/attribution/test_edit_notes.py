import pytest

from extraction import extract
from extraction.attribution.edit_notes import is_edit_note, without_edit_notes
from extraction.rendering.render import Block, Kind
from tests.growth import MOST, growth


@pytest.mark.parametrize(
    "line",
    [
        "Last edited by Aygul (2019-09-30 11:46:18)",
        "Edited January 29 by Aygul (see edit history)",
        "*** Edited May 22, 2024 by Aygul ***",
        "This message has been edited. Last edited by: Aygul,",
        "本帖最后由 Aygul 于 2012-3-5 12:30 编辑",
        "Beitrag wurde am 05.03.2012 um 12:30 Uhr von Aygul bearbeitet",
        "[ 此贴被Aygul在2008-09-07 13:00重新编辑 ]",
        "Последний раз редактировалось Aygul; 01.02.2010 в 12:00.",
        "Отредактировано Aygul (05.03.2012 12:30)",
        "Zuletzt bearbeitet von Aygul am 05.03.2012, 12:30 Uhr",
        "Dernière modification par Aygul ; 05/03/2012 à 12h30.",
        "Última edición por Aygul; 05/03/2012 a las 12:30",
        "Ultima modifica di Aygul il 5 mar 2012",
        "Laatst gewijzigd door Aygul op 5 maart 2012",
        "Ostatnio edytowany przez Aygul 2012-03-05",
        "Son düzenleyen: Aygul; 05.03.2012",
        "Τελευταία επεξεργασία από Aygul, 5 Μαρ 2012",
        "[ بۇ يازما Aygul تەرپىدىن 2008-03-19 12:50 دە قايتا تەھرىرلەنگەن ]",
        "[ بۇ يازما Aygul تەرپىدىن 2008-03-20 00:47 دە قا ]",
        "[ بۇ يازما Aygul تەرپىدىن2007-09-02 10:05 PMدە ]",
        "بۇ تېما Aygul تەرىپىدىن تاقالدى (2008-03-20)",
        "[ بۇ يازمىنىAygulدە2012-09-10 10:29قايتا تەھرىرلىدى ]",
        "بۇ يازمىنى ئاخىرىدا Aygul تەھرىرلىگەن. ۋاقتى 2012-3-5 12:30",
        "بۇ يازمىنى Aygul خەۋەرلەردىن بۇ سەھىپىگە كۆچۈرۈپ كەلدى(2012-03-05)",
        "باشقۇرغۇچى Aygul بۇ تېمىنى خەۋەرلەر دىن بۇ سەھىپىگە كۆچۈرۈپ كەلدى .(2012-03-05)",
        "本主题由 Aygul 于 2012-3-5 12:30 移动",
        "本帖被 Aygul 从 新闻 移动到本区(2012-03-05)",
        "本帖被 Aygul 执行置顶操作(2012-03-05)",
        "En son Aygul tarafından 05 Mar 2012, 12:30 tarihinde düzenlendi, toplamda 1 kere düzenlendi.",
        "Соңғы рет өңдеген Aygul 5 нау. 2012, 12:30",
        "Соңғы рет Aygul 5 наурыз 2012, 12:30 өңдеген",
        "Акыркы жолу оңдогон Aygul 5 мар. 2012, 12:30",
        "Oxirgi marta tahrirlagan Aygul 5 mar 2012, 12:30",
        "Сүүлд зассан Aygul 2012-03-05 12:30",
        "آخر تعديل بواسطة Aygul في 2012-03-05، 12:30",
        "تم تعديل هذه المشاركة بواسطة Aygul: 2012-03-05، 12:30",
        "آخرین ویرایش توسط Aygul 5 مارس 2012, 12:30",
        "آخری تدوین Aygul 5 مارچ 2012, 12:30",
        "最終編集者 Aygul [ 2012年3月5日 12:30 ]",
        "마지막으로 수정: Aygul 2012-03-05 12:30",
        "अंतिम बार संपादित: Aygul 2012-03-05 12:30",
        "Naposledy upravil Aygul 05.03.2012 12:30",
        "[ Aygul ﺗﻪﺭﭘﯩﺪﯨﻦ 2008-04-30 13:53 ﻗﺎﻳﺘﺎ ]",
    ],
)
def test_a_line_that_says_who_changed_a_post_is_told(line):
    assert is_edit_note(line)


@pytest.mark.parametrize(
    "line",
    [
        "EDITED for a typo.",
        "*edited because I swear too much*",
        "Edited by a professional, my letter read much better.",
        "Here's an edited video that shows how it was done in 2012:",
        "Modified debian repositories can help here, I have used 2 of them",
        "I last edited the file yesterday, by hand, and it still fails with error 17.",
        "قايتا يازغان بولسىڭىز ياخشى بولاتتى، 2012-يىلىدىكىدەك.",
        "这个文件我编辑了3次",
        "بۇ كىتاب شىنجاڭ خەلق نەشرىياتى تەرىپىدىن 2009-يىلى قايتا نەشر قىلىندى.",
        "1998-يىلى ھۆكۈمەت تەرىپىدىن قايتا ياسالغان.",
        "بۇ يازما دوستۇم تەرىپىدىن ماڭا ئەۋەتىلگەن، 2008-يىلىدىكى ئىشلار بايان قىلىنىدۇ.",
        "بۇ يازمىنى 3 قېتىم قايتا ئوقۇدۇم، رەھمەت.",
        "Zuletzt habe ich das Holz am 3. Tag mit Öl bearbeitet",
        "En son Ankara'da düzenlenen 3. toplantıya katıldım",
        "本帖的方法我试过了，2012年以后不用修改配置文件也可以，谢谢！",
        "Ostatnio zmieniono przepisy z 2012 roku",
        "The topic has been modified beyond recognition.",
        "The comment was edited after I replied, 2 hours later",
        "Edited line 5 of the config by replacing the port",
        "Отредактировал 2 файла, не помогло.",
        "Изменено 5 строк, но ошибка осталась.",
        "Modifié le fichier ligne 12",
        "Соңғы рет 2012 жылы Алматыда болдым",
        "آخر تعديل على القانون كان قبل سنتين",
        "تم تعديل المادة الخامسة من القانون في 12/3/2020",
        "Editado el archivo hosts, línea 3",
        "Last edited by Aygul " + "and then it went on and on " * 9,
    ],
)
def test_a_line_that_a_member_could_have_written_is_none(line):
    assert not is_edit_note(line)


@pytest.mark.parametrize(("begin", "again"), [("соңғы рет ", "өңде"), ("сүүлд ", "зас"), ("senast ", "edit")])
def test_the_words_of_a_note_over_and_over_cost_no_more_than_others(begin, again):
    few, many = ((begin + again * 50)[:size] for size in (40, 160))
    assert growth(lambda line: [is_edit_note(line) for _ in range(20)], few, many) < MOST


def test_a_note_is_left_out_of_its_block_and_a_block_of_nothing_else_is_left_out():
    said = Block(Kind.PARAGRAPH, "It was the valve.\nLast edited by Aygul (2019-09-30 11:46:18)", post=1)
    note = Block(Kind.PARAGRAPH, "Edited May 22, 2024 by Aygul", post=2)
    assert without_edit_notes([said, note]) == (said._replace(text="It was the valve."),)


def post(number, text, note=""):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a> 2012</div>
<div class="postbody">{text}{note}</div></div>"""


NOTE = "<p>Last edited by Aygul (2019-09-30 11:46:18)</p>"
TEXT = "Does anybody know how to get the pump of the old mill going again? Mine stopped last night, number {}."


def test_no_post_of_a_thread_says_who_changed_it_and_an_article_keeps_its_lines():
    posts = "".join(post(number, f"<p>{TEXT.format(number)}</p>", NOTE) for number in range(4))
    thread = f"<html><body><div>{posts}</div></body></html>"
    found = extract(thread, "http://forum.example/viewtopic.php?t=1", "all-text")
    assert found.posts == 4
    assert "Aygul" not in found.text
    article = f"<html><body><p>{TEXT}</p>{NOTE}</body></html>"
    assert "Aygul" in extract(article, method="all-text").text
