import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { hourS } from '#contract/durations.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { AuditAct, AuditOutcome } from './audit-record.ts'
import { moveRecordToHourlyCount, insertAuditRecordBeforeAct, setAuditOutcome } from './store.ts'

/** An act whose record was inserted before the act ran. `id` is the id of the record. */
export type StartedAuditAct = { id: string; act: AuditAct }

/**
 * Records what people do.
 * - `begin` records an act before it runs. If `begin` rejects, the caller must not run the act.
 * - `end` stores the outcome of the act.
 * - `refuse` records a request that was refused before its act began.
 */
export type AuditTrail = {
  begin(act: AuditAct): Promise<StartedAuditAct>
  end(begun: StartedAuditAct, outcome: AuditOutcome): Promise<void>
  refuse(act: AuditAct, outcome: AuditOutcome): Promise<void>
}

/**
 * The maximum numbers of rows in an hour for one person, in each process: for acts that were done, and for refused
 * requests. For requests without a person, the limits apply to an IP address. Further records are only counted, so that
 * nobody can fill the table.
 */
const maxRowsPerHour = { done: 600, refused: 60 }

export function createAuditTrail({ db, clock }: { db: Queryable; clock: Clock }): AuditTrail {
  const limits = { done: limitOf(maxRowsPerHour.done), refused: limitOf(maxRowsPerHour.refused) }
  const dated = (act: AuditAct, outcome: AuditOutcome) => ({ ...act, outcome, at: new Date(clock.now()) })

  async function hasRow({ personId, address }: AuditAct, outcome: AuditOutcome): Promise<boolean> {
    const limit = outcome === 'done' || outcome === 'broken-off' ? limits.done : limits.refused
    return countOne(limit, personId ?? address ?? '')
  }

  return {
    begin: async (act) => ({ id: await insertAuditRecordBeforeAct(db, dated(act, 'begun')), act }),

    async end({ id, act }, outcome) {
      if (await hasRow(act, outcome)) await setAuditOutcome(db, { id, outcome })
      else await moveRecordToHourlyCount(db, dated(act, outcome), id)
    },

    async refuse(act, outcome) {
      if (await hasRow(act, outcome)) await insertAuditRecordBeforeAct(db, dated(act, outcome))
      else await moveRecordToHourlyCount(db, dated(act, outcome), null)
    },
  }
}

function limitOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: hourS })
}

async function countOne(limit: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limit.consume(key)
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}
