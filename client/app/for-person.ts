import type { Failure } from '#client/api.ts'

/** Whether a failure is told in a toast: sign-in and terms have screens of their own. */
export function isForPerson(failure: Failure | undefined): boolean {
  return failure?.kind !== 'unauthenticated' && failure?.kind !== 'terms'
}
