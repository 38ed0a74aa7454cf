"""Tables of a population, ages in them, and what records state: by hand, and what is refused."""

from __future__ import annotations

import itertools
from pathlib import Path
from string import ascii_uppercase

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seethrough.errors import InputError
from seethrough.population.ages import Ages, ages_of
from seethrough.population.stated import of_its_person, stated
from seethrough.population.table import Population, read_population

TABLE = """place,sex,age,job,count
Lyon|Lugdunum,female,40-44,nurse,10
Lyon|Lugdunum,male,40-44,nurse,4
Saint-Malo,female,40-44,beekeeper,2
Saint-Malo,male,45+,nurse,7
"""


def read(folder: Path, text: str = TABLE, columns: str = "") -> Population:
    file = folder / "people.csv"
    file.write_text(text, "utf-8")
    return read_population(str(file), columns)


@pytest.mark.parametrize(
    ("text", "ages"),
    [("43", (43, 43)), ("40-44", (40, 44)), ("40 to 44 years", (40, 44)), ("85+", (85, 125)),
     ("85 years and over", (85, 125)), ("under 5", (0, 4)), ("over 64", (65, 125)),
     ("43.0", (43, 43)), ("31 y/o", (31, 31)), ("40s", (40, 49)), ("[40, 50)", (40, 49)),
     ("(39.0, 49.0]", (40, 49)), ("~45", (43, 47)), ("~1", (0, 3))],
)  # fmt: skip
def test_ages_are_ranges(text: str, ages: tuple[int, int]) -> None:
    assert ages_of(text) == Ages(*ages)


@pytest.mark.parametrize("text", ["", "old", "44-40", "1982", "-3", "200", "4 0"])
def test_what_is_no_age(text: str) -> None:
    assert ages_of(text) is None


def test_ages_agree_where_they_have_a_year_in_common(tmp_path: Path) -> None:
    age = read(tmp_path).columns["age"]
    for first, second, shared in (("44", "40-44", 1), ("43-50", "40-44", 2), ("45", "40-44", 0)):
        one, other = ages_of(first), ages_of(second)
        assert one is not None
        assert other is not None
        assert one.shared(other) == other.shared(one) == shared
        assert age.agree([first], ["12", second]) == (shared > 0)


def test_people_are_counted_by_hand(tmp_path: Path) -> None:
    table = read(tmp_path)

    def count(**said: str) -> float:
        return float(table.counts @ table.weights({k: (v,) for k, v in said.items()}))

    assert count() == 23
    assert count(place="Lyon") == 14
    assert count(place="Lyon", sex="female") == 10
    assert count(sex="female", age="43-43") == pytest.approx(12 / 5)  # a year of five
    assert count(age="43-50") == pytest.approx(16 * 2 / 5 + 7)  # a range without an end is whole
    assert count(occupation="beekeeper", sex="male") == 0
    both = table.weights({"place": ("Lyon", "Saint-Malo")})
    assert float(table.counts @ both) == 23


def test_counts_agree_with_looking_at_every_person(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    people = [
        (f"p{a}", ("female", "male")[b], int(c))
        for a, b, c in rng.integers(0, [4, 2, 90], (500, 3))
    ]
    rows = "\n".join(f"{place},{sex},{age},1" for place, sex, age in people)
    table = read(tmp_path, f"place,sex,age,count\n{rows}\n")
    for place, sex, low in itertools.product(("p1", "p3", None), ("male", None), (10, 60)):
        said = {"age": (f"{low}-{low + 9}",)}
        said |= {"place": (place,)} if place else {}
        said |= {"sex": (sex,)} if sex else {}
        there = [
            p for p in people
            if p[0] == (place or p[0]) and p[1] == (sex or p[1]) and low <= p[2] <= low + 9
        ]  # fmt: skip
        assert float(table.counts @ table.weights(said)) == len(there)


VALUES = {"place": ("Lyon", "Saint-Malo"), "sex": ("female", "male"), "age": ("43-43", "30-60")}
SAID = st.fixed_dictionaries(
    {}, optional={k: st.sampled_from(v).map(lambda x: (x,)) for k, v in VALUES.items()}
)


@given(SAID, SAID)
def test_another_attribute_never_raises_the_share(
    tmp_path_factory: pytest.TempPathFactory,
    said: dict[str, tuple[str]],
    more: dict[str, tuple[str]],
) -> None:
    table = read(tmp_path_factory.getbasetemp())
    weights = table.weights(said)
    assert ((weights >= 0) & (weights <= 1)).all()
    assert (table.weights(more | said) <= weights).all()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("place,people\nLyon,3\n", 'no column "count"'),
        ("place,count\nLyon,3\nNice,-1\n", "line 3: .*0 or more"),
        ("place,count\nLyon,many\n", "line 2: .*0 or more"),
        ("place,count\nLyon,nan\n", "line 2: .*0 or more"),
        ("place,count\nLyon,1.234.567\n", "line 2: .*such as 12345.5"),
        ('place,count\nLyon,"12,345"\n', "line 2: .*such as 12345.5"),
        ("place,count\n", "counts nobody"),
        ("", "people.csv"),
        ("place,count\nLyon,0\n", "counts nobody"),
        ("count\n3\n", "no attribute"),
        ("place,sex,count\nLyon,,3\n", 'line 2: no value in column "sex"'),
        ("place,count\nUK|Wales,3\nWales,4\n", "two categories of one name, 'Wales'"),
        ("age,count\nyoung,3\n", 'line 2: "age" must be an age or a range'),
    ],
)
def test_what_is_no_table_is_refused_in_one_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as found:
        read(tmp_path, text)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("count", ["12 345", "12'345", "12’345", "12\u202f345", "12345.0"])
def test_counts_in_thousands_are_read(tmp_path: Path, count: str) -> None:
    assert read(tmp_path, f"sex,count\nF,{count}\nM,7\n").counts.tolist() == [12345, 7]


@pytest.mark.parametrize("others", [("7",), ("1.022",)])
def test_a_point_that_may_group_thousands_is_refused(
    tmp_path: Path, others: tuple[str, ...]
) -> None:
    table = "age,count\n40,12.345\n" + "".join(f"41,{other}\n" for other in others)
    with pytest.raises(InputError, match=r"12\.345 in \"count\".* write 12345, or 12\.3450$"):
        read(tmp_path, table)


@pytest.mark.parametrize("other", ["0.125", "7.5", "1234.567"])
def test_one_count_shows_that_a_point_is_a_decimal_one(tmp_path: Path, other: str) -> None:
    table = read(tmp_path, f"age,count\n40,12.345\n41,{other}\n")
    assert table.counts.tolist() == [12.345, float(other)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "sex,age,count\nF,40-44,3\nM,40-44,4\nTotal,40-44,7\n",
            "the rows with 'Total' in \"sex\"",
        ),
        ("sex,age,count\nF,1,3\nM,1,4\nboth sexes,1,6.9\n", "'both sexes' in \"sex\" count all"),
        ("town,age,count\nLyon,1,3\nNice,1,4\ninsgesamt,1,7\n", "'insgesamt' in \"town\""),
        ("age,count\n15-24,3\n25-64,4\n15-64,7\n", '"age" has ages that overlap, 15-24 and 15-64'),
        ("age,count\n0,3\n1,4\n2,4\n0-1,7\n", '"age" has ages that overlap, 0 and 0-1'),
        ("age,count\n3,3\n0-4,7\n5-9,7\n", '"age" has ages that overlap, 0-4 and 3'),
    ],
)
def test_a_table_that_counts_people_twice_is_refused(
    tmp_path: Path, text: str, problem: str
) -> None:
    for columns in ("", "age"):  # a row counts whether or not its column is used
        with pytest.raises(InputError, match=problem):
            read(tmp_path, text, columns)


@pytest.mark.parametrize(
    "text",
    [
        "town,count\nAll Saints,3\nLyon,40\n",
        "town,age,count\nLyon,0-17,3\nLyon,18+,3\nNice,0-19,4\nNice,20+,5\n",
        "age,count\n40-45,3\n45-50,4\n",
        "age,count\n40,3\n40,4\n41,4\n",
        "job,count\nall,3\n",
    ],
)
def test_a_table_that_counts_everybody_once_is_read(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).counts.sum() > 0
    if "age" in text:
        assert read(tmp_path, text, "age").counts.sum() > 0


def test_columns_are_chosen_and_named_as_in_the_file(tmp_path: Path) -> None:
    assert list(read(tmp_path, columns="sex+age").columns) == ["sex", "age"]
    with pytest.raises(InputError, match='no column "shoe size"; the attributes are place, sex'):
        read(tmp_path, columns="sex+shoe size")


def test_two_columns_about_the_same_are_not_mixed_up(tmp_path: Path) -> None:
    table = "age,age_group,city,count\n30,30-39,Lyon,5\n41,40-49,Lyon,7\n"
    for name, ages in (("age", "30"), ("age_group", "30-39")):
        assert read(tmp_path, table, columns=f"{name}+city").columns["age"].names[0] == (ages,)
    for columns in ("", "age+age_group", "patient_age"):
        with pytest.raises(InputError, match='"age" and "age_group" are both read as age'):
            read(tmp_path, table, columns=columns)


def test_json_lines_and_parquet_give_the_same_table(tmp_path: Path) -> None:
    rows = [{"Gender": "F", "Age": 43, "count": 2.5}, {"Gender": "M", "Age": 44, "count": 1}]
    lines = tmp_path / "people.jsonl"
    lines.write_text("".join(f"{row}\n".replace("'", '"') for row in rows), "utf-8")
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "people.parquet")
    for file in (lines, tmp_path / "people.parquet"):
        table = read_population(str(file))
        assert list(table.columns) == ["sex", "age"]
        assert table.counts.tolist() == [2.5, 1]
        assert float(table.counts @ table.weights({"age": ("43-43",)})) == 2.5


def test_the_table_that_is_shipped_counts_the_world() -> None:
    world = read_population("")
    assert list(world.columns) == ["country", "sex", "age"]
    assert len(world.columns["country"].names) == 237
    # The United Nations' own total for 2025 is 8,231,613,068; each cell is rounded to a person.
    assert abs(world.counts.sum() - 8_231_613_068) < 1_000
    france = world.weights({"country": ("France",), "sex": ("male",), "age": ("0-4",)})
    assert float(world.counts @ france) == 1_699_574


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A 43-year-old woman from Lyon.", {"age": "43-43", "sex": "female", "place": "Lyon"}),
        ("Marit Halvorsen, 58, keeps hives. She sings.", {"age": "58-58", "sex": "female"}),
        ("He was born on 3 May 1982 in Lyon.", {"age": "42-43", "sex": "male"}),
        ("Mr Quist is in his late forties.", {"age": "47-49", "sex": "male"}),
        ("I'm 40. He left. My job: nurse.", {"age": "40-40", "occupation": "nurse"}),
        ("28F here", {"age": "28-28", "sex": "female"}),
        ('{"age": 43, "sex": "F"}', {"age": "43-43", "sex": "female"}),
        ("**Age:** 43\n**Sex:** male\nPackage: 50", {"age": "43-43", "sex": "male"}),
        ("Temp 98F, pulse 80. Fever, 99F.", {}),
        ("An app with 25M users; 40M people know it.", {}),
        ("Seen: a 61M with gout", {"age": "61-61", "sex": "male"}),
        ("He was born on May 3, 1982.", {"age": "42-43", "sex": "male"}),
        ("Born Aug. 3rd 1982", {"age": "42-43"}),
        ("DOB: 1982-05-03", {"age": "42-43"}),
        ("He told her of the saint-malo.", {}),
        ("A forty-three-year-old woman.", {"age": "43-43", "sex": "female"}),
        ("Seen today: a forty-three-year-old woman.", {"age": "43-43", "sex": "female"}),
        ("A one-day-old male is ill.", {"sex": "male"}),
        ("Name: -\nAge: 43\nSex: F", {"age": "43-43", "sex": "female"}),
        ("Gender: male, age=43", {"age": "43-43", "sex": "male"}),
        ("I saw a 43 y.o. male.", {"age": "43-43", "sex": "male"}),
        ("Sex: frequent. Average: 43. Gender: M-shaped.", {}),
        ("Aged forty three, she left.", {"age": "43-43", "sex": "female"}),
        ("Anna is forty years of age.", {"age": "40-40"}),
        ("Anna is between 40 and 45 years old.", {"age": "40-45"}),
        ("Anna is 40-45 years old.", {"age": "40-45"}),
        ("Nobody under 18 years old may come in.", {"age": "0-17"}),
        ("A man over 60 years old.", {"age": "61-125", "sex": "male"}),
        ("A man older than 60 years of age.", {"age": "61-125", "sex": "male"}),
        ("She is at least forty years old.", {"age": "40-125", "sex": "female"}),
        ("Children up to 12 years old, and under the age of 0", {"age": "0-12"}),
        (
            "She sang until she was 12 years old and is 43 years old.",
            {"age": "43-43", "sex": "female"},
        ),
        (
            "Asthma since the age of 14. He fell at age 30. He is 43.",
            {"age": "43-43", "sex": "male"},
        ),
        ("I smoked when I was in my twenties. I'm 40.", {"age": "40-40"}),
        ("A letter from 43-year-old Ann.", {"age": "43-43"}),
        ("He was 43 years old.", {"age": "43-43", "sex": "male"}),
        ("Seen: a woman of 43, in pain.", {"age": "43-43", "sex": "female"}),
        ("The man (43) fell.", {"age": "43-43", "sex": "male"}),
        ("Another man, about 45, fell.", {"age": "43-47", "sex": "male"}),
        ("Aged about 45", {"age": "43-47"}),
        ("She is ~45.", {"age": "43-47", "sex": "female"}),
        ("He is approximately forty-five years old.", {"age": "43-47", "sex": "male"}),
        ("A 45ish nurse, so 45-ish.", {"occupation": "nurse"}),
        ("Met a forty-fiveish woman", {}),
        ("A patient, ca. 45, with gout", {"age": "43-47"}),
        ("Aged between 40 and 45", {"age": "40-45"}),
        ("A mid-forties man", {"age": "44-46", "sex": "male"}),
        ("A forty-something patient, fortysomething", {"age": "40-49"}),
        ("A patient in the early to mid forties", {"age": "40-46"}),
        ("She is in her late thirties or early 40s.", {"age": "37-43", "sex": "female"}),
        ("A woman of 45 kg, a man of 30 years' standing.", {"sex": "female"}),
        ("A child in the 60s. A mother of 12, ~65,000 in all.", {}),
        ("Moved to Saint-Malo as a Beekeeper", {"place": "Saint-Malo", "occupation": "beekeeper"}),
        ("She was born in Lyon.", {"sex": "female"}),
        ("Lyon won. 40 people came, 12 m apart.", {}),
        ("Lives in Old Town, Lyon", {"place": "Lyon"}),
        ("", {}),
    ],
)
def test_what_a_text_states(tmp_path: Path, text: str, said: dict[str, str]) -> None:
    found = stated({}, text, read(tmp_path), 2025)
    assert found == {name: (value,) for name, value in said.items()}


def test_signs_tell_categories_apart_and_capitals_do_not(tmp_path: Path) -> None:
    table = read(tmp_path, "income,blood,sex,count\n<=50K,A+,Female,48\n>50K,A-,female,6\n")
    income, blood, sex = table.columns.values()
    assert [income.said(v) for v in ("<=50K", "> 50K", "50K", "≤50K")] == [
        "<=50K", ">50K", None, "<=50K",
    ]  # fmt: skip
    assert [blood.said(v) for v in ("a+", "A-", "A")] == ["A+", "A-", None]
    assert sex.said("F") == "Female"
    assert table.weights({"blood": ("A-",)}) @ table.counts == 6
    assert table.weights({"sex": ("Female",)}) @ table.counts == 54
    found = stated({}, "Blood type A-, earns >50K a year.", table, 2025)
    assert found == {"income": (">50K",), "blood": ("A-",)}
    assert stated({}, "She is a well-known A-level teacher.", table, 2025)["sex"] == ("Female",)


@pytest.mark.parametrize("name", ["DOB", "birth_date", "Year of birth"])
def test_a_column_of_birth_says_the_age(tmp_path: Path, name: str) -> None:
    table = read(tmp_path)
    assert stated({name: "03/05/1982"}, "", table, 2025) == {"age": ("42-43",)}
    assert stated({name: 19820503}, "", table, 2025) == {"age": ("42-43",)}
    assert stated({name: "2025"}, "", table, 2025) == {"age": ("0-0",)}
    for nobodys in ("unknown", "2026", "1904"):
        assert stated({name: nobodys}, "He is 50.", table, 2025)["age"] == ("50-50",)


def test_a_country_in_a_column_may_be_a_code(tmp_path: Path) -> None:
    world = read_population("")
    assert len(world.columns["country"].names) == 237
    for code, name in (("PL", "Poland"), ("deu", "Germany"), ("GB", "United Kingdom")):
        assert stated({"country": code}, "", world, 2025) == {"country": (name,)}
    assert stated({"country": "NA"}, "He moved IN, to LA.", world, 2025) == {"sex": ("male",)}
    coded = read(tmp_path, "country,count\nPL,5\nDE,6\nUSA,7\n")
    for said, code in (("Poland", "PL"), ("pol", "PL"), ("America", "USA")):
        assert stated({"country": said}, "", coded, 2025) == {"country": (code,)}
    assert stated({}, "She lives in Germany.", coded, 2025) == {"country": ("DE",)}


def test_every_country_of_the_world_has_a_code() -> None:
    countries = read_population("").columns["country"]
    said = {countries.said(a + b) for a in ascii_uppercase for b in ascii_uppercase}
    assert {names[0] for names in countries.names} - said == {"Namibia"}
    assert countries.said("NAM") == "Namibia"
    assert [countries.said(code) for code in ("FRA", "TLS")] == ["France", "Timor-Leste"]
    assert not countries.said("FXX")  # a code that ISO 3166-1 withdrew


def test_columns_come_before_the_text_and_by_their_meaning(tmp_path: Path) -> None:
    table = read(tmp_path)
    fields = {
        "patientAge": "x",
        "Gender": "F",
        "city": "Lugdunum, France",
        "profile": '{"age": 41}',
    }
    found = stated(fields, "A 43-year-old man in Saint-Malo.", table, 2025)
    assert found == {"place": ("Lyon",), "sex": ("female",), "age": ("41-41",)}
    unknown = stated({"city": "Atlantis"}, "He lives near Saint-Malo.", table, 2025)
    assert unknown == {"place": ("Saint-Malo",), "sex": ("male",)}


@pytest.mark.parametrize("age", ["forty-five", "45-year-old", "age 45", "45 y.o."])
def test_an_age_in_words_in_a_column_is_read(tmp_path: Path, age: str) -> None:
    assert stated({"age": age}, "", read(tmp_path), 2025) == {"age": ("45-45",)}


@pytest.mark.parametrize(
    ("age", "ages"), [("ca. 45", "43-47"), ("45-ish", "43-47"), ("mid-forties", "44-46")]
)
def test_an_age_in_a_column_that_is_about_right_is_a_range(
    tmp_path: Path, age: str, ages: str
) -> None:
    assert stated({"age": age}, "", read(tmp_path), 2025) == {"age": (ages,)}


def test_a_range_in_a_column_hides_no_age_within_it(tmp_path: Path) -> None:
    table, text = read(tmp_path), "A 43-year-old man. His daughter is 12 years old."
    for fields, said in (({}, text), ({"born": "1982-05-03"}, "")):
        found = of_its_person(stated({"age": "40-49"} | fields, said, table, 2025))
        assert found["age"] == ("42-43" if fields else "43-43", "40-49")
    assert stated({"age": "50-59"}, text, table, 2025)["age"] == ("50-59",)


def test_the_first_of_several_ages_is_the_person_s(tmp_path: Path) -> None:
    found = stated({}, "A 43-year-old man. His daughter is 12 years old.", read(tmp_path), 2025)
    assert found == {"sex": ("male",), "age": ("43-43", "12-12")}
    assert of_its_person(found) == {"sex": ("male",), "age": ("43-43",)}


@pytest.mark.parametrize("sexes", [("w", "m"), ("1", "2"), ("weiblich", "männlich")])
def test_sexes_that_no_text_would_be_found_in_are_refused(
    tmp_path: Path, sexes: tuple[str, str]
) -> None:
    with pytest.raises(InputError, match=r'"sex" has categories that are read as neither'):
        read(tmp_path, "sex,count\n" + "".join(f"{sex},5\n" for sex in sexes))


@pytest.mark.parametrize("sexes", [("F", "M"), ("women",), ("male", "female", "divers")])
def test_sexes_that_are_read(tmp_path: Path, sexes: tuple[str, ...]) -> None:
    table = read(tmp_path, "sex,count\n" + "".join(f"{sex},5\n" for sex in sexes))
    assert table.columns["sex"].said("woman") is not None


TOLD = ["A 43-year-old", "female nurse", "he was born in 1981", "aged 40 to 44", "lives in Lyon ."]


@given(st.lists(st.sampled_from(TOLD) | st.text(max_size=40), max_size=8))
@example(TOLD)
def test_no_text_is_too_much(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    table = read(tmp_path_factory.getbasetemp())
    found = stated({}, " ".join(parts), table, 2025)
    assert parts != TOLD or len(found) > 1
    for kind, values in found.items():
        assert table.columns[kind].agree(values, values)
