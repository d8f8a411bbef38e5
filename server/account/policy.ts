import { Refusal } from '#server/http/refusals.ts'

/**
 * Checks that a person ends only their own sessions. People may also end the session that sends the request. `own`:
 * those sessions of the person that the request names. Returns `own`. Specification 25.1.
 *
 * @throws Refusal `not-found` if the person has no session that the request names
 */
export function requireSessionsOfCaller(own: readonly Buffer[]): readonly Buffer[] {
  if (own.length === 0) throw new Refusal('not-found')
  return own
}

/**
 * Checks that people download only their own files. `own`: the ready file of the caller, or null if the caller has none
 * with the requested id. Returns `own`. Specification 25.2.
 *
 * @throws Refusal `not-found` if the file belongs to another person, is not ready, or has expired
 */
export function requirePersonalDataFile<File>(own: File | null): File {
  if (own === null) throw new Refusal('not-found')
  return own
}
