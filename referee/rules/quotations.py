"""Short literal quotations from the leaflets, in their own languages, on the questions that people dispute most."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words of a leaflet; `leaflet`: its number, `language`: the code of the words' language."""

    leaflet: str
    language: str
    text: str


def _quoted(leaflet: str, language: str, words: Mapping[str, str]) -> Mapping[str, tuple[Quotation, ...]]:
    return {question: (Quotation(leaflet, language, text),) for question, text in words.items()}


def _all_of(*languages: Mapping[str, tuple[Quotation, ...]]) -> Mapping[str, tuple[Quotation, ...]]:
    questions = [question for one in languages for question in one]
    return {question: tuple(quoted for one in languages for quoted in one.get(question, ())) for question in questions}


_ORIGINAL_DANISH = {
    "freeing": ("Den brik, der bruges til at erstatte jokeren, kan komme fra spillerens brikholder eller fra bordet."),
    "group-of-three": (
        "I tilfælde af en gruppe med 3 brikker kan jokeren erstattes af en brik i én af de to farver, der mangler."
    ),
    "at-once": "Brug én eller flere brikker fra din brikholder til at lave et nyt sæt",
    "before-opening": "En joker må ikke trækkes tilbage før første melding.",
    "opening": (
        "Under den første melding er det ikke tilladt at kombinere brikker i sæt på bordet eller bygge videre på dem "
        "med brikker fra brikholderen."
    ),
    "opening-sets": "Spillerne skal lægge sæt med en værdi på mindst 30 point",
    "time-over": "spilleren skal derefter tage tre brikker fra bunken som straf.",
    "pool-empty": (
        'Hvis bunken løber tør for brikker, skal hver spiller efter tur "spille til bordet" ved at lægge mindst én '
        "brik fra deres brikholder på bordet, indtil én spiller bliver færdig. Hvis spillerne ikke kan komme videre, "
        "slutter spillet."
    ),
    "must-play": (
        "Hvis en spiller ikke kan komme med en første melding eller vælger at udskyde sin første melding, skal "
        "spilleren tage én brik fra bunken"
    ),
    "taking-back": (
        "så længe der efter hver runde kun ligger gyldige sæt på bordet, og der ikke er overskydende brikker."
    ),
    "after-thirteen": "1-tallet er altid lavest og kan derfor aldrig lægges efter 13-tallet.",
    "colours": "med samme tal, men forskellig farve.",
}

_ORIGINAL_FINNISH = {
    "freeing": "Nappula, jolla jokeri korvataan, voi tulla joko nappulapidikkeestä tai pöydältä.",
    "group-of-three": (
        "Jos jokeri on osa kolmen ryhmää, se voidaan korvata jommallakummalla puuttuvan värisellä nappulalla."
    ),
    "at-once": "Muodosta uusi sarja yhdellä tai useammalla pidikkeessä olevalla nappulalla",
    "set-with-joker": "Sarjaa, joka sisältää jokerin, voidaan muuntaa, jakaa ja siitä voidaan poistaa nappuloita.",
    "before-opening": "Jokeria ei voi korvata ennen pelin avausta.",
    "penalty": "Pelaaja saa rangaistukseksi 30 miinus pistettä, jos jokeri on pelin lopussa pelaajan pidikkeessä.",
    "opening": "Pelaajat heittävät vuorollaan ensimmäisellä heitolla pöydälle vähintään 30 pisteen arvoisen sarjan",
    "time-over": "pelaajan on otettava rangaistukseksi kolme nappulaa kasasta.",
    "pool-empty": (
        "Jos kasan nappulat loppuvat, jokainen pelaaja pelaa vuorotellen asettamalla pidikkeestään vähintään yhden "
        "nappulan pöydälle, kunnes joku pelaajista päättää pelin. Jos pelaaja ei pysty jatkamaan, peli päättyy."
    ),
    "must-play": (
        "Mikäli pelaaja ei saa vuorollaan avattua peliä tai haluaa siirtää sitä myöhempään ajankohtaan, hänen on "
        "otettava yksi nappula kasasta"
    ),
    "taking-back": "niin kauan kuin pöydällä on oikeita sarjoja ilman ylimääräisiä nappuloita.",
    "after-thirteen": "1 on aina pienin luku eikä se voi olla numeron 13 jälkeen.",
}

_ORIGINAL_SWEDISH = {"pool-empty": "Om spelaren inte kan komma vidare, slutar spelet."}
_ORIGINAL_NORWEGIAN = {"pool-empty": "Hvis spilleren ikke klarer å komme videre, slutter spillet."}

_OLDER_FINNISH = {
    "freeing": "Jokerin korvaavan laatan tulee olla pelaajan telineestä, ei pöydältä.",
    "group-of-three": (
        "Jos jokeri on osa kolmen laatan ryhmää, sen voi korjata kumpi tahansa puuttuvan värinen laatta."
    ),
    "at-once": (
        "hänen tulee pelata tuo jokeri osana uutta sarjaa, jonka hän muodostaa telineestään, vielä saman kierroksen "
        "aikana."
    ),
    "set-with-joker": "Sarjoja, joissa on jokeri, ei saa jakaa eikä siitä saa poistaa laattoja",
    "before-opening": "Pelaaja ei voi korvata jokeria ennenkuin hän on avannut pelinsä.",
    "two-jokers": "Yhdessä sarjassa saa olla korkeintaan yksi jokeri.",
    "penalty": "Jokerin sakkoarvo on 30 pistettä, jos se jää pelaajan telineeseen pelin päätyttyä.",
    "opening": "sarja, jonka numeroiden yhteenlaskettu summa ylittää 30.",
    "opening-sets": "sarja, jonka numeroiden yhteenlaskettu summa ylittää 30.",
    "playing-on": (
        "Saatuaan pelinsä avattua pelaaja voi tulevilla vuoroillaan pelata haluamiaan laattoja ja yhdistellä pöydällä "
        "jo olevia sarjoja."
    ),
    "time-over": (
        "on hänen palautettava jokainen laatta alkuperäiseen paikkaansa ja nostettava rangaistuksena kolme laattaa "
        "varastosta."
    ),
    "pool-empty": 'Mikäli laatat loppuvat varastosta, jokainen pelaaja pelaa yhden vuoron "pöydälle"',
    "must-play": (
        "Jos pelaaja ei voi tai ei halua pelata vuorollaan yhtään laattaa, hänen tulee nostaa 1 laatta varastosta."
    ),
    "taking-back": "ettei niistä ole jäänyt ylimääräisiä laattoja.",
    "after-thirteen": "Numero 1 on pelissä aina pienin numero eikä se voi olla numeron 13 jälkeen.",
    "colours": "joissa on sama numero, mutta eri väri.",
}

_ENCYCLOPAEDIA = {
    "freeing": "A player with a tile matching the color and value of a joker may replace the joker with that tile.",
    "at-once": "The joker must be played that same turn in a set with at least two other tiles from the player's rack.",
    "opening": "tiles with a total value of at least thirty without building on previously played tiles.",
    "must-play": "a player must either play tiles or pick a random tile from the pool each turn.",
    "taking-back": "At the end of the turn, all played tiles must be in valid sets.",
    "colours": "Groups are limited to four because colors may not repeat within a group.",
}

_CARDS = {
    "freeing": (
        "erstatte en nedlagt joker med den brik, jokeren er lagt i stedet for. Spilleren skal i så fald meddele det på "
        "forhånd."
    ),
    "set-with-joker": "En joker må kun anvendes på samme måde som i den oprindelige kombination.",
    "before-opening": "man har ikke lov at bygge om, før man selv har lagt sine første 40 point ned.",
    "penalty": "(Ved slutoptællingen giver jokeren dog 25 point).",
    "opening": ("Første gang, en spiller lægger brikker ned, skal brikkerne sammenlagt have en værdi på 40 point."),
    "opening-sets": "For at komme op på 40 point må man gerne lægge flere kombinationer",
    "playing-on": (
        "Efter første omgang kan spillerne lægge brikker til grupper eller rækkefølger, der allerede findes på bordet."
    ),
    "time-over": "skal han eller hun tage de brikker tilbage, som ikke er lagt i en rigtig kombination.",
    "must-play": (
        "En spiller skal i løbet af en tur enten lægge nogle brikker ned, hvis dette er muligt, eller trække en brik "
        "fra bunken på bordet."
    ),
    "taking-back": (
        "Alle de brikker, man tager fra andre kombinationer, skal med det samme anvendes i den nye kombination."
    ),
    "colours": "mindst tre brikker med samme værdi",
}

QUOTATIONS: Mapping[str, Mapping[str, tuple[Quotation, ...]]] = {
    "original": _all_of(
        _quoted("001", "da", _ORIGINAL_DANISH),
        _quoted("002", "fi", _ORIGINAL_FINNISH),
        _quoted("001", "sv", _ORIGINAL_SWEDISH),
        _quoted("001", "nb", _ORIGINAL_NORWEGIAN),
    ),
    "finnish": _quoted("000", "fi", _OLDER_FINNISH),
    "wikipedia": _quoted("003", "en", _ENCYCLOPAEDIA),
    "danish-card": _quoted("004", "da", _CARDS),
}
"""The quotations by preset and question; of the original game in the languages whose print is undamaged."""
