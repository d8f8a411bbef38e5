import type { Pool } from 'pg'
import { dayMs } from '#contract/durations.ts'
import { generatePast } from '#stand-ins/gateways/generate-past.ts'
import { demoEmails } from './people.ts'
import { insertPastReports, hasReports, readPastAppliances, type PastAppliance } from './store.ts'

/** The number of days of telemetry before the start of the demo. */
export const demoPastDays = 90

const pieceMs = 10 * dayMs

type FillPastOptions = { pool: Pool; isStopped: () => boolean }

/**
 * Adds the past of the demo owner's appliances, up to the creation of the demo, until `isStopped`. The latest days
 * come first.
 *
 * Ten days of an appliance are inserted completely or not at all, so that a later start can continue. Returns the
 * number of added reports, which is 0 if all exist.
 */
export async function insertDemoPast({ pool, isStopped }: FillPastOptions): Promise<number> {
  let addedCount = 0
  const appliances = await readPastAppliances(pool, demoEmails.owner)
  for (let back = 0; back < demoPastDays * dayMs; back += pieceMs) {
    for (const appliance of appliances) {
      if (isStopped()) return addedCount
      addedCount += await fillPiece(pool, appliance, back)
    }
  }
  return addedCount
}

async function fillPiece(pool: Pool, appliance: PastAppliance, back: number): Promise<number> {
  const { gatewayId, madeAt, ownerSince } = appliance
  const until = madeAt.getTime() - back
  const from = Math.max(until - pieceMs, ownerSince.getTime())
  if (from >= until || (await hasReports(pool, { gatewayId, from, until }))) return 0
  const past = generatePast(appliance, { from, until })
  await insertPastReports(pool, { gatewayId, past })
  return past.reports.length
}
