import type { ExportFailure, FileProgress } from '#contract/export-states.ts'
import { type Queryable, type Statement, execute, readFirst, readOne, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { PackageRequest } from './package/write-package.ts'

/** How often a file is begun at once whose process was killed, and the longest pause before it is begun again. */
const startsAtOnce = 3
const longestPauseS = 300

const answerWithinMs = 10_000

/** The same connection, or pool, for statements that are quick: one that does not answer is as good as lost. */
export function patient(db: Queryable): Queryable {
  return {
    query: async (config) => {
      // Missing in the types of pg.
      const limited = { ...config, query_timeout: answerWithinMs }
      return db.query(limited)
    },
  }
}

/** A file to make, as its owner asked for it. `starts` counts this start; `failures` those before. */
export type ExportJob = PackageRequest & { fileId: string; exportId: string; starts: number; failures: number }

/** The files that may be begun now, oldest request first. */
export async function findOpenFiles(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const files = await readRows(
    db,
    sql<{ id: string }>`
      select f.id from data_export_file f join data_export e on e.id = f.export_id
      where f.state = 'NOT_READY' and (f.retry_at is null or f.retry_at <= ${now})
      order by e.created_at, f.source limit ${limit}`,
  )
  return files.map(({ id }) => id)
}

const lockOf = (fileId: string) => sql`hashtextextended('gateway-portal export ' || ${fileId}, 0)`

/**
 * Whether nobody else makes, or removes, the file; if so, nobody else will until `releaseFile`, or until the connection
 * ends: with a process that is killed its locks go at once.
 */
export async function tryHoldFile(connection: Queryable, fileId: string): Promise<boolean> {
  const { held } = await readOne(
    connection,
    sql<{ held: boolean }>`select pg_try_advisory_lock(${lockOf(fileId)}) as held`,
  )
  return held
}

export async function releaseFile(connection: Queryable, fileId: string): Promise<void> {
  await execute(connection, sql`select pg_advisory_unlock(${lockOf(fileId)})`)
}

/**
 * Counts a start of a file that is still to be made, and tells what it is; null where there is nothing to do. Should its
 * process be killed, the first starts are repeated at once, later ones after a growing pause: whoever dies of the file
 * does so rarely, and whoever is killed for another reason does not use up its starts.
 */
export async function startFile(db: Queryable, fileId: string, now: Date): Promise<ExportJob | null> {
  const pause = sql`least(2 ^ (f.starts - ${startsAtOnce} + 1), ${longestPauseS}) * interval '1 second'`
  return readFirst(
    db,
    sql<ExportJob>`
      update data_export_file f set starts = f.starts + 1, progress = 0,
        retry_at = case when f.starts >= ${startsAtOnce} then ${now}::timestamptz + ${pause} end
      from data_export e join connection c using (person_id, gateway_id)
      where f.id = ${fileId} and e.id = f.export_id and f.state = 'NOT_READY' and c.owner_since is not null
        and (f.retry_at is null or f.retry_at <= ${now})
      returning f.id as "fileId", e.id as "exportId", e.gateway_id as "gatewayId", e.person_id as "personId",
        c.owner_since as "ownerSince", to_char(e.from_day, 'YYYY-MM-DD') as "fromDay",
        to_char(e.to_day, 'YYYY-MM-DD') as "toDay", f.source, e.language, e.created_at as "requestedAt",
        f.starts, f.failures`,
  )
}

/** Takes back the start of a file that is left in order: it may be begun again at once. */
export async function takeBackStart(db: Queryable, fileId: string): Promise<void> {
  await execute(
    db,
    sql`
      update data_export_file set starts = starts - 1, retry_at = null
      where id = ${fileId} and state = 'NOT_READY'`,
  )
}

/** What becomes of a file that was being made. Moments are when it was ready, and until when it is kept. */
export type FileChange =
  | { kind: 'progress'; percent: number }
  | { kind: 'ready'; bytes: number; rows: number; sha256: string; readyAt: Date; expiresAt: Date }
  | { kind: 'postponed'; retryAt: Date }
  | { kind: 'failed'; reason: ExportFailure }

/** Writes a change of an open file. False where the file is not there any more, or not open. */
export async function changeFile(db: Queryable, fileId: string, change: FileChange): Promise<boolean> {
  const changed = await execute(
    db,
    sql`update data_export_file set ${assignmentOf(change)} where id = ${fileId} and state = 'NOT_READY'`,
  )
  return changed === 1
}

function assignmentOf(change: FileChange): Statement {
  switch (change.kind) {
    case 'progress':
      return sql`progress = ${change.percent}`
    case 'ready': {
      const { bytes, rows, sha256, readyAt, expiresAt } = change
      return sql`
        state = 'READY', progress = 100, bytes = ${bytes}, rows = ${rows}, sha256 = ${sha256}, ready_at = ${readyAt},
        expires_at = ${expiresAt}`
    }
    case 'postponed':
      return sql`failures = failures + 1, progress = 0, retry_at = ${change.retryAt}`
    case 'failed':
      return sql`state = 'ERROR', failures = failures + 1, reason = ${change.reason}`
  }
}

/** Lets one change of a request come after the other, so that the last one knows that it is. */
export async function lockRequest(transaction: Transaction, exportId: string): Promise<void> {
  await execute(transaction, sql`select from data_export where id = ${exportId} for update`)
}

export async function readFileProgress(transaction: Transaction, exportId: string): Promise<FileProgress[]> {
  return readRows(
    transaction,
    sql<FileProgress>`select state, progress from data_export_file where export_id = ${exportId}`,
  )
}

/** A request of which files have expired. */
export type ExpiredExport = { exportId: string; gatewayId: string; personId: string }

/** Makes EXPIRED what has expired by `now`, of up to `limit` requests, and leaves its files to be removed. */
export async function expireFiles(transaction: Transaction, now: Date, limit: number): Promise<ExpiredExport[]> {
  return readRows(
    transaction,
    sql<ExpiredExport>`
      with due as (
        select e.id, e.gateway_id, e.person_id from data_export e
        where exists (
          select from data_export_file f
          where f.export_id = e.id and f.state = 'READY' and f.expires_at <= ${now})
        limit ${limit} for update
      ), expired as (
        update data_export_file f set state = 'EXPIRED' from due
        where f.export_id = due.id and f.state = 'READY' and f.expires_at <= ${now}
        returning f.id
      ), left_over as (
        insert into data_export_leftover select id from expired on conflict do nothing
      )
      select id as "exportId", gateway_id as "gatewayId", person_id as "personId" from due`,
  )
}

/** Forgets requests made before `before` of which nothing is left to download. */
export async function forgetRequests(db: Queryable, before: Date): Promise<void> {
  await execute(
    db,
    sql`
      delete from data_export e where e.created_at < ${before} and not exists (
        select from data_export_file f where f.export_id = e.id and f.state in ('NOT_READY', 'READY'))`,
  )
}

export async function findLeftovers(db: Queryable, limit: number): Promise<string[]> {
  const files = await readRows(db, sql<{ id: string }>`select file_id as id from data_export_leftover limit ${limit}`)
  return files.map(({ id }) => id)
}

export async function forgetLeftover(db: Queryable, fileId: string): Promise<void> {
  await execute(db, sql`delete from data_export_leftover where file_id = ${fileId}`)
}

/** Whether the store must hold files: some that can be downloaded, or some that are still to be removed. */
export async function expectsFiles(db: Queryable): Promise<boolean> {
  const { files } = await readOne(
    db,
    sql<{ files: boolean }>`
      select exists (select from data_export_file where state = 'READY')
        or exists (select from data_export_leftover) as files`,
  )
  return files
}

/** When the oldest file was asked for that is still to be made; null where none is. */
export async function readOldestOpenFile(db: Queryable): Promise<Date | null> {
  const { since } = await readOne(
    db,
    sql<{ since: Date | null }>`
      select min(e.created_at) as since from data_export_file f join data_export e on e.id = f.export_id
      where f.state = 'NOT_READY'`,
  )
  return since
}
