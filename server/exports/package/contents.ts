import type { Exclusion } from './exclusions.ts'
import type { TableSchema } from './table-schemas.ts'

/** Everything that a package may hold, for the read-me to explain. */
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

/** One file of a package and what its description says. `schema` only where it is a table. */
export type PackageFile = {
  path: FileName
  title: string
  mediatype: string
  schema?: TableSchema
  content: AsyncIterable<string> | Iterable<string>
}

/** What one source puts into its package. `rows` and `exclusions` hold once the files have been read. */
export type PackageContents = {
  files: readonly PackageFile[]
  rows: () => number
  exclusions: () => readonly Exclusion[]
}

export const csvType = 'text/csv'
export const jsonType = 'application/json'
