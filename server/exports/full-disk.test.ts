import { Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { createExportFixture } from '#test/exports/export-fixture.ts'
import { type PackageWriter, writeExportFileToStore } from './create-export-file.ts'
import { type FileStore, FileStoreError } from './files/file-store.ts'
import { type PackageRequest, writePackage } from './package/write-package.ts'

const fixture = await createExportFixture()
const { pool } = fixture.database

afterAll(fixture.close)

const brand = { name: 'Brand', supportMail: 'support@brand.example', dataActUrl: 'https://brand.example/data' }

/** Creates a store that is full after `bytes` bytes. */
function storeOf(bytes: number): FileStore {
  let free = bytes
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      free -= chunk.length
      done(free < 0 ? new FileStoreError('store-full', new Error('ENOSPC')) : null)
    },
  })
  return { ...fixture.files, begin: async () => ({ output, commit: async () => {}, discard: async () => {} }) }
}

async function manyReadings(): Promise<PackageRequest> {
  const id = await fixture.applianceOf(['olga'])
  await pool.query(`select ensure_telemetry_partitions('2026-03-01', '2026-03-31')`)
  const since = new Date('2026-03-01T00:00:00Z')
  await pool.query('update connection set owner_since = $2 where gateway_id = $1', [id, since])
  await pool.query(
    `insert into telemetry select $1, unit, ts, ts, 0, jsonb_build_object('flowTemperature', random(), 'temperature', random())
     from unnest('{heatCurve,dhw1}'::text[]) unit, generate_series($2::timestamptz, '2026-03-15', '1 minute') ts`,
    [id, since],
  )
  const { rows } = await pool.query<{ person_id: string }>('select person_id from connection where gateway_id = $1', [
    id,
  ])
  return {
    gatewayId: id,
    personId: rows[0]?.person_id ?? '',
    ownerSince: since,
    fromDay: '2026-03-01',
    toDay: '2026-03-15',
    source: 'HEATLYTICS',
    language: 'en',
    requestedAt: new Date('2026-03-15T10:00:00Z'),
  }
}

test('a disk that becomes full in the middle of a package leaves all connections usable', async () => {
  const request = await manyReadings()
  const write: PackageWriter = async (_, target) =>
    writePackage({ pool, brandOf: () => brand, onDamaged: () => {} }, request, target)
  for (const bytes of [0, 20_000, 100_000, 250_000]) {
    const building = { fileId: 'full', request, onProgress: () => {}, signal: new AbortController().signal }
    await expect(writeExportFileToStore({ files: storeOf(bytes), write }, building)).rejects.toMatchObject({
      reason: 'store-full',
    })
    const { rows } = await pool.query(
      'select pid, query from pg_stat_activity where state like $1 and datname = current_database()',
      ['idle in transaction%'],
    )
    expect(rows).toEqual([])
  }
})
