import type { GatewayStatus } from '#contract/appliance.ts'
import type { Appliance } from '#client/appliances/state/appliance.ts'
import { assessRecentEmergency } from '#client/appliances/state/last-emergency.ts'

/** The condition of an appliance in a long list. `silent`: the status is unknown. */
export type ApplianceCondition = 'attention' | 'well' | 'silent'

const standings: Readonly<Record<GatewayStatus, ApplianceCondition>> = {
  ERROR: 'attention',
  WARNING: 'attention',
  OFFLINE: 'attention',
  ONLINE: 'well',
  WORKING: 'well',
  UNKNOWN: 'silent',
}

type WithStatus = Pick<Appliance, 'applianceStatus' | 'lastEmergency'>

/**
 * Returns the condition of an appliance. The condition is not `well` in the 24 hours after an emergency, or while the
 * app has not read whether an ended fault was an emergency. `now`: epoch ms.
 */
export function assessApplianceCondition(
  { applianceStatus, lastEmergency }: WithStatus,
  now: number,
): ApplianceCondition {
  const applianceCondition = standings[applianceStatus]
  return applianceCondition === 'well' && assessRecentEmergency(lastEmergency, now) !== 'none'
    ? 'attention'
    : applianceCondition
}

export function countConditions(
  appliances: readonly WithStatus[],
  now: number,
): Readonly<Record<ApplianceCondition, number>> {
  const counts = { attention: 0, well: 0, silent: 0 }
  for (const appliance of appliances) counts[assessApplianceCondition(appliance, now)] += 1
  return counts
}

/** The urgency of each status. Lower numbers come first. */
const urgency: Readonly<Record<GatewayStatus, number>> = {
  ERROR: 0,
  WARNING: 1,
  OFFLINE: 2,
  ONLINE: 3,
  WORKING: 3,
  UNKNOWN: 3,
}

/** The urgency of an appliance with a recent emergency, which comes before appliances with a warning. */
const emergencyUrgency = 0.5

function urgencyOf({ applianceStatus, lastEmergency }: WithStatus, now: number): number {
  const ofStatus = urgency[applianceStatus]
  return assessRecentEmergency(lastEmergency, now) === 'emergency' ? Math.min(ofStatus, emergencyUrgency) : ofStatus
}

/** The order of a long list at the time when the list was opened. The order does not change while the person reads. */
export type ListArrangement = {
  /** The ids of all appliances, sorted by urgency and then by name. */
  order: readonly string[]
  /** The ids of the appliances that needed attention. */
  urgent: ReadonlySet<string>
}

/**
 * Creates the order of a list. `nameOf`: returns the name of a card. `locale`: a BCP 47 tag, whose language decides the
 * alphabetical order. `now`: epoch ms.
 */
export function createListArrangement(
  appliances: readonly Appliance[],
  { nameOf, locale, now }: { nameOf(appliance: Appliance): string; locale: string; now: number },
): ListArrangement {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const order = appliances
    .map((appliance) => ({ ...appliance, title: nameOf(appliance) }))
    .toSorted((a, b) => urgencyOf(a, now) - urgencyOf(b, now) || compare(a.title, b.title))
    .map(({ id }) => id)
  const urgent = appliances.filter((each) => assessApplianceCondition(each, now) === 'attention').map(({ id }) => id)
  return { order, urgent: new Set(urgent) }
}

/** Sorts the current appliances by the arrangement. Appliances outside the arrangement come first. */
export function sortByListArrangement(appliances: readonly Appliance[], { order }: ListArrangement): Appliance[] {
  const indexes = new Map(order.map((id, index) => [id, index]))
  const indexOf = ({ id }: Appliance) => indexes.get(id) ?? -1
  return appliances.toSorted((a, b) => indexOf(a) - indexOf(b))
}

/** Whether an appliance that needs attention comes after an appliance that does not. */
export function hasUrgentBelowOthers(shownAppliances: readonly WithStatus[], now: number): boolean {
  const firstOther = shownAppliances.findIndex((each) => assessApplianceCondition(each, now) !== 'attention')
  return (
    firstOther !== -1 &&
    shownAppliances.slice(firstOther).some((each) => assessApplianceCondition(each, now) === 'attention')
  )
}
