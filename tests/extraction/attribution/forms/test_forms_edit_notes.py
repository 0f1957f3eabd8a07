"""Lines that say who changed a post, and those that a member could have written."""

import pytest

from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.role_match import match


@pytest.mark.parametrize(
    "line",
    [
        "Last edited by Aygul (2019-09-30 11:46:18)",
        "Zuletzt bearbeitet von Jürgen77",
        "Zuletzt geändert von Jürgen Berg am 3. November 2006",
        "Соңғы рет Айгүл77 өңдеген",
        "Хабарламаны Айгүл өңдеді: 03.11.2006",
        "Соңғы рет өңдеген: Айгүл",
        "Последний раз редактировалось пользователем Сергей77",
        "Востаннє редагувалося Петро77",
        "En son Ayşe77 tarafından düzenlendi",
        "Oxirgi marta Aygul tomonidan tahrirlangan",
        "Última edición por Pepe77",
        "Message édité par Luc77",
        "Editado pela última vez por Rui77",
        "Modificato da Gino77",
        "Ostatnio zmieniony przez Jan77",
        "Laatst bewerkt door Piet77",
        "Senast redigerad av Sven77",
        "最終編集者: 田中77",
        "ئەڭ ئاخىرىدا ئايگۈل تەرىپىدىن تەھرىرلەندى",
        "Moderated by Aygul",
        "Moderator: Aygul",
        "Модератор: Aygul",
        "Проверил модератор Aygul",
        "Moderatör: aygul_77",
        "审核人：Aygul",
        "审核: 张三",
        "تېما تەستىقلىغۇچى : Aygul",
        "يوللىغۇچى: ئايگۈل",
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
        "Zuletzt geändert von Aygul am Di 5. Mär 2012, 08:01, insgesamt 2-mal geändert.",
        "Редактирано от Aygul на 12.01.2022",
        "ویرایش شده توسط Aygul در ۱۲ دی ۱۴۰۰",
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
        "Изменено 5 мая 2018 пользователем Aygul",
        "Последнее редактирование: 12 Март 2011, 11:00:00 от Aygul",
        "Змінено 5 травня 2018 користувачем Aygul",
        "(Останнє редагування цього повідомлення: 07-07-2014, 21:40 від Aygul.)",
        "(Ten post był ostatnio modyfikowany: 07-07-2014, 21:40 przez Aygul.)",
        "(Questo messaggio è stato modificato l'ultima volta il: 07-07-2014, 21:40 da Aygul.)",
        "(Dit bericht is het laatst bewerkt op 07-07-2014, 21:40 door Aygul.)",
        "(Esta publicação foi modificada pela última vez em: 07-07-2014, 21:40 por Aygul.)",
        "(Tento příspěvek byl naposledy změněn: 07-07-2014, 21:40 uživatelem Aygul.)",
        "(Bài viết này được sửa lần cuối vào: 07-07-2014, 09:40 PM bởi Aygul.)",
        "Thay đổi nội dung bởi: Aygul, 02-03-2012 lúc 09:00",
        "Terakhir diubah oleh Aygul pada 03 Apr 2016, 10:01, total diubah 1 kali.",
        "عدل سابقا من قبل Aygul في الجمعة مارس 02, 2012 9:00 am عدل 1 مرات",
        "Konu Aygul tarafından (02.03.2012 Saat 09:00 ) değiştirilmiştir.",
        "5 Mayıs 2018 tarihinde Aygul tarafından düzenlendi",
        "Xabar Aygul tomonidan tahrirlangan: 03.04.2016 10:01",
        "Хабарламаны өзгерткен Aygul - 03.04.2016 10:01",
        "Bu yazmini Aygul 2012-3-4 13:00 da tehrirlidi",
        "2 Mal editiert, zuletzt von Aygul (2. März 2012)",
        "07-07-2014, 09:31 PM (Modification du message : 07-07-2014, 21:40 par Aygul.)",
    ],
)
def test_a_line_that_says_who_changed_a_post_is_a_note_of_an_edit(line: str) -> None:
    assert match(line, LineRole.EDIT_NOTE) is not None


@pytest.mark.parametrize(
    "line",
    [
        "EDITED for a typo.",
        "*edited because I swear too much*",
        "Zuletzt habe ich ihn von Hand bearbeitet und geölt",
        "Соңғы рет балалар өңдеген жерді көрдік.",
        "Última edición del libro por 20 euros",
        "Edited by Gary Berg, the book is worth its price.",
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
        "Moderator: please do not close this topic before I have read all of it.",
        "Approved by the council, the plan went on",
        "审核通过之后就可以了",
        "审核：所有帖子都要经过管理员的同意才能发表出来",
        "Модератор закрыл тему вчера",
        "يوللىغۇچىلار كۆپ بولسا بولىدىكەن",
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
def test_a_line_that_a_member_could_have_written_is_no_note(line: str) -> None:
    assert match(line, LineRole.EDIT_NOTE) is None


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Bearbeitet von Waldfee", "de"),
        ("Modifié par Lucie", "fr"),
        ("تم التعديل بواسطة نجمة", "ar"),
        ("ویرایش شده توسط ستاره", "fa"),
        ("こぎつねさんが編集しました", "ja"),
        ("こぎつね が 2012年3月12日 に編集", "ja"),
        ("Düzenleyen Bozkurt : 12-03-2012", "tr"),
        ("Bearbeitet 12. Januar 2022 von Waldfee", "de"),
        ("Dernière modification le 5 mai 2018 par Lucie", "fr"),
        ("بۇ يازمىنى ئايگۈل 2012-3-4 13:00 دا تەھرىرلىدى", "ug"),
    ],
)
def test_a_note_of_an_edit_that_names_somebody_goes_from_any_page(line: str, language: str) -> None:
    assert match(line, LineRole.EDIT_NOTE, language, anywhere=True) is not None


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Bearbeitet wurde der Acker am 5. Mai 2018 von zehn Bauern.", "de"),
        ("Modifié par la loi du 5 mai 2018, l'article 3 reste en vigueur.", "fr"),
        ("Modification du règlement le 5 mai 2018 par le conseil municipal", "fr"),
        ("Modificato dalla legge del 5 maggio 2018, il testo resta.", "it"),
        ("Zmieniony przez Sejm 5 maja 2018 przepis wszedł w życie.", "pl"),
        ("Изменено расписание автобусов с 5 мая 2018 года", "ru"),
        ("Yarışma belediye tarafından 5 Mayıs 2018 tarihinde düzenlendi.", "tr"),
        ("Tahrirlangan kitob 5 may 2018 da nashr etildi", "uz"),
    ],
)
def test_a_sentence_of_an_article_on_what_was_changed_on_a_day_is_no_note(line: str, language: str) -> None:
    assert match(line, LineRole.EDIT_NOTE, language, anywhere=True) is None


@pytest.mark.parametrize("line", ["Edited by moonfrog: typo", "bozkurt06 tarafından düzenlendi"])
def test_a_note_of_an_edit_by_a_name_in_small_letters_goes_from_posts(line: str) -> None:
    assert match(line, LineRole.EDIT_NOTE) is not None
    assert match(line, LineRole.EDIT_NOTE, anywhere=True) is None


def test_a_line_of_more_characters_than_any_form_has_is_text() -> None:
    assert match("Last edited by Aygul " + "x" * 200, LineRole.EDIT_NOTE) is None
