import type { FastifyRequest } from 'fastify'
import { type PartnerEndpoint, partnerApi } from '#contract/partner-api.ts'
import { type AuditAct, createAuditAct } from '#server/audit/audit-record.ts'

/** The names of the endpoints, as in contract/partner-api.ts. */
const names = new Map<PartnerEndpoint, string>(Object.entries(partnerApi).map(([name, endpoint]) => [endpoint, name]))

/**
 * Returns the audit record of a change by a client, or null for a read. `params`: the validated parameters of the
 * path. Specification 19.51.
 */
export function toPartnerAuditAct(
  endpoint: PartnerEndpoint,
  { id: requestId, ip: address }: Pick<FastifyRequest, 'id' | 'ip'>,
  { partner: { clientId }, params }: { partner: { clientId: string }; params: unknown },
): AuditAct | null {
  if (endpoint.method === 'GET') return null
  const details = { clientId, ...(params as { id?: string } | null) }
  return createAuditAct({ actor: 'company', action: `partner.${names.get(endpoint)}`, details, requestId, address })
}
