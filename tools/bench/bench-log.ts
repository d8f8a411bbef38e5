import { silentLog } from '#server/log.ts'

/** The log of the portal's parts in a benchmark. Prints only warnings and errors. */
export const benchLog = { ...silentLog, warn: console.error, error: console.error }
