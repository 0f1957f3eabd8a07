import random

import pytest
from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.exceptions import ValidationError
from stdnum.tr import tckimlik

from normalization.masking import checksums

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
        (checksums.resident, lambda digits: ric.calc_check_digit(digits) == digits[-1], 18),
        (checksums.citizen, tckimlik.is_valid, 11),
    ],
)
def test_a_checksum_is_that_of_the_library(ours, library, length):
    answers = [library(digits) for digits in numbers(length)]
    assert [ours(digits) for digits in numbers(length)] == answers
    assert any(answers)


def test_the_check_character_of_a_resident_may_be_x():
    assert checksums.resident("11010519491231002X")
    assert checksums.resident("11010519491231002x")
    assert not checksums.resident("110105194912310021")


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
        (checksums.individual, "970125300219", "970125300218"),
        (checksums.insured, "11223344595", "11223344594"),
        (checksums.taxpayer, "500123456750", "500123456751"),
    ],
)
def test_one_digit_off_is_wrong(ours, right, wrong):
    assert ours(right)
    assert not ours(wrong)
