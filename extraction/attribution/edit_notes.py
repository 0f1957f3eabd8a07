"""The note that forum software writes on a post that was changed, or moved: "Last edited by A. on 5 March".

It is no part of what the post says, and names a person, so it is left out. A note is a line of its own, in one of the
languages that the software speaks. It holds the day or the time of the change, since its words alone may begin what a
member has to say; only "last edited by" stands by itself.
"""

import re
from collections.abc import Sequence
from typing import Final

from extraction.page.texts import plain
from extraction.rendering.render import Block


def without_edit_notes(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Leave out the lines of blocks that say who changed a post, and blocks of which nothing is left."""
    kept = []
    for block in blocks:
        if not _may_hold_note(block.text):
            kept.append(block)
            continue
        lines = block.text.split("\n")
        left = [line for line in lines if not is_edit_note(line)]
        if len(left) == len(lines):
            kept.append(block)
        elif any(map(str.strip, left)):
            kept.append(block._replace(text="\n".join(left).strip("\n")))
    return tuple(kept)


def is_edit_note(line: str) -> bool:
    """Tell whether a line says who changed or moved a post."""
    return len(line) <= _LONGEST and _may_hold_note(line) and _NOTE.match(plain(line)) is not None


def _may_hold_note(text: str) -> bool:
    """Tell whether a text has what all forms ask for, which most have not: sooner than to try the forms."""
    return _DIGIT.search(text) is not None or "ed by" in text or "ED BY" in text


_LONGEST: Final = 160
"""Characters."""
_WHEN: Final = (
    r"(?:\d{1,4}[-/.年]\d{1,2}[-/.月]\d|\b\d{1,2}[:h]\d{2}\b|\b\d{1,2}\.? [^\W\d]{3,9}\.? \d{4}\b"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b)"
)
_DIGIT: Final = re.compile(r"\d")
_LAST: Final = r"(?:востаннє|naposledy|poslední|zadnja|utoljára|ultima oară|senast|senest|sist|viimeksi|última vez)"
_LAST_TURKIC: Final = r"(?:соңғы рет|соңғы|акыркы жолу|oxirgi marta|soʻnggi marta|охирги марта)"
_EDITED_TURKIC: Final = r"(?:өңде|оңдо|түзет|tahrir|таҳрир)"
_FORMS: Final = (
    rf"(?:post |message )?edited\b[^\n]{{0,30}}{_WHEN}[^\n]{{0,20}}\bby\b",
    rf"(?:post |message )?edited by\b[^\n]*{_WHEN}",
    rf"(?:this |the )?(?:post|message) (?:was|has been) (?:last )?(?:edited|modified)\b[^\n]*{_WHEN}",
    rf"[本此该該](?:帖|贴|貼|主题|主題)[^\n]*{_WHEN}[^\n]{{0,12}}(?:编辑|編輯|修改|移动|移動|关闭|關閉|置顶|置頂|加精)\W*$",
    rf"[本此该該](?:帖|贴|貼|主题|主題)(?:被|由)[^\n]{{1,60}}?(?:移动|移動|转移|轉移|执行|執行|设置|設置)[^\n]{{0,30}}{_WHEN}",
    rf"(?:последний раз|сообщение)? ?(?:отредактирова(?:но|л|ла)|редактировалось|изменено)\b[^\n]*{_WHEN}",
    rf"(?:zuletzt |(?:dieser )?beitrag wurde [^\n]{{0,60}})?(?:bearbeitet|geändert|editiert) (?:von|am)\b[^\n]*{_WHEN}",
    rf"(?:dieser )?beitrag wurde\b[^\n]*{_WHEN}[^\n]*(?:bearbeitet|geändert|editiert)",
    rf"(?:dernière (?:modification|édition)|message (?:édité|modifié)|édité|modifié) (?:par|le)\b[^\n]*{_WHEN}",
    rf"(?:última (?:edición|edição|modificación|modificação)|editado|modificado) (?:por|el|em)\b[^\n]*{_WHEN}",
    rf"(?:ultima modifica|modificato) (?:di|da|il)\b[^\n]*{_WHEN}",
    rf"(?:(?:voor het )?laatst )?(?:bewerkt|gewijzigd|aangepast) (?:door|op)\b[^\n]*{_WHEN}",
    rf"(?:ostatnio )?(?:edytowan|zmienion|zmodyfikowan)\w+ (?:przez|dnia)\b[^\n]*{_WHEN}",
    rf"son düzenle(?:yen|me)\b[^\n]*{_WHEN}",
    rf"en son\b[^\n]{{0,60}}tarafından\b[^\n]*{_WHEN}[^\n]*düzenlendi",
    rf"{_LAST_TURKIC}\b(?>[^\n]{{0,60}}?{_EDITED_TURKIC})[^\n]*{_WHEN}",
    rf"{_LAST_TURKIC}\b[^\n]*{_WHEN}[^\n]*{_EDITED_TURKIC}",
    rf"сүүлд\b(?>[^\n]{{0,60}}?зас)[^\n]*{_WHEN}",
    rf"(?:آخر تعديل|التعديل الأخير|تم تعديل (?:هذه المشاركة|هذا الموضوع|المشاركة|الموضوع|بواسطة))\b[^\n]*{_WHEN}",
    rf"آخرین (?:بار|ویرایش)\b[^\n]*{_WHEN}",
    rf"ویرایش توسط\b[^\n]*{_WHEN}",
    rf"آخری تدوین\b[^\n]*{_WHEN}",
    rf"(?:最終編集|最後に編集|最后编辑|最後編輯|최종 수정|마지막(?:으로)? (?:수정|편집))[^\n]*{_WHEN}",
    rf"अंतिम (?:बार )?(?:संपादन|संपादित|सम्पादन)[^\n]*{_WHEN}",
    rf"{_LAST}\b(?>[^\n]{{0,12}}?(?:редаг|uprav|edit|szerk|modific|redig|rettet|muokan|muokka))[^\n]*{_WHEN}",
    rf"(?:τελευταία επεξεργασία|τελευταία φορά επεξεργάστηκε) από\b[^\n]*{_WHEN}",
    rf"[^\n]{{0,60}}(?:تەرپىدىن|تەرىپىدىن) ?{_WHEN}[^\n]{{0,12}}قايتا\b",
    rf"بۇ (?:يازم|تېم)[^\n]{{0,60}}{_WHEN}[^\n]{{0,12}}قايتا\b",
    rf"بۇ (?:يازم|تېم)[^\n]{{0,60}}(?:تەرپىدىن|تەرىپىدىن)[^\n]{{0,20}}{_WHEN}",
    rf"بۇ (?:يازم|تېم)[^\n]{{0,60}}تەھرىرلى[^\n]{{0,20}}{_WHEN}",
    rf"(?:باشقۇرغۇچى )?[^\n]{{0,40}}بۇ (?:يازم|تېم)[^\n]{{0,100}}(?:كۆچۈر|يۆتكى)[^\n]{{0,20}}{_WHEN}[\d\W]*$",
)
_NOTE: Final = re.compile(
    rf"[\W_]*+(?:(?:this (?:post|message) has been edited\. )?last (?:edited|modified) by\b|{'|'.join(_FORMS)})"
)
