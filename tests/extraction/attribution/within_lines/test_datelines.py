import pytest

from extraction import extract

MORE = {
    "zh": "工作人员每天沿湖巡护，记录鸟类的种类和数量，并劝导游客不要靠近鸟岛的核心区。",
    "ko": "시는 올해 안에 설계 공모를 마치고 내년 상반기에 착공할 계획이다. 사업비는 약 천억 원으로 추산된다.",
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
