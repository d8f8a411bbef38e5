import type { ExportFile, ExportSource } from '#contract/data-export.ts'
import type { ExportFailure, ExportState } from '#contract/export-states.ts'
import type { Language } from '#contract/languages.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import { type Queryable, readFirstRow, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** The appliance of an export, and the person who requested the export. */
export type ExportRequester = { gatewayId: string; personId: string }

/** A range of days, `YYYY-MM-DD` in UTC. Both days are part of the range. */
export type DayRange = { from: string; to: string }

export type ExportFileRow = Pick<ExportFile, 'id' | 'source' | 'name' | 'bytes' | 'rows' | 'sha256' | 'expiresAt'> & {
  state: ExportState
  reason: ExportFailure | null
  progress: number
}

export type ExportRow = DayRange & { id: string; createdAt: Date; sources: ExportSource[]; files: ExportFileRow[] }

const columns = sql`
  e.id, e.created_at as "createdAt", e.sources,
  to_char(e.from_day, 'YYYY-MM-DD') as "from", to_char(e.to_day, 'YYYY-MM-DD') as "to",
  (
    select json_agg(json_build_object(
      'id', f.id, 'source', f.source, 'name', f.name, 'bytes', f.bytes, 'rows', f.rows, 'sha256', f.sha256,
      'state', f.state, 'reason', f.reason, 'progress', f.progress, 'expiresAt', f.expires_at
    ) order by array_position(e.sources, f.source))
    from data_export_file f where f.export_id = e.id
  ) as files`

export type ExportPage = { rows: ExportRow[]; total: number }

/** Reads the newest `limit` export requests of a person for an appliance, and the total number. */
export async function readExportPage(
  db: Queryable,
  { gatewayId, personId }: ExportRequester,
  limit: number,
): Promise<ExportPage> {
  const rows = await readRows<ExportRow & { total: number }>(db)`
    select ${columns}, count(*) over ()::int as total from data_export e
    where e.gateway_id = ${gatewayId} and e.person_id = ${personId}
    order by e.created_at desc, e.id limit ${limit}`
  return { rows, total: rows[0]?.total ?? 0 }
}

export async function readExportById(transaction: Transaction, id: string): Promise<ExportRow> {
  return readRequiredRow<ExportRow>(transaction)`select ${columns} from data_export e where e.id = ${id}`
}

export type ExportRequestContent = ExportRequester & DayRange & { sources: readonly ExportSource[] }

/** Finds an open export request of the same person with the same content. Returns its id, or null if there is none. */
export async function findOpenExportWithSameContent(
  transaction: Transaction,
  newExportRequest: ExportRequestContent,
): Promise<string | null> {
  const { gatewayId, personId, from, to, sources } = newExportRequest
  const same = await readFirstRow<{ id: string }>(transaction)`
    select e.id from data_export e
    where e.gateway_id = ${gatewayId} and e.person_id = ${personId} and e.from_day = ${from} and e.to_day = ${to}
      and e.sources = ${sources} and ${isOpen}
    limit 1`
  return same?.id ?? null
}

const isOpen = sql`exists (select from data_export_file f where f.export_id = e.id and f.state = 'NOT_READY')`

/**
 * `open`: the number of open export requests for an appliance. `madeAt`: the times of recent requests, the oldest
 * first.
 */
export type OpenAndRecentExports = { open: number; madeAt: Date[] }

export async function readOpenAndRecentExports(
  transaction: Transaction,
  gatewayId: string,
  since: Date,
): Promise<OpenAndRecentExports> {
  return readRequiredRow<OpenAndRecentExports>(transaction)`
    select count(*) filter (where ${isOpen})::int as open,
      coalesce(array_agg(e.created_at order by e.created_at) filter (where e.created_at > ${since}), '{}') as "madeAt"
    from data_export e where e.gateway_id = ${gatewayId}`
}

export type NewExportWithFiles = ExportRequestContent & {
  language: Language
  createdAt: Date
  files: readonly { source: ExportSource; name: string }[]
}

/** Inserts an export request and the files that must be created for it. Returns the id of the request. */
export async function insertExport(transaction: Transaction, newExport: NewExportWithFiles): Promise<string> {
  const { gatewayId, personId, from, to, sources, language, createdAt, files } = newExport
  const { id } = await readRequiredRow<{ id: string }>(transaction)`
    with made as (
      insert into data_export (gateway_id, person_id, from_day, to_day, sources, language, created_at)
      values (${gatewayId}, ${personId}, ${from}, ${to}, ${sources}, ${language}, ${createdAt})
      returning id
    ), filed as (
      insert into data_export_file (export_id, source, name, state)
      select made.id, source, name, 'NOT_READY'
      from made, unnest(${files.map(({ source }) => source)}::text[], ${files.map(({ name }) => name)}::text[])
        as file (source, name)
    )
    select id from made`
  return id
}

export type ReadyExportFile = { name: string; bytes: number; sha256: string }

export type ReadyExportFileQuery = ExportRequester & { fileId: string; now: Date }

/**
 * Finds a file that this person can download. Returns null if another person requested it, if it is not ready or has
 * expired, or if the person is no longer the owner or a co-owner.
 */
export async function findReadyExportFile(
  db: Queryable,
  readyExportFileQuery: ReadyExportFileQuery,
): Promise<ReadyExportFile | null> {
  const { gatewayId, personId, fileId, now } = readyExportFileQuery
  return readFirstRow<ReadyExportFile>(db)`
    select f.name, f.bytes::float8 as bytes, f.sha256
    from data_export_file f
    join data_export e on e.id = f.export_id
    join connection c on c.person_id = e.person_id and c.gateway_id = e.gateway_id
    where f.id = ${fileId} and e.gateway_id = ${gatewayId} and e.person_id = ${personId}
      and (c.owner_since is not null or c.co_owner_since is not null) and ${accessInForceSql(now.getTime())}
      and f.state = 'READY' and f.sha256 is not null and f.expires_at > ${now}`
}
