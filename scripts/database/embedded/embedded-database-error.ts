/** Thrown if the embedded database cannot be started. The message is shown in the terminal. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

/**
 * Creates the error for a new database that could not be created. Its message does not say how to restore data, because
 * there is no data yet.
 */
export function createDatabaseNotCreatedError(path: string, reason: string): EmbeddedDatabaseError {
  if (isFull(reason)) return fullDiskReason(path)
  return new EmbeddedDatabaseError(`The database could not be made in ${path}: ${reason}.`)
}

/** Creates the error for database files that cannot be used. The message says how to restore the data. */
export function createUnusableDatabaseError(path: string, reason: string): EmbeddedDatabaseError {
  if (isFull(reason)) return fullDiskReason(path)
  return new EmbeddedDatabaseError(
    `The database in ${path} can't be used: ${reason}. Restore the data folder from a copy, or move it away to start with an empty one.`,
  )
}

function isFull(reason: string): boolean {
  return /No space left on device|Disk quota exceeded/u.test(reason)
}

function fullDiskReason(path: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(`The disk of ${path} is full; make room, and start again: nothing is lost.`)
}
