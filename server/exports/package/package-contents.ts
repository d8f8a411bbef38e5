import type { Exclusion } from './exclusions.ts'
import type { TableSchema } from './table-schemas.ts'

/** The files and folders that a package of any source can have, and that the read-me explains. */
export const packageFileNames = [
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

/** The name of a file or folder that the read-me explains. */
export type PackageFileName = (typeof packageFileNames)[number]

/**
 * A file of a package, with its description. `path` may be in a folder that the read-me explains. `schema` is set
 * only for a table.
 */
export type PackageFile = {
  path: Exclude<PackageFileName, 'receipts/'> | `receipts/${string}` | 'README.html'
  title: string
  mediatype: string
  schema?: TableSchema
  content: AsyncIterable<string> | Iterable<string>
}

/** The files of one source. `rows` and `exclusions` return complete results only after the files have been read. */
export type PackageContents = {
  files: readonly PackageFile[]
  rows: () => number
  exclusions: () => readonly Exclusion[]
}

export const csvMediaType = 'text/csv'
export const jsonMediaType = 'application/json'
