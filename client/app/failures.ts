import type { Endpoint } from '#contract/endpoint.ts'
import { ownPath } from '#contract/return-path.ts'
import type { Failure } from '#client/api.ts'
import type { ClientLog } from '#client/logging/client-log.ts'
import { acceptPath } from './accept-path.ts'

export type FailureParts = {
  log: Pick<ClientLog, 'warn'>
  navigate(path: string): void
  /** The address of the page, as in `location.href`. */
  address(): string
}

/** What every failed call leads to, whoever made it: 401 and 412 have screens. Specification 6 and 8. */
export function createFailureObserver({ log, navigate, address }: FailureParts) {
  return (failure: Failure, { method, path }: Pick<Endpoint, 'method' | 'path'>): void => {
    if (failure.kind === 'unauthenticated') {
      log.warn(`401 on ${method} ${path}`)
      navigate('/unauthorized')
    }
    if (failure.kind === 'terms') navigate(acceptPath(ownPath(failure.route), address()))
  }
}
