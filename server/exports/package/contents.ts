import type { Exclusion } from './exclusions.ts'
import type { TableSchema } from './table-schemas.ts'

/** All possible files of a package, which the read-me explains. */
export const fileNames = [
  'telemetry.csv',
  'telemetry.ndjson',
  'gaps.csv',
  'events.csv',
  'access.csv',
  'connection.json',
  'status.csv',
  'settings.csv',
  'dictionary.csv',
  'exclusions.json',
  'datapackage.json',
  'manifest.sha256',
] as const

export type FileName = (typeof fileNames)[number] | 'README.html'

/** One file of a package and its description. Only a table has a `schema`. */
export type PackageFile = {
  path: FileName
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
