import type { Endpoint } from '#contract/endpoint.ts'
import type { Failure } from '#client/api.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import type { Interruptions } from './interruptions.ts'

export type FailureParts = {
  log: Pick<ClientLog, 'warn'>
  interruptions: Pick<Interruptions, 'unauthenticated' | 'termsMissing'>
  /** The page and the server do not understand each other: one of them may be newer. */
  suspectVersion(): void
}

/** What every failed call leads to, whoever made it: 401 and 412 have screens. Specification 6 and 8. */
export function createFailureObserver({ log, interruptions, suspectVersion }: FailureParts) {
  return (failure: Failure, { method, path }: Pick<Endpoint, 'method' | 'path'>): void => {
    if (failure.kind === 'unauthenticated') {
      log.warn(`401 on ${method} ${path}`)
      interruptions.unauthenticated()
    }
    if (failure.kind === 'terms') interruptions.termsMissing(failure.route)
    if (failure.kind === 'unexpected' || (failure.kind === 'refused' && failure.status === 400)) suspectVersion()
  }
}
