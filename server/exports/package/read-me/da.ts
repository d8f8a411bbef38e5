import type { ReadMeText } from './text.ts'

export const da: ReadMeText = {
  title: 'Dine data efter EU’s dataforordning',
  about: 'Denne pakke indeholder data om anlægget med serienummer {serial} fra {from} til {until} (UTC).',
  inHere: 'Det indeholder pakken',
  files: {
    'telemetry.csv':
      'alle anlæggets måleværdier som tabel: tid, datapunkt, værdi, enhed og kvalitet (good: god; stale: modtaget for sent; suspect: ikke plausibel)',
    'telemetry.ndjson': 'de samme måleværdier til programmer, ét JSON-objekt pr. linje',
    'gaps.csv':
      'for hver dag og hvert datapunkt: hvor meget der var ventet, hvor meget der kom, og hvorfor noget mangler',
    'events.csv': 'fejl med kode, alvorlighedsgrad, start og slut',
    'access.csv':
      'kontrakter og samtykker: hvem der kunne se anlægget, med hvilken tilladelse, fra hvornår til hvornår',
    'connection.json': 'anlægget, hvornår du tilføjede det, og adressen',
    'status.csv': 'hvilken status anlægget havde, og hvornår',
    'settings.csv': 'ændringer af serviceindstillingerne, og hvem der foretog dem',
    'dictionary.csv': 'hvad hvert datapunkt betyder, med enhed og grænser',
    'exclusions.json': 'hvad der er udeladt, og af hvilken grund',
    'datapackage.json': 'en beskrivelse af alle filer til programmer (Frictionless Data Package)',
    'manifest.sha256': 'en kontrolsum for hver fil',
  },
  howToOpen: 'Sådan åbner du pakken',
  opening: [
    'Tabeller (.csv): Importer dem i et regneark med tegnsættet UTF-8, komma mellem kolonnerne og punktum før decimalerne. En tom celle betyder, at der ikke er nogen værdi.',
    'Et regneark åbner højst 1.048.576 rækker i en tabel. Efter cirka ni måneder kan telemetry.csv have flere: Bestil i så fald kortere perioder, eller åbn filen i et program til store tabeller.',
    'Alle tider er i UTC og kan afvige fra tiden, hvor du er.',
    'Tekst, som et regneark kunne opfatte som en formel, har en apostrof foran.',
    'Filer, der ender på .json, .ndjson og .sha256, er ren tekst.',
  ],
  rights: 'Dine rettigheder',
  rightLines: [
    'Efter artikel 4 i forordning (EU) 2023/2854 (dataforordningen) får du de data, som dit anlæg og denne tjeneste genererer, gratis og i den kvalitet, som vi selv har dem i.',
    'Du må bruge dataene til ethvert lovligt formål og dele dem med tredjeparter, som du vælger, eller lade os dele dem (artikel 5), men ikke med gatekeepere efter forordning (EU) 2022/1925.',
    'Du må ikke bruge dataene til at udvikle et produkt, der konkurrerer med anlægget (artikel 4, stk. 10).',
    'Dine rettigheder til dine personoplysninger efter forordning (EU) 2016/679 (GDPR) berøres ikke.',
    'Bor du uden for Den Europæiske Union, giver vi dig de samme data frivilligt.',
  ],
  whereToComplain: 'Her kan du klage',
  complaints: [
    'Kontakt først {brand}: {mail}.',
    'Du kan klage til den kompetente myndighed for dataforordningen i det land, hvor du bor eller arbejder, eller hvor overtrædelsen fandt sted (artikel 38).',
    'Når det gælder personoplysninger, kan du også henvende dig til din databeskyttelsesmyndighed.',
  ],
  more: 'Mere om dataene og vilkårene: {url}',
}
