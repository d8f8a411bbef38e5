import type { ExportFailure, FileProgress } from '#contract/export-states.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import {
  type Queryable,
  type Statement,
  execute,
  readFirstRow,
  readRequiredRow,
  readRows,
  sql,
} from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { PackageRequest } from './package/write-package.ts'
import type { PersonalDataRequest } from './package/personal/write-personal-data.ts'

/**
 * The limits of starts for a file whose process is killed. `startsAtOnce`: the number of starts without a pause.
 * `maxPauseS`: the longest pause before a later start, in seconds.
 */
const startsAtOnce = 3
const maxPauseS = 300

const answerTimeoutMs = 10_000

/**
 * Returns a connection or pool that limits the time of each statement. If the server does not answer in time, the
 * statement rejects, and the connection counts as lost.
 */
export function withQueryTimeout(db: Queryable): Queryable {
  return {
    query: async (config) => {
      // Adds `query_timeout` to a separate object, because the types of pg do not have this option.
      const limitedConfig = { ...config, query_timeout: answerTimeoutMs }
      return db.query(limitedConfig)
    },
  }
}

/**
 * A file to create, with the data of its request. `starts` includes the current start; `failures` counts the failed
 * starts before it.
 */
export type ExportJob = ExportFileRequest & { fileId: string; exportId: string; starts: number; failures: number }

/** The request for the content of one file: the data of one source of an appliance, or all data about a person. */
export type ExportFileRequest = PackageRequest | PersonalDataRequest

/** Finds up to `limit` files that may be started at `now`, the oldest request first. Returns their ids. */
export async function findStartableFiles(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const files = await readRows<{ id: string }>(db)`
    select f.id from data_export_file f join data_export e on e.id = f.export_id
    where f.state = 'NOT_READY' and (f.retry_at is null or f.retry_at <= ${now})
    order by e.created_at, f.source limit ${limit}`
  return files.map(({ id }) => id)
}

const lockOf = (fileId: string) => sql`hashtextextended('gateway-portal export ' || ${fileId}, 0)`

/**
 * Locks a file until the file is unlocked or the connection ends. While the file is locked, neither the clean-up nor
 * another process that creates files touches it. If the process is killed, PostgreSQL releases the lock. Returns false
 * if another connection has the lock.
 */
export async function tryLockExportFile(connection: Queryable, fileId: string): Promise<boolean> {
  const { held } = await readRequiredRow<{ held: boolean }>(connection)`
    select pg_try_advisory_lock(${lockOf(fileId)}) as held`
  return held
}

export async function unlockExportFile(connection: Queryable, fileId: string): Promise<void> {
  await execute(connection)`select pg_advisory_unlock(${lockOf(fileId)})`
}

/**
 * Counts a start of an open file, and returns the file. Returns null if the file is no longer open, if its next start
 * is later, or if the person is no longer the owner or a co-owner.
 *
 * If the process is killed, the first starts are repeated immediately, and later starts after growing pauses. A file
 * that kills its process is therefore seldom retried.
 */
export async function incrementExportFileStarts(db: Queryable, fileId: string, now: Date): Promise<ExportJob | null> {
  const pause = sql`least(2 ^ (f.starts - ${startsAtOnce} + 1), ${maxPauseS}) * interval '1 second'`
  return readFirstRow<ExportJob>(db)`
    update data_export_file f set starts = f.starts + 1, progress = 0,
      retry_at = case when f.starts >= ${startsAtOnce} then ${now}::timestamptz + ${pause} end
    from data_export e left join connection c on c.person_id = e.person_id and c.gateway_id = e.gateway_id
    where f.id = ${fileId} and e.id = f.export_id and f.state = 'NOT_READY'
      and (e.gateway_id is null
        or ((c.owner_since is not null or c.co_owner_since is not null) and ${accessInForceSql(now.getTime())}))
      and (f.retry_at is null or f.retry_at <= ${now})
    returning f.id as "fileId", e.id as "exportId", e.gateway_id as "gatewayId", e.person_id as "personId",
      coalesce(c.owner_since, c.added_at) as "ownerSince", to_char(e.from_day, 'YYYY-MM-DD') as "fromDay",
      to_char(e.to_day, 'YYYY-MM-DD') as "toDay", f.source, e.language, e.brand,
      e.created_at as "requestedAt", f.starts, f.failures`
}

/**
 * Does not count the last attempt to create a file, because the attempt was interrupted and did not fail. Another
 * attempt may begin immediately.
 */
export async function decrementExportFileStarts(db: Queryable, fileId: string): Promise<void> {
  await execute(db)`
    update data_export_file set starts = starts - 1, retry_at = null
    where id = ${fileId} and state = 'NOT_READY'`
}

/** A change of a file that is being created. */
export type FileUpdate =
  | { kind: 'progress'; percent: number }
  | { kind: 'ready'; bytes: number; rows: number; sha256: string; readyAt: Date; expiresAt: Date }
  | { kind: 'postponed'; retryAt: Date }
  | { kind: 'failed'; reason: ExportFailure }

/** Stores the progress or the new state of an open file. Returns false if the file does not exist or is not open. */
export async function saveFileUpdate(db: Queryable, fileId: string, change: FileUpdate): Promise<boolean> {
  const changedCount = await execute(db)`
    update data_export_file set ${assignmentOf(change)} where id = ${fileId} and state = 'NOT_READY'`
  return changedCount === 1
}

function assignmentOf(change: FileUpdate): Statement {
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

/**
 * Locks an export request. Changes of its files then run one after the other, and each change sees the progress of
 * all earlier ones.
 */
export async function lockExportRequest(transaction: Transaction, exportId: string): Promise<void> {
  await execute(transaction)`select from data_export where id = ${exportId} for update`
}

export async function readFileProgress(transaction: Transaction, exportId: string): Promise<FileProgress[]> {
  return readRows<FileProgress>(transaction)`
    select state, progress from data_export_file where export_id = ${exportId}`
}

/** An export request with expired files. `gatewayId` is null for a request of personal data. */
export type ExpiredExport = { exportId: string; gatewayId: string | null; personId: string }

/**
 * Sets the files that have expired by `now` to EXPIRED, for up to `limit` requests. Records these files for removal
 * from the store. Returns the requests.
 */
export async function expireExportFiles(transaction: Transaction, now: Date, limit: number): Promise<ExpiredExport[]> {
  return readRows<ExpiredExport>(transaction)`
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
    select id as "exportId", gateway_id as "gatewayId", person_id as "personId" from due`
}

/** Deletes requests that were created before `before` and have neither an open nor a ready file. */
export async function deleteClosedExportRequestsBefore(db: Queryable, before: Date): Promise<void> {
  await execute(db)`
    delete from data_export e where e.created_at < ${before} and not exists (
      select from data_export_file f where f.export_id = e.id and f.state in ('NOT_READY', 'READY'))`
}

export async function findFilesToRemove(db: Queryable, limit: number): Promise<string[]> {
  const files = await readRows<{ id: string }>(db)`select file_id as id from data_export_leftover limit ${limit}`
  return files.map(({ id }) => id)
}

export async function deleteFileRemovalRecord(db: Queryable, fileId: string): Promise<void> {
  await execute(db)`delete from data_export_leftover where file_id = ${fileId}`
}

/**
 * Returns whether the store must have files. It must if files are ready, or if the content of expired or deleted files
 * is not yet removed.
 */
export async function isFileStoreContentExpected(db: Queryable): Promise<boolean> {
  const { files } = await readRequiredRow<{ files: boolean }>(db)`
    select exists (select from data_export_file where state = 'READY')
      or exists (select from data_export_leftover) as files`
  return files
}

/** Reads when the oldest request with an open file was created. Returns null if no file is open. */
export async function readOldestOpenRequestTime(db: Queryable): Promise<Date | null> {
  const { since } = await readRequiredRow<{ since: Date | null }>(db)`
    select min(e.created_at) as since from data_export_file f join data_export e on e.id = f.export_id
    where f.state = 'NOT_READY'`
  return since
}
