import type { DataExport, ExportFile } from '#contract/data-export.ts'
import { exportProgressOf, exportStateOf } from '#contract/export-progress.ts'
import type { ExportRow, ExportFileRow } from './store.ts'

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
