import { toGatewayStatus } from '#contract/appliance.ts'
import type { GatewayNotification } from '#contract/push.ts'
import type { StatusPush } from './appliances-slice.ts'

/**
 * What a notification changes in the list: the status of its appliance, if it is about a gateway and about its
 * status; else nothing. Specification 4.
 */
export function statusPushOf(
  notification: Pick<GatewayNotification, 'resourceId' | 'unit' | 'payload' | 'timestamp'> & { resourceType: string },
  at: number,
): StatusPush | null {
  const { resourceType, unit, resourceId, payload, timestamp } = notification
  if (resourceType !== 'gateway' || unit !== 'status') return null
  const since = typeof payload['since'] === 'string' ? payload['since'] : timestamp
  return { id: resourceId, status: toGatewayStatus(payload['gatewayStatus']), since, at }
}
