import type { ReadMeText } from './text.ts'

export const sv: ReadMeText = {
  title: 'Dina data enligt EU:s dataförordning',
  about: 'Det här paketet innehåller data om anläggningen med serienummer {serial} från {from} till {until} (UTC).',
  inHere: 'Det här innehåller paketet',
  files: {
    'telemetry.csv':
      'alla mätvärden från anläggningen som tabell: tid, datapunkt, värde, enhet och kvalitet (good: bra; stale: mottaget för sent; suspect: inte rimligt)',
    'telemetry.ndjson': 'samma mätvärden för program, ett JSON-objekt per rad',
    'gaps.csv': 'för varje dag och datapunkt: hur mycket som väntades, hur mycket som kom och varför något saknas',
    'events.csv': 'fel med kod, allvarlighetsgrad, början och slut',
    'access.csv': 'avtal och samtycken: vem som kunde se anläggningen, med vilken behörighet, från när till när',
    'connection.json': 'anläggningen, när du lade till den och adressen',
    'status.csv': 'vilken status anläggningen hade och när',
    'settings.csv': 'ändringar av serviceinställningarna och vem som gjorde dem',
    'dictionary.csv': 'vad varje datapunkt betyder, med enhet och gränser',
    'exclusions.json': 'vad som har utelämnats och på vilken grund',
    'datapackage.json': 'en beskrivning av alla filer för program (Frictionless Data Package)',
    'manifest.sha256': 'en kontrollsumma för varje fil',
  },
  howToOpen: 'Så öppnar du paketet',
  opening: [
    'Tabeller (.csv): importera dem till ett kalkylprogram med teckenkodningen UTF-8, komma mellan kolumnerna och punkt före decimalerna. En tom cell betyder att det inte finns något värde.',
    'Ett kalkylprogram öppnar högst 1 048 576 rader i en tabell. Efter ungefär nio månader kan telemetry.csv ha fler: begär då kortare perioder eller öppna filen i ett program för stora tabeller.',
    'Alla tider är i UTC och kan skilja sig från tiden där du är.',
    'Text som ett kalkylprogram kan uppfatta som en formel har en apostrof framför.',
    'Filer som slutar på .json, .ndjson och .sha256 är ren text.',
  ],
  rights: 'Dina rättigheter',
  rightLines: [
    'Enligt artikel 4 i förordning (EU) 2023/2854 (dataförordningen) får du de data som din anläggning och den här tjänsten genererar, kostnadsfritt och av samma kvalitet som vi själva har tillgång till.',
    'Du får använda dina data för alla lagliga ändamål och dela dem med tredje parter som du väljer, eller låta oss dela dem (artikel 5), men inte med grindvakter enligt förordning (EU) 2022/1925.',
    'Du får inte använda dina data för att utveckla en produkt som konkurrerar med anläggningen (artikel 4.10).',
    'Dina rättigheter till dina personuppgifter enligt förordning (EU) 2016/679 (GDPR) påverkas inte.',
    'Om du bor utanför Europeiska unionen ger vi dig samma data frivilligt.',
  ],
  whereToComplain: 'Här kan du klaga',
  complaints: [
    'Kontakta först {brand}: {mail}.',
    'Du kan lämna in ett klagomål till den behöriga myndigheten för dataförordningen i det land där du bor eller arbetar eller där överträdelsen skedde (artikel 38).',
    'När det gäller personuppgifter kan du också vända dig till din dataskyddsmyndighet.',
  ],
  more: 'Mer om data och villkor: {url}',
}
