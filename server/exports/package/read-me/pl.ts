import type { ReadMeText } from './text.ts'

export const pl: ReadMeText = {
  title: 'Państwa dane zgodnie z unijnym aktem w sprawie danych',
  about: 'Ten pakiet zawiera dane urządzenia o numerze seryjnym {serial} od {from} do {until} (UTC).',
  inHere: 'Co zawiera pakiet',
  files: {
    'telemetry.csv':
      'wszystkie odczyty urządzenia w postaci tabeli: czas, punkt danych, wartość, jednostka i jakość (good: dobra; stale: odebrano z opóźnieniem; suspect: niewiarygodna)',
    'telemetry.ndjson': 'te same odczyty dla programów, jeden obiekt JSON w wierszu',
    'gaps.csv': 'dla każdego dnia i punktu danych: ile oczekiwano, ile dostarczono i dlaczego czegoś brakuje',
    'events.csv': 'usterki z kodem, wagą, początkiem i końcem',
    'access.csv': 'umowy i zgody: kto mógł widzieć urządzenie, z jakim uprawnieniem, od kiedy i do kiedy',
    'connection.json': 'urządzenie, data jego dodania i adres',
    'status.csv': 'jaki był stan urządzenia i kiedy',
    'settings.csv': 'zmiany ustawień serwisowych i kto ich dokonał',
    'dictionary.csv': 'co oznacza każdy punkt danych, z jednostką i wartościami granicznymi',
    'exclusions.json': 'co pominięto i z jakiego powodu',
    'datapackage.json': 'opis wszystkich plików dla programów (Frictionless Data Package)',
    'manifest.sha256': 'suma kontrolna każdego pliku',
  },
  howToOpen: 'Jak otworzyć pakiet',
  opening: [
    'Tabele (.csv): należy je zaimportować do arkusza kalkulacyjnego z zestawem znaków UTF-8, przecinkami między kolumnami i kropką przed częścią dziesiętną. Pusta komórka oznacza brak wartości.',
    'Arkusz kalkulacyjny otwiera najwyżej 1 048 576 wierszy tabeli. Po około dziewięciu miesiącach plik telemetry.csv może mieć ich więcej: należy wtedy zażądać danych z krótszych okresów albo otworzyć plik w programie do dużych tabel.',
    'Wszystkie czasy podano w UTC; mogą się różnić od Państwa czasu lokalnego.',
    'Tekst, który arkusz kalkulacyjny mógłby uznać za formułę, poprzedzono apostrofem.',
    'Pliki z rozszerzeniami .json, .ndjson i .sha256 to zwykły tekst.',
  ],
  rights: 'Państwa prawa',
  rightLines: [
    'Zgodnie z art. 4 rozporządzenia (UE) 2023/2854 (akt w sprawie danych) otrzymują Państwo dane generowane przez urządzenie i tę usługę, bezpłatnie i w takiej jakości, w jakiej sami nimi dysponujemy.',
    'Mogą Państwo wykorzystywać dane w każdym zgodnym z prawem celu i udostępniać je wybranym osobom trzecim albo zlecić nam ich udostępnienie (art. 5), jednak nie strażnikom dostępu w rozumieniu rozporządzenia (UE) 2022/1925.',
    'Nie wolno wykorzystywać danych do opracowania produktu konkurencyjnego wobec urządzenia (art. 4 ust. 10).',
    'Państwa prawa dotyczące danych osobowych wynikające z rozporządzenia (UE) 2016/679 (RODO) pozostają nienaruszone.',
    'Jeżeli mieszkają Państwo poza Unią Europejską, przekazujemy Państwu te same dane dobrowolnie.',
  ],
  whereToComplain: 'Gdzie złożyć skargę',
  complaints: [
    'Prosimy zwrócić się najpierw do firmy {brand}: {mail}.',
    'Mogą Państwo złożyć skargę do organu właściwego do spraw aktu w sprawie danych w kraju, w którym Państwo mieszkają lub pracują albo w którym doszło do naruszenia (art. 38).',
    'W sprawach danych osobowych mogą Państwo zwrócić się także do organu ochrony danych.',
  ],
  more: 'Więcej o danych i warunkach: {url}',
}
