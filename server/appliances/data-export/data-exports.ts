import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Persons } from '#server/identity/person.ts'
import type { PersonKey } from '#server/identity/store.ts'
import { asOwner } from '../policy.ts'
import { findHolder } from '../store.ts'
import { keptFrom } from './range.ts'
import type { DataExport, DataExportList, ExportFile } from '#contract/data-export.ts'
import { exportProgressOf, exportStateOf } from '#contract/export-progress.ts'
import { type ExportFileRow, type ExportRow, listExports } from './store.ts'

export type ListDependencies = { database: Database; persons: Persons; clock: Clock }

const maxListed = 100

/** The owner's requests, newest first. Specification 15.2. @throws Refusal `not-found`, `not-owner` */
export async function listDataExports(
  { database, persons, clock }: ListDependencies,
  gatewayId: string,
  subject: PersonKey,
): Promise<DataExportList> {
  const personId = await persons.personIdOf(subject)
  const { ownerSince } = asOwner(await findHolder(database.pool, gatewayId, personId))
  const now = clock.now()
  const { rows, total } = await listExports(database.pool, { gatewayId, personId }, maxListed)
  return { items: rows.map((row) => toDataExport(row, now)), total, keptFrom: keptFrom({ ownerSince }) }
}

/** A request as its owner sees it at `now` (epoch ms): a file is expired from its moment on, removed or not. */
export function toDataExport({ id, createdAt, from, to, sources, files: rows }: ExportRow, now: number): DataExport {
  const files = rows.map((row) => ({ ...row, state: stateAt(row, now) }))
  const reason = files.find((file) => file.reason !== null)?.reason
  return {
    id,
    createdAt: createdAt.toISOString(),
    from,
    to,
    sources,
    state: exportStateOf(files),
    progress: exportProgressOf(files),
    ...(reason && { reason }),
    expiresAt: files.map(({ expiresAt }) => toRfc3339(expiresAt)).reduce(earlier, null),
    files: files.map(toFile),
  }
}

function stateAt({ state, expiresAt }: ExportFileRow, now: number): ExportFileRow['state'] {
  const isOver = state === 'READY' && expiresAt !== null && Date.parse(expiresAt) <= now
  return isOver ? 'EXPIRED' : state
}

function toFile({ reason: _reason, progress: _progress, expiresAt, ...file }: ExportFileRow): ExportFile {
  return { ...file, expiresAt: toRfc3339(expiresAt) }
}

function toRfc3339(moment: string | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
