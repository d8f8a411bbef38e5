import type { Writable } from 'node:stream'
import type { Pool } from 'pg'
import type { BrandSettings } from '#brands/brand.ts'
import type { ExportSource } from '#contract/data-export.ts'
import type { Language } from '#contract/languages.ts'
import type { DamageRecorder } from '#server/telemetry/damage-recorder.ts'
import { createConnectionContents } from './connection-contents.ts'
import { csvMediaType, jsonMediaType, type PackageContents, type PackageFile } from './package-contents.ts'
import { formatDescriptorJson, type DescribedFile } from './package-descriptor.ts'
import { generateDictionaryLines } from './dictionary-lines.ts'
import { formatExclusionsJson } from './exclusions.ts'
import { createHeatlyticsContents } from './heatlytics-contents.ts'
import { renderApplianceReadMe } from './appliance-read-me.ts'
import { createRemoteServiceContents } from './remote-service-contents.ts'
import { readApplianceSummary, withExportSnapshot, type ApplianceSummary, type ExportSnapshot } from './store.ts'
import { dictionarySchema } from './table-schemas.ts'
import { exportWindowOf } from './export-window.ts'
import { createZipWriter, type ZipWriter } from './zip-writer.ts'

/** The properties of the gateway's brand that a package contains. */
export type PackageBrand = Pick<BrandSettings, 'name' | 'supportMail' | 'dataActUrl'>

export type PackageDependencies = {
  pool: Pool
  /** Returns the brand with this id. If the brand is no longer configured, returns the default brand. */
  brandOf: (brandId: string) => PackageBrand
  /**
   * Called for each day of compressed telemetry that cannot be read. The package of HEATLYTICS also lists these days.
   */
  onDamaged: DamageRecorder
}

export type PackageRequest = {
  gatewayId: string
  personId: string
  /** The time when the person became the owner, or got the appliance as a co-owner. Earlier data is not exported. */
  ownerSince: Date
  /** The first and the last day, YYYY-MM-DD in UTC. Both days are included. */
  fromDay: string
  toDay: string
  source: ExportSource
  language: Language
  /** The time of the request. Data from after it is not exported, so that a repeated package has the same bytes. */
  requestedAt: Date
}

export type PackageTarget = {
  output: Writable
  /** Called at short intervals with the finished share, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Writes the ZIP of one source to `output` and ends it. Rejects if reading or writing fails, or if `signal` aborts;
 * `output` is then incomplete.
 *
 * Returns the number of data rows of the main tables. HEATLYTICS: readings; RST: events, contracts, grants, people
 * and views; HCC: status, settings and the connection.
 */
export async function writePackage(
  { pool, brandOf, onDamaged }: PackageDependencies,
  request: PackageRequest,
  target: PackageTarget,
): Promise<{ rows: number }> {
  const { output, onProgress, signal } = target
  const zip = createZipWriter(output, signal)
  try {
    const snapshotOptions = { scope: scopeOf(request), signal, onDamaged }
    const rows = await withExportSnapshot(pool, snapshotOptions, async (snapshot) => {
      const about = await readApplianceSummary(snapshot)
      if (!about) throw new Error('The claim of whose data was to be exported is no more')
      return pack(zip, {
        request,
        about,
        brand: brandOf(about.brand),
        contents: await contentsOf(request, snapshot, { about, onProgress }),
      })
    })
    await zip.end()
    onProgress(1)
    return { rows }
  } catch (error) {
    await zip.fail(error instanceof Error ? error : new Error('The package could not be made', { cause: error }))
    throw error
  }
}

function scopeOf(request: PackageRequest): ExportSnapshot['scope'] {
  const { gatewayId, personId, ownerSince, requestedAt } = request
  return {
    gatewayId,
    personId,
    ownerSince: ownerSince.getTime(),
    requestedAt: requestedAt.getTime(),
    window: exportWindowOf(request),
  }
}

type ContentsOptions = { about: ApplianceSummary; onProgress: (share: number) => void }

async function contentsOf(
  { source }: PackageRequest,
  snapshot: ExportSnapshot,
  { about, onProgress }: ContentsOptions,
): Promise<PackageContents> {
  switch (source) {
    case 'HEATLYTICS':
      return createHeatlyticsContents(snapshot, onProgress)
    case 'RST':
      return createRemoteServiceContents(snapshot)
    case 'HCC':
      return createConnectionContents(snapshot, about)
  }
}

type PackageFacts = { request: PackageRequest; about: ApplianceSummary; brand: PackageBrand; contents: PackageContents }

/**
 * Adds all files to the ZIP and returns the number of rows. datapackage.json and manifest.sha256 come last, because
 * they describe the other files.
 */
async function pack(zip: ZipWriter, facts: PackageFacts): Promise<number> {
  const { contents } = facts
  const describedFiles: DescribedFile[] = []
  for (const { content, ...file } of packageFilesOf(facts))
    describedFiles.push({ ...(await zip.add(file.path, content)), ...file })
  const last = await zip.add('datapackage.json', [formatDescriptorJson({ ...facts, files: describedFiles })])
  await zip.add('manifest.sha256', [manifest([...describedFiles, last])])
  return contents.rows()
}

function packageFilesOf({ request, about, brand, contents }: PackageFacts): PackageFile[] {
  return [
    {
      path: 'README.html',
      title: 'What is in here, how to open it, rights, and where to complain',
      mediatype: 'text/html',
      content: [renderApplianceReadMe({ request, about, brand, paths: contents.files.map(({ path }) => path) })],
    },
    {
      path: 'dictionary.csv',
      title: 'What each datapoint means',
      mediatype: csvMediaType,
      schema: dictionarySchema,
      content: generateDictionaryLines(),
    },
    ...contents.files,
    {
      path: 'exclusions.json',
      title: 'What was left out, and why',
      mediatype: jsonMediaType,
      content: exclusionLines(contents),
    },
  ]
}

// This is a generator, because the exclusions are complete only after the tables have been read.
function* exclusionLines({ exclusions }: PackageContents): Generator<string> {
  yield formatExclusionsJson(exclusions())
}

/** Returns the checksums of `files`, in the format of `sha256sum --check`. */
function manifest(files: readonly { path: string; sha256: string }[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')
}
