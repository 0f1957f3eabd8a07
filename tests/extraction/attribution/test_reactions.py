import pytest

from extraction import extract
from extraction.attribution import reactions, user_names
from extraction.attribution.forms import contributor_forms
from extraction.attribution.forms.expressions import first_form
from tests.growth import MOST, TIMES, growth

POSTS = {
    "en": "Does anybody know how to get the pump of the old mill going again? Mine stopped last night, number {}.",
    "de": "Weiß jemand, wie man die Pumpe der alten Mühle wieder in Gang bringt? Meine blieb stehen, Nummer {}.",
    "ru": "Кто знает, как снова запустить насос старой мельницы? Мой остановился вчера вечером, номер {}.",
    "zh": "有谁知道怎样让老磨坊的水泵重新转起来？我的昨天晚上停了，怎么都不动，第 {} 个。",
    "tr": "Eski değirmenin pompasını yeniden nasıl çalıştıracağımı bilen var mı? Benimki dün durdu, numara {}.",
    "kk": "Ескі диірменнің сорғысын қайта қалай қосуға болатынын кім біледі? Менікі тоқтап қалды, нөмір {}.",
    "ug": "كونا تۈگمەننىڭ ناسوسىنى قايتا قانداق مېڭىشىنى بىلىدىغانلار بارمۇ؟ مېنىڭكى توختاپ قالدى، {} نومۇر.",
    "fr": "Qui sait comment remettre en marche la pompe du vieux moulin ? La mienne est en panne, numéro {}.",
    "id": "Siapa tahu cara menghidupkan lagi pompa kincir tua itu? Punya saya berhenti tadi malam, nomor {}.",
    "vi": "Ai biết cách làm cho máy bơm của cối xay cũ chạy lại không? Máy của tôi hỏng tối qua, số {}.",
    "pl": "Czy ktoś wie, jak znowu uruchomić pompę starego młyna? Moja stanęła wczoraj wieczorem, numer {}.",
    "fa": "کسی می‌داند چگونه پمپ آسیاب کهنه را دوباره راه بیندازم؟ مال من دیشب از کار افتاد، شماره {}.",
    "ar": "هل يعرف أحدكم كيف أعيد تشغيل مضخة الطاحونة القديمة؟ توقفت مضختي مساء أمس، رقم {}.",
}


def _thread(language: str, line: str) -> str:
    """Give a forum page of plain tables, without a class or id."""
    posts = "".join(
        f"<tr><td><b><a href=/u/{number}>kettle{number}</a></b><br>12</td>"
        f"<td>{POSTS[language].format(number)}<br><br>{line}</td></tr>"
        for number in range(4)
    )
    return f"<html lang={language}><title>1912</title><body><h1>1912</h1><table>{posts}</table></body></html>"


@pytest.mark.parametrize("url", ["http://forum.example/viewtopic.php?t=1", "http://example.org/a/12"])
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Gary likes this"),
        ("en", "kettle_77, Aygul M. likes this."),
        ("en", "Gary, Bahar and 3 others like this."),
        ("en", "The following users say thank you to Aygul_M for this post: oldmiller, Bahar"),
        ("en", "The Following 2 Users Say Thank You to Aygul For This Useful Post:<br>Bahar (03-05-2012), kettle77"),
        ("en", "Thanked by: kettle77, Bahar"),
        ("en", "Likes: kettle77, Bahar"),
        ("de", "Gefällt mir: kettle77"),
        ("en", "Last edited by Aygul; 03-05-2012 at 12:30 PM."),
        ("en", "Moderated by Aygul"),
        ("de", "Aygul_M gefällt das"),
        ("de", "Aygul_M und 2 andere reagierten darauf"),
        ("de", "Folgende Benutzer bedankten sich bei Aygul: kettle77, Bahar"),
        ("de", "Zuletzt bearbeitet von Aygul: 05.03.2012 um 12:30 Uhr"),
        ("ru", "Aygul_M нравится это"),
        ("ru", "Следующие пользователи сказали спасибо Aygul за это сообщение: kettle77, Bahar"),
        ("ru", "Последний раз редактировалось Aygul; 05.03.2012 в 12:30."),
        ("zh", "Aygul_M 赞了这个帖子"),
        ("zh", "以下用户感谢 Aygul：kettle77, Bahar"),
        ("zh", "本帖最后由 Aygul 于 2012-3-5 12:30 编辑"),
        ("tr", "Aygul bunu beğendi"),
        ("tr", "Aygul kullanıcısına teşekkür edenler: kettle77, Bahar"),
        ("tr", "Son düzenleyen: Aygul; 05.03.2012"),
        ("kk", "Aygul мұны ұнатты"),
        ("kk", "Aygul пайдаланушыға рақмет айтқандар: kettle77, Bahar"),
        ("kk", "Соңғы рет өңдеген Aygul 5 нау. 2012, 12:30"),
        ("ug", "Aygul بۇنى ياقتۇردى"),
        ("fr", "Aygul aime ceci"),
        ("id", "Aygul menyukai ini"),
        ("vi", "Aygul thích bài này."),
        ("vi", "Các thành viên sau đã cảm ơn Gary: Aygul"),
        ("pl", "Za ten post autor Gary otrzymał podziękowania: Aygul"),
        ("fa", "کاربران زیر از Gary تشکر کرده‌اند: Aygul"),
        ("ar", "الأعضاء الذين شكروا Gary : Aygul"),
        ("ug", "تۆۋەندىكى ئەزالار Aygul غا رەھمەت ئېيتتى: kettle77, Bahar"),
        ("ug", "بۇ يازمىنى ئاخىرىدا Aygul تەھرىرلىگەن. ۋاقتى 2012-3-5 12:30"),
    ],
)
def test_who_likes_thanks_or_changed_is_left_out_on_any_page(language: str, line: str, url: str) -> None:
    text = extract(_thread(language, line), url, "all-text").text
    for name in ("Aygul", "Gary", "Bahar"):
        assert name not in text
    for number in range(4):
        assert POSTS[language].format(number) in text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Thread starter kettle_77"),
        ("en", "Originally Posted by kettle_77"),
        ("en", "Liked by kettle_77"),
        ("en", "Started by kettle_77, Mar 5, 2012"),
        ("en", "kettle_77 wrote:"),
        ("en", "@kettle_77"),
        ("en", "@Boat_12 , @kettle_77"),
        ("en", "Quote: kettle_77"),
        ("ru", "kettle_77 писал(а):"),
        ("zh", "回复 kettle_77"),
        ("zh", "kettle_77 发表于 2012-3-5 12:30"),
        ("kk", "kettle_77 жазды:"),
        ("ug", "kettle_77 يازغان:"),
        ("de", "Themenersteller: kettle_77"),
        ("de", "Erstellt von kettle_77 am 05.03.2012"),
        ("de", "Geändert von kettle_77 (05.03.2012 um 12:30 Uhr)"),
        ("ru", "Автор темы: kettle_77"),
        ("ru", "kettle_77 и Bahar нравится это"),
        ("zh", "发帖人：kettle_77"),
        ("tr", "Konuyu açan: kettle_77"),
        ("tr", "kettle_77 tarafından düzenlendi 05.03.2012"),
        ("kk", "Тақырып авторы: kettle_77"),
        ("ug", "تېما ئىگىسى: kettle_77"),
        ("ug", "بۇ تېما kettle_77 تەرىپىدىن 2012-3-5 يۆتكەلگەن"),
    ],
)
def test_a_label_and_a_user_name_are_left_out_of_what_members_wrote(language: str, line: str) -> None:
    for thread in (_thread(language, line), _thread(language, line).replace("<td>", "<td class=post>")):
        text = extract(thread, "http://forum.example/viewtopic.php?t=1", "all-text").text
        assert "kettle_77" not in text
        assert POSTS[language].format(2) in text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Posted by the door is a list"),
        ("en", "Reply to all of them"),
        ("en", "Thanks: it works"),
        ("en", "Then he wrote:"),
        ("en", "Reply: php7"),
        ("en", "@kettle77 Yep"),
        ("en", "my_pump = kettle77"),
        ("en", "The manual says in part2:"),
        ("en", "Quote: freedom"),
        ("en", "Likes: fishing, hiking"),
        ("de", "Beitrag von allen"),
        ("de", "Antwort auf Frage 3"),
        ("ru", "Нравится: дизайн"),
        ("ru", "Сообщение от меня"),
        ("zh", "楼主：你好"),
        ("zh", "回复：谢谢"),
        ("tr", "Cevap: evet"),
        ("ug", "جاۋاب: ياق"),
    ],
)
def test_a_label_and_words_stay_in_what_members_wrote(language: str, line: str) -> None:
    posts = (POSTS[language].format(number) + (f"<br><br>{line}" if number == 2 else "") for number in range(4))
    rows = "".join(f"<tr><td>kettle</td><td>{post}</td></tr>" for post in posts)
    page = f"<html lang={language}><body><h1>1912</h1><table>{rows}</table>"
    assert line in extract(page, "http://forum.example/viewtopic.php?t=1", "all-text").text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Reply by: kettle"),
        ("de", "Geschrieben von kettle"),
        ("ru", "Отправил: kettle77"),
        ("zh", "发表者：林小河"),
        ("zh", "发帖人：林小河"),
        ("zh", "楼主：林小河"),
    ],
)
def test_a_label_and_a_user_name_are_none_of_a_post(language: str, line: str) -> None:
    posts = (POSTS[language].format(number) + (f"<br><br>{line}" if number == 2 else "") for number in range(4))
    rows = "".join(f"<tr><td>kettle</td><td>{post}</td></tr>" for post in posts)
    page = f"<html lang={language}><body><h1>1912</h1><table>{rows}</table>"
    text = extract(page, "http://forum.example/viewtopic.php?t=1", "all-text").text
    assert line not in text
    assert POSTS[language].format(2) in text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Nobody likes this"),
        ("en", "She really likes this"),
        ("en", "Something like this"),
        ("en", "Cut, fold and glue like this"),
        ("zh", "大家都很赞哦"),
        ("en", "Fold it in the middle like this"),
        ("en", "The following users manual is worth a thank you"),
        ("en", "He thanked: it was late"),
        ("en", "Last modified: 5 March 2012"),
        ("de", "Mir gefällt das"),
        ("de", "Folgende Benutzer fehlen: siehe oben"),
        ("ru", "Мне это нравится"),
        ("ru", "Спасибо: всё работает"),
        ("zh", "感谢：问题解决了"),
        ("tr", "Herkes bunu beğendi"),
        ("ug", "رەھمەت: ئەمدى ماڭدى"),
    ],
)
def test_what_a_member_could_have_written_stays(language: str, line: str) -> None:
    page = f"<html lang={language}><body><h1>1912</h1>" + f"<p>{POSTS[language]}</p>" * 4 + f"<p>{line}</p>"
    assert line in extract(page, method="all-text").text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Quote from kettle77 on March 5, 2012"),
        ("de", "Zitat von kettle77 am 5. März 2012"),
        ("ru", "Цитата от kettle77, 5 марта 2012"),
        ("zh", "引用 kettle77 于 2012-3-5 的话"),
        ("tr", "kettle77 kullanıcısından alıntı, 5 Mart 2012"),
        ("kk", "kettle77 дәйексөзі, 5 наурыз 2012"),
        ("ug", "kettle77 نىڭ 2012-3-5 دىكى يازمىسىدىن نەقىل"),
    ],
)
def test_whose_a_quote_is_and_from_when_is_left_out_of_an_article_too(language: str, line: str) -> None:
    quote = f"<blockquote>{line}<br>{POSTS[language].format(9)}</blockquote>"
    page = f"<html lang={language}><body><h1>1912</h1>" + f"<p>{POSTS[language]}</p>" * 4 + quote
    text = extract(page, method="all-text").text
    assert "kettle77" not in text
    assert POSTS[language].format(9) in text


@pytest.mark.parametrize(
    "forms", [reactions.FORMS, user_names.WITH_DIGITS, contributor_forms.FORMS], ids=["F", "U", "C"]
)
@pytest.mark.parametrize("again", ["и ", "A and ", "A (a) ", "王小明 ", "文/王小明 ", "k_1, "])
def test_names_over_and_over_cost_no_more_than_others(forms: dict[str, str], again: str) -> None:
    less, more = ((again * 160)[: 20 * times] + "!" for times in (1, TIMES))
    assert growth(lambda line: [first_form(line, forms) for _ in range(20)], less, more) < MOST
