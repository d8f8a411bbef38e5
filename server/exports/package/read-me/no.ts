import type { ReadMeText } from './text.ts'

export const no: ReadMeText = {
  title: 'Dine data etter EUs dataforordning',
  about: 'Denne pakken inneholder data om anlegget med serienummer {serial} fra {from} til {until} (UTC).',
  inHere: 'Dette inneholder pakken',
  files: {
    'telemetry.csv':
      'alle måleverdier fra anlegget som tabell: tid, datapunkt, verdi, enhet og kvalitet (good: god; stale: mottatt for sent; suspect: ikke troverdig)',
    'telemetry.ndjson': 'de samme måleverdiene for programmer, ett JSON-objekt per linje',
    'gaps.csv': 'for hver dag og hvert datapunkt: hvor mye som var ventet, hvor mye som kom, og hvorfor noe mangler',
    'events.csv': 'feil med kode, alvorlighetsgrad, begynnelse og slutt',
    'access.csv': 'avtaler og samtykker: hvem som kunne se anlegget, med hvilken tillatelse, fra når til når',
    'connection.json': 'anlegget, når du la det til, og adressen',
    'status.csv': 'hvilken status anlegget hadde, og når',
    'settings.csv': 'endringer i serviceinnstillingene og hvem som gjorde dem',
    'dictionary.csv': 'hva hvert datapunkt betyr, med enhet og grenser',
    'exclusions.json': 'hva som er utelatt, og av hvilken grunn',
    'datapackage.json': 'en beskrivelse av alle filene for programmer (Frictionless Data Package)',
    'manifest.sha256': 'en kontrollsum for hver fil',
  },
  howToOpen: 'Slik åpner du pakken',
  opening: [
    'Tabeller (.csv): Importer dem i et regneark med tegnsettet UTF-8, komma mellom kolonnene og punktum foran desimalene. En tom celle betyr at det ikke finnes noen verdi.',
    'Et regneark åpner høyst 1 048 576 rader i en tabell. Etter omtrent ni måneder kan telemetry.csv ha flere: Bestill da kortere perioder, eller åpne filen i et program for store tabeller.',
    'Alle tider er i UTC og kan avvike fra tiden der du er.',
    'Tekst som et regneark kan oppfatte som en formel, har en apostrof foran.',
    'Filer som slutter på .json, .ndjson og .sha256, er ren tekst.',
  ],
  rights: 'Dine rettigheter',
  rightLines: [
    'Etter artikkel 4 i forordning (EU) 2023/2854 (dataforordningen) får du dataene som anlegget ditt og denne tjenesten genererer, gratis og i den kvaliteten vi selv har dem i.',
    'Du kan bruke dataene til ethvert lovlig formål og dele dem med tredjeparter du velger, eller la oss dele dem (artikkel 5), men ikke med portvoktere etter forordning (EU) 2022/1925.',
    'Du kan ikke bruke dataene til å utvikle et produkt som konkurrerer med anlegget (artikkel 4 nr. 10).',
    'Rettighetene til personopplysningene dine etter forordning (EU) 2016/679 (GDPR) berøres ikke.',
    'Bor du utenfor Den europeiske union, gir vi deg de samme dataene frivillig.',
  ],
  whereToComplain: 'Her kan du klage',
  complaints: [
    'Kontakt først {brand}: {mail}.',
    'Du kan klage til den kompetente myndigheten for dataforordningen i landet der du bor eller arbeider, eller der overtredelsen skjedde (artikkel 38).',
    'Når det gjelder personopplysninger, kan du også henvende deg til personvernmyndigheten i landet ditt.',
  ],
  more: 'Mer om dataene og vilkårene: {url}',
}
