import random

import pytest
from stdnum import iban, luhn
from stdnum.be import nn
from stdnum.bg import egn
from stdnum.br import cpf
from stdnum.ch import ssn
from stdnum.cl import rut
from stdnum.cn import ric
from stdnum.cz import rc
from stdnum.ee import ik
from stdnum.es import dni
from stdnum.exceptions import ValidationError
from stdnum.iso7064 import mod_11_10
from stdnum.it import codicefiscale
from stdnum.kr import rrn
from stdnum.nl import bsn
from stdnum.pl import pesel
from stdnum.pt import nif
from stdnum.ro import cnp
from stdnum.si import emso
from stdnum.th import pin
from stdnum.tr import tckimlik
from stdnum.ua import rntrc
from stdnum.verhoeff import is_valid as is_verhoeff

from normalization.masking.numbers import checksums

DIGITS = "0123456789"


def numbers(length, count=3000, first="123456789"):
    chance = random.Random(length)
    return [chance.choice(first) + "".join(chance.choices(DIGITS, k=length - 1)) for _ in range(count)]


def is_iban(text):
    try:
        iban.validate(text, check_country=False)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("ours", "library", "length"),
    [
        (checksums.luhn, luhn.is_valid, 16),
        (checksums.luhn, luhn.is_valid, 15),
        (checksums.resident_of_china, lambda digits: ric.calc_check_digit(digits) == digits[-1], 18),
        (checksums.citizen_of_turkey, tckimlik.is_valid, 11),
        (checksums.verhoeff, lambda digits: digits[0] > "1" and is_verhoeff(digits), 12),
        (checksums.mod_11_10, mod_11_10.is_valid, 11),
        (checksums.taxpayer_of_brazil, cpf.is_valid, 11),
        (checksums.pesel, lambda digits: pesel.calc_check_digit(digits[:-1]) == digits[-1], 11),
        (checksums.citizen_of_thailand, lambda digits: pin.calc_check_digit(digits[:-1]) == digits[-1], 13),
        (checksums.number_of_bulgaria, lambda digits: egn.calc_check_digit(digits[:-1]) == digits[-1], 10),
        (checksums.taxpayer_of_ukraine, rntrc.is_valid, 10),
        (checksums.taxpayer_of_portugal, lambda digits: digits[0] in "123" and nif.is_valid(digits), 9),
        (checksums.service_number_of_netherlands, bsn.is_valid, 9),
    ],
)
def test_a_checksum_is_that_of_the_library(ours, library, length):
    answers = [library(digits) for digits in numbers(length)]
    assert [ours(digits) for digits in numbers(length)] == answers
    assert any(answers)


def test_the_check_character_of_a_resident_may_be_x():
    assert checksums.resident_of_china("11010519491231002X")
    assert checksums.resident_of_china("11010519491231002x")
    assert not checksums.resident_of_china("110105194912310021")


def test_every_country_has_the_iban_that_the_library_knows():
    chance = random.Random(0)
    for country in (f"{first}{second}" for first in "ABDEGIKMPRSTUXQ" for second in "ACDEGKMORTXZ"):
        if country == "IR":
            continue  # has IBANs, but is not in the registry
        for body in ("".join(chance.choices(DIGITS, k=size)) for size in (11, 14, 16, 18, 20, 23)):
            right = country + iban.calc_check_digits(f"{country}00{body}") + body
            for text in (right, f"{country}12{body}"):
                assert checksums.iban(text) == is_iban(text)
    assert checksums.iban("GB29NWBK60161331926819")
    assert not checksums.iban("GB29NWBK60161331926818")
    assert checksums.iban("IR190620960000000100324999")
    assert not checksums.iban("TR990006200012300006298765")  # 02 would be right


@pytest.mark.parametrize(
    ("ours", "right", "wrong"),
    [
        (checksums.individual_of_kazakhstan, "970125300219", "970125300218"),
        (checksums.insured_in_russia, "11223344595", "11223344594"),
        (checksums.taxpayer_of_russia, "500123456750", "500123456751"),
    ],
)
def test_one_digit_off_is_wrong(ours, right, wrong):
    assert ours(right)
    assert not ours(wrong)


@pytest.mark.parametrize(
    ("ours", "text", "library"),
    [
        (checksums.letter_of_spain, "12345678Z", dni.is_valid),
        (checksums.letter_of_spain, "54362315K", dni.is_valid),
        (checksums.fiscal_code, "RCCMNL83S18D969H", codicefiscale.is_valid),
        (checksums.resident_of_korea, "9710139019902", rrn.is_valid),
        (checksums.role_of_chile, "12531909" + rut.calc_check_digit("12531909"), rut.is_valid),
        (checksums.registered_in_belgium, "85073003328", nn.is_valid),
        (checksums.multiple_of_11, "7103192745", rc.is_valid),
        (checksums.number_of_romania, "1630615123457", cnp.is_valid),
        (checksums.number_of_estonia, "36805280109", ik.is_valid),
        (checksums.number_of_yugoslavia, "0101006500006", emso.is_valid),
        (checksums.insured_in_switzerland, "7569217076985", ssn.is_valid),
    ],
)
def test_a_number_is_right_and_with_another_end_wrong(ours, text, library):
    assert ours(text)
    assert library(text)
    others = [text[:-1] + last for last in ("ABCDEFGHIJ" if text[-1].isalpha() else DIGITS) if last != text[-1]]
    assert not any(map(ours, others))


def test_numbers_of_iran_france_and_japan():
    """The library has none of Iran and Japan; its France is in an extra form."""
    assert [checksums.number_of_japan(number) for number in ("123456789018", "123456789012")] == [True, False]
    assert [checksums.national_of_iran(number) for number in ("0012345679", "0012345678", "1111111111")] == [
        True,
        False,
        False,
    ]
    assert [checksums.insured_in_france(number) for number in ("295109912611193", "295109912611199")] == [True, False]
