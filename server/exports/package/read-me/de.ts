import type { ReadMeText } from './text.ts'

export const de: ReadMeText = {
  title: 'Ihre Daten nach der EU-Datenverordnung (Data Act)',
  about: 'Dieses Paket enthält Daten des Geräts mit der Seriennummer {serial} vom {from} bis zum {until} (UTC).',
  inHere: 'Was das Paket enthält',
  files: {
    'telemetry.csv':
      'alle Messwerte des Geräts als Tabelle: Zeit, Datenpunkt, Wert, Einheit und Qualität (good: gut; stale: verspätet empfangen; suspect: nicht plausibel)',
    'telemetry.ndjson': 'dieselben Messwerte für Programme, ein JSON-Objekt je Zeile',
    'gaps.csv':
      'für jeden Tag und Datenpunkt: wie viel zu erwarten war, wie viel geliefert wurde und warum etwas fehlt',
    'events.csv': 'Störungen mit Code, Schweregrad, Beginn und Ende',
    'access.csv': 'Verträge und Einwilligungen: wer das Gerät mit welcher Berechtigung von wann bis wann sehen konnte',
    'connection.json': 'das Gerät, wann Sie es hinzugefügt haben, und die Adresse',
    'status.csv': 'welchen Status das Gerät wann hatte',
    'settings.csv': 'Änderungen der Serviceeinstellungen und wer sie vorgenommen hat',
    'dictionary.csv': 'was jeder Datenpunkt bedeutet, mit Einheit und Grenzwerten',
    'exclusions.json': 'was nicht enthalten ist und aus welchem Grund',
    'datapackage.json': 'eine Beschreibung aller Dateien für Programme (Frictionless Data Package)',
    'manifest.sha256': 'eine Prüfsumme für jede Datei',
  },
  howToOpen: 'So öffnen Sie das Paket',
  opening: [
    'Tabellen (.csv): Importieren Sie diese in ein Tabellenprogramm, mit dem Zeichensatz UTF-8, Kommas zwischen den Spalten und einem Punkt vor den Dezimalstellen. Eine leere Zelle bedeutet, dass es keinen Wert gibt.',
    'Ein Tabellenprogramm öffnet höchstens 1.048.576 Zeilen einer Tabelle. Nach etwa neun Monaten kann telemetry.csv mehr haben: Fordern Sie dann kürzere Zeiträume an, oder öffnen Sie die Datei in einem Programm für große Tabellen.',
    'Alle Zeiten sind in UTC angegeben und können von Ihrer Ortszeit abweichen.',
    'Vor Text, den ein Tabellenprogramm für eine Formel halten könnte, steht ein Apostroph.',
    'Dateien mit den Endungen .json, .ndjson und .sha256 sind reiner Text.',
  ],
  rights: 'Ihre Rechte',
  rightLines: [
    'Nach Artikel 4 der Verordnung (EU) 2023/2854 (Datenverordnung) erhalten Sie die Daten, die Ihr Gerät und dieser Dienst erzeugen, unentgeltlich und in der Qualität, in der sie uns vorliegen.',
    'Sie dürfen die Daten für jeden zulässigen Zweck nutzen und an Dritte Ihrer Wahl weitergeben oder durch uns weitergeben lassen (Artikel 5), jedoch nicht an Torwächter im Sinne der Verordnung (EU) 2022/1925.',
    'Sie dürfen die Daten nicht nutzen, um ein Produkt zu entwickeln, das mit dem Gerät im Wettbewerb steht (Artikel 4 Absatz 10).',
    'Ihre Rechte an Ihren personenbezogenen Daten nach der Verordnung (EU) 2016/679 (DSGVO) bleiben unberührt.',
    'Wenn Sie nicht in der Europäischen Union leben, geben wir Ihnen dieselben Daten freiwillig.',
  ],
  whereToComplain: 'Wo Sie sich beschweren können',
  complaints: [
    'Bitte wenden Sie sich zuerst an {brand}: {mail}.',
    'Sie können bei der für die Datenverordnung zuständigen Behörde des Landes Beschwerde einlegen, in dem Sie leben oder arbeiten oder in dem die Verordnung verletzt wurde (Artikel 38).',
    'Bei personenbezogenen Daten können Sie sich auch an Ihre Datenschutzbehörde wenden.',
  ],
  more: 'Mehr über die Daten und die Bedingungen: {url}',
}
