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
