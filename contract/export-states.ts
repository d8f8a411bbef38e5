// This is a separate file, so that code that needs only the progress of exports does not load the schemas of exports.

/** The states of a file, and of an export as a whole. Specification 3. */
export const exportStates = ['NOT_READY', 'READY', 'EXPIRED', 'ERROR'] as const

export type ExportState = (typeof exportStates)[number]

/**
 * Why the portal could not create a file.
 * - `store-full`: the file store is full.
 * - `store-unavailable`: the file store cannot be reached.
 * - `failed`: an error of the portal.
 */
export const exportFailures = ['store-full', 'store-unavailable', 'failed'] as const

export type ExportFailure = (typeof exportFailures)[number]

/** The state of one file of an export. `progress` is in per cent, and only used while the file is NOT_READY. */
export type FileProgress = { state: ExportState; progress: number }

const almostPercent = 99

/**
 * Returns the state of an export: the first of NOT_READY, ERROR, EXPIRED and READY that any of its files has.
 * Specification 15.2.
 */
export function exportStateOf(files: readonly FileProgress[]): ExportState {
  const order: readonly ExportState[] = ['NOT_READY', 'ERROR', 'EXPIRED', 'READY']
  return order.find((state) => files.some((file) => file.state === state)) ?? 'READY'
}

/** Returns the progress of an export in per cent. It is 100 only if no file is NOT_READY. */
export function exportProgressOf(files: readonly FileProgress[]): number {
  if (exportStateOf(files) !== 'NOT_READY') return 100
  const progresses = files.map(({ state, progress }) => (state === 'NOT_READY' ? progress : 100))
  const mean = progresses.reduce((sum, percent) => sum + percent, 0) / files.length
  return Math.min(almostPercent, Math.floor(mean))
}
