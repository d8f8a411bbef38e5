import type { Pool, PoolClient } from 'pg'
import type { ExportFailure } from '#contract/data-export.ts'
import type { FileProgress } from '#contract/export-progress.ts'
import type { PackageRequest } from './package/write-package.ts'

/** How often a file is begun at once whose process was killed, and the longest pause before it is begun again. */
const startsAtOnce = 3
const longestPauseS = 300

/** A connection that does not answer is as good as lost. */
const patience = { query_timeout: 10_000 }

/** A file to make, as its owner asked for it. `starts` counts this start; `failures` those before. */
export type ExportJob = PackageRequest & { fileId: string; exportId: string; starts: number; failures: number }

/** The files that may be begun now, oldest request first. */
export async function findOpenFiles(client: PoolClient, now: Date, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    text: `select f.id from data_export_file f join data_export e on e.id = f.export_id
           where f.state = 'NOT_READY' and (f.retry_at is null or f.retry_at <= $1)
           order by e.created_at, f.source limit $2`,
    values: [now, limit],
    ...patience,
  })
  return rows.map(({ id }) => id)
}

/**
 * Whether nobody else makes, or removes, the file; if so, nobody else will until `releaseFile`, or until the connection
 * ends: with a process that is killed its locks go at once.
 */
export async function tryHoldFile(client: PoolClient, fileId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>({
    text: `select pg_try_advisory_lock(hashtextextended('gateway-portal export ' || $1, 0)) as held`,
    values: [fileId],
    ...patience,
  })
  return rows[0]?.held ?? false
}

export async function releaseFile(client: PoolClient, fileId: string): Promise<void> {
  await client.query({
    text: `select pg_advisory_unlock(hashtextextended('gateway-portal export ' || $1, 0))`,
    values: [fileId],
    ...patience,
  })
}

/**
 * Counts a start of a file that is still to be made, and tells what it is; null where there is nothing to do. Should its
 * process be killed, the first starts are repeated at once, later ones after a growing pause: whoever dies of the file
 * does so rarely, and whoever is killed for another reason does not use up its starts.
 */
export async function startFile(client: PoolClient, fileId: string, now: Date): Promise<ExportJob | null> {
  const { rows } = await client.query<ExportJob>({
    text: `update data_export_file f set starts = f.starts + 1, progress = 0, retry_at =
             case when f.starts >= $3 then $2::timestamptz + least(2 ^ (f.starts - $3 + 1), $4) * interval '1 second' end
           from data_export e join connection c using (person_id, gateway_id)
           where f.id = $1 and e.id = f.export_id and f.state = 'NOT_READY' and c.owner_since is not null
             and (f.retry_at is null or f.retry_at <= $2)
           returning f.id as "fileId", e.id as "exportId", e.gateway_id as "gatewayId", e.person_id as "personId",
             c.owner_since as "ownerSince", to_char(e.from_day, 'YYYY-MM-DD') as "fromDay",
             to_char(e.to_day, 'YYYY-MM-DD') as "toDay", f.source, e.language, e.created_at as "requestedAt",
             f.starts, f.failures`,
    values: [fileId, now, startsAtOnce, longestPauseS],
    ...patience,
  })
  return rows[0] ?? null
}

/** Takes back the start of a file that is left in order: it may be begun again at once. */
export async function takeBackStart(client: PoolClient, fileId: string): Promise<void> {
  await client.query({
    text: `update data_export_file set starts = starts - 1, retry_at = null where id = $1 and state = 'NOT_READY'`,
    values: [fileId],
    ...patience,
  })
}

/** What becomes of a file that was being made. Moments are when it was ready, and until when it is kept. */
export type FileChange =
  | { kind: 'progress'; percent: number }
  | { kind: 'ready'; bytes: number; rows: number; sha256: string; readyAt: Date; expiresAt: Date }
  | { kind: 'postponed'; retryAt: Date }
  | { kind: 'failed'; reason: ExportFailure }

/** Writes a change of an open file. False where the file is not there any more, or not open. */
export async function changeFile(client: PoolClient, fileId: string, change: FileChange): Promise<boolean> {
  const { set, values } = assignmentOf(change)
  const { rowCount } = await client.query({
    text: `update data_export_file set ${set} where id = $1 and state = 'NOT_READY'`,
    values: [fileId, ...values],
    ...patience,
  })
  return rowCount === 1
}

function assignmentOf(change: FileChange): { set: string; values: unknown[] } {
  switch (change.kind) {
    case 'progress':
      return { set: 'progress = $2', values: [change.percent] }
    case 'ready': {
      const { bytes, rows, sha256, readyAt, expiresAt } = change
      const set = `state = 'READY', progress = 100, bytes = $2, rows = $3, sha256 = $4, ready_at = $5, expires_at = $6`
      return { set, values: [bytes, rows, sha256, readyAt, expiresAt] }
    }
    case 'postponed':
      return { set: 'failures = failures + 1, progress = 0, retry_at = $2', values: [change.retryAt] }
    case 'failed':
      return { set: `state = 'ERROR', failures = failures + 1, reason = $2`, values: [change.reason] }
  }
}

/** Lets one change of a request come after the other, so that the last one knows that it is. */
export async function lockRequest(client: PoolClient, exportId: string): Promise<void> {
  await client.query({ text: 'select from data_export where id = $1 for update', values: [exportId], ...patience })
}

export async function readFileProgress(client: PoolClient, exportId: string): Promise<FileProgress[]> {
  const { rows } = await client.query<FileProgress>({
    text: 'select state, progress from data_export_file where export_id = $1',
    values: [exportId],
    ...patience,
  })
  return rows
}

export async function inTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query({ text: 'begin', ...patience })
  try {
    const result = await work()
    await client.query({ text: 'commit', ...patience })
    return result
  } catch (error) {
    await client.query({ text: 'rollback', ...patience })
    throw error
  }
}

/** A request of which files have expired. */
export type ExpiredExport = { exportId: string; gatewayId: string; personId: string }

/** Makes EXPIRED what has expired by `now`, of up to `limit` requests, and leaves its files to be removed. */
export async function expireFiles(client: PoolClient, now: Date, limit: number): Promise<ExpiredExport[]> {
  const { rows } = await client.query<ExpiredExport>({
    text: `with due as (
             select e.id, e.gateway_id, e.person_id from data_export e
             where exists (
               select from data_export_file f
               where f.export_id = e.id and f.state = 'READY' and f.expires_at <= $1)
             limit $2 for update
           ), expired as (
             update data_export_file f set state = 'EXPIRED' from due
             where f.export_id = due.id and f.state = 'READY' and f.expires_at <= $1
             returning f.id
           ), left_over as (
             insert into data_export_leftover select id from expired on conflict do nothing
           )
           select id as "exportId", gateway_id as "gatewayId", person_id as "personId" from due`,
    values: [now, limit],
    ...patience,
  })
  return rows
}

/** Forgets requests made before `before` of which nothing is left to download. */
export async function forgetRequests(pool: Pool, before: Date): Promise<void> {
  await pool.query({
    text: `delete from data_export e where e.created_at < $1 and not exists (
             select from data_export_file f where f.export_id = e.id and f.state in ('NOT_READY', 'READY'))`,
    values: [before],
    ...patience,
  })
}

export async function findLeftovers(client: PoolClient, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    text: 'select file_id as id from data_export_leftover limit $1',
    values: [limit],
    ...patience,
  })
  return rows.map(({ id }) => id)
}

export async function forgetLeftover(client: PoolClient, fileId: string): Promise<void> {
  await client.query({
    text: 'delete from data_export_leftover where file_id = $1',
    values: [fileId],
    ...patience,
  })
}

/** Whether the store must hold files: some that can be downloaded, or some that are still to be removed. */
export async function expectsFiles(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ files: boolean }>({
    text: `select exists (select from data_export_file where state = 'READY')
             or exists (select from data_export_leftover) as files`,
    ...patience,
  })
  return rows[0]?.files ?? false
}
