// A separate file for code that only needs the progress of exports.

/** States of a file, and of a request as a whole. Specification 3. */
export const exportStates = ['NOT_READY', 'READY', 'EXPIRED', 'ERROR'] as const

export type ExportState = (typeof exportStates)[number]

/**
 * Why a file could not be made. `store-full`: the file store is full, `store-unavailable`: the file store cannot be
 * reached, `failed`: an error of the portal.
 */
export const exportFailures = ['store-full', 'store-unavailable', 'failed'] as const

export type ExportFailure = (typeof exportFailures)[number]

/** The progress of one file of an export; `progress` in per cent while it is NOT_READY. */
export type FileProgress = { state: ExportState; progress: number }

const almostPercent = 99

/**
 * The state of a request: NOT_READY while one of its files is, otherwise the state that is most important for the
 * owner. Specification 15.2.
 */
export function exportStateOf(files: readonly FileProgress[]): ExportState {
  const order: readonly ExportState[] = ['NOT_READY', 'ERROR', 'EXPIRED', 'READY']
  return order.find((state) => files.some((file) => file.state === state)) ?? 'READY'
}

/** The progress of a request in per cent: 100 only when no file is open. */
export function exportProgressOf(files: readonly FileProgress[]): number {
  if (exportStateOf(files) !== 'NOT_READY') return 100
  const done = files.map(({ state, progress }) => (state === 'NOT_READY' ? progress : 100))
  const mean = done.reduce((sum, percent) => sum + percent, 0) / files.length
  return Math.min(almostPercent, Math.floor(mean))
}
