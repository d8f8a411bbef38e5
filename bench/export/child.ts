import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { openDatabase } from '#server/database/database.ts'
import { writePackage } from '#server/exports/package/write-package.ts'
import { lowerPriority } from '#server/lower-priority.ts'
import { lastReport, type ReportedGateway } from './data.ts'

/** `times`: so many packages one after the other, null for as many as can be until the process is ended. */
export type Order = { url: string; heard: ReportedGateway; path: string; times: number | null }

/** `peakBytes`: the most memory that the process had. */
export type Done = { ms: number; rows: number; bytes: number; peakBytes: number }

// The exports of one process, as the role `jobs` makes them: reads what to do from stdin, prints what came of each.
const { url, heard, path, times } = JSON.parse(await text(process.stdin)) as Order
lowerPriority()
const { pool, close } = openDatabase(url, { max: 2 })

for (let left = times ?? Infinity; left > 0; left -= 1) await exportNow()
await close()

async function exportNow(): Promise<void> {
  const start = performance.now()
  const { rows } = await writePackage({ pool, brandOf: () => brand() }, request(), {
    output: createWriteStream(path),
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  const ms = performance.now() - start
  const done: Done = { ms, rows, bytes: (await stat(path)).size, peakBytes: process.resourceUsage().maxRSS * 1024 }
  process.stdout.write(`${JSON.stringify(done)}\n`)
}

function brand() {
  return { name: 'Cedar', supportMail: 'support@cedar.example', dataActUrl: 'https://www.cedar.example/data-act' }
}

function request() {
  const { gatewayId, personId } = heard
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
