"""E-mail addresses, telephone numbers, IP addresses and messenger names, each replaced by a typed placeholder.

Dates, prices, ISBNs and version numbers have other shapes and survive.
"""

import re
from ipaddress import IPv6Address

from normalization.rules import Rule

PLACEHOLDERS = {
    Rule.EMAIL: "[e-mail]",
    Rule.PHONE: "[phone]",
    Rule.IP_ADDRESS: "[ip-address]",
    Rule.HANDLE: "[handle]",
}

# Every masked thing begins with one of these, or has a messenger's name in Uyghur.
PRIVATE_SIGN = re.compile(
    "[0-9@\uff20微:QqWwTtSsMmVv]"
    "(?:(?<=[0-9])[0-9 ().*\u2013-]{5}|(?<=[@\uff20微])|(?<=:)(?::|[0-9a-fA-F]{1,4}:)"
    "|(?<=[QqWw])(?:[Qq]|e[Cc]hat|ECHAT|ei[Xx]in|hats[Aa]pp|HATSAPP)|(?<=[Tt])(?:elegram|ELEGRAM|[.]me/)"
    "|(?<=[SsMmVv])(?:kype|KYPE|SN|sn|iber))"
)
UYGHUR_MESSENGER = "ئۈندىدار"

_EMAIL = re.compile(
    r"(?<![\w.+-])[A-Za-z0-9_.+-]{1,64}\s?[@\uff20]\s?(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])"
)

_NOT_BEFORE = r"(?<![\w./=#&%?:-])(?<![0-9] )"
_NOT_AFTER = r"(?![0-9A-Za-z_=]|[-.,/:][0-9])"
_S = r"[ \u00a0.\u2013-]?"
_D2, _D3, _D4 = "[0-9]{2}", "[0-9]{3}", "[0-9]{4}"
_KINDS = (
    # international (ITU-T E.164): up to fifteen digits
    rf"(?:\+|00){_S}[1-9](?:[ ().\u2013-]{{0,2}}[0-9]){{7,14}}",
    # China, mobile: 3-4-4, and other groupings
    rf"(?:\(?(?:\+|00)?86\)?{_S})?1[3-9][0-9]{_S}{_D4}{_S}{_D4}",
    rf"1[3-9]{_D2}{_S}{_D3}{_S}{_D4}",
    rf"1[3-9][0-9]{_S}{_D3}{_S}[0-9]{{5}}",
    # China, fixed, with extension; and service numbers
    rf"\(?0(?:10|2[0-9]|[3-9]{_D2})\)?[ \u2013-]{{0,3}}[1-9]{_D2}{_S}[0-9]{{4,5}}(?:[-\u2013][0-9]{{1,5}})?",
    rf"[48]00[-\u2013 ]{_D3}[-\u2013 ]?{_D4}",
    # Kazakhstan
    rf"8{_S}\(?7{_D2}\)?{_S}{_D3}{_S}{_D2}{_S}{_D2}",
    rf"8{_S}\(7{_D3}\){_S}{_D2}{_S}{_D2}{_S}{_D2}",
    # Russia and its neighbours
    rf"(?:8{_S})?\([3-9]{_D2}\){_S}{_D3}{_S}{_D2}{_S}{_D2}",
    rf"8-[3-9]{_D2}-{_D3}-{_D2}-{_D2}",
    # Turkey
    rf"0{_S}\(?[2-5]{_D2}\)?{_S}{_D3}{_S}{_D2}{_S}{_D2}",
    # North America
    rf"(?:1[ .\u2013-])?(?:\([2-9]{_D2} ?\){_S}[2-9]{_D2}[ .\u2013-]|[2-9]{_D2}([-.\u2013])[2-9]{_D2}\1){_D4}",
    rf"[2-9]{_D2}(?: [2-9]{_D2}-|-[2-9]{_D2} ){_D4}",
    # Western Europe: Britain, France, Germany
    rf"\(?0(?:1{_D3}\)? {_D3} ?{_D3}|1{_D2}\)? {_D3} {_D4}|2[0-9]\)? {_D4} {_D4}|7{_D3} {_D3} ?{_D3})",
    rf"0[1-79](?:([ .]){_D2}(?:\2{_D2}){{3}})",
    r"0[1-9][0-9]{1,3} ?[/\u2013-] ?[1-9][0-9]{4,7}",
)
_PHONES = re.compile(f"{_NOT_BEFORE}(?:{'|'.join(_KINDS)}){_NOT_AFTER}")
# Bare digits are a telephone number only after a word for telephone; several numbers may follow the word.
_DIGITS = re.compile(r"[+(]{0,2}[0-9](?:[ \u00a0().\u2013-]{0,3}[0-9]){5,14}")
_CALLED = re.compile(
    "((?<![^\\W_])(?:ت[ېى]ل[ېى]?ف[وۇ]ن|يانفون|قول فون|ن[وۇ]م[وۇى]ر|[电電][话話]|手[机機]|[传傳]真|携帯|전화|휴대폰"
    "|फ\u093c?ोन|هاتف|جوال|تلفن|موبایل|موبائل|ཁ་པར|(?i:tel[eé][fp]h?on|phone|mobile|fax|телефон|факс|τηλ[εέ]φων)"
    "|(?:تېل|(?i:tel|tél|тел|τηλ))(?![^\\W_]))"
    rf"[^0-9\n]{{0,12}}?)({_DIGITS.pattern}(?:\s?[,،/、]\s?{_DIGITS.pattern})*){_NOT_AFTER}"
)
# A local number in North America has no area code: it counts only after "call" or "contact".
_CALL = re.compile(rf"((?<![^\W_])(?i:call|contact)(?![^\W_])[^0-9\n]{{0,30}}?)[2-9]{_D2}- ?{_D4}{_NOT_AFTER}")
# All of these have many digits, and few lines have; so lines without are passed over.
_MANY_DIGITS = re.compile("[0-9](?:[ \u00a0()./\u2013-]{0,3}[0-9]){5}")
_DOTTED = re.compile("[0-9]\\.[0-9]")
_IPV4 = re.compile(
    r"(?<![\w.-])((?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\.(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9]|\*)){3})(?![\w-]|\.[0-9*])"
)
_VERSION = re.compile(r"(?:\b[vV](?:er(?:sion)?)?\.?|نەشرى?|نەشىرى|版本?|[Vv]ersiya|[Vv]ersiyon|верси[яи])[\s:.]*$")
_NOBODYS = ("0", "127.", "255.")
"""Beginnings of addresses that are no machine's own: this network, this machine, all machines and masks."""
_IPV6 = re.compile(r"(?<![\w:.])[0-9a-fA-F:]{7,39}(?![\w:])")

_LINK = re.compile(r"(?:https?://)?(?<![\w.])t(?:elegram)?\.me/(?:joinchat/)?[\w+]{4,}")
_MESSENGER = (
    "(?:[Qq][Qq]|[Ww]e[Cc]hat|WECHAT|[Ww]ei[Xx]in|微信号?|[Tt]elegram|TELEGRAM|ئۈندىدار"
    "|[Ww]hats[Aa]pp|WHATSAPP|[Ss]kype|SKYPE|MSN|msn|[Vv]iber)"
)
_NUMBERED = re.compile(rf"({_MESSENGER}[^0-9\n@+]{{0,16}}?)(\+?[1-9][0-9]{{4,12}})(?!\.[A-Za-z]){_NOT_AFTER}")
_NAMED = re.compile(rf"({_MESSENGER}\s?(?:[Ii][Dd]|نومۇرى?|ئىسمى|号)?\s?[:\uff1a]\s?@?)([A-Za-z][\w.-]{{4,31}})")
_AT_NAME = re.compile(r"(?<![\w.@/])@[A-Za-z]\w{3,31}(?![\w@]|\.\w)")
_MESSENGER_NEAR = re.compile(_MESSENGER)


def _mask_emails(text: str) -> tuple[str, int]:
    if "@" not in text and "\uff20" not in text:
        return text, 0
    return _EMAIL.subn(PLACEHOLDERS[Rule.EMAIL], text)


def _mask_addresses(text: str) -> tuple[str, int]:
    count = 0

    def four(match: re.Match[str]) -> str:
        nonlocal count
        # Version numbers have the same shape: called so, or made of single digits.
        single = all(len(part) == 1 for part in match[1].split(".")) and "*" not in match[1]
        if single or match[1].startswith(_NOBODYS) or _VERSION.search(text, max(0, match.start() - 16), match.start()):
            return match[0]
        count += 1
        return PLACEHOLDERS[Rule.IP_ADDRESS]

    def six(match: re.Match[str]) -> str:
        nonlocal count
        try:
            address = IPv6Address(match[0])
        except ValueError:
            return match[0]
        if int(address) < 1 << 32:  # "::1" is nobody's
            return match[0]
        count += 1
        return PLACEHOLDERS[Rule.IP_ADDRESS]

    masked = _IPV4.sub(four, text) if _DOTTED.search(text) else text
    return (_IPV6.sub(six, masked) if "::" in masked or masked.count(":") > 6 else masked), count


def _mask_handles(text: str) -> tuple[str, int]:
    if not _MESSENGER_NEAR.search(text) and "t.me/" not in text:
        return text, 0
    placeholder = PLACEHOLDERS[Rule.HANDLE]
    total = 0
    for pattern, replacement in (
        (_LINK, placeholder),
        (_NUMBERED, rf"\1{placeholder}"),
        (_NAMED, rf"\1{placeholder}"),
        (_AT_NAME, placeholder),
    ):
        text, places = pattern.subn(replacement, text)
        total += places
    return text, total


def _mask_phones(text: str) -> tuple[str, int]:
    if not _MANY_DIGITS.search(text):
        return text, 0
    placeholder = PLACEHOLDERS[Rule.PHONE]
    called = 0

    def mask(match: re.Match[str]) -> str:
        nonlocal called
        masked, count = _DIGITS.subn(placeholder, match[2])
        called += count
        return match[1] + masked

    text = _CALLED.sub(mask, text)
    text, places = _PHONES.subn(placeholder, text)
    text, near = _CALL.subn(rf"\1{placeholder}", text)
    return text, called + places + near


MASKS = {
    Rule.EMAIL: _mask_emails,
    Rule.IP_ADDRESS: _mask_addresses,
    Rule.HANDLE: _mask_handles,
    Rule.PHONE: _mask_phones,
}
"""What each masking rule does to a text, in the order of work: it gives the text and the number of places."""
