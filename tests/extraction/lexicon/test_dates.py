from datetime import date

import pytest

from extraction.lexicon.dates import dates_in, stated
from tests.growth import MOST, growth

DAY = date(2024, 3, 5)


@pytest.mark.parametrize(
    "text",
    [
        "2024-يىلى 3-ئاينىڭ 5-كۈنى", "2024 - يىلى 3 - ئاينىڭ 5 - كۈنى 10:33", "2024-ﻳﯩﻠﻰ 3-ﺋﺎﻳﻨﯩﯔ 5-ﻛﯜﻧﻰ",
        "2024-يىلى 5-مارت",
        "5-مارت، 2024", "2024-يىلى مارت 5", "2024年3月5日", "发布时间：2024年 03月 05日 10:22",
        "2024년 3월 5일", "2024-03-05", "2024.3.5", "2024/03/05 10:11",
        "March 5, 2024", "Mar. 5 2024", "Tuesday, 5th of March 2024", "5 марта 2024 г.",
        "5 Mart 2024", "5 marca 2024", "5 Μαρτίου 2024", "5. März 2024",
        "5 มีนาคม 2567", "5 มี.ค. 2567", "5 มี.ค. พ.ศ. 2567", "5/3/2567", "5 มีนาคม 2024",
        "5 มี.ค. 67", "5 มีนาคม 67", "๕ มี.ค. ๖๗", "5มี.ค.67 เวลา 10:15 น.",
        "5 tháng 3, 2024", "5 tháng 3 năm 2024", "15 اسفند 1402", "5 آذار 2024",
        "5 de marzo de 2024", "5 mars 2024", "05-Mar-24", "05.03.2024",
        "5/3/2024", "posted on 05.03.24 at 10:11",
        "5 مارچ، 2024", "٥ مارس ٢٠٢٤", "۵ مارس ۲۰۲۴", "۲۰۲۴/۰۳/۰۵",
        "سه شنبه پانزدهم اسفند ۱۴۰۲", "Tue Mar  5 10:11:12 2024", "Tue Mar 5 10:11:12 UTC 2024", "५ मार्च २०२४",
        "৫ মার্চ ২০২৪", "২০২৪-০৩-০৫", "๕ มีนาคม ๒๕๖๗", "2024 m. kovo 5 d.", "2024. gada 5. marts", "5. ožujka 2024",
        "5 მარტი 2024", "5 մարտի 2024", "5 மார்ச் 2024", "5 مارس/آذار 2024",
        "令和6年3月5日", "令和６年（2024年）３月５日", "2024年（令和6年）3月5日", "民國113年3月5日", "༥-༣-༢༠༢༤",
        "2024 ж. 5 наурыз", "5 нау. 2024", "2024 жылғы 5 наурыз", "2024-ж., 5-март", "5-mart, 2024",
        "2024-yil 5-mart",
        "2024 жылғы 5 наурызда", "2024 yil 5 martda", "5. mar. 2024", "5 Maart 2024",
        "2024 оны 3 сарын 5", "2024 оны 3 дугаар сарын 5", "5 березня 2024", "5. března 2024",
        "2024 елның 5 марты", "2024 ел, 5 март", "5 март 2024 ел", "2024-yili 3-ayning 5-küni",
        "2024-йили 3-айниң 5-күни",
        "2024-yili 5-mart", "2024-йили 5-март", "2024-يىلى 5-مارتتا", "2024 йил 3-айнинг 5-куни",
        "2024 оны 3-р сарын 5",
        "2024 йили 3-айниң 5-күни", "２０２４年３月５日", "5 آذار/مارس 2024", "5 бер. 2024",
        "5. maaliskuuta 2024",
        "5 сакавіка 2024", "5 במרץ 2024", "۱۵ اسفند ۱۴۰۲", "سه‌شنبه ۱۵ اسفند ۱۴۰۲", "1402/12/15", "۱۴۰۲-۱۲-۱۵",
        "۱۵ اسفندماه ۱۴۰۲", "۱۵ اسفند ماه سال ۱۴۰۲", "پانزدهم اسفند‌ماه ۱۴۰۲", "۱۵ حوت ۱۴۰۲", "5 марти соли 2024",
        "2024 оны гуравдугаар сарын 5-ны өдөр", "5 Tháng Ba, 2024", "Tháng Ba 5, 2024", "ngày 5 tháng ba năm 2024",
        "སྤྱི་ལོ་༢༠༢༤ལོའི་ཟླ་༣པའི་ཚེས་༥ཉིན།", "༢༠༢༤ ཟླ་ ༣ ཚེས་ ༥", "2024ལོའི་ཟླ་བ་03ཚེས་05",
        "٢٤ شعبان ١٤٤٥ هـ", "24 شعبان، 1445هـ", "الثلاثاء ٢٣ شعبان ١٤٤٥ هـ - 5 مارس 2024م",
        "二〇二四年三月五日", "二零二四年三月五日", "令和六年三月五日", "民國一百一十三年三月五日",
        "中華民國一一三年三月五日",
        "113-03-05", "113/03/05 10:11", "發布日期：113.03.05", "٥ی ئازاری ٢٠٢٤", "5-ی ئازار، 2024", "١٥ی ڕەشەمەی ١٤٠٢",
        "١٥ی ڕەشەمەی ٢٧٢٣", "کب ۱۵, ۱۴۰۲", "د ۱۴۰۲ کال د کب ۱۵مه", "የካቲት 26, 2016", "26 የካቲት 2016", "ማርች 5, 2024",
        "၅ မတ်၊ ၂၀၂၄", "၂၀၂၄-၀၃-၀၅", "២០២៤-០៣-០៥",
    ],
)  # fmt: skip
def test_a_date_is_read_as_people_write_it(text):
    assert [each.date for each in dates_in(text, day_first=True)] == [DAY]


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("5 des. 2024", 12), ("5 Desember 2024", 12), ("5. leden 2024", 1), ("5 led 2024", 1), ("5. duben 2024", 4),
        ("5 yanvar 2024", 1), ("5-yan, 2024", 1), ("5 қазан 2024", 10), ("5 қар. 2024", 11),
        ("2024 ж. 5 мамыр", 5), ("2024 yil 5 may", 5), ("2024-жылдын 5-майы", 5), ("5 ian. 2024", 1),
        ("5 там. 2024", 8), ("5 prosince 2024", 12), ("5 sent. 2024", 9), ("5 آب 2024", 8),
        ("5 كانون الثاني 2024", 1),
        ("5 تشرين الاول 2024", 10), ("5ی تشرینی یەکەمی 2024", 10), ("5 کانوونی دووەم 2024", 1),
        ("5 كانون الأول/ديسمبر 2024", 12), ("5 مه 2024", 5),
        ("2024-جىلعى 5-مامىر", 5), ("5 ءساۋىر 2024", 4), ("2024-jylǵy 5-qazan", 10), ("5 mamır 2024", 5),
        ("2024-жили 3-айниң 5-күни", 3), ("2024-жили 5-апрел", 4), ("2024 елның 5 мае", 5),
        ("2024 елның 5 гыйнвары", 1),
        ("2024 оны арван нэгдүгээр сарын 5", 11), ("5 Tháng Mười Hai, 2024", 12), ("5 tháng mười, 2024", 10),
    ],
)  # fmt: skip
def test_months_are_told_by_their_short_names_and_by_those_with_endings(text, month):
    assert [each.date for each in dates_in(text, day_first=True)] == [date(2024, month, 5)]


def test_the_month_stands_first_where_it_is_said_to():
    assert [each.date for each in dates_in("03/05/2024", day_first=False)] == [DAY]
    assert [each.date for each in dates_in("25/03/2024", day_first=False)] == [date(2024, 3, 25)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2024",
        "March 2024",
        "10.0.0.1 2024",
        "version 1.2.10",
        "31/02/2024",
        "2024-13-01",
        "5 stones 2024",
        "1815-06-18",
        "2020 жылы 15 науқас жазылды",
        "2020 جىلى 15 ناۋقاس جازىلدى",
        "2020 jyly 15 nauqas jazyldy",
        "2021 жылы 20 маман келді",
        "2020 жылы 10 қазақстандық",
        "2020 yilda 3 marta",
        "2019 yilda 10 yangi maktab",
        "2020 жылы 17 сенатор",
        "20 Dublin 2012",
        "Yankees 12, 2019",
        "Design 12, 2020",
        "2020 елда 5 маршрут",
        "2020 жылы 10-12 адам",
        "2020 yilda 3.5 foiz",
        "2020-يىلى 3.5 پىرسەنت",
        "2020-يىلى 3 ئاپەت بولدى",
        "2020-يىلى 15 مارتىن",
        "1402/13/15",
        "113-03-05-2",
        "size 113-03-05",
        "十年三月五日",
        "二千年三月五日",
        "1402/12/31",
        "15 people 1402",
        "5 มี.ค. 24",
        "5 บาท 67",
        "ความคิดเห็นที่ 5 เวลา 45",
    ],
)
def test_what_is_no_date_of_the_web_gives_none(text):
    assert list(dates_in(text, day_first=True)) == []


def test_every_date_of_a_text_is_found_with_its_place():
    text = "from 2024-03-05 to 6 March 2024"
    assert [text[each.start : each.stop] for each in dates_in(text, day_first=True)] == ["2024-03-05", "6 March 2024"]


@pytest.mark.parametrize(
    "value",
    ["2024-03-05T23:59:59+08:00", "20240305", "20240305T101112Z", "Tue, 05 Mar 2024 10:11:12 GMT", " 2024-03-05 "],
)
def test_a_machines_date_is_the_day_it_says(value):
    assert stated(value) == DAY


@pytest.mark.parametrize("value", ["", "now", "1709600000", "2024-03", "x" * 10_000])
def test_what_a_machine_left_out_is_none(value):
    assert stated(value) is None


@pytest.mark.parametrize("form", ["2024 {}", "12 {} 2024"])
def test_a_letter_among_the_marks_of_indian_words_costs_no_more_than_another(form):
    few, many = (form.format("\u093d" * number) for number in (5, 40))
    assert growth(lambda text: [list(dates_in(text, day_first=True)) for _ in range(20)], few, many) < MOST


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("۱ فروردین ۱۴۰۳", date(2024, 3, 20)),
        ("۳۰ اسفند ۱۴۰۳", date(2025, 3, 20)),
        ("۱ فروردین ۱۴۰۴", date(2025, 3, 21)),
        ("۳۱ شهریور ۱۳۹۹", date(2020, 9, 21)),
        ("1399/07/01", date(2020, 9, 22)),
    ],
)
def test_days_of_the_persian_calendar_are_converted(text, day):
    assert [each.date for each in dates_in(text, day_first=True)] == [day]


def test_an_era_has_a_first_year():
    assert [each.date for each in dates_in("令和元年5月1日", day_first=True)] == [date(2019, 5, 1)]
    assert [each.date for each in dates_in("平成元年5月1日", day_first=True)] == []  # 1989


@pytest.mark.parametrize(("name", "month"), [("lipnja", 6), ("srpnja", 7), ("মে", 5), ("ديسمبر / كانون الأول", 12)])
def test_a_month_has_its_number_in_each_language(name, month):
    assert [each.date for each in dates_in(f"5 {name} 2024", day_first=True)] == [date(2024, month, 5)]


def test_a_year_of_the_islamic_calendar_is_not_read_as_one_of_the_persian():
    assert [each.date for each in dates_in("1445/09/12", day_first=True)] == [date(2024, 3, 22)]
    assert list(dates_in("1445/08/30", day_first=True)) == []  # this month had 29 days


def test_a_machine_may_state_numbers_in_the_order_of_its_readers():
    assert (stated("10/05/2022 05:22 pm"), stated("10/05/2022 05:22 pm", day_first=True)) == (
        date(2022, 10, 5),
        date(2022, 5, 10),
    )


def test_a_day_may_be_a_word_of_several():
    text = "بیست و یکم شهریور ۱۳۹۲، بیستم مهر ۱۳۹۲"
    assert [each.date for each in dates_in(text, day_first=True)] == [date(2013, 9, 12), date(2013, 10, 12)]
