"""The rules of normalisation: each change is counted under its rule's name, and each rule can be switched off."""

from enum import StrEnum


class Rule(StrEnum):
    """One kind of change, in the order of work; ``meaning`` says what it does.

    A count is of characters unless the meaning names something else in brackets.
    """

    meaning: str

    def __new__(cls, name: str, meaning: str = "") -> "Rule":
        """Make a member; looked up by its name alone, a rule is one of these."""
        rule = str.__new__(cls, name)
        rule._value_ = name
        rule.meaning = meaning
        return rule

    VISUAL_ORDER = "visual-order", "A run of positional forms stored from left to right is turned (runs)."
    LOST_SPACES = (
        "lost-spaces",
        "A space is put back after a final form inside a run, and taken out between forms that join (places).",
    )
    PRESENTATION_FORMS = "presentation-forms", "Positional forms become letters, in Uyghur by its own table."
    MOJIBAKE = "mojibake", "UTF-8 once misread in another encoding is read again (runs)."
    CONTROLS = "controls", "U+0000 and the other control characters, noncharacters and lone surrogates are deleted."
    PRIVATE_USE = (
        "private-use",
        "Boghda's line marks become line ends, its glyphs letters; its other marks and bullets are deleted.",
    )
    FORMAT_CHARACTERS = (
        "format-characters",
        "ZWJ (not in emoji, beside viramas), soft hyphens, U+FEFF are deleted; in Uyghur bidirectional controls, ZWNJ.",
    )
    TATWEEL = "tatweel", "A kashida is deleted, a tatweel that stands for a dash becomes one (places)."
    HAMZA = "hamza", "Hamza and a vowel, alef with madda, and doubled U+0626 become U+0626 and the vowel."
    HEH = "heh", "U+0647 and its kin become U+06D5 or U+06BE."
    YEH = "yeh", "U+06CC becomes U+0649, U+064A or U+06D0."
    LOOK_ALIKES = "look-alikes", "Other languages' kaf, feh and ng become Uyghur's."
    ALPHABETS = "alphabets", "Letters of the substitution alphabets become the letters they stand for."
    SPELLING = "spelling", "U+0649 becomes U+06D0 where the dictionary, or the text itself, has it (optional)."
    BARE_VOWELS = "bare-vowels", "A word or syllable that begins with a vowel gets its U+0626 (optional)."
    PUNCTUATION = (
        "punctuation",
        "The ASCII comma, semicolon, question mark and doubled angle brackets become Uyghur's (optional).",
    )
    DIGITS = "digits", "Arabic, Persian and full-width digits in Uyghur become ASCII ones (optional)."
    COMPOSITION = "composition", "Unicode normal form C (lines)."
    EMAIL = "e-mail", "E-mail addresses are masked (places), as is what the rules behind this one name."
    IBAN = "iban", "International bank account numbers, by their checksum."
    BANK_CARD = "bank-card", "Numbers of bank cards, by beginning, length and checksum."
    IDENTITY_NUMBER = "identity-number", "Identity numbers of some fifty countries, by their checksums or labels."
    IP_ADDRESS = "ip-address", "IP addresses."
    HANDLE = "handle", "QQ, WeChat, Telegram and other messengers' names and numbers."
    PHONE = "phone", "Telephone numbers."


OPTIONAL_RULES = frozenset({Rule.SPELLING, Rule.BARE_VOWELS, Rule.PUNCTUATION, Rule.DIGITS})
"""Spelling and typography rather than code points: only when asked for."""
DEFAULT_RULES = frozenset(Rule) - OPTIONAL_RULES
MASK_RULES = frozenset(
    {Rule.EMAIL, Rule.IBAN, Rule.BANK_CARD, Rule.IDENTITY_NUMBER, Rule.IP_ADDRESS, Rule.HANDLE, Rule.PHONE}
)
"""What replaces private data by placeholders."""
UNMASKED_RULES = DEFAULT_RULES - MASK_RULES
"""The default rules without masks: for a text whose reader wrote it, or where masks are chosen apart."""
LETTER_RULES = (
    frozenset(Rule)
    - MASK_RULES
    - {Rule.CONTROLS, Rule.FORMAT_CHARACTERS, Rule.TATWEEL, Rule.PUNCTUATION, Rule.DIGITS, Rule.COMPOSITION}
)
"""What makes other letters of letters, after which a text may be seen to be in another language or script."""
