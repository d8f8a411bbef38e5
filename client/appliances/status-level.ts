import type { GatewayStatus } from '#contract/appliance.ts'
import type { Appliance } from './appliance.ts'

/** How bad a status is; those of one level are no news after each other. */
const levels: Readonly<Record<GatewayStatus, number>> = {
  ONLINE: 0,
  WORKING: 0,
  UNKNOWN: 1,
  OFFLINE: 1,
  WARNING: 2,
  ERROR: 3,
}

type WithStatus = Pick<Appliance, 'id' | 'applianceStatus'>

/** The appliances whose status has turned worse or better since; one that was not there before is no news. */
export function turnedSince<Each extends WithStatus>(before: readonly WithStatus[], now: readonly Each[]): Each[] {
  const known = new Map(before.map(({ id, applianceStatus }) => [id, levels[applianceStatus]]))
  return now.filter(({ id, applianceStatus }) => (known.get(id) ?? levels[applianceStatus]) !== levels[applianceStatus])
}

/** Statuses that somebody has to look after, the worst first. */
const faults = ['ERROR', 'WARNING', 'OFFLINE'] as const

/** The worst fault of all, and how many have it; undefined where there is none. */
export function worstOf(appliances: readonly WithStatus[]) {
  const status = faults.find((each) => appliances.some(({ applianceStatus }) => applianceStatus === each))
  if (!status) return undefined
  return { status, count: appliances.filter(({ applianceStatus }) => applianceStatus === status).length }
}
