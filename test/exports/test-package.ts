import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { Package } from 'datapackage'
import type { Pool } from 'pg'
import { fromBufferPromise } from 'yauzl'
import type { Unit } from '#contract/event-bus.ts'
import { writePackage, type PackageRequest } from '#server/exports/package/write-package.ts'

export type PackageFiles = ReadonlyMap<string, string>

export const testPackageBrand = {
  name: 'Oak & Co',
  supportMail: 'help@oak.example',
  dataActUrl: 'https://oak.example/data-act',
}

/** Writes an export package in memory. Returns its bytes and the row count that `writePackage` returns. */
export async function writeTestPackage(pool: Pool, request: PackageRequest): Promise<{ bytes: Buffer; rows: number }> {
  const output = new PassThrough()
  const parts = { pool, brandOf: () => testPackageBrand, onDamaged: () => {} }
  const target = { output, onProgress: () => {}, signal: new AbortController().signal }
  const [bytes, { rows }] = await Promise.all([buffer(output), writePackage(parts, request, target)])
  return { bytes, rows }
}

/** Returns the files of a package as text, by path. Reads the ZIP with a library other than the one that wrote it. */
export async function readTestPackage(bytes: Buffer): Promise<PackageFiles> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true })
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    files.set(entry.fileName, String(await buffer(stream)))
  }
  return files
}

/** Parses a CSV file of a package. Each record has its values by column name. */
export function parseCsvRecords(files: PackageFiles, path: string): Record<string, string>[] {
  return parse(files.get(path) ?? '', { columns: true, record_delimiter: '\r\n' })
}

/**
 * Writes the files to a temporary folder, opens them with the Data Package library, and calls `use` with the opened
 * package. Removes the folder afterwards.
 */
export async function withLoadedPackage<Result>(
  files: PackageFiles,
  use: (read: Package) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    return await use(
      await Package.load(JSON.parse(files.get('datapackage.json') ?? '') as object, { basePath: folder }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

export type InsertedAppliance = { gatewayId: string; personId: string }

/** Inserts an appliance whose owner has had it since `ownerSince` (RFC 3339). */
export async function insertOwnedAppliance(pool: Pool, serial: string, ownerSince: string): Promise<InsertedAppliance> {
  const { rows } = await pool.query<InsertedAppliance>(
    `with g as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       values ($1, 'rrc1', 'BOILER', 'oak', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')) returning id
     ), p as (
       insert into person (issuer, subject) values ('issuer', $1) returning id
     ), c as (
       insert into connection (person_id, gateway_id, added_at, owner_since) select p.id, g.id, $2, $2 from p, g
     )
     select g.id as "gatewayId", p.id as "personId" from g, p`,
    [serial, ownerSince],
  )
  if (!rows[0]) throw new Error('The appliance was not placed')
  return rows[0]
}

export type ReportToInsert = { unit: Unit; ts: string; receivedAt?: string; values: Record<string, unknown> }

export async function insertTestReport(
  pool: Pool,
  gatewayId: string,
  { unit, ts, receivedAt = ts, values }: ReportToInsert,
): Promise<void> {
  await pool.query(`select ensure_telemetry_partitions($1::timestamptz::date, $1::timestamptz::date)`, [ts])
  await pool.query(
    'insert into telemetry (gateway_id, unit, ts, received_at, seq, payload) values ($1, $2, $3, $4, 1, $5)',
    [gatewayId, unit, ts, receivedAt, values],
  )
}
