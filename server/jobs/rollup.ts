import type { Pool } from 'pg'
import { telemetryKeptSince } from '#contract/telemetry.ts'
import type { Clock } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type DueRollup, type HourSpan, findDueRollups, makeHours, markRolledUp, takeLateHours } from './store.ts'

const never = new AbortController().signal

export type RollupDependencies = { pool: Pool; clock: Clock; stopping?: AbortSignal }

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How many gateways are looked for at a time, and how many of their hours are made in one transaction, within a second or two. */
const gatewaysAtOnce = 20_000
const hoursAtOnce = 200
const lateHoursAtOnce = 200

/**
 * An hour is made when so much time has passed since its end. A report that comes later than 30 minutes is noted as late
 * (telemetry_came_late); one that comes in time is committed well before that.
 */
const madeAfterMs = 45 * minuteMs

/**
 * Makes the hours of all gateways that are over and not made yet, and those again of which reports came late. Answers how
 * many pieces of work that took. Doing it twice does no harm: an hour is made from all its reports each time.
 */
export async function rollUpTelemetry({ pool, clock, stopping = never }: RollupDependencies): Promise<number> {
  const late = await countWhile(stopping, async () => Number(await makeLateHours(pool)))
  return late + (await countWhile(stopping, async () => makeDueHours(pool, { now: clock.now(), stopping })))
}

/** Goes on while there is something to do and nobody asks to stop; answers how much was done. */
async function countWhile(stopping: AbortSignal, work: () => Promise<number>): Promise<number> {
  let done = 0
  while (!stopping.aborted) {
    const more = await work()
    if (more === 0) break
    done += more
  }
  return done
}

async function makeLateHours(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (transaction) => {
    const late = await takeLateHours(transaction, lateHoursAtOnce)
    if (late.length === 0) return false
    await makeHours(
      transaction,
      late.map(({ gatewayId, hour }) => ({ gatewayId, from: hour, until: new Date(hour.getTime() + hourMs) })),
    )
    return true
  })
}

type DueAt = { now: number; stopping: AbortSignal }

/** Answers in how many transactions. */
async function makeDueHours(pool: Pool, { now, stopping }: DueAt): Promise<number> {
  const until = Math.floor((now - madeAfterMs) / hourMs) * hourMs
  const wanted = { until: new Date(until), kept: new Date(telemetryKeptSince(now)), limit: gatewaysAtOnce }
  const pieces = piecesOf(await findDueRollups(pool, wanted), until)
  for (const spans of pieces) {
    if (stopping.aborted) break
    await inTransaction(pool, async (transaction) => {
      await makeHours(transaction, spans)
      await markRolledUp(transaction, spans)
    })
  }
  return pieces.length
}

/** What is due, in pieces of some hundred hours; of who has more the rest comes the next time. */
function piecesOf(due: readonly DueRollup[], until: number): HourSpan[][] {
  const pieces: HourSpan[][] = []
  let left = 0
  for (const { gatewayId, begins } of due) {
    const from = begins?.getTime() ?? until
    const hours = Math.min(hoursAtOnce, (until - from) / hourMs)
    if (hours > left || pieces.length === 0) {
      pieces.push([])
      left = hoursAtOnce
    }
    left -= hours
    pieces.at(-1)?.push({ gatewayId, from: new Date(from), until: new Date(from + hours * hourMs) })
  }
  return pieces
}
