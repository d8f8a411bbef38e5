import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { openDatabase } from '#server/database/database.ts'
import { writePackage } from '#server/exports/package/write-package.ts'
import { lowerPriority } from '#server/priority.ts'
import { serve } from '../processes.ts'
import { lastReport, type ReportedGateway } from './data.ts'

/** What to export, and into which file. */
export type Order = { url: string; heard: ReportedGateway; path: string }

/** `grownBytes`: the most memory that the process had, over what it had before its first package. */
export type Done = { ms: number; rows: number; bytes: number; grownBytes: number }

// The exports of one process, as the role `jobs` makes them: each question makes a package.
lowerPriority()
const bytesBefore = process.memoryUsage().rss
serve(0, { export: exportNow })

async function exportNow({ url, heard, path }: Order): Promise<Done> {
  const { pool, close } = openDatabase(url, { max: 2 })
  const start = performance.now()
  const { rows } = await writePackage({ pool, brandOf: () => brand(), onDamaged: () => {} }, requestOf(heard), {
    output: createWriteStream(path),
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  const ms = performance.now() - start
  await close()
  return { ms, rows, bytes: (await stat(path)).size, grownBytes: process.resourceUsage().maxRSS * 1024 - bytesBefore }
}

function brand() {
  return { name: 'Cedar', supportMail: 'support@cedar.example', dataActUrl: 'https://www.cedar.example/data-act' }
}

function requestOf({ gatewayId, personId }: ReportedGateway) {
  return {
    gatewayId,
    personId,
    ownerSince: new Date('2020-01-01T00:00:00Z'),
    fromDay: '2020-01-01',
    toDay: '2026-11-20',
    source: 'HEATLYTICS',
    language: 'de',
    requestedAt: new Date(Date.parse(lastReport) + 60_000),
  } as const
}
