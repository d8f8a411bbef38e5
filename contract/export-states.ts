// Apart from the exports themselves: whatever hears of a request's progress needs no more of it.

/** States of a file, and of a request as a whole. Specification 3. */
export const exportStates = ['NOT_READY', 'READY', 'EXPIRED', 'ERROR'] as const

export type ExportState = (typeof exportStates)[number]

/**
 * Why a file could not be made. `store-full`: no room for it, `store-unavailable`: the store of the files was away,
 * `failed`: a fault of the portal.
 */
export const exportFailures = ['store-full', 'store-unavailable', 'failed'] as const

export type ExportFailure = (typeof exportFailures)[number]

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
