import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { openDatabase } from '#server/database/database.ts'
import { writePackage } from '#server/exports/package/write-package.ts'
import { lowerCpuPriority } from '#server/process-priority.ts'
import { answerBenchmark } from '../bench-process.ts'
import type { ExportedGateway } from './data.ts'

/**
 * A request of the benchmark for an export: the URL of the database, the gateway, and the path of the file to write.
 */
type BenchExportOrder = { url: string; gateway: ExportedGateway; path: string }

/** The result of an export. `grownBytes`: the peak memory of the process minus its memory before its first package. */
export type BenchExportOutcome = { ms: number; rows: number; bytes: number; grownBytes: number }

// Writes export packages in its own process, like the role `jobs`, one for each request of the benchmark.
lowerCpuPriority()
const bytesBefore = process.memoryUsage().rss
answerBenchmark(0, { export: exportNow })

async function exportNow({ url, gateway, path }: BenchExportOrder): Promise<BenchExportOutcome> {
  const { pool, close } = openDatabase(url, { max: 2 })
  const start = performance.now()
  const { rows } = await writePackage({ pool, brandOf: () => brand(), onDamaged: () => {} }, requestOf(gateway), {
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

function requestOf({ gatewayId, personId }: ExportedGateway) {
  return {
    gatewayId,
    personId,
    ownerSince: new Date('2020-01-01T00:00:00Z'),
    fromDay: '2020-01-01',
    toDay: '2026-11-20',
    source: 'HEATLYTICS',
    language: 'de',
    requestedAt: new Date('2026-11-20T00:01:00Z'),
  } as const
}
