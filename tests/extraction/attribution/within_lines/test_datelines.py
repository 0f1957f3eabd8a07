import pytest

from extraction import extract

MORE = {
    "ru": "Старый мост через реку закрыли для движения после того, как в двух его опорах нашли трещины.",
    "en": "The old bridge over the river was closed to all traffic after engineers saw cracks in two pillars.",
    "de": "Die alte Brücke über den Fluss ist gesperrt, weil in zwei ihrer Pfeiler Risse zu sehen waren.",
    "it": "Il vecchio ponte sul fiume è chiuso al traffico dopo che in due piloni sono comparse delle crepe.",
    "es": "El viejo puente sobre el río quedó cerrado después de hallarse grietas en dos de sus pilares.",
    "ja": "川に架かる古い橋は、橋脚の二カ所にひびが見つかったため、当分の間通行止めになった。",
    "ug": "دەريادىكى كونا كۆۋرۈكنىڭ ئىككى تۈۋرۈكىدە يېرىق كۆرۈلگەنلىكتىن كۆۋرۈك ۋاقتىنچە تاقالدى.",
    "zh": "工作人员每天沿湖巡护，记录鸟类的种类和数量，并劝导游客不要靠近鸟岛的核心区。",
    "ko": "시는 올해 안에 설계 공모를 마치고 내년 상반기에 착공할 계획이다. 사업비는 약 천억 원으로 추산된다.",
    "ar": "",
    "tr": "Nehrin üzerindeki eski köprü, mühendislerin iki ayağında çatlak bulmasının ardından kapatıldı.",
}


def _first_line(language, line):
    more = f"<p>{MORE[language]}</p>" * 4
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1><p>{line}</p>{more}"
    return extract(page, method="all-text").text.splitlines()[1]


@pytest.mark.parametrize(
    ("language", "before", "name", "behind"),
    [
        ("zh", "新华社西宁1月17日电 ", "（记者 赵海燕）", f"{MORE['zh']}"),
        ("zh", "本报西宁5月6日电 ", "（记者 赵海燕、通讯员 马文军）", f"{MORE['zh']}"),
        ("zh", "中新网西宁5月6日电 ", "(记者 赵海燕)", f"{MORE['zh']}"),
        ("zh", "新华社拉萨3月3日电", "（记者格桑边巴）", f"{MORE['zh']}"),
        ("ko", "(서울=한빛뉴스) ", "김민수 기자 = ", f"{MORE['ko']}"),
        ("ko", "[서울=한빛뉴스] ", "김민수 기자 = ", f"{MORE['ko']}"),
        ("tr", "ANKARA (AA) - ", "ALİ KAYA - ", f"{MORE['tr']}"),
        ("ru", "МОСКВА, 5 янв - РИА Новости", ", Олег Ветров", f". {MORE['ru']}"),
        ("ru", "КИЕВ, 5 янв – РИА Новости Украина", ", Анна Петренко, Иван Орлов", f". {MORE['ru']}"),
        ("ru", "Киев, 5 мая – АР", ", Анна Петренко", f". {MORE['ru']}"),
        ("ru", "МИНСК, 5 янв /", "Анна Орлова - ", f"БЕЛТА/. {MORE['ru']}"),
        ("ru", "АСТАНА. 5 января. КАЗИНФОРМ ", "/Айгуль Ахметова", f"/ - {MORE['ru']}"),
        ("de", "Berlin (dpa", "/Anna Berg", f") - {MORE['de']}"),
        ("de", "Berlin - ", "Von Anna Berg - ", MORE["de"]),
        ("en", "LONDON, Jan. 5 (Xinhua) -- ", "by Zhang Wei - ", MORE["en"]),
        ("en", "", "By Anna Berg, ", f"Reuters BRISTOL - {MORE['en']}"),
        ("it", "", "di Anna Rossi - ", f"ROMA - {MORE['it']}"),
        ("es", "", "Ana García | ", f"Madrid, 5 ene (EFE).- {MORE['es']}"),
        ("es", "", "Ana García / ", f"Madrid - {MORE['es']}"),
        ("tr", "", "Ali KAYA / ", f"İSTANBUL, (DHA) - {MORE['tr']}"),
        ("ja", "【ワシントン", "＝桜田一郎", f"】{MORE['ja']}"),
        ("ja", "【北京", "＝西原由章、台北＝矢島明夫", f"】{MORE['ja']}"),
        ("ko", "[한빛뉴스", " 김민수 기자", f"] {MORE['ko']}"),
        ("ko", "[한빛경제", "=김민수 기자", f"] {MORE['ko']}"),
        ("zh", "【晨报1月5日讯】", "（晨报记者张晓明台北报导）", MORE["zh"]),
        ("zh", "", "記者張曉明／", f"台北報導 {MORE['zh']}"),
        ("ug", "تاڭ تورى خەۋىرى ", "(مۇخبىرىمىز ئالىم ئەخمەت) ", MORE["ug"]),
        ("ug", "", "مۇخبىرىمىز ئالىم ئەخمەت خەۋىرى: ", MORE["ug"]),
        ("ug", "", "مۇخبىرىمىز ئالىم ئەخمەت ئۈرۈمچىدىن خەۋەر قىلىدۇ: ", MORE["ug"]),
        ("ug", "", "مۇخبىرىمىز ئالىم ئەخمەت — ", MORE["ug"]),
        ("ug", "تاڭ تورى ", "مۇخبىرى ئالىم ئەخمەت خەۋىرى", f": {MORE['ug']}"),
        ("ug", "", "ئەركىن ئوسمان خەۋىرى: ", MORE["ug"]),
        ("ug", "", "Muxbirimiz Alim Exmet xewer qildi: ", MORE["ug"]),
        ("ug", "", "Мухбиримиз Алим Әхмәт хәвири: ", MORE["ug"]),
    ],
)
def test_a_reporter_is_cut_from_a_dateline(language, before, name, behind):
    assert _first_line(language, before + name + behind).replace(" ", "") == (before + behind).replace(" ", "")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("zh", f"新华社（记者节特刊）{MORE['zh']}"),
        ("zh", f"节日（中国记者节）在每年的十一月，{MORE['zh']}"),
        ("ko", f"기자 = 글을 쓰는 사람. {MORE['ko']}"),
        ("ko", f"그 신문의 기자 = {MORE['ko']}"),
        ("tr", f"ANKARA (AA) - {MORE['tr']}"),
        ("tr", f"TBMM (AA) - YENİ DÖNEM - {MORE['tr']}"),
        ("ru", f"МОСКВА, 5 янв - РИА Новости. {MORE['ru']}"),
        ("ru", f"МОСКВА, 5 янв - РИА Новости, Красный Мост. {MORE['ru']}"),
        ("en", f"BRISTOL (AP) - Anna Berg, who keeps the bridge, has closed it. {MORE['en']}"),
        ("en", f"Old Bridge / Bristol - {MORE['en']}"),
        ("en", f"Oak/steel bridge - designed by Sir Thomas Berg, the engineer: {MORE['en']}"),
        ("en", f"Designed by Sir Thomas Berg, the bridge - all of it - is old. {MORE['en']}"),
        ("en", f"Carry-On Luggage by Anna Berg: Adventure/Travel. {MORE['en']}"),
        ("en", f"London - by Anna Berg, the engineer, and her firm. {MORE['en']}"),
        ("ja", f"【ワシントン＝時事】{MORE['ja']}"),
        ("ja", f"【写真＝共同通信】{MORE['ja']}"),
        ("ja", f"【速報＝最終更新】{MORE['ja']}"),
        ("ko", f"[인터뷰 김민수 감독] {MORE['ko']}"),
        ("zh", f"（中国记者节报道）{MORE['zh']}"),
        ("ug", f"مۇخبىرىمىز ئالىم ئەخمەت، {MORE['ug']}"),
        ("ug", f"كۆۋرۈك خەۋىرى: {MORE['ug']}"),
        ("ar", f"وقال الكاتب سامي حداد: {MORE['ug']}"),
        ("en", f"Reporter Anna Berg, who keeps the bridge: {MORE['en']}"),
    ],
)
def test_a_dateline_that_names_nobody_stays(language, line):
    assert _first_line(language, line) == line


@pytest.mark.parametrize(
    ("language", "before", "name", "behind"),
    [
        (
            "en",
            "LONDON – ",
            "Harriet Quimby. ",
            "The old bridge over the river was closed after cracks were found in it.",
        ),
        ("de", "BERLIN (Hgl) – ", "Anna Berg: ", "Die alte Brücke wurde gesperrt, weil in zwei Pfeilern Risse waren."),
        ("es", "Madrid – ", "María Colina – ", "El viejo puente quedó cerrado después de hallarse grietas en él."),
        ("ru", "АЛМАТЫ – ", "Игорь Ветров. ", "Старый мост закрыли для движения после того, как нашли трещины."),
        ("ar", "دمشق – ", "سامي حداد – ", "أغلق الجسر القديم أمام حركة المرور بعد أن وجد المهندسون شقوقا فيه."),
    ],
)
def test_a_name_alone_is_cut_behind_the_place(language, before, name, behind):
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>"
    page += f"<p>{before}{name}{behind}</p>" + f"<p>{behind}</p>" * 3
    assert extract(page, method="all-text").text.splitlines()[1] == before + behind


@pytest.mark.parametrize(
    "line",
    [
        "PARIS – Anna Berg said that the old bridge would be closed to all traffic until the end of the year.",
        "Rivers – Anna Berg. A life at the old bridge, told by those who have seen it every day for forty years.",
        "LONDON – Anna Berg: “The bridge will be closed”, she said, and nobody in the whole valley believed her.",
        "LONDON – Tower Bridge. The old bridge over the river was closed after cracks were found in two pillars.",
    ],
)
def test_somebody_of_whom_a_first_line_speaks_stays(line):
    more = "<p>The old bridge over the river was closed after engineers found cracks in two of its pillars.</p>" * 4
    page = f"<html lang=en><title>1912</title><body><h1>1912</h1><p>{line}</p>{more}"
    assert line in extract(page, method="all-text").text
    page_on_her = page + "<p>Anna Berg has been the keeper of it for forty years, and of its lights as well.</p>"
    named = "LONDON – Anna Berg. The old bridge over the river was closed after cracks were found in two pillars."
    assert named in extract(page_on_her.replace(line, named), method="all-text").text
