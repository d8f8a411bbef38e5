import { type SampleFault, sampleFaults } from '#contract/sample-faults.ts'
import { dayMs, hourMs } from '#contract/durations.ts'
import { pseudoRandom } from './pseudo-random.ts'
import type { SimulatedAppliance } from './simulate-values.ts'

/** A simulated fault of an appliance. It lasts from `from` to `until` (epoch milliseconds, `until` excluded). */
export type Incident = { fault: SampleFault; from: number; until: number }

const weekMs = 7 * dayMs

/**
 * Returns the simulated fault of an appliance at `time` (epoch milliseconds). Returns null on most days, because
 * there are one or two faults a week.
 */
export function incidentAt(appliance: SimulatedAppliance, time: number): Incident | null {
  const week = Math.floor(time / weekMs)
  const isNow = ({ from, until }: Incident) => time >= from && time < until
  return incidentsOf(appliance, week).find(isNow) ?? incidentsOf(appliance, week - 1).find(isNow) ?? null
}

const maxRemembered = 10_000
const cache = new Map<string, readonly Incident[]>()

// Caches the incidents, because the next values of an appliance mostly use the same weeks.
function incidentsOf(appliance: SimulatedAppliance, week: number): readonly Incident[] {
  const key = `${appliance.serial} ${appliance.applianceType} ${week}`
  const cachedIncidents = cache.get(key)
  if (cachedIncidents) return cachedIncidents
  if (cache.size >= maxRemembered) cache.clear()
  const incidents = drawIncidents(appliance, week)
  cache.set(key, incidents)
  return incidents
}

function drawIncidents(appliance: SimulatedAppliance, week: number): Incident[] {
  const count = pseudoRandom(appliance.serial, 'faults', week) < 0.5 ? 1 : 2
  return Array.from({ length: count }, (_, index) => incidentOf(appliance, { week, index, count }))
}

type IncidentNumber = { week: number; index: number; count: number }

// Computes one incident. If it is a warning, it lasts 1 to 12 hours. If it is an error, it lasts 15 minutes to 3 hours,
// until the simulated owner presses the reset button.
function incidentOf(appliance: SimulatedAppliance, { week, index, count }: IncidentNumber): Incident {
  const draw = (what: string) => pseudoRandom(appliance.serial, what, week, index)
  const severity = draw('severity') < 0.6 ? 'WARNING' : 'ERROR'
  const possible = sampleFaults.filter((fault) => fault.severity === severity && canHave(appliance, fault))
  const fault = possible[Math.floor(possible.length * draw('fault'))]
  if (!fault) throw new Error(`No sample fault fits the appliance ${appliance.serial}`)
  const from = weekMs * (week + (index + draw('moment')) / count)
  const hours = severity === 'WARNING' ? 1 + 11 * draw('duration') : 0.25 + 2.75 * draw('duration')
  return { fault, from, until: from + hours * hourMs }
}

// Whether the simulation may show a fault on an appliance. Emergencies, such as a gas leak, occur only on request,
// because a demo must not frighten people.
function canHave({ applianceType }: SimulatedAppliance, { emergency, appliances }: SampleFault): boolean {
  if (emergency) return false
  return applianceType === 'UNKNOWN' ? appliances.length > 2 : appliances.includes(applianceType)
}
