"""The line of information under a headline: source, date, author, editor, views; and the editor's name at the end.

Every publishing system writes it, in boxes of whatever name and in its own language: "Source: ... Views: 123".
It is no part of what an article says, and names who wrote it, so it is left out. It is told by its labels, in some
thirty languages: a line that begins with a label or a date and has two labels, or one beside a date; or the label of
who wrote or edited the text with no more than a name. A date that alone says when the text was published stays, as
those who mark texts often keep it; so does what may be the time of an event, or the data of a product.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

import numpy as np

from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain


def without_bylines(page: NodeTable, content: Mask) -> Mask:
    """Leave the lines of information out of the marked (S) content of an article, unless it has no other."""
    lines = lines_of(page)
    chosen = content[lines.start]
    _, digits, _, commas, _, unspaced, _ = lines.counts
    may_be = chosen & (lines.texts.length <= _LONGEST) & (lines.ends_sentence == 0) & (digits + commas + unspaced > 0)
    looked_at = np.flatnonzero(may_be)
    texts = dict(zip(looked_at.tolist(), lines.texts.of(looked_at), strict=True))
    said = [row for row, text in texts.items() if is_byline(text)]
    # Of a table, a label and a name are cells. Before what is said in an interview stands the same again and again.
    labels = {
        row: label for row, text in texts.items() if text[-1] in _SIGNS and (label := _told(text[:-1])) in _PEOPLE
    }
    times = Counter(labels.values())
    for row, label in labels.items():
        if times[label] <= _MOST_TIMES and row + 1 < len(chosen) and _is_name(lines.texts[row + 1]):
            said += row, row + 1
    return lines.without(content, said)


def is_byline(text: str) -> bool:
    """Tell whether a line says from where and whom a text is, and next to nothing else."""
    if not _BEGINS.match(text) or len(text) > _LONGEST:
        return False
    said = _told(text)
    first = _RUN.match(said)
    label = first["run"].rstrip(_TRAILING) if first else ""
    if first and label in _PEOPLE and not first["sign"].isdigit() and _NAME.fullmatch(said, first.end()):
        return True
    if label not in _EVERY and not _DATE.match(said):
        return _NAMED.fullmatch(said) is not None and said.split()[0] in _PEOPLE
    if said.endswith(_ENDS):
        return False
    labels = {each for found in _RUN.finditer(said) if (each := _label(found))}
    return not labels.isdisjoint(_PEOPLE | _FACTS) and (len(labels) > 1 or _DATE.search(said) is not None)


def _is_name(line: str) -> bool:
    """Tell whether a line may be a name, with what the person is; and no question, even if its mark is missing."""
    return _NAME.fullmatch(line) is not None and len(line.split()) <= _MOST_NAMES


def _told(text: str) -> str:
    """Give a line as labels are written here."""
    return _APOSTROPHE.sub("'", plain(text)).strip(_AROUND)


def _label(found: re.Match[str]) -> str | None:
    """Give the label that a run of words ends with; in scripts without spaces what it is about may stand before it."""
    words = found["run"].rstrip(_TRAILING)
    counts = found["sign"].isdigit()
    for begin in _beginnings(words):
        label = words[begin:]
        if label in _FACTS or (not counts and (label in _PEOPLE or label in _WHEN)):
            return label
    return None


def _beginnings(words: str) -> Iterable[int]:
    """Give where the last words begin, the longest first; in scripts without spaces any letter may begin one."""
    if _UNSPACED.match(words, len(words) - 1):
        return range(max(len(words) - _LONGEST_UNSPACED, 0), len(words))
    found = [len(words)]
    while len(found) <= _MOST_WORDS and found[-1] > 0:
        found.append(words.rfind(" ", 0, found[-1] - 1) + 1)
    return reversed(found[1:])


def _labels(written: str) -> frozenset[str]:
    return frozenset(written.split("|"))


_LONGEST: Final = 160
"""Characters."""
_LONGEST_UNSPACED: Final = 10
_MOST_WORDS: Final = 3
"""Of a label."""
_MOST_TIMES: Final = 2
"""How often a label stands: above the text and below it."""
_MOST_NAMES: Final = 5
"""Words of a line that names somebody."""
_AROUND: Final = " \t\u3000()（）[]【】〔〕«»|·•-—–_*>"
_TRAILING: Final = " \u3000།་"
_ENDS: Final = (".", "。", "!", "！", "?", "？", "؟")
_APOSTROPHE: Final = re.compile("[’‘ʻʼ`´]")
_NAMED: Final = re.compile(r"[\u3400-\u9fff]{2,4}\s\w{2,4}")
"""A label and a name: without a colon, in Chinese alone."""
_SIGNS: Final = ":：﹕"
_BEGINS: Final = re.compile(rf"[^{_SIGNS}\n]{{1,60}}+[{_SIGNS}]|\W*(?:\d|{_NAMED.pattern}\W*$)")
_BETWEEN: Final = rf"\d{_SIGNS}|,，;；()（）\[\]【】"
_RUN: Final = re.compile(rf"(?<![^{_BETWEEN}])[\W_]*+(?P<run>[^\W\d_][^{_BETWEEN}]*+)[(（]?(?P<sign>[{_SIGNS}\d])")
"""Words up to a colon or a number. No run begins within another, so that a line is read once."""
_NAME: Final = re.compile(r"[^\n.。!！?？؟:：]{1,40}")
_DATE: Final = re.compile(r"\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}:\d{2}")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0fff\u3040-\u30ff\u3400-\u9fff]")
_PEOPLE: Final = _labels(
    "author|authors|editor|edited by|written by|posted by|submitted by|reporter|added by|uploaded by|作者|原作者|"
    "责任编辑|責任編輯|责编|責編|编辑|編輯|本文编辑|文字编辑|网络编辑|实习编辑|值班编辑|网站编辑|主编|撰稿|撰文|"
    "撰稿人|供稿|供稿人|投稿人|发布人|發布人|发布者|發布者|发表人|录入|录入员|录入者|录入人|上传者|审核|审核人|"
    "校对|初审|复审|终审|一审|二审|三审|通讯员|通訊員|本报记者|本網記者|本网记者|著者|執筆者|編集者|投稿者|작성자|"
    "글쓴이|등록자|ئاپتور|ئاپتورى|ئاپتۇر|ئاپتۇرى|مۇئەللىپ|مۇئەللىپى|تەھرىر|تەھرىرى|مەسئۇل تەھرىر|مەسئۇل تەھرىرى|"
    "يوللىغۇچى|يوللىغان|ئېلان قىلغۇچى|تەييارلىغۇچى|تەييارلىغان|مۇخبىر|يازغۇچى|aptor|aptori|tehrir|tehriri|"
    "mesul tehrir|mes'ul tehrir|yollighuchi|muellip|muellipi|аптор|аптори|тәһрир|тәһрири|мәсъул тәһрир|"
    "мәсул тәһрир|йоллиғучи|муәллип|муәллипи|автор|авторы|автор статьи|автор материала|автор публикации|"
    "автор текста|редактор|ответственный редактор|опубликовал|опубликовала|разместил|разместила|добавил|добавила|"
    "корреспондент|подготовил|подготовила|авторка|опублікував|додав|аўтар|рэдактар|yazar|yazan|editör|muhabir|"
    "ekleyen|gönderen|hazırlayan|müəllif|redaktor|muallif|muharrir|муаллиф|муҳаррир|мақала авторы|жариялаған|"
    "автору|жарыялаган|нийтэлсэн|зохиогч|муаллифи|нависанда|رېداكتور|اۆتورى|اۆتور|رەداكتور|autor|autorka|autorin|"
    "redakteur|auteur|rédacteur|redactor|autore|redattore|συντάκτης|συγγραφέας|szerző|szerkesztő|auteurs|"
    "författare|forfatter|kirjoittaja|الكاتب|بقلم|المحرر|نویسنده|خبرنگار|مصنف|लेखक|संपादक|རྩོམ་པ་པོ|རྩོམ་སྒྲིག|"
    "རྩོམ་སྒྲིག་པ|འགན་འཁྲིའི་རྩོམ་སྒྲིག|སྤེལ་མཁན|мәс'ул тәһрир|mes'ul tehriri|тәһрирлигүчи"
)
"""Who wrote, edited or published it."""
_FACTS: Final = _labels(
    "source|views|hits|comments|reads|来源|來源|稿源|文章来源|信息来源|稿件来源|来源于|转自|出处|点击|點擊|点击数|"
    "点击量|点击次数|點擊數|阅读|閱讀|阅读量|阅读数|阅读次数|浏览|瀏覽|浏览量|浏览次数|瀏覽次數|人气|人氣|查看|"
    "访问量|访问次数|评论|評論|字号|字體|字体|字体大小|出典|閲覧数|조회|조회수|출처|댓글|مەنبە|مەنبەسى|كۆرۈلۈشى|"
    "كۆرۈلۈش|كۆرۈلگەن|كۆرۈش سانى|كۆرۈلۈش سانى|چېكىلىشى|ئوقۇلۇشى|ئىنكاس|باھا|باھالار|menbe|menbesi|körülüshi|"
    "körülüsh|inkas|baha|bahalar|мәнбә|мәнбәси|көрүлүши|көрүлүш|инкас|баһа|баһалар|источник|просмотров|просмотры|"
    "просмотрено|комментариев|комментарии|прочитано|прочтений|хиты|джерело|переглядів|перегляди|коментарів|крыніца|"
    "kaynak|görüntülenme|görüntüleme|okunma|okunma sayısı|yorum|yorumlar|mənbə|baxış|oxunub|manba|ko'rishlar|"
    "ko'rildi|izohlar|манба|кўришлар|кўрилди|дереккөз|дереккөзі|қаралды|қаралым|оқылды|пікірлер|булак|булагы|"
    "көрүлдү|көрүүлөр|окулду|пикирлер|эх сурвалж|уншсан|үзсэн|манбаъ|źródło|wyświetleń|odsłon|komentarzy|quelle|"
    "aufrufe|vues|fuente|visitas|fonte|visualizzazioni|visualizações|bron|zdroj|forrás|πηγή|προβολές|المصدر|"
    "المشاهدات|مشاهدات|منبع|بازدید|کد خبر|स्रोत|འབྱུང་ཁུངས|ལྟ་གྲངས"
)
"""Where it is from, and how often it was read."""
_WHEN: Final = _labels(
    "published|published on|posted|posted on|last updated|发布时间|發布時間|發佈時間|发布日期|发布于|發布於|"
    "发表时间|发表于|更新时间|更新時間|公開日|更新日|등록일|입력|يوللانغان ۋاقتى|ئېلان قىلىنغان ۋاقتى|"
    "يوللانغان ۋاقىت|yollanghan waqti|йолланған вақти|опубликовано|дата публикации|размещено|добавлено|"
    "опубліковано|yayınlanma|yayınlanma tarihi|eklenme|eklenme tarihi|yayın tarihi|e'lon qilingan|жарияланды|"
    "жарияланған|жарыяланды|data publikacji|opublikowano|dodano|veröffentlicht|publié le|publicado|pubblicato|"
    "δημοσίευση|δημοσιεύθηκε|تاريخ النشر|تاریخ انتشار|प्रकाशित|སྤེལ་དུས|date|time|updated|category|tags|"
    "filed under|section|时间|時間|日期|栏目|欄目|分类|分類|标签|關鍵詞|关键词|关键字|所属栏目|ۋاقتى|ۋاقىت|چېسلا|"
    "تۈرى|سەھىپە|waqti|waqit|türi|вақти|вақит|түри|дата|время|рубрика|раздел|категория|теги|tarih|kategori|"
    "etiketler|vaqt|sana|bo'lim|вақт|уақыты|күні|айдары|убактысы|күнү|огноо|data|datum|kategorie|catégorie|fecha|"
    "ημερομηνία|التاريخ|تاریخ|དུས་ཚོད|དབྱེ་བ|yollan'ghan waqti"
)
"""When it was published, and under what. Without one of the others it may say when something takes place."""
_EVERY: Final = _PEOPLE | _FACTS | _WHEN
