import { type GatewayStatus, toGatewayStatus } from '#contract/appliance.ts'
import { faultSeverities, toFaultCode } from '#contract/faults.ts'
import type { GatewayNotification } from '#contract/push.ts'
import { formatMoment } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/text.ts'
import { type Appliance, toFault } from './appliance.ts'
import type { StatusPush } from './appliances-slice.ts'

type StatusWordsInput = {
  appliance: Pick<Appliance, 'applianceStatus' | 'statusSince'>
  /** Epoch ms: when the page last heard of it, while it is not live; null while it is. */
  lastSeen: number | null
  /** Epoch ms. */
  now: number
  locale: string
  t: Translate
}

/**
 * What the chip says: 'Working since 14:03'; 'Working · Last seen 14:05' while the page is not live; the word
 * alone before the first report. Specification 14 and 16.4.
 */
export function statusWords({ appliance, lastSeen, now, locale, t }: StatusWordsInput): string {
  const { applianceStatus, statusSince } = appliance
  const status = t(`appliance.status.${applianceStatus}`)
  if (lastSeen !== null) {
    return `${status} · ${t('appliance.last-seen', { time: formatMoment(lastSeen, now, locale) })}`
  }
  if (statusSince === null || applianceStatus === 'UNKNOWN') return status
  return t('appliance.status-since', { status, time: formatMoment(Date.parse(statusSince), now, locale) })
}

/** How bad a status is; those of one level are no news after each other. */
const levels: Readonly<Record<GatewayStatus, number>> = {
  ONLINE: 0,
  WORKING: 0,
  UNKNOWN: 1,
  OFFLINE: 1,
  WARNING: 2,
  ERROR: 3,
}

type WithStatus = Pick<Appliance, 'id' | 'applianceStatus' | 'fault'>

/**
 * The appliances whose status has turned worse or better since, or that report another fault; one that was not there
 * before is no news.
 */
export function turnedSince<Each extends WithStatus>(before: readonly WithStatus[], now: readonly Each[]): Each[] {
  const known = new Map(before.map((appliance) => [appliance.id, appliance]))
  return now.filter((appliance) => hasTurned(known.get(appliance.id) ?? appliance, appliance))
}

function hasTurned(before: WithStatus, now: WithStatus): boolean {
  if (levels[before.applianceStatus] !== levels[now.applianceStatus]) return true
  const code = now.fault?.code ?? null
  return code !== null && code !== (before.fault?.code ?? null)
}

/** Statuses that somebody has to look after, the worst first. */
const faults = ['ERROR', 'WARNING', 'OFFLINE'] as const

/** The worst fault of all, and how many have it; undefined where there is none. */
export function worstOf(appliances: readonly WithStatus[]) {
  const status = faults.find((each) => appliances.some(({ applianceStatus }) => applianceStatus === each))
  if (!status) return undefined
  return { status, count: appliances.filter(({ applianceStatus }) => applianceStatus === status).length }
}

/**
 * What a notification changes in the list: the status of its appliance, if it is about a gateway and about its
 * status; else nothing. Specification 4.
 */
export function statusPushOf(
  notification: Pick<GatewayNotification, 'resourceId' | 'unit' | 'payload' | 'timestamp'>,
  at: number,
): StatusPush | null {
  const { unit, resourceId, payload, timestamp } = notification
  if (unit !== 'status') return null
  const since = sinceOf(payload['since'], timestamp)
  const status = toGatewayStatus(payload['gatewayStatus'])
  const severity = faultSeverities.find((known) => known === payload['severity']) ?? null
  return { id: resourceId, status, since, fault: toFault(toFaultCode(payload['faultCode']), severity), at }
}

/** Null is said of a gateway that has never reported; what says nothing of it is as old as its notification. */
function sinceOf(said: unknown, timestamp: string): string | null {
  if (said === null) return null
  return typeof said === 'string' ? said : timestamp
}
