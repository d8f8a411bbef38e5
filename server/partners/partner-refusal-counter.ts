import { Counter, type Registry } from 'prom-client'

/** Counts a refusal of a program's request, by the authorization server or by the partner API. */
export type RefusalCounter = (by: 'authorization' | 'api', reason: string) => void

/**
 * The errors of RFC 6749 and its extensions that get their own label. `authorization_pending` (RFC 8628) is not a
 * refusal, and is not counted.
 */
const authorizationErrors = new Set([
  'access_denied',
  'consent_required',
  'expired_token',
  'invalid_authorization_details',
  'invalid_client',
  'invalid_dpop_proof',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'invalid_target',
  'server_error',
  'slow_down',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
])

export function createPartnerRefusalCounter(registry: Registry): RefusalCounter {
  const refusals = new Counter({
    name: 'gateway_portal_partner_refusals_total',
    help: 'Requests of programs of third parties that were refused, by part and reason',
    labelNames: ['by', 'reason'],
    registers: [registry],
  })
  return (by, reason) => {
    if (reason === 'authorization_pending') return
    // Errors of the authorization server that are not in `authorizationErrors` share one label, because a later version
    // of the library may have more errors.
    const bounded = by === 'api' || authorizationErrors.has(reason) ? reason : 'other'
    refusals.inc({ by, reason: bounded })
  }
}
