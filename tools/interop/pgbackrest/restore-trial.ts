import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { dayMs } from '#contract/durations.ts'
import { findFreePorts } from '../../../scripts/free-ports.ts'
import { migrateDatabase } from '#server/database/migrate-database.ts'
import { ensureMonthlyTelemetryPartitions } from '#server/database/store.ts'
import { runOperatorCommand } from '#server/operator/main.ts'
import { testOperatorDependencies } from '#test/operator.ts'
import { retryUntilTimeout } from '../../cluster/retry-until-timeout.ts'
import { runWithDatabasePool } from '../../database-pool.ts'
import { unpackDebianPrograms } from '../debian-programs.ts'
import type { Trial } from '../trial.ts'
import {
  insertBackupTestGateway,
  insertReportSeries,
  insertSessionOfPerson,
  countStoredReports,
  countSessions,
  readNextSequenceNumber,
  readDatabaseTime,
} from './store.ts'
import { type BackedUpServer, prepareBackedUpServer } from './backed-up-server.ts'

const packages = ['postgresql-15', 'postgresql-client-15', 'pgbackrest']
const reportsAtOnce = 20_000
const startTimeoutMs = 30_000
const halfASecondMs = 500

type RestoreTrial = Trial & { server: BackedUpServer; gatewayId: string }

/** Tests a backup, and a restore to a point in time. */
export async function runRestoreTrial(begun: Trial): Promise<void> {
  const trial = await open(begun)
  await measureTime(
    trial,
    'a full backup',
    async () => await trial.server.run('pgbackrest', '--stanza=portal', '--type=full', 'backup'),
  )
  // Waits a second, because pgBackRest records the end of a backup in whole seconds.
  await pause(1_000)
  const moment = await writeAroundMoment(trial)
  const before = await numberNow(trial)
  await restoreTo(trial, moment)
  await expectMoment(trial)
  await runRestoredCommand(trial, before)
}

async function open(trial: Trial): Promise<RestoreTrial> {
  const { folder, runAtEnd } = trial
  const server = await prepareBackedUpServer(trial, {
    folder: join(folder, 'pgbackrest'),
    debian: await unpackDebianPrograms(trial, 'pgbackrest', packages),
    port: await findFreePorts(1),
  })
  runAtEnd(server.stop)
  await server.start()
  const create = ['--host=127.0.0.1', `--port=${new URL(server.url).port}`, '--username=postgres', 'portal']
  // Retries, because PostgreSQL opens its port before it accepts connections.
  await retryUntilTimeout(startTimeoutMs, async () => server.run('createdb', ...create))
  await server.run('pgbackrest', '--stanza=portal', 'stanza-create')
  await server.run('pgbackrest', '--stanza=portal', 'check')
  trial.printPassed("PostgreSQL 15 hands its log on, with the manual's settings")
  await migrateDatabase({ url: server.url })
  const gatewayId = await runWithDatabasePool(server.url, async (pool) => {
    await ensureMonthlyTelemetryPartitions(pool, Date.now() - dayMs, Date.now())
    const id = await insertBackupTestGateway(pool)
    await insertReportSeries(pool, { gatewayId: id, from: 0, count: reportsAtOnce })
    await insertSessionOfPerson(pool, randomBytes(32), randomUUID())
    return id
  })
  return { ...trial, server, gatewayId }
}

async function measureTime(trial: Trial, what: string, work: () => unknown): Promise<void> {
  const begunAt = performance.now()
  await work()
  trial.printLine(`${what} took ${((performance.now() - begunAt) / 1000).toFixed(1)} s`)
}

/**
 * Writes rows that the restored database must have. Then writes rows that it must not have. Returns a time between both
 * writes.
 */
async function writeAroundMoment(trial: RestoreTrial): Promise<Date> {
  return runWithDatabasePool(trial.server.url, async (pool) => {
    await insertReportSeries(pool, { gatewayId: trial.gatewayId, from: reportsAtOnce, count: reportsAtOnce })
    const moment = await readDatabaseTime(pool)
    await pause(2 * halfASecondMs)
    await insertReportSeries(pool, { gatewayId: trial.gatewayId, from: 2 * reportsAtOnce, count: reportsAtOnce })
    await insertSessionOfPerson(pool, randomBytes(32), randomUUID())
    await trial.server.run('pgbackrest', '--stanza=portal', 'check')
    return new Date(moment.getTime() + halfASecondMs)
  })
}

async function numberNow(trial: RestoreTrial): Promise<number> {
  return runWithDatabasePool(trial.server.url, async (pool) => {
    let last = 0
    // Takes more sequence numbers than a restored sequence may skip.
    for (let turn = 0; turn < 100; turn += 1) last = await readNextSequenceNumber(pool)
    return last
  })
}

async function restoreTo(trial: RestoreTrial, moment: Date): Promise<void> {
  const { server } = trial
  await server.lose()
  await measureTime(trial, 'the restore', async () => {
    const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
    await server.run(
      'pgbackrest',
      '--stanza=portal',
      '--type=time',
      `--target=${target}`,
      '--target-action=promote',
      'restore',
    )
  })
  await measureTime(trial, 'replaying the log until writes are taken', async () => {
    await server.start()
    await expect
      .poll(
        async () => runWithDatabasePool(trial.server.url, async (pool) => readNextSequenceNumber(pool)).catch(() => 0),
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(0)
  })
}

async function expectMoment(trial: RestoreTrial): Promise<void> {
  await migrateDatabase({ url: trial.server.url })
  await runWithDatabasePool(trial.server.url, async (pool) => {
    expect(await countStoredReports(pool, trial.gatewayId)).toBe(2 * reportsAtOnce)
    expect(await countSessions(pool)).toBe(1)
  })
  trial.printPassed(
    'what was committed before the moment is there, after the backup too, and nothing of what came later',
  )
}

async function runRestoredCommand(trial: RestoreTrial, before: number): Promise<void> {
  const { printPassed, printLine, server } = trial
  expect(await runWithDatabasePool(trial.server.url, readNextSequenceNumber)).toBeLessThan(before)
  const restoredCommand = {
    args: ['restored'],
    env: { DATABASE_URL: server.url },
    printError: printLine,
    record: () => {},
    ...testOperatorDependencies,
  }
  expect(await runOperatorCommand({ ...restoredCommand, printLine })).toBe(0)
  await runWithDatabasePool(trial.server.url, async (pool) => {
    expect(await countSessions(pool)).toBe(0)
    expect(await readNextSequenceNumber(pool)).toBeGreaterThan(before)
  })
  printPassed('after "restored" nobody is signed in, and changes have numbers that open pages take for new')
  await server.run('pgbackrest', '--stanza=portal', '--type=full', 'backup')
  printPassed('the restored database is backed up in its turn')
}
