import type { ReadMeText } from './text.ts'

export const it: ReadMeText = {
  title: 'I Suoi dati secondo il regolamento UE sui dati',
  about:
    'Questo pacchetto contiene dati dell’apparecchio con il numero di serie {serial}, dal {from} al {until} (UTC).',
  inHere: 'Che cosa contiene il pacchetto',
  files: {
    'telemetry.csv':
      'tutte le letture dell’apparecchio in forma di tabella: ora, punto dati, valore, unità e qualità (good: buona; stale: ricevuta in ritardo; suspect: non plausibile)',
    'telemetry.ndjson': 'le stesse letture, leggibili da programmi, un oggetto JSON per riga',
    'gaps.csv': 'per ogni giorno e punto dati: quanto era previsto, quanto è stato fornito e perché manca qualcosa',
    'events.csv': 'guasti con codice, gravità, inizio e fine',
    'access.csv':
      'contratti e consensi: chi poteva vedere l’apparecchio, con quale autorizzazione, da quando e fino a quando',
    'connection.json': 'l’apparecchio, la data in cui Lei lo ha aggiunto e l’indirizzo',
    'status.csv': 'andamento dello stato dell’apparecchio',
    'settings.csv': 'modifiche delle impostazioni di servizio e chi le ha fatte',
    'dictionary.csv': 'che cosa significa ogni punto dati, con unità e limiti',
    'exclusions.json': 'che cosa è stato omesso e per quale motivo',
    'datapackage.json': 'una descrizione di tutti i file, leggibile da programmi (Frictionless Data Package)',
    'manifest.sha256': 'il checksum di ogni file',
  },
  howToOpen: 'Come aprire il pacchetto',
  opening: [
    'Tabelle (.csv): le importi in un foglio di calcolo con il set di caratteri UTF-8, virgole tra le colonne e un punto prima dei decimali. Una cella vuota significa che non c’è alcun valore.',
    'Un foglio di calcolo apre al massimo 1.048.576 righe di una tabella. Dopo circa nove mesi telemetry.csv può averne di più: in tal caso richieda periodi più brevi oppure apra il file in un programma per tabelle di grandi dimensioni.',
    'Tutte le ore sono in UTC e possono differire dalla Sua ora locale.',
    'Il testo che un foglio di calcolo potrebbe scambiare per una formula è preceduto da un apostrofo.',
    'I file che terminano con .json, .ndjson e .sha256 sono testo semplice.',
  ],
  rights: 'I Suoi diritti',
  rightLines: [
    'Ai sensi dell’articolo 4 del regolamento (UE) 2023/2854 (regolamento sui dati) Lei riceve i dati generati dal Suo apparecchio e da questo servizio, gratuitamente e con la stessa qualità di cui disponiamo noi.',
    'Può utilizzare i dati per qualsiasi scopo lecito e condividerli con terzi di Sua scelta, o farli condividere da noi (articolo 5), ma non con gatekeeper ai sensi del regolamento (UE) 2022/1925.',
    'Non può utilizzare i dati per sviluppare un prodotto in concorrenza con l’apparecchio (articolo 4, paragrafo 10).',
    'Restano impregiudicati i Suoi diritti sui Suoi dati personali ai sensi del regolamento (UE) 2016/679 (GDPR).',
    'Se vive al di fuori dell’Unione europea, Le forniamo gli stessi dati volontariamente.',
  ],
  whereToComplain: 'Dove presentare un reclamo',
  complaints: [
    'Si rivolga prima a {brand}: {mail}.',
    'Può presentare un reclamo all’autorità competente per il regolamento sui dati del Paese in cui vive o lavora o in cui è avvenuta la violazione (articolo 38).',
    'Per i dati personali può rivolgersi anche alla Sua autorità per la protezione dei dati.',
  ],
  more: 'Ulteriori informazioni sui dati e sulle condizioni: {url}',
}
