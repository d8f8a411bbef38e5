import type { ReadMeText } from './text.ts'

export const en: ReadMeText = {
  title: 'Your data under the EU Data Act',
  about: 'This package holds data of the appliance with the serial number {serial}, from {from} to {until} (UTC).',
  inHere: 'What is in here',
  files: {
    'telemetry.csv':
      'every reading of the appliance as a table: time, datapoint, value, unit and quality (good; stale: received late; suspect: not plausible)',
    'telemetry.ndjson': 'the same readings for programs, one JSON object per line',
    'gaps.csv':
      'for each day and datapoint, how much was expected and how much was delivered, and why something is missing',
    'events.csv': 'faults with code, severity, start and end',
    'access.csv': 'contracts and consents: who could see the appliance, with which permission, from when until when',
    'connection.json': 'the appliance, when you added it, and the address',
    'status.csv': 'what the status of the appliance was, and when',
    'settings.csv': 'changes of the service settings, and who made them',
    'dictionary.csv': 'what each datapoint means, with its unit and limits',
    'exclusions.json': 'what was left out, and on which grounds',
    'datapackage.json': 'a description of all files for programs (Frictionless Data Package)',
    'manifest.sha256': 'a checksum of each file',
  },
  howToOpen: 'How to open it',
  opening: [
    'Tables (.csv): import them into a spreadsheet program with UTF-8 encoding, a comma as column separator and a point as decimal separator. An empty cell means that there is no value.',
    'A spreadsheet program opens at most 1,048,576 rows of a table. After about nine months telemetry.csv may have more: then request shorter periods, or open the file in a program for large tables.',
    'All times are in UTC and may differ from your local time.',
    'Text that a spreadsheet program could take for a formula has an apostrophe in front.',
    'Files ending in .json, .ndjson and .sha256 are plain text.',
  ],
  rights: 'Your rights',
  rightLines: [
    'Under Article 4 of Regulation (EU) 2023/2854 (Data Act) you receive the data that your appliance and this service generate, free of charge and in the quality in which they are available to us.',
    'You may use the data for any lawful purpose and share them with third parties of your choice, or have us share them (Article 5), but not with gatekeepers under Regulation (EU) 2022/1925.',
    'You may not use the data to develop a product that competes with the appliance (Article 4(10)).',
    'Your rights to your personal data under Regulation (EU) 2016/679 (GDPR) are not affected.',
    'If you live outside the European Union, we give you the same data voluntarily.',
  ],
  whereToComplain: 'Where to complain',
  complaints: [
    'Please contact {brand} first: {mail}.',
    'You may lodge a complaint with the competent authority for the Data Act in the country where you live or work, or where the infringement took place (Article 38).',
    'For personal data, you may also turn to your data protection authority.',
  ],
  more: 'More about the data and the terms: {url}',
}
