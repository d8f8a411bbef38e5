import type { ReadMeText } from './text.ts'

export const nl: ReadMeText = {
  title: 'Uw gegevens volgens de EU-Dataverordening',
  about: 'Dit pakket bevat gegevens van het toestel met serienummer {serial} van {from} tot {until} (UTC).',
  inHere: 'Wat dit pakket bevat',
  files: {
    'telemetry.csv':
      'alle meetwaarden van het toestel als tabel: tijd, datapunt, waarde, eenheid en kwaliteit (good: goed; stale: te laat ontvangen; suspect: niet aannemelijk)',
    'telemetry.ndjson': 'dezelfde meetwaarden voor programma’s, één JSON-object per regel',
    'gaps.csv': 'per dag en datapunt: hoeveel er werd verwacht, hoeveel er is geleverd en waarom er iets ontbreekt',
    'events.csv': 'storingen met code, ernst, begin en einde',
    'access.csv':
      'contracten en toestemmingen: wie het toestel kon zien, met welke bevoegdheid, vanaf wanneer en tot wanneer',
    'connection.json': 'het toestel, wanneer u het hebt toegevoegd en het adres',
    'status.csv': 'welke status het toestel had en wanneer',
    'settings.csv': 'wijzigingen van de service-instellingen en wie ze heeft aangebracht',
    'dictionary.csv': 'wat elk datapunt betekent, met eenheid en grenzen',
    'exclusions.json': 'wat is weggelaten en op welke grond',
    'datapackage.json': 'een beschrijving van alle bestanden voor programma’s (Frictionless Data Package)',
    'manifest.sha256': 'een controlesom van elk bestand',
  },
  howToOpen: 'Zo opent u het pakket',
  opening: [
    'Tabellen (.csv): importeer ze in een spreadsheetprogramma met de tekenset UTF-8, komma’s tussen de kolommen en een punt vóór de decimalen. Een lege cel betekent dat er geen waarde is.',
    'Een spreadsheetprogramma opent hoogstens 1.048.576 rijen van een tabel. Na ongeveer negen maanden kan telemetry.csv er meer hebben: vraag dan kortere perioden aan of open het bestand in een programma voor grote tabellen.',
    'Alle tijden zijn in UTC en kunnen afwijken van de tijd op uw locatie.',
    'Tekst die een spreadsheetprogramma voor een formule zou kunnen aanzien, begint met een apostrof.',
    'Bestanden die eindigen op .json, .ndjson en .sha256 zijn platte tekst.',
  ],
  rights: 'Uw rechten',
  rightLines: [
    'Op grond van artikel 4 van Verordening (EU) 2023/2854 (Dataverordening) ontvangt u de gegevens die uw toestel en deze dienst genereren, kosteloos en in de kwaliteit waarin wij ze hebben.',
    'U mag de gegevens voor elk rechtmatig doel gebruiken en delen met derden van uw keuze, of ze door ons laten delen (artikel 5), maar niet met poortwachters in de zin van Verordening (EU) 2022/1925.',
    'U mag de gegevens niet gebruiken om een product te ontwikkelen dat met het toestel concurreert (artikel 4, lid 10).',
    'Uw rechten met betrekking tot uw persoonsgegevens op grond van Verordening (EU) 2016/679 (AVG) blijven onverlet.',
    'Woont u buiten de Europese Unie, dan geven wij u dezelfde gegevens vrijwillig.',
  ],
  whereToComplain: 'Waar u een klacht kunt indienen',
  complaints: [
    'Neem eerst contact op met {brand}: {mail}.',
    'U kunt een klacht indienen bij de bevoegde autoriteit voor de Dataverordening in het land waar u woont of werkt, of waar de inbreuk heeft plaatsgevonden (artikel 38).',
    'Voor persoonsgegevens kunt u ook terecht bij uw gegevensbeschermingsautoriteit.',
  ],
  more: 'Meer over de gegevens en de voorwaarden: {url}',
}
