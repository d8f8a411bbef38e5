import type { Exclusion } from './exclusions.ts'
import type { TableSchema } from './table-schemas.ts'

/** All possible files and folders of a package, which the read-me explains. */
export const fileNames = [
  'telemetry.csv',
  'telemetry.ndjson',
  'gaps.csv',
  'events.csv',
  'access.csv',
  'receipts/',
  'connection.json',
  'status.csv',
  'settings.csv',
  'dictionary.csv',
  'exclusions.json',
  'datapackage.json',
  'manifest.sha256',
] as const

/** A file or folder that the read-me explains. */
export type ExplainedName = (typeof fileNames)[number]

/** One file of a package and its description. `path` may be below an explained folder. Only a table has a `schema`. */
export type PackageFile = {
  path: Exclude<ExplainedName, 'receipts/'> | `receipts/${string}` | 'README.html'
  title: string
  mediatype: string
  schema?: TableSchema
  content: AsyncIterable<string> | Iterable<string>
}

/** The files of one source. `rows` and `exclusions` are final once the files have been read. */
export type PackageContents = {
  files: readonly PackageFile[]
  rows: () => number
  exclusions: () => readonly Exclusion[]
}

export const csvType = 'text/csv'
export const jsonType = 'application/json'
