"""The note that forum software writes under a post that was changed: "Last edited by A. on 5 March".

It is no part of what the post says, and names a person, so it is left out. A note is a line of its own, in one of the
languages that the software speaks; where its words alone could begin a sentence, it has a number as well, of its date.
"""

import re
from collections.abc import Sequence
from typing import Final

from extraction.rendering import Block
from extraction.texts import plain


def without_edit_notes(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Leave out the lines of blocks that say who changed a post, and blocks of which nothing is left."""
    kept = []
    for block in blocks:
        if _HINT.search(plain(block.text)):
            lines = block.text.split("\n")
            left = [line for line in lines if not is_edit_note(line)]
            if len(left) < len(lines):
                if any(map(str.strip, left)):
                    kept.append(block._replace(text="\n".join(left).strip("\n")))
                continue
        kept.append(block)
    return tuple(kept)


def is_edit_note(line: str) -> bool:
    """Tell whether a line says who changed a post."""
    return len(line) <= _LONGEST and _NOTE.match(plain(line)) is not None


_LONGEST: Final = 160
"""Characters."""
_SURE: Final = (
    r"(?:this|the) (?:post|message|comment|topic|reply) (?:was|has been) (?:last )?(?:edited|modified)",
    r"(?:post |message )?last (?:edited|modified) (?:by|on)",
    r"[本此该該](?:帖|贴|貼|主题|主題)[^\n]{0,80}(?:编辑|編輯|修改)",
    r"(?:последний раз|сообщение) (?:редактировалось|отредактирова|изменено)",
    r"(?:zuletzt|(?:dieser |der )?beitrag wurde)[^\n]{0,60}(?:bearbeitet|geändert|editiert)",
    r"(?:dernière (?:modification|édition)|message (?:édité|modifié)) (?:par|le)",
    r"(?:última (?:edición|edição|modificación|modificação)|ultima modifica) (?:por|em|el|di|da|il)",
    r"(?:laatst|voor het laatst) (?:bewerkt|gewijzigd|aangepast)",
    r"ostatnio (?:edytowan|zmienion|zmodyfikowan)",
    r"(?:son düzenleyen|en son[^\n]{0,60}düzenlen)",
    r"(?:τελευταία επεξεργασία|τελευταία φορά επεξεργάστηκε)",
)
_WITH_NUMBER: Final = (
    r"(?:post |message )?edited\b[^\n]{0,60}\bby\b",
    r"(?:отредактировано|отредактировал\w*|изменено)\b",
    r"(?:bearbeitet|geändert|editiert) (?:von|am)\b",
    r"(?:édité|modifié) (?:par|le)\b",
    r"(?:editado|modificado|modificato) (?:por|el|em|da|il)\b",
    r"(?:bewerkt|gewijzigd) (?:door|op)\b",
    r"(?:edytowan|zmienion)\w+ (?:przez|dnia)\b",
    r"(?:bu )?mesaj[^\n]{0,60}düzenlen",
    r"[^\n]{0,60}(?:تەرپىدىن|تەرىپىدىن)[^\n]{0,40}قايتا",
    r"بۇ (?:يازم|تېم)[^\n]{0,80}قايتا",
)
_NOTE: Final = re.compile(rf"[\W_]*(?:{'|'.join(_SURE)}|(?=[^\n]*\d)(?:{'|'.join(_WITH_NUMBER)}))")
_HINT: Final = re.compile(
    r"edited|modif|编辑|編輯|修改|редактир|изменено|bearbeitet|geändert|editiert|édit|edi[cç]|editado|bewerkt|gewijzigd"
    r"|aangepast|edytowan|zmienion|zmodyfik|düzenle|επεξεργ|قايتا"
)
"""What every note has: most posts have none of it."""
