import type { Exclusion } from './exclusions.ts'
import type { PackageFile } from './package-file.ts'

/** What one source puts into its package. `rows` and `exclusions` hold once the files have been read. */
export type PackageContents = {
  files: readonly PackageFile[]
  rows: () => number
  exclusions: () => readonly Exclusion[]
}

export const csvType = 'text/csv'
export const jsonType = 'application/json'
