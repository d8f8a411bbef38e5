import type { ReadMeText } from './text.ts'

export const cs: ReadMeText = {
  title: 'Vaše data podle nařízení EU o datech',
  about: 'Tento balíček obsahuje data zařízení se sériovým číslem {serial} od {from} do {until} (UTC).',
  inHere: 'Co balíček obsahuje',
  files: {
    'telemetry.csv':
      'všechny naměřené hodnoty zařízení jako tabulka: čas, datový bod, hodnota, jednotka a kvalita (good: dobrá; stale: přijatá se zpožděním; suspect: nevěrohodná)',
    'telemetry.ndjson': 'tytéž hodnoty pro programy, jeden objekt JSON na řádek',
    'gaps.csv': 'pro každý den a datový bod: kolik se očekávalo, kolik bylo dodáno a proč něco chybí',
    'events.csv': 'poruchy s kódem, závažností, začátkem a koncem',
    'access.csv': 'smlouvy a souhlasy: kdo mohl zařízení vidět, s jakým oprávněním, odkdy a dokdy',
    'connection.json': 'zařízení, kdy jste je přidali, a adresa',
    'status.csv': 'jaký stav zařízení mělo a kdy',
    'settings.csv': 'změny servisních nastavení a kdo je provedl',
    'dictionary.csv': 'co každý datový bod znamená, s jednotkou a mezemi',
    'exclusions.json': 'co bylo vynecháno a z jakého důvodu',
    'datapackage.json': 'popis všech souborů pro programy (Frictionless Data Package)',
    'manifest.sha256': 'kontrolní součet každého souboru',
  },
  howToOpen: 'Jak balíček otevřít',
  opening: [
    'Tabulky (.csv): importujte je do tabulkového programu se znakovou sadou UTF-8, čárkami mezi sloupci a tečkou před desetinnými místy. Prázdná buňka znamená, že hodnota není k dispozici.',
    'Tabulkový program otevře nejvýše 1 048 576 řádků tabulky. Soubor telemetry.csv jich může mít po zhruba devíti měsících více: pak si vyžádejte kratší období nebo jej otevřete v programu pro velké tabulky.',
    'Všechny časy jsou v UTC a mohou se lišit od vašeho místního času.',
    'Před textem, který by tabulkový program mohl považovat za vzorec, stojí apostrof.',
    'Soubory s příponou .json, .ndjson a .sha256 jsou prostý text.',
  ],
  rights: 'Vaše práva',
  rightLines: [
    'Podle článku 4 nařízení (EU) 2023/2854 (nařízení o datech) dostáváte data, která vaše zařízení a tato služba vytvářejí, bezplatně a v kvalitě, v jaké je máme my sami.',
    'Data smíte používat k jakémukoli zákonnému účelu a sdílet je s třetími stranami podle své volby nebo je nechat sdílet námi (článek 5), nikoli však se strážci ve smyslu nařízení (EU) 2022/1925.',
    'Data nesmíte používat k vývoji výrobku, který zařízení konkuruje (čl. 4 odst. 10).',
    'Vaše práva týkající se osobních údajů podle nařízení (EU) 2016/679 (GDPR) zůstávají nedotčena.',
    'Pokud žijete mimo Evropskou unii, poskytujeme vám stejná data dobrovolně.',
  ],
  whereToComplain: 'Kde si můžete stěžovat',
  complaints: [
    'Obraťte se prosím nejprve na společnost {brand}: {mail}.',
    'Stížnost můžete podat u orgánu příslušného pro nařízení o datech v zemi, kde žijete nebo pracujete nebo kde k porušení došlo (článek 38).',
    'V otázkách osobních údajů se můžete obrátit také na úřad pro ochranu osobních údajů.',
  ],
  more: 'Více o datech a podmínkách: {url}',
}
