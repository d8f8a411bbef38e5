import type { ExportState } from './export-states.ts'

/** How far one file of an export is; `progress` in per cent while it is NOT_READY. */
export type FileProgress = { state: ExportState; progress: number }

const almostPercent = 99

/** The state of a request: open while one of its files is, then what its owner should know first. Specification 15.2. */
export function exportStateOf(files: readonly FileProgress[]): ExportState {
  const order: readonly ExportState[] = ['NOT_READY', 'ERROR', 'EXPIRED', 'READY']
  return order.find((state) => files.some((file) => file.state === state)) ?? 'READY'
}

/** How far a request is, in per cent: 100 only once nothing is open any more. */
export function exportProgressOf(files: readonly FileProgress[]): number {
  if (exportStateOf(files) !== 'NOT_READY') return 100
  const done = files.map(({ state, progress }) => (state === 'NOT_READY' ? progress : 100))
  const mean = done.reduce((sum, percent) => sum + percent, 0) / files.length
  return Math.min(almostPercent, Math.floor(mean))
}
