import type { ReadMeText } from './text.ts'

export const sl: ReadMeText = {
  title: 'Vaši podatki po aktu EU o podatkih',
  about: 'Ta paket vsebuje podatke naprave s serijsko številko {serial} od {from} do {until} (UTC).',
  inHere: 'Kaj vsebuje paket',
  files: {
    'telemetry.csv':
      'vse meritve naprave kot tabela: čas, podatkovna točka, vrednost, enota in kakovost (good: dobra; stale: prejeta z zamudo; suspect: nezanesljiva)',
    'telemetry.ndjson': 'iste meritve za programe, en objekt JSON v vrstici',
    'gaps.csv': 'za vsak dan in podatkovno točko: koliko je bilo pričakovano, koliko dostavljeno in zakaj kaj manjka',
    'events.csv': 'motnje s kodo, resnostjo, začetkom in koncem',
    'access.csv': 'pogodbe in soglasja: kdo je lahko videl napravo, s kakšnim dovoljenjem, od kdaj do kdaj',
    'connection.json': 'naprava, kdaj ste jo dodali, in naslov',
    'status.csv': 'v kakšnem stanju je bila naprava in kdaj',
    'settings.csv': 'spremembe servisnih nastavitev in kdo jih je opravil',
    'dictionary.csv': 'kaj pomeni vsaka podatkovna točka, z enoto in mejami',
    'exclusions.json': 'kaj je izpuščeno in iz katerega razloga',
    'datapackage.json': 'opis vseh datotek za programe (Frictionless Data Package)',
    'manifest.sha256': 'kontrolna vsota vsake datoteke',
  },
  howToOpen: 'Kako odprete paket',
  opening: [
    'Tabele (.csv): uvozite jih v program za preglednice z naborom znakov UTF-8, vejicami med stolpci in piko pred decimalkami. Prazna celica pomeni, da vrednosti ni.',
    'Program za preglednice odpre največ 1.048.576 vrstic tabele. Po približno devetih mesecih jih ima telemetry.csv lahko več: tedaj zahtevajte krajša obdobja ali odprite datoteko v programu za velike tabele.',
    'Vsi časi so v UTC in se lahko razlikujejo od vašega krajevnega časa.',
    'Pred besedilom, ki bi ga program za preglednice lahko imel za formulo, stoji apostrof.',
    'Datoteke s končnicami .json, .ndjson in .sha256 so navadno besedilo.',
  ],
  rights: 'Vaše pravice',
  rightLines: [
    'Po členu 4 Uredbe (EU) 2023/2854 (akt o podatkih) prejmete podatke, ki jih ustvarjata vaša naprava in ta storitev, brezplačno in v kakovosti, v kakršni jih imamo mi.',
    'Podatke smete uporabljati za vsak zakonit namen in jih deliti s tretjimi osebami po svoji izbiri ali jih prek nas posredovati naprej (člen 5), vendar ne z vratarji v smislu Uredbe (EU) 2022/1925.',
    'Podatkov ne smete uporabljati za razvoj izdelka, ki konkurira napravi (člen 4(10)).',
    'Vaše pravice glede osebnih podatkov po Uredbi (EU) 2016/679 (GDPR) ostanejo nespremenjene.',
    'Če živite zunaj Evropske unije, vam iste podatke damo prostovoljno.',
  ],
  whereToComplain: 'Kje se lahko pritožite',
  complaints: [
    'Najprej se obrnite na podjetje {brand}: {mail}.',
    'Pritožbo lahko vložite pri organu, pristojnem za akt o podatkih, v državi, kjer živite ali delate ali kjer je prišlo do kršitve (člen 38).',
    'Glede osebnih podatkov se lahko obrnete tudi na organ za varstvo podatkov.',
  ],
  more: 'Več o podatkih in pogojih: {url}',
}
