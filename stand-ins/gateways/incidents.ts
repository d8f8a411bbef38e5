import { type SampleFault, sampleFaults } from '#contract/sample-faults.ts'
import { chance } from './chance.ts'
import type { House } from './day.ts'

/** A fault of a house from `from` until before `until`, epoch milliseconds. */
export type Incident = { fault: SampleFault; from: number; until: number }

const hourMs = 60 * 60_000
const weekMs = 7 * 24 * hourMs

/** The simulated fault of a house at `time`; null on most days, because there are one or two faults a week. */
export function incidentAt(house: House, time: number): Incident | null {
  const week = Math.floor(time / weekMs)
  const isNow = ({ from, until }: Incident) => time >= from && time < until
  return incidentsOf(house, week).find(isNow) ?? incidentsOf(house, week - 1).find(isNow) ?? null
}

const rememberedAtMost = 10_000
const remembered = new Map<string, readonly Incident[]>()

// The same weeks are used several times in a row, for the same house at the next time.
function incidentsOf(house: House, week: number): readonly Incident[] {
  const key = `${house.serial} ${house.applianceType} ${week}`
  const cached = remembered.get(key)
  if (cached) return cached
  if (remembered.size >= rememberedAtMost) remembered.clear()
  const drawn = drawIncidents(house, week)
  remembered.set(key, drawn)
  return drawn
}

function drawIncidents(house: House, week: number): Incident[] {
  const count = chance(house.serial, 'faults', week) < 0.5 ? 1 : 2
  return Array.from({ length: count }, (_, index) => incidentOf(house, { week, index, count }))
}

type IncidentNumber = { week: number; index: number; count: number }

// A warning lasts for hours, an error until somebody presses the reset button.
function incidentOf(house: House, { week, index, count }: IncidentNumber): Incident {
  const draw = (what: string) => chance(house.serial, what, week, index)
  const severity = draw('severity') < 0.6 ? 'WARNING' : 'ERROR'
  const possible = sampleFaults.filter((fault) => fault.severity === severity && canHave(house, fault))
  const fault = possible[Math.floor(possible.length * draw('fault'))]
  if (!fault) throw new Error(`Nothing can go wrong in the house ${house.serial}`)
  const from = weekMs * (week + (index + draw('moment')) / count)
  const hours = severity === 'WARNING' ? 1 + 11 * draw('duration') : 0.25 + 2.75 * draw('duration')
  return { fault, from, until: from + hours * hourMs }
}

// A demo must not frighten: a gas leak occurs only on request.
function canHave({ applianceType }: House, { emergency, appliances }: SampleFault): boolean {
  if (emergency) return false
  return applianceType === 'UNKNOWN' ? appliances.length > 2 : appliances.includes(applianceType)
}
