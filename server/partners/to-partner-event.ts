import type { PartnerEvent, PartnerEventType } from '#contract/partner-events.ts'
import type { PseudonymousIds } from './pseudonymous-ids.ts'

/** A row of the event log. If `grantId` is null, the event is about a webhook endpoint. */
export type LoggedEvent = { id: string; type: PartnerEventType; at: Date; clientId: string } & (
  | { grantId: string; applianceId: string; endpointId: null }
  | { grantId: null; applianceId: null; endpointId: string }
)

export type PartnerEventDependencies = {
  ids: PseudonymousIds
  /** The public origin of the portal, without a trailing slash. */
  publicUrl: string
}

/** Converts a row of the event log to the event for its client. Specification 27.6. */
export function toPartnerEvent({ ids, publicUrl }: PartnerEventDependencies, event: LoggedEvent): PartnerEvent {
  const { id, type, at, clientId, grantId, applianceId, endpointId } = event
  const ofClient = applianceId === null ? null : ids.idFor(clientId, applianceId)
  const path = ofClient === null ? `endpoints/${endpointId}` : pathOf(type, { grantId, applianceId: ofClient })
  const data = { applianceId: ofClient, grantId, href: `${publicUrl}/partner/1/${path}` }
  return { type, timestamp: at.toISOString(), id, data }
}

function pathOf(
  type: PartnerEventType,
  { grantId, applianceId }: { grantId: string | null; applianceId: string },
): string {
  if (type.startsWith('grant.')) return `grants/${grantId}`
  return type.startsWith('appliance.fault') ? `appliances/${applianceId}/faults` : `appliances/${applianceId}`
}
