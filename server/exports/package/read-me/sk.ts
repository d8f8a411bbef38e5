import type { ReadMeText } from './text.ts'

export const sk: ReadMeText = {
  title: 'Vaše údaje podľa aktu EÚ o údajoch',
  about: 'Tento balíček obsahuje údaje zariadenia so sériovým číslom {serial} od {from} do {until} (UTC).',
  inHere: 'Čo balíček obsahuje',
  files: {
    'telemetry.csv':
      'všetky namerané hodnoty zariadenia ako tabuľka: čas, údajový bod, hodnota, jednotka a kvalita (good: dobrá; stale: prijatá s oneskorením; suspect: nevierohodná)',
    'telemetry.ndjson': 'tie isté hodnoty pre programy, jeden objekt JSON na riadok',
    'gaps.csv': 'pre každý deň a údajový bod: koľko sa očakávalo, koľko bolo dodané a prečo niečo chýba',
    'events.csv': 'poruchy s kódom, závažnosťou, začiatkom a koncom',
    'access.csv': 'zmluvy a súhlasy: kto mohol zariadenie vidieť, s akým oprávnením, odkedy a dokedy',
    'connection.json': 'zariadenie, kedy ste ho pridali, a adresa',
    'status.csv': 'aký stav zariadenie malo a kedy',
    'settings.csv': 'zmeny servisných nastavení a kto ich vykonal',
    'dictionary.csv': 'čo každý údajový bod znamená, s jednotkou a medzami',
    'exclusions.json': 'čo bolo vynechané a z akého dôvodu',
    'datapackage.json': 'opis všetkých súborov pre programy (Frictionless Data Package)',
    'manifest.sha256': 'kontrolný súčet každého súboru',
  },
  howToOpen: 'Ako balíček otvoriť',
  opening: [
    'Tabuľky (.csv): importujte ich do tabuľkového programu so znakovou sadou UTF-8, čiarkami medzi stĺpcami a bodkou pred desatinnými miestami. Prázdna bunka znamená, že hodnota nie je k dispozícii.',
    'Tabuľkový program otvorí najviac 1 048 576 riadkov tabuľky. Súbor telemetry.csv ich môže mať po približne deviatich mesiacoch viac: vtedy si vyžiadajte kratšie obdobia alebo ho otvorte v programe na veľké tabuľky.',
    'Všetky časy sú v UTC a môžu sa líšiť od vášho miestneho času.',
    'Pred textom, ktorý by tabuľkový program mohol považovať za vzorec, stojí apostrof.',
    'Súbory s príponou .json, .ndjson a .sha256 sú obyčajný text.',
  ],
  rights: 'Vaše práva',
  rightLines: [
    'Podľa článku 4 nariadenia (EÚ) 2023/2854 (akt o údajoch) dostávate údaje, ktoré vaše zariadenie a táto služba vytvárajú, bezplatne a v kvalite, v akej ich máme my sami.',
    'Údaje smiete používať na akýkoľvek zákonný účel a zdieľať ich s tretími stranami podľa svojho výberu alebo ich nechať zdieľať nami (článok 5), nie však so strážcami prístupu v zmysle nariadenia (EÚ) 2022/1925.',
    'Údaje nesmiete používať na vývoj výrobku, ktorý zariadeniu konkuruje (článok 4 ods. 10).',
    'Vaše práva týkajúce sa osobných údajov podľa nariadenia (EÚ) 2016/679 (GDPR) zostávajú nedotknuté.',
    'Ak žijete mimo Európskej únie, poskytujeme vám tie isté údaje dobrovoľne.',
  ],
  whereToComplain: 'Kde sa môžete sťažovať',
  complaints: [
    'Obráťte sa najprv na spoločnosť {brand}: {mail}.',
    'Sťažnosť môžete podať orgánu príslušnému pre akt o údajoch v krajine, kde žijete alebo pracujete alebo kde došlo k porušeniu (článok 38).',
    'V otázkach osobných údajov sa môžete obrátiť aj na úrad na ochranu osobných údajov.',
  ],
  more: 'Viac o údajoch a podmienkach: {url}',
}
