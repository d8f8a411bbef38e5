import type { GatewayStatus } from '#contract/appliance.ts'
import type { Appliance } from '../appliance.ts'

/** The condition of an appliance in a long list: `silent` has never reported. */
export type Standing = 'attention' | 'well' | 'silent'

const standings: Readonly<Record<GatewayStatus, Standing>> = {
  ERROR: 'attention',
  WARNING: 'attention',
  OFFLINE: 'attention',
  ONLINE: 'well',
  WORKING: 'well',
  UNKNOWN: 'silent',
}

type WithStatus = Pick<Appliance, 'applianceStatus'>

export function standingOf({ applianceStatus }: WithStatus): Standing {
  return standings[applianceStatus]
}

export function countStandings(appliances: readonly WithStatus[]): Readonly<Record<Standing, number>> {
  const counts = { attention: 0, well: 0, silent: 0 }
  for (const appliance of appliances) counts[standingOf(appliance)] += 1
  return counts
}

/** What needs attention comes first, the worst before the rest. */
const urgency: Readonly<Record<GatewayStatus, number>> = {
  ERROR: 0,
  WARNING: 1,
  OFFLINE: 2,
  ONLINE: 3,
  WORKING: 3,
  UNKNOWN: 3,
}

/** The order of a long list when it was opened; it does not change while the person reads. */
export type Arrangement = {
  /** Ids: those that needed attention first, then by name. */
  order: readonly string[]
  /** Ids of those that needed attention. */
  urgent: ReadonlySet<string>
}

/** `nameOf`: the name of a card. `locale`: the sort order, a BCP 47 tag. */
export function arrange(
  appliances: readonly Appliance[],
  { nameOf, locale }: { nameOf(appliance: Appliance): string; locale: string },
): Arrangement {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const order = appliances
    .map((appliance) => ({ ...appliance, title: nameOf(appliance) }))
    .toSorted((a, b) => urgency[a.applianceStatus] - urgency[b.applianceStatus] || compare(a.title, b.title))
    .map(({ id }) => id)
  const urgent = appliances.filter((each) => standingOf(each) === 'attention').map(({ id }) => id)
  return { order, urgent: new Set(urgent) }
}

/** The current appliances in that order; new ones come first. */
export function arranged(appliances: readonly Appliance[], { order }: Arrangement): Appliance[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: Appliance) => places.get(id) ?? -1
  return appliances.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Whether an appliance that needs attention comes after one that does not. */
export function isBehind(shown: readonly WithStatus[]): boolean {
  const firstOther = shown.findIndex((each) => standingOf(each) !== 'attention')
  return firstOther !== -1 && shown.slice(firstOther).some((each) => standingOf(each) === 'attention')
}
