import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startTemporary } from '#server/database/temporary.ts'
import { rollUpTelemetry } from '#server/jobs/rollup.ts'
import { createEmptyDatabase, workOnDatabase } from './database.ts'
import { registerGateways } from './gateways.ts'
import { fillReports } from './growth/jobs.ts'
import type { Acknowledged } from './ingest/devices.ts'
import { devices, startListenerUnderLoad } from './ingest/listener-under-load.ts'
import { printFigure } from './print.ts'
import type { BenchProcess } from './processes.ts'
import { sizeOption } from './sizes.ts'
import { median } from './turns.ts'

// What is done to 10,000,000 rows of reports while gateways report as fast as they are acknowledged: migrations, and making
// hours of them. Nobody is to wait for it. `--rows=1000000` makes it smaller.
const rows = sizeOption('rows', 10_000_000)
const changes = rows / 10
/** Migrations from this one on; those before it make what the listener needs. */
const firstMigration = '0021'
const migrations = fileURLToPath(new URL('../../server/database/migrations', import.meta.url))
const roundsAlone = 5
const roundMs = 1_000
const bar = { atMost: 1_000 }

const cluster = await startTemporary({ durable: true })
try {
  const url = await createEmptyDatabase(cluster.url, 'maintenance')
  await migrateUntil(url, firstMigration)
  await workOnDatabase(url, async (pool) => {
    await registerGateways(pool, devices)
    await fillReports(pool, rows)
    await pool.query(
      `insert into status_change (gateway_id, at, status)
       select id, now() - n * interval '1 minute', 'WORKING' from gateway, generate_series(1, $1::int) n`,
      [Math.ceil(changes / devices)],
    )
  })
  const { load, stop } = await startListenerUnderLoad({ url })
  await report(load)
  await printMeanwhile('migrations', load, async () => `${(await migrate({ url })).length} migrations`)
  await printMeanwhile('rollups', load, async () => `${await hoursRolledUp(url)} hours of a gateway`)
  await stop()
} finally {
  await cluster.stop()
}

async function migrateUntil(url: string, number: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-migrations-'))
  for (const name of (await readdir(migrations)).filter((each) => each < number))
    await cp(path.join(migrations, name), path.join(folder, name))
  await migrate({ url, folder })
  await rm(folder, { recursive: true })
}

function report(load: BenchProcess): Promise<Acknowledged> {
  return load.ask<Acknowledged>('acknowledge', roundMs)
}

async function reportUntilSettled(working: Promise<unknown>, load: BenchProcess): Promise<Acknowledged[]> {
  const ends = new AbortController()
  const end = () => ends.abort()
  working.then(end, end)
  const rounds: Acknowledged[] = []
  while (!ends.signal.aborted) rounds.push(await report(load))
  return rounds
}

async function printMeanwhile(what: string, load: BenchProcess, work: () => Promise<string>): Promise<void> {
  const before: Acknowledged[] = []
  while (before.length < roundsAlone) before.push(await report(load))
  const startedAt = performance.now()
  const working = work()
  const meanwhile = await reportUntilSettled(working, load)
  const done = await working
  const seconds = (performance.now() - startedAt) / 1000
  const perSecond = (rounds: readonly Acknowledged[]) => Math.round(median(rounds.map((round) => round.perSecond)))
  const pauses = meanwhile.map(({ longestPauseMs }) => longestPauseMs)
  printFigure(`${what} on ${rows.toLocaleString('en')} reports, longest pause of ingest, by the second`, pauses, {
    unit: 'ms',
    digits: 0,
    by: 'most',
    bar,
    figures: `${done} in ${seconds.toFixed(1)} s; reports ${perSecond(before)}/s before, ${perSecond(meanwhile)}/s meanwhile`,
  })
}

/** Answers how many hours were made. */
async function hoursRolledUp(url: string): Promise<number> {
  const { pool, close } = openDatabase(url, { statementWithinMs: 0 })
  await rollUpTelemetry({ pool, clock: systemClock })
  const made = await pool.query<{ hours: number }>(
    'select count(distinct (gateway_id, hour))::int as hours from telemetry_hour',
  )
  await close()
  return made.rows[0]?.hours ?? 0
}
