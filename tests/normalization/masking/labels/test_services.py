from hypothesis import given
from hypothesis import strategies as st

from normalization.masking.labels import services
from normalization.masking.labels.label_table import SERVICES, terms_of

NAMES = sorted(name for label in SERVICES for name in terms_of(label))
PIECE = st.sampled_from([*NAMES, " ", "a", ":", "\u00e9", "\u0627", "\u5fae"]) | st.text(max_size=3)


@given(st.lists(PIECE, max_size=8).map("".join), st.integers(0, 20))
def test_names_stand_where_their_whole_pattern_finds_them(line, start):
    small = services.small_letters(line)
    names = services._service(services._name_blocks(small))
    first = names.search(small, start)
    assert services.find_service(line, start) == (first.start() if first else -1)
    assert [(each.start, each.end) for each in services.services(line)] == [m.span() for m in names.finditer(small)]
